"""Every sentence of the table is said somewhere, in good grammar, and stays as it was read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from inarow import GAMES, Position
from inarow.analysis import exhaustive
from inarow.analysis.analyse import analyse, at_once
from inarow.analysis.free import Findings, ForcedWin, Judgement
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict
from inarow.limits import Limits
from inarow.links import read_record
from inarow.move_text import format_move
from inarow.record import Record
from inarow.teaching import text as text_engine
from inarow.teaching.free_board import findings_text
from inarow.teaching.game_review import review_game, review_reply
from inarow.teaching.move_review import MoveReview, review_move
from inarow.teaching.phrases import PHRASES
from inarow.teaching.puzzles.book import shipped_puzzles
from inarow.teaching.puzzles.free_proof import fours
from inarow.teaching.puzzles.proof import task
from inarow.teaching.text import Segment, Sentence, phrase, sides_for
from inarow.web.puzzles import puzzle_json
from random_lines import random_line


def text_of(sentence: Sentence) -> str:
    return "".join(part.letter or part.text for part in sentence)


def texts_of(review: MoveReview | None) -> Iterator[str]:
    """All of a review as one text; the reply in a line of its own."""
    if review is not None:
        parts = [*review.paragraphs, *([review.reply] if review.reply else [])]
        yield " ".join(map(text_of, parts))


def look(pos: Position) -> Analysis:
    return analyse(pos, Limits(5.0))


def small_games() -> Iterator[str]:
    """Whole games that a look at everything decides, read by nobody and by either side."""
    games = [("connect4:4x4", 30), ("tictactoe", 30), ("connect6:3x3k3", 10), ("maxconnect4", 12)]
    lines = [random_line(name, seed) for name, count in games for seed in range(count)]
    lines += [random_line("connect4", seed, quiet=35) for seed in range(40)]
    for line in lines:
        for at in range(1, len(line.moves) + 1):
            if not exhaustive.within_reach(line.positions[at - 1]):
                continue
            here = line.viewed_at(at)
            yield from texts_of(review_move(here, at_once(here.positions[at - 1])))
            for reader in (1, 2):
                yield from texts_of(review_reply(here, reader, at_once))
                yield from texts_of(review_reply(here, reader, at_once, again=at))
        for reader in (0, 1, 2):
            yield from summary_texts(line, reader, at_once)


def summary_texts(line: Record, reader: int, look: Callable[[Position], Analysis]) -> Iterator[str]:
    told = review_game(line, reader, look)
    assert told is not None
    yield " ".join(part for part in (told.sentence, told.detail) if part)
    yield from (text_of(turn.words) for turn in told.turns)


def best_line(name: str) -> Record:
    """A game in which nobody lets anything go."""
    pos, moves = Position(GAMES[name]), []
    while found := look(pos).best:
        moves.append(found[0].move)
        pos = pos.play(found[0].move)
    return Record(Position(GAMES[name]), tuple(moves))


def perfect_games() -> Iterator[str]:
    for name in ("connect4", "tictactoe"):
        for reader in (0, 1, 2):
            yield from summary_texts(best_line(name), reader, look)


def open_line() -> Iterator[str]:
    start = "......./......./......./..oo.../..xxo../..oxx.. x"
    line = read_record({"game": "connect4", "from": start, "moves": "1"})
    pos = line.positions[0]
    lost = MoveVerdict(pos, -9, -9, (0, 4, 6, 6), move=0)
    held = MoveVerdict(pos, 0, 0, (4,), move=4)
    yield from texts_of(review_move(line, Analysis(Verdict(pos, 0, 0), (held, lost))))


def free_boards() -> Iterator[str]:
    gomoku = read_record({"game": "gomoku", "moves": "8.8,9.9"})
    before = at_once(gomoku.positions[1])
    yield from texts_of(review_move(gomoku, before))
    won = Analysis(Verdict(gomoku.pos, 1, 99), ())
    yield from texts_of(review_move(gomoku, before, after=won))
    for found in findings(gomoku.pos):
        yield sentence_of(gomoku.pos, found)
    yield sentence_of(Position(GAMES["gomoku"]), quiet(112))
    for moves in ("8.6,1.1,8.7,1.3,8.8,1.5,8.9,1.7", "8.6,1.1,8.7,1.3,8.8,1.5"):
        pos = read_record({"game": "gomoku", "moves": moves}).pos
        yield sentence_of(pos, forced("at sight", 7 * 15 + 9 if "8.9" in moves else 7 * 15 + 8))
    pairs = "10.10,1.1,1.4,10.11,10.12,1.7,2.9,10.13,3.3,5.5,4.1"
    pos = read_record({"game": "connect6", "moves": pairs}).pos
    yield sentence_of(pos, forced("at sight", 9 * 19 + 13))
    yield sentence_of(pos, forced("pairs", 9 * 19 + 13))


def quiet(move: int, proved: bool = False, value: int = 0) -> Findings:
    return Findings((), choice=Judgement(move, value, 4, proved))


def forced(how: str, move: int) -> Findings:
    return Findings((), win=ForcedWin(1, how, (move,)), choice=Judgement(move, 9, 4, True))


def findings(pos: Position) -> Iterator[Findings]:
    danger = ForcedWin(pos.opponent, "chain", (40,))
    yield quiet(50)._replace(danger=danger, no_win_by_threats=True)
    yield quiet(50, proved=True, value=-9)
    for how in ("at sight", "chain", "threats"):
        yield forced(how, 60)


def sentence_of(pos: Position, found: Findings) -> str:
    assert found.choice is not None
    return findings_text(pos, found, found.choice)


def puzzles() -> Iterator[str]:
    pos = Position.parse(GAMES["connect4"], "......./......./......./......./..oo.../..xx... x")
    winning = MoveVerdict(pos, 18, 18, (4,), move=4)
    losing = MoveVerdict(pos, -1, -1, (0,), move=0)
    for reader in (0, 1):
        yield task(Analysis(Verdict(pos, 18, 18), (winning, losing)), reader)


def puzzle_book() -> Iterator[str]:
    """A puzzle of each kind: what it asks, its line, and moves that are not it."""
    kinds: dict[tuple[str, str, int], int] = {}
    numbered = enumerate(shipped_puzzles().puzzles, start=1)
    for number, one in sorted(numbered, key=lambda entry: entry[1].nodes):
        kinds.setdefault((one.game, one.goal, min(one.win_in, 3)), number)
    for (game, goal, _), number in kinds.items():
        told = puzzle_json(number, "", give_up=True)
        yield f"{told['how']} {told['state']['words']}"
        line = told["solution"] if told["line"] else []
        for count in range(1, min(len(line), len(told["line"])) + 1):
            told = puzzle_json(number, joined_moves(game, line[:count]))
            yield told["state"]["words"]
            if told["state"]["kind"] == "solved":
                break
        pos = shipped_puzzles().puzzles[number - 1].pos
        wrong = [*pos.legal_moves()[:7], *(fours(pos) if (game, goal) == ("gomoku", "win") else [])]
        before = line[:1] if game == "connect6" else []
        for move in wrong[:3] if goal == "hold" else wrong:
            word = format_move(pos.game, move)
            yield puzzle_json(number, joined_moves(game, [word]))["state"]["words"]
            yield puzzle_json(number, joined_moves(game, [*before, word]))["state"]["words"]


def joined_moves(game: str, moves: list[str]) -> str:
    return ("" if GAMES[game].gravity else ",").join(moves)


class Recorded(dict[str, str]):
    """The table, which notes what was asked for."""

    def __init__(self, table: dict[str, str]) -> None:
        super().__init__(table)
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)


@pytest.mark.long
def test_every_sentence_of_the_table_is_said(
    monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    table = Recorded(dict(PHRASES))
    monkeypatch.setattr(text_engine, "PHRASES", table)
    first: dict[str, str] = {}
    known: set[str] = set()
    for source in (small_games, perfect_games, open_line, free_boards, puzzles, puzzle_book):
        for text in source():
            for key in table.asked - known:
                first[key] = text
            known |= table.asked
            table.asked.clear()
            good_grammar(text)
    assert set(PHRASES) - known == set(), "sentences that nothing says"
    golden("sentences.txt", "".join(f"{key}\n    {first[key]}\n" for key in PHRASES))


def good_grammar(text: str) -> None:
    if not text:
        return
    assert text[0].isupper() or text[0].isdigit(), text
    assert text.endswith("."), text
    assert "{" not in text and "  " not in text and "*" not in text, text
    assert not re.search(r"\b[Yy]ou (has|wins|is|was|completes|threatens|needs|drops)\b", text), (
        text
    )
    assert not re.search(
        r"\b(Red|Yellow) (have|win|are|were|complete|threaten|need|drop)\b", text
    ), text
    assert not re.search(r"[.?!] [a-z]", text), text


def test_a_side_bends_its_verbs() -> None:
    sides = sides_for(reader=2)
    both = [text_of(phrase("wins by", winner=sides[player], number=9)) for player in (1, 2)]
    assert both == ["Red wins by move 9.", "you win by move 9."]
    told = phrase("line ends on", winner=sides[2], square=[Segment("8.8")], by="")
    assert text_of(told) == "One best line ends with your stone on 8.8."


@pytest.mark.parametrize(
    ("moves", "reader", "verdict", "reply"),
    [
        # Column 3 throws a win away; nobody has answered, and then the reply that refutes it.
        ("44443", 1, "Column 3 loses; 4 would have won, by move 41.", None),
        ("444435", 1, "Column 3 loses; 4 would have won, by move 41.",
         "Yellow answered 5, the quickest win: by move 40."),
        ("444431", 1, "Column 3 loses; 4 would have won, by move 41.",
         "Yellow answered 1 and gives you the win"),
        ("44444", 1, "Only 4 kept the win.", None),
    ],
)  # fmt: skip
def test_the_coach_speaks_of_your_move_and_then_of_the_reply(
    moves: str, reader: int, verdict: str, reply: str | None
) -> None:
    told = review_reply(read_record({"game": "connect4", "moves": moves}), reader, look)
    assert told is not None and (told.number, told.player) == (5, reader)
    assert text_of(told.paragraphs[0]).startswith(verdict)
    assert (told.reply is None) == (reply is None)
    assert text_of(told.reply or ()).startswith(reply or "")


def test_a_second_try_is_judged_and_keeps_the_secret() -> None:
    held = review_reply(read_record({"game": "connect4", "moves": "44444"}), 1, look, again=5)
    wrong = review_reply(read_record({"game": "connect4", "moves": "44441"}), 1, look, again=5)
    assert held is not None and wrong is not None
    assert text_of(held.paragraphs[0]).startswith("Column 4 holds. That is the move.")
    assert text_of(wrong.paragraphs[0]) == "Column 1 loses too. There is a better one."
    assert wrong.mark == "??"


def test_the_summary_counts_only_moves_with_a_choice() -> None:
    line = read_record({"game": "connect4", "moves": "444435522464157535572766"})
    told = review_game(line, 1, look)
    assert told is not None
    assert told.sentence == "You were winning until move 23."
    assert told.detail == "At 23 you played 6; 2 would have won, by move 31."
    assert told.again == 23 and [turn.number for turn in told.turns] == [13, 22, 23]
    for player in (1, 2):
        wanted = []
        for number, move in enumerate(line.moves):
            found = look(line.positions[number])
            results = [one.result for one in found.moves]
            if line.positions[number].to_move == player and len(set(results)) > 1:
                played = found.of(move)
                assert played is not None
                wanted.append(played.result == found.result)
        assert told.kept[player] == wanted
    assert review_game(line.viewed_at(5).truncated(), 1, look) is None
