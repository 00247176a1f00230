"""A made-up class of thirty, as Blackboard downloads it: five languages, known mistakes, stray
white space, programs that crash or never end, late ones, an extension, doubles, an unknown id."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from course_files import CONNECT_FOUR, PROGRAMS, REFERENCES

DUE = "2027-04-16-23-59-00"
ON_TIME = "2027-04-15-10-00-00"
COLUMN = "Assignment 1"
SUITE = """name = "Assignment 1"
course = "comp3308"
limits = { wall_s = 2 }
[[gates]]
when = "not-built"
[[tests]]
name = "sample"
group = "alpha-beta"
marks = 2
args = [".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "4"]
expected = "1\\n297\\n"
[[tests]]
name = "yellow"
group = "alpha-beta"
marks = 2
args = [".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "yellow", "A", "3"]
expected = "@YELLOW@"
[[tests]]
name = "empty"
group = "minimax"
marks = 2
args = [".......,.......,.......,.......,.......,.......", "red", "M", "2"]
expected = "0\\n57\\n"
[[tests]]
name = "hidden one"
group = "hidden"
marks = 4
visibility = "hidden"
args = [".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "3"]
expected = "@HIDDEN@"
"""
CLASS = """name = "COMP3308 assignment 1"
due = 2027-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
extensions = "extensions.csv"
adjust = "adjust.csv"
late = "comp3308"
"""


def program(language: str) -> dict[str, str]:
    """The files of the right program."""
    names = CONNECT_FOUR[language]
    if language == "matlab":
        return {name: REFERENCES[name].read_text() for name in names}
    return {name: (PROGRAMS / "comp3308" / name).read_text() for name in names}


def changed(language: str, *changes: tuple[str, str]) -> dict[str, str]:
    """The same with a mistake; each change must fit somewhere."""
    files = program(language)
    for old, new in changes:
        assert any(old in text for text in files.values()), old
        files = {name: text.replace(old, new) for name, text in files.items()}
    return files


_BEYOND = {
    "c": ("best >= beta : best <= alpha", "best > beta : best < alpha"),
    "java": ("best >= beta : best <= alpha", "best > beta : best < alpha"),
    "cpp": ("best >= beta : best <= alpha", "best > beta : best < alpha"),
    "python": (
        "(best >= beta) if red else (best <= alpha)",
        "(best > beta) if red else (best < alpha)",
    ),
}
_TIES = (
    "(below > best) if red else (below < best)",
    "(below >= best) if red else (below <= best)",
)


def handed_in() -> dict[str, tuple[str, Mapping[str, str]]]:
    """What each student handed in last, and when."""
    plain = "import sys\nsys.stdout.write({})\n"
    work: dict[str, Mapping[str, str]] = {
        "s001": program("c"),
        "s002": program("python"),
        "s003": program("java"),
        "s004": program("cpp"),
        "s005": program("c"),
        "s006": program("matlab"),
        "s007": changed("python", ("WIN, INFINITY", "# mine\nWIN, INFINITY")),
        "s008": changed("python", ("WIN, INFINITY", "# mine\nWIN, INFINITY")),
        "s009": changed("c", _BEYOND["c"]),
        "s010": changed("python", _BEYOND["python"]),
        "s011": changed("java", _BEYOND["java"]),
        "s012": changed("cpp", _BEYOND["cpp"]),
        "s013": changed("c", ('%ld\\n", nodes', '%ld\\n", nodes - 1')),
        "s014": changed("python", ("print(search.nodes)", "print(search.nodes - 1)")),
        "s015": changed("python", _TIES),
        "s016": changed("c", ("argv[3][0] == 'A'", "0")),
        "s017": changed("c", ("if (red_four) return WIN;", "if (red_four) return WIN + depth;")),
        "s018": changed("c", ('"%d\\n"', '"%d\\r\\n"'), ('"%ld\\n"', '"%ld\\r\\n"')),
        "s019": changed("python", ("print(search.column)", 'print(search.column, "")')),
        "s020": changed("python", ("print(search.nodes)", 'print(search.nodes, end="")')),
        "s021": changed("c", ("return 0;\n}", 'puts("done");\n    return 0;\n}')),
        "s022": changed(
            "python", ("print(search.column)", 'print("\\ufeff" + str(search.column))')
        ),
        "s023": changed("c", ("int main(", "int main)")),
        "s024": {"connect4.py": "print(1)\n"},
        "s025": {"ConnectFour.py": "raise SystemError('no idea')\n"},
        "s026": {"ConnectFour.py": "import time\ntime.sleep(1000)\n"},
        "s027": changed("c", ("static long nodes;", "static long nodes; /* late */")),
        "s028": {"ConnectFour.py": plain.format('"1\\n297\\n"')},
        "s029": changed("c", ("static long nodes;", "static long nodes; /* extended */")),
    }
    times = {
        "s010": "2027-04-18-16-20-05",  # two days late
        "s027": "2027-04-17-00-00-00",  # a day
        "s028": "2027-04-20-10-00-00",  # four: 0
        "s029": "2027-04-19-10-00-00",  # late but for the extension
    }
    return {who: (times.get(who, ON_TIME), files) for who, files in work.items()}


def make_class(folder: Path, yellow: str, hidden: str) -> None:
    """Writes it: the answers of two tests are the caller's, found by our own search."""
    suite = SUITE.replace("@YELLOW@", yellow).replace("@HIDDEN@", hidden)
    (folder / "assignment.toml").write_text(suite)
    (folder / "class.toml").write_text(CLASS)
    ids = [f"s{number:03}" for number in range(1, 31)]
    (folder / "roster.csv").write_text("id\n" + "".join(f"{who}\n" for who in ids))
    (folder / "extensions.csv").write_text("id,due,reason\ns029,2027-04-19 23:59,ill\n")
    (folder / "adjust.csv").write_text(
        "id,item,marks,comment,by\ns020,sample,2,told to leave it out,a tutor\n"
    )
    downloads = folder / "downloads"
    downloads.mkdir()
    for who, (at, files) in handed_in().items():
        _hand_in(downloads, who, at, files)
    _hand_in(downloads, "s005", "2027-04-14-09-00-00", {"ConnectFour.py": "print(0)\n"})
    _hand_in(downloads, "x999", ON_TIME, program("c"))
    (downloads / "notes.docx").write_text("not a submission")
    rows = ['"Last Name"\t"First Name"\t"Username"\t"Assignment 1 [Total Pts: 10 Score] |7654"']
    rows += [f'"{who}"\t"Student"\t"{who}"\t""' for who in ids]
    (folder / "grades.xls").write_bytes(("\r\n".join(rows) + "\r\n").encode("utf-16"))


def _hand_in(downloads: Path, who: str, at: str, files: Mapping[str, str]) -> None:
    label = f"Assignment 1_{who}_attempt_{at}"
    (downloads / f"{label}.txt").write_text(f"Name: Student ({who})\n")
    for name, text in files.items():
        (downloads / f"{label}_{name}").write_text(text, encoding="utf-8")
