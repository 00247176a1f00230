"""A record holds a legal game, and is read again from everything it is written as."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Game, Position, game_named
from inarow.errors import BadTextError, IllegalMoveError, UserError
from inarow.game import name_of
from inarow.record import PASS, Record, Result, Termination, result_on

NAMES = [*GAMES, "connect4:8x7", "connect4:12x4", "gomoku:9x9k4", "connect6:5x5k3", "tictactoe:4x4"]
BY_CONDUCT = [how for how in Termination if not how.is_natural]


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random game with passes, from the start or from within, finished or not."""
    start = Position(game_named(draw(st.sampled_from(NAMES))))
    for _ in range(draw(st.integers(0, 3))):
        if not start.is_over:
            start = start.play(draw(st.sampled_from(start.legal_moves())))
    record = Record(start)
    for _ in range(draw(st.integers(0, 30))):
        if record.end.is_over:
            break
        legal = record.end.legal_moves()
        record = record.with_move(draw(st.sampled_from([*legal, *legal, PASS])))
    if draw(st.booleans()):
        record = record.with_players(draw(st.text(max_size=20)), draw(st.text(max_size=20)))
    if draw(st.booleans()):
        ended = record.result is not None
        how = draw(st.sampled_from([h for h in BY_CONDUCT if h.sets_the_board_aside or not ended]))
        winners = [None] if how in (Termination.VOID, Termination.FORFEITS) else [1, 2]
        winner = draw(st.sampled_from([*winners, *([None] if how.name == "ADJUDICATED" else [])]))
        record = record.with_result(Result(winner, how, draw(st.text(max_size=30))))
    return record.viewed_at(draw(st.integers(0, len(record.moves))))


@given(records())
def test_a_line_of_text_is_read_again(record: Record) -> None:
    line = str(record)
    assert "\n" not in line and line.isprintable() and line == line.strip()
    assert Record.parse(line) == record
    assert Record.parse(f"  {line}\n") == record


@given(records(), st.booleans())
def test_json_is_read_again(record: Record, timed: bool) -> None:
    if timed:
        times = tuple(None if move == PASS else 1.5 for move in record.moves)
        record = Record(
            record.start, record.moves, record.at, record.players, times, (10, 20.5), record.result
        )
    text = json.dumps(record.as_json())
    assert Record.parse(text) == record == Record.from_json(json.loads(text))
    assert Record.parse(json.dumps({"names": [], "record": record.as_json()})) == record


@given(records())
def test_positions_follow_the_moves(record: Record) -> None:
    assert len(record.positions) == len(record.moves) + 1
    for number, move in enumerate(record.moves):
        before, after = record.positions[number : number + 2]
        assert after == (before.passed() if move == PASS else before.play(move))
    assert (record.pos, record.end) == (record.positions[record.at], record.positions[-1])
    again = Record(record.start, record.moves)
    assert again.positions == record.positions and again.result == result_on(record.end)
    assert [move for turn in record.turns() for move in turn] == [
        move for move in record.moves if move != PASS
    ]


@given(records(), st.data())
def test_a_move_at_the_cursor_cuts_what_came_after(record: Record, data: st.DataObject) -> None:
    cut = record.truncated()
    assert cut.moves == record.moves[: record.at] and cut.end == record.pos
    if record.pos.is_over:
        with pytest.raises(IllegalMoveError, match="comes after the end"):
            record.with_move(0)
        return
    move = data.draw(st.sampled_from(record.pos.legal_moves()))
    longer = record.with_move(move)
    assert longer.moves == (*cut.moves, move) and longer.at == len(longer.moves)
    assert longer == Record(record.start, longer.moves, players=record.players)
    assert longer.end == record.pos.play(move)


def test_what_people_paste() -> None:
    won = Record.parse("connect4 1212121 1-0 four in a row")
    assert won.result == Result(1, Termination.LINE) and str(won).endswith("1-0 four in a row")
    assert Record.parse("1212121") == Record.parse("1 2 1 2 1 2 1") == won
    assert Record.parse("1212121 1-0") == Record.parse("1,2,1,2,1,2,1 1-0 four in a row") == won
    assert Record.parse("connect4 44 *") == Record.parse("44")
    assert Record.parse("").moves == Record.parse("connect4").moves == ()
    assert Record.parse("8.8 9.9", game_named("gomoku")).game == game_named("gomoku")
    lost = Record.parse('gomoku 8.8 first="Zoë" second="b" 0-1 time "did not answer"')
    assert lost.players == ("Zoë", "b")
    assert lost.result == Result(2, Termination.TIME, "did not answer")
    assert 'first="Zoë"' in str(lost)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("chess e4", "game 'chess' is not known"),
        ("connect4 4444444", "move 7 cannot be played: column 4 is full"),
        ("tictactoe 1.1,1.1", "move 2 cannot be played: 1.1 is occupied"),
        ("connect4 12121212", "move 8 comes after the end of the game"),
        ("connect4 48", "column '8' must be 1 to 7"),
        ("connect4 44 at=3", "at '3' must be 0 to 2, the number of moves"),
        ("connect4 44 at=1 at=1", "'at=' is given twice"),
        ("connect4 44 colour=red", "'colour=' is not from=, at=, first= or second="),
        ("connect4 44 first=Ann", "first 'Ann' must be a name in double quotes"),
        ("connect4 44 from=xo", "from: "),
        ("connect4 44 1-0", "result '1-0' must be followed by its reason, such as resigned"),
        ("connect4 44 1-0 luck", "reason 'luck' is not known: expected one of four in a row, more"),
        ("connect4 44 1-0 four in a row", "the result is not the one of the last position"),
        ("connect4 1212121 0-1 four in a row", "the result is not the one of the last position"),
        ("connect4 44 1-0 void", "result '1-0 void': nobody wins a game that ended by 'void'"),
        ("connect4 44 2-0 time", "word '2-0' is no move"),
        ('connect4 44 1-0 time "a" b', "is no reason and no detail"),
        ("{", "the record is no JSON"),
        ('{"game": 3}', "field 'game' of the record has another type"),
        ('{"game": "connect4", "moves": "44"}', "field 'moves' of the record must be a list"),
        ('{"moves": ["4", 4]}', "field 'moves' of the record has an item of another type"),
        ('{"players": ["a"]}', "field 'players' of the record must have 2 items"),
        ('{"moves": ["4"], "times_ms": []}', "field 'times_ms' of the record must have 1 items"),
        ('{"ending": {"winner": 3, "reason": "time"}}', "field 'winner' must be 1, 2 or null"),
        ('{"at": 7}', "at '7' must be 0 to 0"),
        ('{"at": ' + "9" * 4000 + "}", "at 'a number of many digits' must be 0 to 0"),
        ("connect4 1212121 0-1 resigned", "the result is not the one of the last position"),
        ("connect4 1212121 1-0 time", "the result is not the one of the last position"),
        ("connect4 4 1/2-1/2 time", "somebody wins a game that ended by 'time'"),
        ("connect4 4 1-0 forfeits", "nobody wins a game that ended by 'forfeits'"),
        ('{"moves": ["4"], "times_ms": [NaN]}', "field 'times_ms' of the record must hold finite"),
        ('{"moves": ["4"], "times_ms": [1e999]}', "field 'times_ms' of the record must hold finit"),
        ('{"clocks_ms": [1, -Infinity]}', "field 'clocks_ms' of the record must hold finite"),
        ('{"ending": {"winner": 1.0, "reason": "time"}}', "field 'winner' must be 1, 2 or null"),
    ],
)
def test_bad_text_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises((BadTextError, IllegalMoveError)) as caught:
        Record.parse(text)
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


@given(st.text(max_size=40) | st.from_regex(r"(connect4|tictactoe)? ?[0-9p.,]* ?[a-z]*=.* 1-0.*"))
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    try:
        Record.parse(text)
    except UserError as error:
        assert len(str(error)) < 2000


def test_a_record_cannot_contradict_itself() -> None:
    won = Record.parse("connect4 1212121")
    for how in Termination:
        for winner in (1, 2, None, 3, 1.0, True):
            try:
                result = Result(winner, how)  # type: ignore[arg-type]
            except UserError:
                assert (
                    winner is None
                    or type(winner) is not int
                    or how.is_natural
                    or (winner == 3 or how in (Termination.FORFEITS, Termination.VOID))
                )
                continue
            if result == won.result or how.sets_the_board_aside:
                assert won.with_result(result).result == result
            else:
                with pytest.raises(UserError, match="not the one of the last position"):
                    won.with_result(result)
    for bad in (float("nan"), float("inf"), -1.0):
        with pytest.raises(UserError, match="must be a number from 0"):
            Record(Position(), (3,), times_ms=(bad,))
        with pytest.raises(UserError, match="must be a number from 0"):
            Record(Position(), clocks_ms=(1.0, bad))


def test_the_last_move_is_the_one_before_the_cursor() -> None:
    record = Record.parse("connect4 45p")
    assert [record.viewed_at(number).last_move for number in range(4)] == [None, 3, 4, None]


def test_a_byte_order_mark_is_no_part_of_a_record() -> None:
    assert Record.parse("\ufeffconnect4 44") == Record.parse("connect4 44")
    assert Record.parse('\ufeff{"moves": ["4"]}') == Record.parse("4")


def test_a_game_without_a_name_is_not_written() -> None:
    odd = Record(Position(Game(rows=4, cols=4, k=3, stones=(2, 3))))
    with pytest.raises(UserError, match="has no name"):
        str(odd)


def test_every_termination_has_a_sentence_and_words_of_its_own() -> None:
    game = GAMES["connect4"]
    assert len({how.reason(game) for how in Termination}) == len(Termination)
    assert all(how.value.endswith(".") for how in Termination)
    assert Termination.LINE.reason(GAMES["gomoku"]) == "five in a row"


def test_short_names_are_names() -> None:
    names = [*NAMES, "gomoku:9x9", "gomoku-exact:9x9", "connect5:8x7k5", "gomoku:15x15k6"]
    for name in names:
        assert game_named(name_of(game_named(name))) == game_named(name)
    for name in ("connect4:8x7", "gomoku:9x9", "gomoku:9x9k4", "tictactoe:4x4", "connect5:8x7"):
        assert name_of(game_named(name)) == name
    assert name_of(game_named("connect4:7x6k4")) == "connect4"


def test_the_lines_of_the_documents_are_read() -> None:
    documents = Path(__file__).parents[2] / "docs"
    for line in (documents / "json.md").read_text().split("```")[1].split("\n")[1:-1]:
        assert str(Record.parse(line)) == line
