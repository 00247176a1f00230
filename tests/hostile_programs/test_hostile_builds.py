"""Submissions that attack the compiler, the interpreter's start or whoever builds them. Each has
its verdict in every tier, gives nothing of the host away, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from builds import image_or_report
from inarow.course import find_course
from inarow.running import build as build_module
from inarow.running.build import BUILD_LIMITS, Image
from inarow.running.cache import FolderCache
from inarow.running.languages.language import MissingTool
from inarow.running.program import RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain
from sandboxes import Tier, sandbox_of, working_tiers

pytestmark = pytest.mark.process

TOOLCHAIN = Toolchain()
SECRET = "the-key-of-the-marker"
LIMITS = replace(BUILD_LIMITS, cpu_s=5)
ENDLESS = replace(BUILD_LIMITS, cpu_s=0.5, memory_mb=256)
TIERS = working_tiers()
if len(TIERS) > 1:
    TIERS.remove("none")
C_MAIN = '#include <stdio.h>\nint main(void) { puts("3"); return 0; }\n'
JAVA_MAIN = (
    "public class Interface { public static void main(String[] a) { System.out.println(3); } }\n"
)


@dataclass(frozen=True)
class Attack:
    """``{secret}`` in a file is the path of a file that nobody may read. ``printed`` is what the
    program prints if it is built; ``unsaid`` must appear nowhere. ``boxed`` is true of what only a
    sandbox stops, ``endless`` of what compiles until it is stopped."""

    files: Mapping[str, str | bytes]
    verdict: RunVerdict = RunVerdict.COMPILE_ERROR
    course: str = "comp3308"
    printed: str = ""
    unsaid: tuple[str, ...] = field(default=(SECRET,))
    boxed: bool = False
    endless: bool = False


def c(source: str, **options: object) -> Attack:
    return Attack({"ConnectFour.c": source}, **options)  # type: ignore[arg-type]


def cpp(source: str, **options: object) -> Attack:
    return Attack({"ConnectFour.cpp": source}, **options)  # type: ignore[arg-type]


def py(source: str | bytes, verdict: RunVerdict, printed: str = "", **more: str) -> Attack:
    return Attack({"ConnectFour.py": source, **more}, verdict, printed=printed)


def class_file(major: int) -> bytes:
    return b"\xca\xfe\xba\xbe\x00\x00" + major.to_bytes(2, "big") + bytes(20)


DOUBLING = "".join(f"#define X{n} X{n - 1} X{n - 1}\n" for n in range(1, 60))
OK, CRASH = RunVerdict.OK, RunVerdict.CRASH
ATTACKS: dict[str, Attack] = {
    "includes /dev/zero": c('#include "/dev/zero"\n' + C_MAIN, boxed=True, endless=True),
    "includes /dev/random": c('#include "/dev/urandom"\n' + C_MAIN, boxed=True, endless=True),
    "includes its input": c('#include "/dev/stdin"\nint x = ;'),
    "includes the password file": c(
        '#include "/etc/passwd"\n' + C_MAIN, unsaid=("root:", "daemon"), boxed=True
    ),
    "includes the key": c('#include "{secret}"\n' + C_MAIN, boxed=True),
    "embeds the key": c('__asm__(".incbin \\"{secret}\\"");\n' + C_MAIN, boxed=True),
    "asks whether there is a key": c(
        '#if __has_include("{secret}")\n#error THERE\n#endif\n' + C_MAIN,
        verdict=OK,
        printed="3\n",
        unsaid=("THERE",),
        boxed=True,
    ),
    "includes its environment": c(
        '#include "/proc/self/environ"\n' + C_MAIN, unsaid=("HOME=", "PATH="), boxed=True
    ),
    "includes itself": c("#include __FILE__\n" + C_MAIN),
    "doubles a macro": c(DOUBLING + "#define X0 1+\nint x = X59 0;\n" + C_MAIN, endless=True),
    "nests without end": c("int x = " + "(" * 300_000 + "1;"),
    "makes a thousand errors": c("int main(void) {" + "nope(;\n" * 60_000 + "}"),
    "warns without end": c("\n".join(['#pragma message "' + "x" * 500 + '"'] * 1800) + "\nint;"),
    "fills the disk": c("char big[1L << 33] = {1};\n" + C_MAIN, boxed=True),
    "has no main": c("int nothing;\n"),
    "has two mains": Attack({"ConnectFour.c": C_MAIN, "other.c": C_MAIN}),
    "hands in its own program": Attack(
        {"ConnectFour.c": "int x = ;", "ConnectFour": b"#!/bin/sh\n"}
    ),
    "file named as an option": Attack(
        {"ConnectFour.c": C_MAIN, "-fplugin=evil.c": "", "@list.c": "", "-o.c": ""},
        OK,
        printed="3\n",
    ),
    "file named as a tool": Attack(
        {"ConnectFour.c": C_MAIN, "as": "#!/bin/sh\nexit 9\n", "ld": "", "specs": "*cc1:\n-bad\n"},
        OK,
        printed="3\n",
    ),
    "file with spaces": Attack(
        {"ConnectFour.c": C_MAIN, "; rm -rf $HOME;.c": "", "a b.c": ""}, OK, printed="3\n"
    ),
    "template without end": cpp(
        "template<int N> struct A { A<N + 1> next; };\nA<0> a;\nint main() {}\n"
    ),
    "template doubling": cpp(
        "template<int N, int M> struct A { A<N - 1, 2 * M> a; A<N - 1, 2 * M + 1> b; };\n"
        "template<int M> struct A<0, M> {};\nint main() { return sizeof(A<28, 1>); }\n",
        endless=True,
    ),
    "computes while compiling": cpp(
        "constexpr long f(long n) { long s = 0; while (n) s += n; return s; }\n"
        "static_assert(f(1) == 0);\nint main() {}\n"
    ),
    "processor for annotations": Attack(
        {
            "Interface.java": JAVA_MAIN,
            "META-INF/services/javax.annotation.processing.Processor": "Evil\n",
        },
        OK,
        "comp2230",
        "3\n",
    ),
    "list of arguments for javac": Attack(
        {"Interface.java": JAVA_MAIN, "@evil.java": "class Evil {}"}, OK, "comp2230", "3\n"
    ),
    "constant too long for Java": Attack(
        {"Interface.java": 'class Interface { String s = "' + "x" * 70_000 + '"; }'},
        course="comp2230",
    ),
    "doubles strings in Java": Attack(
        {
            "Interface.java": 'class Interface { static final String s0 = "x";'
            + "".join(f"static final String s{n} = s{n - 1} + s{n - 1};" for n in range(1, 40))
            + "}"
        },
        course="comp2230",
        endless=True,
    ),
    "nests lambdas in Java": Attack(
        {
            "Interface.java": "import java.util.function.*; class Interface {"
            "<T> T a(Supplier<T> s) { return s.get(); } <T> T a(Callable<T> c) { return null; }"
            "interface Callable<T> { T call() throws Exception; }"
            "Object o = " + "a(() -> " * 24 + "1" + ")" * 24 + ";}"
        },
        course="comp2230",
        endless=True,
    ),
    "makes too many classes": Attack(
        {"Interface.java": "".join(f"class C{n} {{}}" for n in range(2001)) + JAVA_MAIN},
        course="comp2230",
        unsaid=(SECRET, "3\n"),
    ),
    "newer than Java 8": Attack(
        {"Interface.java": JAVA_MAIN.replace("System", "var x = 1; System")}, course="comp2230"
    ),
    "rubbish as a class": Attack({"Interface.class": b"not a class"}, CRASH, "comp2230"),
    "class of the future": Attack({"Interface.class": class_file(99)}, CRASH, "comp2230"),
    "class of the past": Attack({"Interface.class": class_file(3)}, CRASH, "comp2230"),
    "customizes Python": py(
        "print(3)\n",
        OK,
        "3\n",
        **{"sitecustomize.py": "print('evil')", "usercustomize.py": "print('evil')"},
    ),
    "path files of Python": py("print(3)\n", OK, "3\n", **{"evil.pth": "import os; print('evil')"}),
    "imports the marker": py("import inarow\n", CRASH),
    "looks for the marker's packages": py(
        "import sys\nsys.path += ['{packages}']\nimport inarow\n", CRASH
    ),
    "nests brackets": py("x = " + "(" * 5000 + ")" * 5000, RunVerdict.COMPILE_ERROR),
    "nests minus signs": py("x = " + "-" * 900_000 + "1", RunVerdict.COMPILE_ERROR),
    "NUL in Python": py(b"print(3)\0\n", RunVerdict.COMPILE_ERROR),
    "encoding that is none": py("# coding: nonesuch\nprint(3)\n", RunVerdict.COMPILE_ERROR),
    "Python 2": py("print 3\n", RunVerdict.COMPILE_ERROR),
    "leaves by exit()": py("print(3)\nexit()\n", OK, "3\n"),
    "start-up files of Octave": Attack(
        {
            "ConnectFour.m": "function ConnectFour(varargin)\n  printf('3\\n');\nend\n",
            ".octaverc": "disp('evil')",
            "startup.m": "disp('evil')",
            "PKG_DEL": "disp('evil')",
        },
        OK,
        printed="3\n",
    ),
}
# There a file that may not be read is seen to be there.
REFUSED_BY_TIER_2 = {"asks whether there is a key"}
BOXED = {"looks for the marker's packages"}


def outcome(attack: Attack, tier: Tier, tmp_path: Path) -> tuple[RunReport, str]:
    """What comes of building and running it once, and all that the build said."""
    secret = tmp_path / "key.h"
    secret.write_text(f'"{SECRET}" {SECRET};\n')
    packages = str(Path(build_module.__file__).parents[2])
    files = {
        name: text
        if isinstance(text, bytes)
        else text.replace("{secret}", str(secret)).replace("{packages}", packages).encode()
        for name, text in attack.files.items()
    }
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    built = image_or_report(
        Submission("evil", files),
        find_course(attack.course).programs,
        TOOLCHAIN,
        sandbox,
        limits=ENDLESS if attack.endless else LIMITS,
        cache=FolderCache("images", tmp_path),
    )
    if not isinstance(built, Image):
        return built, built.stderr.decode() + built.reason
    program = next(iter(built.programs.values()))
    return sandbox.run(program.launch([], RunLimits(cpu_s=5))), built.diagnostics


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_on_the_build_has_its_verdict(name: str, tier: Tier, tmp_path: Path) -> None:
    attack = ATTACKS[name]
    if tier == "none" and (attack.boxed or name in BOXED):
        pytest.skip("only a sandbox stops this")
    if isinstance(TOOLCHAIN.tool("matlab"), MissingTool) and "ConnectFour.m" in attack.files:
        pytest.skip("there is no Octave")
    report, said = outcome(attack, tier, tmp_path)
    if tier == 2 and name in REFUSED_BY_TIER_2:
        assert report.verdict is RunVerdict.COMPILE_ERROR, report
    else:
        assert report.verdict is attack.verdict, report
    assert report.verdict is not OK or report.stdout.decode() == attack.printed
    everything = said + report.stdout.decode("latin-1") + report.stderr.decode("latin-1")
    assert [word for word in (*attack.unsaid, "evil\n") if word in everything] == []
    assert len(said) <= 2 * 1024 * LIMITS.output_kb + 200
    assert list((tmp_path / "images" / ".making").iterdir()) == []
