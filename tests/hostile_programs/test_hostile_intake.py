"""Submissions that attack whoever unpacks them: each is refused in a sentence that names the entry,
reading no more than the rules allow, and nothing appears on the disk."""

from __future__ import annotations

import os
import random
import socket
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.running.intake import load_submission
from inarow.running.submission import FolderRule, IntakeRules, RejectedError
from raw_zip import RawEntry, both_ends, deflated, raw_zip

MAIN = RawEntry("ConnectFour.py", b"print(3)\n")
GIB = 1 << 30


def zeros(size: int) -> bytes:
    """So many zeros, deflated, without ever holding them."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = bytes(1 << 20)
    return b"".join(squeezer.compress(block) for _ in range(size >> 20)) + squeezer.flush()


def size_64(*values: int) -> bytes:
    return struct.pack("<2H", 1, 8 * len(values)) + struct.pack(f"<{len(values)}Q", *values)


BOMB = zeros(64 << 20)
NAMES = {
    "../evil.py": "'../evil.py' leads out of the submission by '..'",
    "a/../../evil.py": "'a/../../evil.py' leads out",
    "..": "'..' leads out",
    "/etc/cron.d/evil": "'/etc/cron.d/evil' has an absolute name",
    "C:evil.py": "'C:evil.py' has an absolute name",
    "..\\evil.py": "'..\\evil.py' has a backslash",
    "new\nline.py": "'new\\nline.py' has a control character",
    "nul\0.py": "'nul\\x00.py' has a control character",
    "\x1b[2Jgone.py": "'\\x1b[2Jgone.py' has a control character",
    "turned\u202eyp.c": "'turned\\u202eyp.c' has a control character",
    "": "'' has no name",
    ".": "'.' has no name",
    "x" * 256 + ".py": "has a name longer than 255 bytes",
    "/".join("d" * 40) + "/x.py": "lies more than 30 folders deep",
}
KINDS = {
    0o120777: "is a link",
    0o020666: "is a device",
    0o060660: "is a device",
    0o010644: "is a pipe",
    0o140755: "is a socket",
}
METHODS = {12: "bzip2", 14: "LZMA", 9: "Deflate64", 93: "Zstandard", 77: "method 77"}

ZIPS: dict[str, tuple[bytes, str]] = {
    **{
        f"name {name!r:.30}": (raw_zip([MAIN, RawEntry(name, b"x")]), said)
        for name, said in NAMES.items()
    },
    **{
        f"mode {mode:o}": (
            raw_zip([MAIN, RawEntry("key.txt", b"/etc/passwd", mode=mode)]),
            f"'key.txt' {said}",
        )
        for mode, said in KINDS.items()
    },
    **{
        f"method {method}": (
            raw_zip([RawEntry("ConnectFour.py", b"x", method=method)]),
            f"is compressed by {said}",
        )
        for method, said in METHODS.items()
    },
    "encrypted": (raw_zip([RawEntry("ConnectFour.py", b"x", flags=1)]), "is encrypted"),
    "strongly encrypted": (raw_zip([RawEntry("a.py", b"x", flags=0x41)]), "is encrypted"),
    "AES": (raw_zip([RawEntry("a.py", b"x", method=99, flags=1)]), "is encrypted"),
    "twice": (raw_zip([MAIN, MAIN]), "'ConnectFour.py' is there twice"),
    "twice but for case": (
        raw_zip([MAIN, RawEntry("CONNECTFOUR.PY")]),
        "'CONNECTFOUR.PY' is there twice: the other is 'ConnectFour.py'",
    ),
    "twice but for composition": (
        raw_zip([RawEntry("caf\u00e9.py"), RawEntry("cafe\u0301.py")]),
        "is there twice",
    ),
    "twice but for sharp s": (
        raw_zip([RawEntry("stra\u00dfe.py"), RawEntry("STRASSE.py")]),
        "is there twice",
    ),
    "twice but for a stroke": (raw_zip([MAIN, RawEntry(".//ConnectFour.py")]), "is there twice"),
    "file and folder": (raw_zip([RawEntry("a", b"x"), RawEntry("a/b.py", b"x")]), "there twice"),
    "bomb": (raw_zip([MAIN, RawEntry("a.py", packed=BOMB)]), "'a.py' is larger than 1 MiB"),
    "bomb that says it is small": (
        raw_zip([RawEntry("a.py", packed=BOMB, stated_size=10)]),
        "'a.py' is larger than 1 MiB",
    ),
    "bomb with a descriptor": (
        raw_zip([RawEntry("a.py", packed=BOMB, descriptor=True)]),
        "'a.py' is larger than 1 MiB",
    ),
    "many small bombs": (
        raw_zip([RawEntry(f"{n}.py", bytes(1 << 20)) for n in range(5)]),
        "'4.py' takes the submission over 4 MiB in all",
    ),
    "shared bytes": (
        raw_zip(
            [
                RawEntry("a.py", bytes(1 << 20)),
                *(RawEntry("a.py", header_at=0, written=False) for _ in range(3)),
            ]
        ),
        "is there twice",
    ),
    "quoted headers": (
        raw_zip(
            [
                RawEntry("a.py", method=0, content=raw_zip([RawEntry("b.py", b"1")])[:40]),
                RawEntry("b.py", b"1", header_at=34, written=False),
            ]
        ),
        "'b.py' shares its bytes with entry 'a.py'",
    ),
    "too many files": (
        raw_zip([RawEntry(f"{n}.py") for n in range(201)]),
        "'200.py' is one file more than 200",
    ),
    "too many folders": (
        raw_zip([RawEntry(f"{n}/") for n in range(300)]),
        "'200/' is in one folder more than 200",
    ),
    "huge directory": (
        raw_zip([RawEntry("__MACOSX/x", written=False, header_at=0)] * 30_000),
        "has more than 20000 entries",
    ),
    "two names": (
        raw_zip([RawEntry("ConnectFour.py", b"x", local_name=b"../../../evil.py")]),
        "'ConnectFour.py' has another name in its own header",
    ),
    **{
        f"another {what} in its header": (
            raw_zip([RawEntry("a.py", b"xy", method=0, local_sums=sums)]),
            "'a.py' has other sizes or sums in its own header",
        )
        for what, sums in {
            "checksum": (7, 2, 2),
            "packed size": (zlib.crc32(b"xy"), 1, 2),
            "size": (zlib.crc32(b"xy"), 2, 1),
        }.items()
    },
    "two end records": (
        raw_zip([MAIN], directory_at=0, end_64=both_ends(raw_zip([MAIN]))),
        "its two end records differ",
    ),
    "wrong checksum": (raw_zip([RawEntry("a.py", b"x", crc=7)]), "its checksum is wrong"),
    "wrong size": (raw_zip([RawEntry("a.py", b"xy", stated_size=1)]), "has 2 bytes and says 1"),
    "not deflated": (raw_zip([RawEntry("a.py", packed=b"\xff" * 9)]), "cannot be inflated"),
    "cut short": (
        raw_zip([RawEntry("a.py", bytes(500), packed=deflated(bytes(500))[:-2])]),
        "its bytes end too early or too late",
    ),
    "bytes after the end": (
        raw_zip([RawEntry("a.py", b"x", packed=deflated(b"x") + b"more")]),
        "its bytes end too early or too late",
    ),
    "data beyond the directory": (
        raw_zip([RawEntry("a.py", b"x", method=0, stated_packed=5000)]),
        "'a.py' is cut off",
    ),
    "header beyond the file": (
        raw_zip([RawEntry("a.py", b"x", header_at=99_999)]),
        "is not where the directory says",
    ),
    "zip64 lie about size": (
        raw_zip([RawEntry("a.py", b"x", stated_size=0xFFFFFFFF, extra=size_64(1 << 60))]),
        "has 1 bytes and says 1152921504606846976",
    ),
    "zip64 lie about place": (
        raw_zip([RawEntry("a.py", b"x", header_at=0xFFFFFFFF, extra=size_64(1 << 62))]),
        "is not where the directory says",
    ),
    "zip64 without its field": (
        raw_zip([RawEntry("a.py", b"x", stated_size=0xFFFFFFFF)]),
        "'a.py' has no sizes",
    ),
    "zip64 end record missing": (raw_zip([MAIN], count=0xFFFF), "is a damaged zip"),
    "zip64 end record elsewhere": (
        raw_zip([MAIN], count=0xFFFF, end_64=struct.pack("<4sIQI", b"PK\6\7", 0, 1 << 63, 1)),
        "is a damaged zip",
    ),
    "directory elsewhere": (raw_zip([MAIN], directory_at=5), "is a damaged zip"),
    "directory too long": (raw_zip([MAIN], directory_size=1 << 31), "is a damaged zip"),
    "more entries stated": (raw_zip([MAIN], count=60_000), "has 1 entries and says 60000"),
    "several parts": (raw_zip([MAIN], disk=3), "in several parts"),
    "cut off": (raw_zip([MAIN])[:-9], "is no whole zip"),
    "only its beginning": (b"PK\3\4", "is no whole zip"),
    "empty file": (b"", "is no whole zip"),
    "no files": (raw_zip([]), "holds no file"),
    "nothing but rubbish": (
        raw_zip([RawEntry("__MACOSX/._a"), RawEntry("a/.DS_Store")]),
        "no file",
    ),
    "RAR called zip": (b"Rar!\x1a\x07\x01\x00rest", "is a RAR archive, whatever its name"),
    "7z called zip": (b"7z\xbc\xaf\x27\x1c rest", "is a 7-Zip archive, whatever its name"),
    "gzip called zip": (b"\x1f\x8b\x08 rest", "is a gzip archive, whatever its name"),
    "tar called zip": (bytes(257) + b"ustar\x0000" + bytes(300), "is a tar archive"),
}


@pytest.mark.parametrize("case", ZIPS)
def test_a_hostile_zip_is_refused_by_a_sentence(case: str, tmp_path: Path) -> None:
    data, said = ZIPS[case]
    (tmp_path / "entry.zip").write_bytes(data)
    with pytest.raises(RejectedError) as refused:
        load_submission(tmp_path / "entry.zip")
    sentence = str(refused.value)
    assert sentence.startswith("submission 'entry.zip'") and said in sentence
    assert sentence.isprintable() and len(sentence) < 300
    assert [path.name for path in tmp_path.iterdir()] == ["entry.zip"]


@pytest.mark.parametrize("case", [case for case in ZIPS if "bomb" in case])
def test_a_bomb_takes_no_more_memory_than_the_rules_allow(case: str, tmp_path: Path) -> None:
    (tmp_path / "bomb.zip").write_bytes(ZIPS[case][0])
    tracemalloc.start()
    try:
        with pytest.raises(RejectedError):
            load_submission(tmp_path / "bomb.zip")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_a_zip_in_a_zip_is_a_file(tmp_path: Path) -> None:
    inner = raw_zip([RawEntry("a.py", packed=BOMB)])
    (tmp_path / "outer.zip").write_bytes(raw_zip([MAIN, RawEntry("inner.zip", inner)]))
    assert load_submission(tmp_path / "outer.zip").files["inner.zip"] == inner


def test_an_enormous_archive_is_not_even_read(tmp_path: Path) -> None:
    with (tmp_path / "large.zip").open("wb") as file:
        file.write(b"PK\3\4")
        file.truncate(GIB * 8)
    tracemalloc.start()
    try:
        with pytest.raises(RejectedError, match="is larger than 1048576 bytes"):
            load_submission(tmp_path / "large.zip", IntakeRules(archive_bytes=1 << 20))
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "name", ["a.rar", "A.RAR", "b.7z", "c.tar.gz", "d.tgz", "e.tar", "f.tar.xz", "g.tar.bz2"]
)
def test_other_archives_are_refused_by_name(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"print(3)\n")
    with pytest.raises(RejectedError, match=r"is a \.[a-z0-9.]+ file: of archives only \.zip"):
        load_submission(tmp_path / name)


def test_damage_anywhere_is_a_sentence_or_the_same_files(tmp_path: Path) -> None:
    """Any byte of a good zip may be another: never anything but a refusal or an answer."""
    whole = raw_zip([MAIN, RawEntry("src/deep/util.py", b"x = 1\n" * 50), RawEntry("a.txt", b"")])
    rng = random.Random(4)
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(rng.choice((1, 1, 2, 5))):
            data[rng.randrange(len(data))] = rng.choice(
                (0, 1, 0x2E, 0x2F, 0xFF, rng.randrange(256))
            )
        (tmp_path / "x.zip").write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
        try:
            submission = load_submission(tmp_path / "x.zip")
        except RejectedError:
            continue
        assert not any(".." in name.split("/") or name[0] == "/" for name in submission.files)
    assert [path.name for path in tmp_path.iterdir()] == ["x.zip"]


def link(folder: Path) -> None:
    (folder / "key.txt").symlink_to("/etc/passwd")


def link_to_folder(folder: Path) -> None:
    (folder / "root").symlink_to("/")


def loop(folder: Path) -> None:
    (folder / "again").symlink_to(".")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "waits.py")


def socket_file(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("s.py")
    finally:
        os.chdir(here)


def sparse(folder: Path) -> None:
    with (folder / "big.py").open("wb") as file:
        file.truncate(GIB * 64)


def control(folder: Path) -> None:
    (folder / "a\nb.py").touch()


def not_text(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff\xfe.py")).touch()


def backslash(folder: Path) -> None:
    (folder / "a\\b.py").touch()


def many(folder: Path) -> None:
    for number in range(200):
        (folder / f"{number}.py").touch()


def deep(folder: Path) -> None:
    inner = folder.joinpath(*["d"] * 35)
    inner.mkdir(parents=True)


def two_cases(folder: Path) -> None:
    (folder / "connectfour.PY").touch()


FOLDERS: dict[Callable[[Path], None], str] = {
    link: "'key.txt' is a link",
    link_to_folder: "'root' is a link",
    loop: "'again' is a link",
    pipe: "'waits.py' is a pipe",
    socket_file: "'s.py' is a socket",
    sparse: "'big.py' is larger than 1 MiB",
    control: "has a control character",
    not_text: "has a control character",
    backslash: "has a backslash",
    many: "is one file more than 200",
    deep: "lies more than 30 folders deep",
    two_cases: "is there twice",
}


@pytest.mark.parametrize("make", FOLDERS, ids=lambda make: make.__name__)
def test_a_hostile_folder_is_refused_by_a_sentence(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    (tmp_path / "ConnectFour.py").write_text("print(3)\n")
    make(tmp_path)
    with pytest.raises(RejectedError) as refused:
        load_submission(tmp_path)
    assert FOLDERS[make] in str(refused.value) and str(refused.value).isprintable()


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_no_submission(device: str) -> None:
    with pytest.raises(ValueError, match=r"is a device|cannot be read"):
        load_submission(device)


def test_rubbish_is_left_out_before_any_rule(tmp_path: Path) -> None:
    entries = [
        MAIN,
        RawEntry("__MACOSX/../../evil", mode=0o120777),
        RawEntry(".git/big", packed=BOMB),
    ]
    entries += [RawEntry(f"__pycache__/{n}.pyc", flags=1) for n in range(500)]
    (tmp_path / "x.zip").write_bytes(raw_zip(entries))
    submission = load_submission(tmp_path / "x.zip", IntakeRules(folder=FolderRule.REFUSED))
    assert set(submission.files) == {"ConnectFour.py"}
    assert submission.remarks == (
        "left out: .git",
        "left out: __MACOSX",
        "left out: __pycache__ (500 entries)",
    )
