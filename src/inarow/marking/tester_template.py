#!/usr/bin/env python3
"""Tests for SUITE: put this file beside your solution and run

    python3 tester.py

It needs Python 3.7 or newer and nothing else. Your solution is PROGRAM with the ending of its
language: .py, .java, .c, .cpp, .cc or .m. Java, C and C++ are compiled first, in a folder of their
own; MATLAB programs are run by GNU Octave, or by MATLAB where there is none.
"""

import atexit
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

SUITE = json.loads("{}")
LONGEST_SHOWN = 400


def solution():
    """The words that start the solution, or None; and a sentence."""
    name = SUITE["program"]
    found = [
        name + ending
        for ending in (".py", ".java", ".c", ".cpp", ".cc", ".m")
        if os.path.exists(name + ending)
    ]
    if len(found) != 1:
        several = "more than one: " + ", ".join(found) if found else "none"
        return (
            None,
            "there must be one " + name + ".py, .java, .c, .cpp, .cc or .m here: " + several,
        )
    return words(found[0], name)


def words(file, name):
    ending = os.path.splitext(file)[1]
    if ending == ".py":
        return [sys.executable, file], file
    if ending == ".m":
        if shutil.which("octave-cli") or shutil.which("octave"):
            octave = shutil.which("octave-cli") or shutil.which("octave")
            return [octave, "--norc", "--quiet", "--eval", "{call}"], file
        if shutil.which("matlab"):
            return [shutil.which("matlab"), "-batch", "{call}"], file
        return None, "neither octave nor matlab is installed"
    folder = tempfile.mkdtemp(prefix="tester-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = os.path.join(folder, name + (".exe" if os.name == "nt" else ""))
    if ending == ".java":
        line = ["javac", "-d", folder] + sorted(glob.glob("*.java"))
        run = ["java", "-cp", folder, name]
    elif ending == ".c":
        line = ["gcc", "-w", "-std=c99", "-o", made] + sorted(glob.glob("*.c")) + ["-lm"]
        run = [made]
    else:
        line = ["g++", "-o", made, file]
        run = [made]
    if shutil.which(line[0]) is None:
        return None, line[0] + " is not installed"
    if subprocess.call(line) != 0:
        return None, "it cannot be compiled: " + " ".join(line)
    return run, file


def call_of(test):
    """The call of a MATLAB function."""
    quoted = ["'" + word.replace("'", "''") + "'" for word in test["args"]]
    return SUITE["program"] + "(" + ",".join(quoted) + ")"


def said(test, run):
    """What the program prints, and what else is to be said of it."""
    line = [call_of(test) if word == "{call}" else word for word in run]
    if "{call}" not in run:
        line = line + test["args"]
    try:
        done = subprocess.run(
            line,
            input=test["stdin"].encode("utf-8"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=test["wall_s"],
        )
    except subprocess.TimeoutExpired:
        return None, "it took more than %g s" % test["wall_s"]
    except OSError as error:
        return None, "it cannot be started: %s" % error
    output = done.stdout
    if os.name == "nt":
        # There the system's own line end is CR LF; the marker runs Linux.
        output = output.replace(b"\r\n", b"\n")
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return output, lines[-1] if lines else ""


def visible(data):
    text = data[:LONGEST_SHOWN].decode("utf-8", "backslashreplace")
    for old, new in ((" ", "."), ("\t", "\\t"), ("\r", "\\r"), ("\n", "\\n")):
        text = text.replace(old, new)
    return text


def main():
    run, sentence = solution()
    if run is None:
        print("tester: " + sentence, file=sys.stderr)
        return 2
    passed = marks = 0
    for test in SUITE["tests"]:
        output, note = said(test, run)
        expected = test["expected"].encode("utf-8")
        if output == expected:
            passed += 1
            marks += test["marks"]
            print("PASS  %s" % test["name"])
            continue
        print("FAIL  %s" % test["name"])
        print("      arguments  %s" % " ".join(test["args"]))
        print("      expected   %s" % visible(expected))
        if output is not None:
            print("      got        %s" % visible(output))
        if note:
            print("      %s" % note)
    of = sum(test["marks"] for test in SUITE["tests"])
    print("%d of %d tests, %g of %g marks" % (passed, len(SUITE["tests"]), marks, of))
    return 0 if passed == len(SUITE["tests"]) else 1


if __name__ == "__main__":
    sys.exit(main())
