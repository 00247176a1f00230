"""Whether Python sources can be read at all, and by how old a Python. Asked of the interpreter that
will run them, in the sandbox: a parser is not safe from the text it is given."""

from __future__ import annotations

import json
from collections.abc import Mapping

from inarow.running.languages.language import Checked, SourceCheck
from inarow.running.program import Launch, RunLimits
from inarow.running.result import RunReport, RunVerdict

# Runs under whatever Python there is, from 2.7 on.
_SCRIPT = """
import ast, json, sys
def said(error):
    return ("line %d: %s" % (error.lineno or 0, error.msg))[:200]
oldest = tuple(int(part) for part in sys.argv[1].split("."))
for name in sys.argv[2:]:
    told = {"file": name}
    with open(name, "rb") as file:
        source = file.read()
    try:
        # A file is read in its encoding to the end; in bytes a comment may hold anything.
        if sys.version_info[0] > 2:
            import io, tokenize
            source.decode(tokenize.detect_encoding(io.BytesIO(source).readline)[0])
        compile(source, name, "exec", 0, True)
        if oldest != (0, 0):
            try:
                ast.parse(source, name, "exec", feature_version=oldest)
            except TypeError:
                pass
            except SyntaxError as error:
                told["newer"] = said(error)
    except SyntaxError as error:
        told["wrong"] = said(error)
    except Exception as error:
        told["wrong"] = (type(error).__name__ + ": " + str(error))[:200]
    print(json.dumps(told))
"""
_LOOKS_OLD = " It looks like Python 2, which --toolchain can name."
_LIMITS = RunLimits(wall_s=20, cpu_s=10, memory_mb=1024, output_kb=256)


def check_python(sources: SourceCheck) -> Checked | RunReport:
    """What there is to say about the sources; a report if the parser did not come back."""
    files, main, tool = sources.files, sources.files[0], sources.tool
    version = ".".join(map(str, sources.newest or (0, 0)))
    report = sources.sandbox.run(
        Launch(
            argv=(*tool.command, "-c", _SCRIPT, version, *files),
            box=sources.box,
            limits=_LIMITS,
            readable=tool.readable,
            interpreter=tool.interpreter,
            environment=tool.environment,
        )
    )
    if report.verdict is RunVerdict.REFEREE_FAULT:
        return report
    wrong, remarks = "", []
    told: list[Mapping[str, str]] = []
    for line in report.stdout.decode("utf-8", "replace").splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            break
        if not isinstance(one, dict) or one.get("file") not in files[len(told) : len(told) + 1]:
            break
        told.append(one)
    for one in told:
        name = one["file"]
        for kind in ("wrong", "newer"):
            if kind not in one:
                continue
            sentence = f"{name}, {one[kind]}"
            if kind == "newer":
                remarks.append(f"newer than the course's Python {version}: {sentence}")
            elif name == main:
                wrong = sentence + (_LOOKS_OLD if "'print'" in sentence else "")
            else:
                remarks.append(f"cannot be parsed: {sentence}")
    if len(told) < len(files):
        stuck = files[len(told)]
        ok = report.verdict is RunVerdict.OK
        sentence = f"{stuck}: the parser {'gave no answer' if ok else report.verdict.value}"
        if stuck == main:
            wrong = sentence
        else:
            remarks.append(sentence)
    return Checked(wrong, tuple(remarks))
