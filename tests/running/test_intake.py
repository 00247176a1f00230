"""What may be handed in: files, folders and zips, and what each course says about folders."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.course import find_course
from inarow.errors import UserError
from inarow.running.intake import load_submission
from inarow.running.submission import IntakeRules, RejectedError, digest_of
from raw_zip import RawEntry, both_ends, raw_zip

FILES = {
    "ConnectFour.py": b"import grid\n",
    "grid.py": b"",
    "readme.txt": b"r\xc3\xa9sum\xc3\xa9\r\n",
}


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def written(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def in_zip(tmp_path: Path, files: Mapping[str, bytes], name: str = "x.zip") -> Path:
    (tmp_path / name).write_bytes(zipped(files))
    return tmp_path / name


def test_a_zip_a_folder_and_a_file_give_the_same_files(tmp_path: Path) -> None:
    folder = written(tmp_path / "mine", FILES)
    from_folder, from_zip = load_submission(folder), load_submission(in_zip(tmp_path, FILES))
    assert from_folder.files == from_zip.files == FILES
    assert from_folder.digest == from_zip.digest == digest_of(FILES)
    assert from_folder.name == "mine" and from_zip.name == "x.zip"
    alone = load_submission(folder / "ConnectFour.py")
    assert alone.files == {"ConnectFour.py": b"import grid\n"} and alone.remarks == ()


@given(
    files=st.dictionaries(
        st.lists(st.text("abcxyz_-. é", min_size=1, max_size=6), min_size=1, max_size=3)
        .map("/".join)
        .filter(lambda name: not {"", ".", ".."} & set(name.split("/"))),
        st.binary(max_size=3000),
        min_size=1,
        max_size=8,
    ),
    method=st.sampled_from((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)),
    comment=st.binary(max_size=40),
)
def test_what_python_zips_is_taken_as_it_was(
    files: dict[str, bytes], method: int, comment: bytes
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.comment = comment
        for name, content in files.items():
            with archive.open(name, "w", force_zip64=len(content) % 2 == 1) as file:
                file.write(content)
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.zip")
        path.write_bytes(out.getvalue())
        try:
            submission = load_submission(path)
        except RejectedError as error:
            assert "is there twice" in str(error)  # a file where another has a folder
            return
    around = f"{submission.folder}/" if submission.folder else ""
    assert {around + name: content for name, content in submission.files.items()} == files


def test_a_small_zip_may_end_as_large_ones_do(tmp_path: Path) -> None:
    """As Info-ZIP ends what it reads from a pipe."""
    main = RawEntry("a.py", b"1")
    (tmp_path / "x.zip").write_bytes(raw_zip([main], end_64=both_ends(raw_zip([main]))))
    assert load_submission(tmp_path / "x.zip").files == {"a.py": b"1"}


def test_digests_depend_on_names_and_contents_alone() -> None:
    one, other = {"a": b"1", "b": b""}, {"b": b"", "a": b"1"}
    assert digest_of(one) == digest_of(other)
    assert len({digest_of(files) for files in (one, {"a": b"1b"}, {"a1": b"", "b": b""}, {})}) == 4


@pytest.mark.parametrize("course", ["maxconnect4", "comp2230", "aps105"])
def test_elsewhere_a_folder_is_as_good_as_none(course: str, tmp_path: Path) -> None:
    path = in_zip(tmp_path, {f"mine/{name}": content for name, content in FILES.items()})
    submission = load_submission(path, find_course(course).programs.intake)
    assert submission.files == FILES and submission.folder == "mine"
    assert submission.remarks == ("the files lie in the folder 'mine'",)


def test_comp3308_rejects_a_folder_unless_one_is_lenient(tmp_path: Path) -> None:
    rules = find_course("comp3308").programs.intake
    around = in_zip(tmp_path, {f"mine/{name}": content for name, content in FILES.items()})
    beside = in_zip(tmp_path, {**FILES, "lib/util.py": b""}, "y.zip")
    empty = tmp_path / "z.zip"
    empty.write_bytes(raw_zip([RawEntry("ConnectFour.py", b"x"), RawEntry("src/")]))
    for path, folder in ((around, "mine"), (beside, "lib"), (empty, "src")):
        with pytest.raises(RejectedError, match=f"entry '{folder}/' is a folder: the course wants"):
            load_submission(path, rules)
    lenient = replace(rules, lenient_folder=True)
    assert load_submission(around, lenient).files == FILES
    assert (
        load_submission(around, lenient)
        .remarks[0]
        .startswith("folder 'mine' accepted, where the course")
    )
    assert load_submission(beside, lenient).files == {**FILES, "lib/util.py": b""}


def test_the_zip_of_cse440_has_one_folder(tmp_path: Path) -> None:
    rules = find_course("cse440").programs.intake
    good = {f"assignment2/{name}": content for name, content in FILES.items()}
    submission = load_submission(in_zip(tmp_path, good, "assignment2.zip"), rules)
    assert submission.files == FILES and submission.remarks == ()
    for bad in (FILES, {**good, "readme.txt": b""}, {"a/x.py": b"", "b/y.py": b""}):
        with pytest.raises(RejectedError, match="the course wants one folder in the zip"):
            load_submission(in_zip(tmp_path, bad, "assignment2.zip"), rules)
    other = load_submission(in_zip(tmp_path, good, "hw.zip"), rules)
    assert other.remarks == ("the course wants it as assignment2.zip",)
    assert load_submission(written(tmp_path / "mine", FILES), rules).files == FILES


def test_what_a_macintosh_adds_makes_no_folder(tmp_path: Path) -> None:
    entries = {**FILES, "__MACOSX/._ConnectFour.py": b"x", ".DS_Store": b"x", "thumbs.DB": b"x"}
    submission = load_submission(in_zip(tmp_path, entries), find_course("comp3308").programs.intake)
    assert submission.files == FILES
    assert submission.remarks == (
        "left out: .DS_Store",
        "left out: Thumbs.db",
        "left out: __MACOSX",
    )
    folder = written(tmp_path / "mine", {**FILES, ".git/config": b"", ".idea/a/b.xml": b""})
    (folder / ".git" / "HEAD").symlink_to("/nowhere")
    assert load_submission(folder, find_course("comp3308").programs.intake).remarks == (
        "left out: .git",
        "left out: .idea",
    )


def test_an_empty_file_may_be_packed_as_nothing(tmp_path: Path) -> None:
    entries = [RawEntry("a.py", b"x"), RawEntry("__init__.py", packed=b"")]
    (tmp_path / "x.zip").write_bytes(raw_zip(entries))
    assert load_submission(tmp_path / "x.zip").files == {"a.py": b"x", "__init__.py": b""}


def test_the_bounds_are_options(tmp_path: Path) -> None:
    path = in_zip(tmp_path, {"a.py": bytes(3000), "b.py": bytes(3000)})
    assert (
        len(load_submission(path, IntakeRules(file_bytes=3000, total_bytes=6000, files=2)).files)
        == 2
    )
    for rules, said in (
        (IntakeRules(file_bytes=2999), "'a.py' is larger than 2999 bytes"),
        (IntakeRules(total_bytes=5120), "'b.py' takes the submission over 5 KiB in all"),
        (IntakeRules(files=1), "'b.py' is one file more than 1"),
    ):
        with pytest.raises(RejectedError, match=said):
            load_submission(path, rules)


def test_a_file_that_is_swapped_for_a_link_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "mine", FILES)
    (tmp_path / "key").write_text("secret")
    looked_at = os.stat

    def swapped(path: str, **options: Any) -> os.stat_result:
        found = looked_at(path, **options)
        if path == "grid.py":
            (folder / "grid.py").unlink()
            (folder / "grid.py").symlink_to(tmp_path / "key")
        return found

    monkeypatch.setattr(os, "stat", swapped)
    with pytest.raises(RejectedError, match=r"entry 'grid\.py' cannot be read"):
        load_submission(folder)


@pytest.mark.parametrize("target", ["key", "folder"])
def test_a_link_is_followed_only_if_somebody_typed_it(tmp_path: Path, target: str) -> None:
    (tmp_path / "key").write_text("secret")
    written(tmp_path / "folder", FILES)
    (tmp_path / "a.py").symlink_to(tmp_path / target)
    assert load_submission(tmp_path / "a.py").files
    with pytest.raises(RejectedError, match=r"submission 'a\.py' is a link: only files are taken"):
        load_submission(tmp_path / "a.py", follow_link=False)


def test_what_is_not_there_is_a_wrong_command(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read: No such file") as error:
        load_submission(tmp_path / "none.zip")
    assert not isinstance(error.value, RejectedError)
