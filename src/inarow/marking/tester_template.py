#!/usr/bin/env python3
"""Tests for SUITE: put this file beside your solution and run

    python3 tester.py

It needs Python 3.7 or newer and nothing else. Your solution is one of MAINS. Languages such as Java
and C are compiled first by the marker's command, in a folder of its own; MATLAB programs are run by
GNU Octave, or by MATLAB where there is none.
"""

import atexit
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SUITE = json.loads("{}")
LONGEST_SHOWN = 400
MOST_BYTES = 1000000
HERE = os.getcwd()


def solution(name):
    """The words that start a program, or None; and a sentence."""
    # Names as they are written: some systems take another case for the same, the marker does not.
    builds = [build for build in SUITE["builds"] if build["program"] == name]
    fits = [main for build in builds for main in build["mains"]]
    files = [file for file in os.listdir(HERE) if os.path.isfile(os.path.join(HERE, file))]
    found = [file for file in fits if file in files]
    # A built file beside its source is not a second program.
    found = [file for file in found if not set(sources_of(file, builds)) & set(found)]
    if len(found) != 1:
        alike = [file for file in files if file.lower() in [fit.lower() for fit in fits]]
        several = "more than one: " + ", ".join(found)
        if not found:
            several = alike[0] + " is spelt otherwise" if alike else "none"
        wanted = ", ".join(fits[:-1]) + " or " + fits[-1] if len(fits) > 1 else fits[0]
        return None, "there must be one " + wanted + " here: " + several
    build = next(build for build in builds if found[0] in build["mains"])
    return words(found[0], build, files)


def sources_of(file, builds):
    """The names of the source that a file may have been built of."""
    stem, ending = os.path.splitext(file)
    fits = [build for build in builds if ending == build["ready"]]
    return [stem + suffix for build in fits if ending for suffix in build["suffixes"]]


def words(file, build, files):
    """The words that start a file, compiled by the very command of the marker."""
    made = build["program"] + (".exe" if os.name == "nt" and build["compile"] else "")
    folder = HERE
    if build["compile"]:
        folder, problem = compiled(file, build, files, made)
        if problem:
            return None, problem
    places = {
        "{python}": sys.executable,
        "{folder}": folder,
        "{main}": file,
        "{stem}": os.path.splitext(file)[0],
        "{program}": made,
    }
    missing = []
    for run in build["run"]:
        line = [filled(word, places) for word in run]
        started = shutil.which(line[0])
        if started is not None:
            return [started] + line[1:], file
        missing.append(line[0])
    return None, " or ".join(missing) + " must be installed"


def filled(word, places):
    for place, text in places.items():
        word = word.replace(place, text)
    return word


def compiled(file, build, files, made):
    """The folder of what was compiled, and what is wrong."""
    folder = tempfile.mkdtemp(prefix="tester-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in files:
        if not name.startswith(".") and os.path.getsize(os.path.join(HERE, name)) <= MOST_BYTES:
            shutil.copy(os.path.join(HERE, name), folder)
    line = []
    for word in build["compile"]:
        if word.startswith("{*"):
            line += sorted(fnmatch.filter(os.listdir(folder), word[1:-1]))
        elif word[1:-1] in build["tools"] and word[:1] == "{":
            line.append(word[1:-1])
        else:
            line.append(word.replace("{main}", file).replace("{program}", made))
    if shutil.which(line[0]) is None:
        return folder, line[0] + " is not installed"
    if subprocess.call(line, cwd=folder) != 0:
        return folder, "it cannot be compiled: " + " ".join(line)
    return folder, ""


def call_of(test):
    """The call of a MATLAB function."""
    quoted = ["'" + word.replace("'", "''") + "'" for word in test["args"]]
    place = "addpath('" + HERE.replace("'", "''") + "');"
    return place + test["program"] + "(" + ",".join(quoted) + ")"


def said(test, run):
    """What the program prints, what else is to be said of it, and the files that it leaves."""
    line = [call_of(test) if word == "{call}" else word for word in run]
    if "{call}" not in run:
        line = line + test["args"]
    folder = tempfile.mkdtemp(prefix="tester-")
    try:
        for name, text in test["files"].items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text.encode("utf-8"))
        output, note = ran(line, test, folder if test["own_folder"] else HERE, folder)
        left = {}
        for name in test["wanted"]:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.path.getsize(path) < MOST_BYTES:
                with open(path, "rb") as file:
                    left[name] = file.read().decode("utf-8", "replace")
        return output, note, left
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def ran(line, test, where, folder):
    """One run: its output, None if it was stopped, and a sentence."""
    paths = [os.path.join(folder, name) for name in (".stdin", ".stdout", ".stderr")]
    with open(paths[0], "wb") as file:
        file.write(test["stdin"].encode("utf-8"))
    problem = ""
    with open(paths[0], "rb") as stdin, open(paths[1], "wb") as out, open(paths[2], "wb") as err:
        try:
            started = subprocess.Popen(line, stdin=stdin, stdout=out, stderr=err, cwd=where)
        except OSError as error:
            return None, "it cannot be started: %s" % error
        end = time.time() + test["wall_s"]
        while started.poll() is None:
            if time.time() > end:
                problem = "it took more than %g s" % test["wall_s"]
            elif os.path.getsize(paths[1]) > MOST_BYTES:
                problem = "it printed more than %d bytes" % MOST_BYTES
            if problem:
                started.kill()
            time.sleep(0.005)
    if SUITE["exit_zero"] and not problem and started.returncode:
        return None, "it ended with exit status %d" % started.returncode
    with open(paths[1], "rb") as file:
        output = file.read(MOST_BYTES)
    with open(paths[2], "rb") as file:
        lines = file.read(MOST_BYTES).decode("utf-8", "replace").strip().splitlines()
    if os.name == "nt":
        # There the system's own line end is CR LF; the marker runs Linux.
        output = output.replace(b"\r\n", b"\n")
    return output, problem or (lines[-1] if lines else "")


def problem_of(test, output, left):
    """What is wrong, empty if nothing is; and whether the output is to be shown."""
    if output is None:
        return "it did not run to a good end", False
    if "expected" in test:
        right = output == test["expected"].encode("utf-8")
        return "" if right else "the output differs", True
    if "lines" in test:
        return lines_problem(test["lines"], output.decode("utf-8", "replace").split("\n")), True
    return course_problem(test, output, left), True


def lines_problem(steps, lines):
    """Each step is a pattern, and one for lines that may stand before it."""
    rest = lines[:-1] if lines[-1] == "" else lines
    for pattern, skip in steps:
        while rest and skip and re.fullmatch(skip, rest[0]):
            rest = rest[1:]
        if not rest:
            return "nothing is said where '%s' belongs" % pattern
        if not re.fullmatch(pattern, rest[0]):
            return "'%s' is said where '%s' belongs" % (rest[0][:60], pattern)
        rest = rest[1:]
    return "'%s' is said at the end" % rest[0][:60] if rest else ""


def course_problem(test, output, left):
    return "nothing here decides it"  # the course's own code takes this place


def visible(data):
    text = data[:LONGEST_SHOWN].decode("utf-8", "backslashreplace")
    return "".join(
        "." if char == " " else char if char.isprintable() else repr(char)[1:-1] for char in text
    )


def first_difference(expected, got):
    """Both from the line on that differs, so that it is among what is shown."""
    wanted, found = expected.split(b"\n"), got.split(b"\n")
    same = 0
    while same < min(len(wanted), len(found)) - 1 and wanted[same] == found[same]:
        same += 1
    if len(expected) <= LONGEST_SHOWN and len(got) <= LONGEST_SHOWN:
        same = 0
    return same, b"\n".join(wanted[same:]), b"\n".join(found[same:])


def show(test, output, problem, note):
    print("FAIL  %s" % test["name"])
    if test["args"]:
        print("      arguments  %s" % " ".join(test["args"]))
    if "expected" in test and output is not None:
        line, wanted, got = first_difference(test["expected"].encode("utf-8"), output)
        where = " (from line %d on)" % (line + 1) if line else ""
        print("      expected   %s%s" % (visible(wanted), where))
        print("      got        %s%s" % (visible(got), where))
    else:
        print("      %s" % problem)
    if note:
        print("      %s" % note)


def main():
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a console that has not every character shows escapes
            stream.reconfigure(errors="backslashreplace")
    runs = {}
    for name in SUITE["programs"]:
        run, sentence = solution(name)
        if run is None:
            print("tester: " + sentence, file=sys.stderr)
            return 2
        runs[name] = run
    passed = marks = 0
    for test in SUITE["tests"]:
        output, note, left = said(test, runs[test["program"]])
        problem, _ = problem_of(test, output, left)
        if not problem:
            passed += 1
            marks += test["marks"]
            print("PASS  %s" % test["name"])
        else:
            show(test, output, problem, note)
    of = sum(test["marks"] for test in SUITE["tests"])
    print("%d of %d tests, %g of %g marks" % (passed, len(SUITE["tests"]), marks, of))
    if SUITE["left_out"]:
        print("not told here, for the marker alone: " + "; ".join(SUITE["left_out"]))
    return 0 if passed == len(SUITE["tests"]) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
