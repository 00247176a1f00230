"""The surface of all commands: help, suggestions, late imports, completions and man pages."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.cli.command_tree import COMMANDS, Command, leaves
from inarow.cli.completion import bash, fish, zsh
from inarow.cli.described import described, options_of
from inarow.cli.man_pages import man_pages
from inarow.cli.options import settings
from inarow.cli.parser import load, parser_of
from inarow.errors import UserError

LEAVES = dict(leaves())
PARSERS = {path: parser_of(" ".join(("inarow", *path)), one)[0] for path, one in LEAVES.items()}
MOST_OPTIONS = 15


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_help_is_narrow_and_short(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*path, "--help"]) == 0
    said = capsys.readouterr()
    assert said.err == "" and said.out.startswith(f"usage: inarow {' '.join(path)}")
    assert max(map(len, said.out.splitlines())) <= 80
    shown = [line for line in said.out.splitlines() if line.startswith("  --")]
    assert len([line for line in shown if not line.startswith("  --help-all")]) <= MOST_OPTIONS
    parser = PARSERS[path]
    if "--help-all" in parser._option_string_actions:
        assert main([*path, "--help-all"]) == 0
        every = capsys.readouterr().out
        assert max(map(len, every.splitlines())) <= 80 and len(every) > len(said.out)
        assert all(option in every for option in parser._option_string_actions)
    else:
        assert all(option in said.out for option in parser._option_string_actions)


def groups(
    commands: dict[str, Command], path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], dict[str, Command]]]:
    found = [(path, commands)]
    for name, command in commands.items():
        if command.actions:
            found += groups(dict(command.actions), (*path, name))
    return found


@pytest.mark.parametrize(("path", "commands"), groups(dict(COMMANDS)))
def test_help_of_groups_lists_their_commands(
    path: tuple[str, ...], commands: dict[str, Command], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*path, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    listed = {line.split()[0] for line in lines if line.startswith("  ")}
    hidden = set() if path else {name for name, one in commands.items() if not one.heading}
    assert listed == set(commands) - hidden and hidden == (set() if path else {"dev"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("anallyse", "inarow: unrecognised command 'anallyse'; did you mean 'analyse'?"),
        ("xyzzy", "inarow: unrecognised command 'xyzzy'; see inarow --help"),
        ("--vers", "inarow: unrecognised option '--vers'; see inarow --help"),
        ("arena staus x.db", "inarow arena: unrecognised command 'staus'; did you mean 'status'?"),
        ("arena", "inarow arena: expected run, status, replay, export, site, marks or names;"
                  " see inarow arena --help"),
        ("play --lvl 4", "inarow play: unrecognised option '--lvl'; did you mean '--level'?"),
        ("play --leve 4", "inarow play: unrecognised option '--leve'; did you mean '--level'?"),
        ("tree --algorithm alfa-beta",
         "inarow tree: --algorithm: unrecognised value 'alfa-beta'; did you mean 'alpha-beta'?"),
        ("completion tcsh", "inarow completion: SHELL: unrecognised value 'tcsh';"
                            " expected bash, zsh or fish; see inarow completion --help"),
        ("why --only x", "inarow why: --only: unrecognised value 'x'; expected M or A;"
                         " see inarow why --help"),
        ("puzzle 1 2", "inarow puzzle: unrecognised argument '2'; see inarow puzzle --help"),
        ("perft", "inarow perft: missing DEPTH; see inarow perft --help"),
        ("dev book build", "inarow dev book build: missing --ply;"
                           " see inarow dev book build --help"),
    ],
)  # fmt: skip
def test_misspelt_words_get_a_suggestion(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    assert capsys.readouterr() == ("", message + "\n")


def test_american_spelling_is_understood() -> None:
    assert load(["analyze", "44"]).name == "inarow analyse"


def test_options_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["3", "--leaves", "44"], ["--leaves", "3", "44"], ["3", "44", "--leaves"]):
        assert main(["perft", *words]) == 0
        assert capsys.readouterr().out == "343\n"


def test_settings_are_typed_and_checked() -> None:
    given = ["conduct.turn_ms=500", "best_of=3", "adapter=files", "options.x=1.5", "options.y=true"]
    assert settings(given, ("best_of", "adapter"), ("conduct", "options")) == {
        "conduct": {"turn_ms": 500},
        "best_of": 3,
        "adapter": "files",
        "options": {"x": 1.5, "y": True},
    }
    for text, message in (
        ("best_off=3", "unrecognised key 'best_off'; did you mean 'best_of'?"),
        ("best_of", "'best_of' is not KEY=VALUE"),
        ("zzz=1", "expected one of best_of, conduct.KEY"),
    ):
        with pytest.raises(UserError) as caught:
            settings([text], ("best_of",), ("conduct",))
        assert message in str(caught.value)
    with pytest.raises(UserError, match="duplicate key 'best_of'"):
        settings(["best_of=1", "best_of=3"], ("best_of",))


COUNT = """
import sys
from inarow.cli import main
sys.stdout = sys.stderr
status = main(sys.argv[1:])
names = [name for name in sys.modules if name.partition('.')[0] == 'inarow']
sys.__stdout__.write(f'{status} {len(names)}')
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("--version", 12),
        ("--help", 12),
        ("arena --help", 12),
        ("arena status cup.db", 60),
        ("perft 1", 30),
        ("solve 4455", 40),
        ("analyse --help", 50),
        ("mark --help", 12),
        ("completion --help", 15),
    ],
)
def test_a_command_imports_only_what_it_needs(words: str, most: int, tmp_path: Path) -> None:
    run = ["arena", "run", "random", "level:1", "--game", "tictactoe", "--store", "cup.db"]
    if "cup.db" in words:
        subprocess.run(
            [sys.executable, "-m", "inarow", *run], cwd=tmp_path, check=True, capture_output=True
        )
    done = subprocess.run(
        [sys.executable, "-c", COUNT, *words.split()],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    status, count = map(int, done.stdout.split())
    assert status == 0 and count <= most


def complete_in_bash(script: Path, *words: str) -> list[str]:
    line = (
        f"source {script}; COMP_WORDS=({' '.join(words)} ''); COMP_CWORD={len(words)};"
        ' _inarow; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", line], check=True, capture_output=True, text=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_commands_options_and_values(tmp_path: Path) -> None:
    script = tmp_path / "inarow.bash"
    script.write_text(bash())
    assert "analyse" in complete_in_bash(script, "inarow")
    assert "dev" not in complete_in_bash(script, "inarow")
    assert set(COMMANDS["arena"].actions) <= set(complete_in_bash(script, "inarow", "arena"))
    assert "--move-time" in complete_in_bash(script, "inarow", "arena", "run")
    assert complete_in_bash(script, "inarow", "tree", "--algorithm") == ["minimax", "alpha-beta"]
    assert {"bash", "zsh", "fish"} <= set(complete_in_bash(script, "inarow", "completion"))


@pytest.mark.parametrize(("shell", "script"), [("bash", bash), ("zsh", zsh), ("fish", fish)])
def test_shells_accept_their_completions(
    shell: str, script: Callable[[], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert text == script()
    for one in described():
        if one.parser is not None:
            for option in options_of(one.parser):
                for name in option.names:
                    word = f"-l {name[2:]} " if shell == "fish" else name
                    assert not name.startswith("--") or word in text
    if shutil.which(shell) is not None:
        (tmp_path / "script").write_text(text)
        check = [shell, "--no-execute" if shell == "fish" else "-n", str(tmp_path / "script")]
        done = subprocess.run(check, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_there_is_a_man_page_for_every_command(tmp_path: Path) -> None:
    assert main(["dev", "man", str(tmp_path / "man")]) == 0
    pages = {path.name: path.read_text() for path in (tmp_path / "man").iterdir()}
    assert pages == man_pages()
    for path in LEAVES:
        page = pages[f"inarow-{'-'.join(path)}.1"]
        for option in options_of(PARSERS[path]):
            assert all(name.replace("-", "\\-") in page for name in option.names)


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
@pytest.mark.parametrize("name", man_pages())
def test_man_pages_are_accepted(name: str) -> None:
    words = ["groff", "-man", "-Tascii", "-ww", "-z"]
    done = subprocess.run(
        words, input=man_pages()[name], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
