"""Every sentence that explains a move, a reply or a game, and those of the puzzle book: one table.

``text.py`` fills the templates in. The page gets the table as data and says the same without a
server.
"""

from __future__ import annotations

from collections.abc import Mapping

from inarow.analysis.free import HOW

PHRASES: Mapping[str, str] = {
    # A move that gave a result up.
    "win to loss": "*{move} loses; {held} would have won{by}.*",
    "win to draw": "*{move} only draws; {held} would have won{by}.*",
    "draw to loss": "*{move} loses; {held} held the draw.*",
    "line missed": "*{move} {does}; {missed}.*",
    "missed": "{best} was {k} in a row",
    "loses at once": "*{move} loses at once:* {winner} {winner:completes/complete} {k} {where}."
    " {held} would have stopped it{won}.",
    "and won": " and won",
    "every other": "every other {kind}",
    "by move": ", by move {number}",
    "on square": "on {square}",
    "in column": "in {word}",
    "at point": "at {word}",
    "by points": ", by {points}",
    # A move that kept it.
    "line made": "*{move} is {k} in a row: {mover} {mover:wins/win}.*",
    "board full": "*{move} fills the board: a draw.*",
    "board full, counted": "*{move} fills the board: {first} {points_1}, {second} {points_2}.*",
    "only": "*Only {move} kept the {result}.*",
    "kept": "*{move} keeps the {result}.*",
    "slower": "*{move} still wins, by move {number}; {best} was quicker, by move {early}.*",
    "slower than a line": "*{move} still wins, but {missed}.*",
    "fewer points": "*{move} keeps the win but gives up {points}.*",
    "wins by": "{winner} {winner:wins/win} by move {number}.",
    "margin": "With best play {side} {side:ends/end} {points} ahead.",
    "margin, equal": "With best play the points end equal.",
    # A move in a lost position.
    "lost anyway": "*Every move loses here.*",
    "lost anyway, longest": "*Every move loses here; {move} lasts longest, to move {number}.*",
    "lost anyway, shorter": "*Every move loses here, {move} by move {number}; {best} lasts longest,"
    " to move {late}.*",
    "lost anyway, as long": "*Every move loses here; {move} lasts as long as any,"
    " to move {number}.*",
    "lost anyway, shorter than several": "*Every move loses here, {move} by move {number};"
    " {best} last longest, to move {late}.*",
    "lost anyway, points": "*Every move loses here, {move} by {points} more than {best}.*",
    # A move of which little is known.
    "played": "*{mover} played {move}.*",
    "unsolved": "Too early to be solved exactly.",
    "unfinished": "Its value is not known: the exact search has not finished.",
    "proven after": "{side} {side:wins/win} by force from here.",
    # Why a move loses: what the reply does.
    "reply now": "{winner} now {plays} {reply}",
    "reply taken": "{winner} took {reply}",
    "two threats": "{lead} and {winner:threatens/threaten} {squares} at once: {loser} can stop only"
    " one.",
    "block opens": "{lead}. {loser} {loser:has/have} to stop {squares}, and that opens {above}.",
    "forcing": "{lead} and {winner:threatens/threaten} {squares}; {loser} {loser:has/have} to"
    " block.",
    "open line": "{lead} and {winner:has/have} {count} in row {row}, open at both ends: {squares}.",
    "squares left": "{lead} and then {winner:needs/need} only {squares}.",
    "reply alone": "{lead}.",
    # How it ends.
    "line ends on": "One best line ends with {winner:'s} stone on {square}{by}.",
    "line ends beneath": "One best line ends with {loser} having to play beneath {square}{by}.",
    # The second try of a move.
    "second try": "*{move} holds. That is the move.*",
    "second try, wrong": "*{move} {does} too.* There is a better one.",
    # The opponent's reply, in a line.
    "answered": "*{side} answered {move}.*",
    "answered, line": "*{side} answered {move}*: {k} in a row.",
    "answered, full": "*{side} answered {move}*: the board is full.",
    "answered, quickest": "*{side} answered {move}*, the quickest win: by move {number}.",
    "answered, wins": "*{side} answered {move}* and still {side:wins/win}{by}.",
    "answered, draws": "*{side} answered {move}* and holds the draw.",
    "answered, loses": "*{side} answered {move}*; {reader} still {reader:wins/win}{by}.",
    "answered, draw again": "*{side} answered {move}* and lets {reader} off: a draw again.",
    "answered, win given": "*{side} answered {move}* and gives {reader} the win{by}.",
    # The end of a game, for the reader or else for the side that did not win.
    "was winning": "{side} {side:was/were} winning until move {number}.",
    "held a draw": "{side} had the draw until move {number}.",
    "never in it": "{other} {other:was/were} winning from move {number} on.",
    "never in it, from the start": "{other} {other:was/were} winning from the start.",
    "no turn known": "{winner} won on move {number}.",
    "never let go": "{side} won and never let it go.",
    "win was given": "{other} gave {side} the game at move {number}.",
    "saved": "{side} {side:was/were} lost until {other} let go at move {number}.",
    "drawn, win missed": "A draw; {side} {side:was/were} winning until move {number}.",
    "drawn": "A draw, and nobody let it go.",
    "drawn, unknown": "A draw.",
    "turned": "At {number} {side} played {move}; {held} would have {kept}{by}.",
    "turned, held the draw": "held the draw",
    "turned, won": "won",
    # A free board: what is proven of it, and what is only judged.
    "wins by force": "{side} {side:wins/win} by force with {move}: {how}.",
    "lost by force": "{side} {side:is/are} lost; {move} holds out longest.",
    "danger": "{other} would win with {move} if it could move now.",
    "no win by threats": "{side} {side:has/have} no win by threats alone.",
    "judged best": "{move} is judged best, not proven.",
    "empty board": "Start anywhere; the centre is the usual choice.",
    "at sight, line": "that is {k} in a row",
    "at sight, second stone": "the second stone makes {k} in a row",
    "at sight, two ways": "it leaves two ways to {k} in a row",
    "at sight": "it completes a line or leaves two ways to",
    "chain": HOW["chain"],
    "threats": HOW["threats"],
    "pairs": "each pair makes threats that take both of {other:'s} stones to stop",
    # A puzzle.
    "puzzle": "{side} {side:is/are} to move and {side:wins/win} in {count}."
    " Only one first move works.",
    "puzzle, yours": "You are {colour}: win in {count}. Only one first move works.",
    # The puzzle book: what is looked for, and what else is said beside the task.
    "book, win": "Find the move that cannot be answered.",
    "book, keep": "Find the move that keeps the win.",
    "book, draw": "Find the move that holds the draw.",
    "book, hold": "Find the stone that holds.",
    "book, pair": "Find the two stones.",
    "book, one first": "Only one first move works.",
    "book, one": "Only one move does it.",
    "book, by fours": "By {short}s: each of your stones leaves one reply. Only one first stone"
    " works.",
    "book, one holds": "After every other stone {other} wins by force.",
    "book, one pair holds": "After every other pair {other} has {k} in a row at once.",
    "book, one pair wins": "Leave more lines than {other:'s} two stones can stop. Only one pair"
    " does.",
    # A move of it: solved, right so far, or not it.
    "solved, line": "{move} completes the line.",
    "solved, win": "{move} keeps the win, and nothing else does.",
    "solved, draw": "{move} holds the draw, and nothing else does.",
    "solved, held": "{move} holds: no win by threats is left.",
    "solved, two ways": "{move} leaves two ways to a line.",
    "solved, all stopped": "{move} stops the last of {other:'s} lines.",
    "solved, too many": "{move} leaves more lines than two stones can stop.",
    "right": "{move} is right: {left} of yours, whatever {other} does.",
    "right, fours": "{move} is right: one reply is left, and the {short}s go on.",
    "right, one of two": "{move} is one of the two.",
    "right, answered": "{other} answered {move}. Now {rest}.",
    "right, finish": "finish it",
    "right, win in": "win in {count}",
    "not it": "{move} is not it: it {does}.{then}",
    "not it, then": " {other} answers {reply}.",
    "not it, forced": "{move} is not it: {other} wins by force with {reply}.",
    "not it, line": "{move} is not it: {other} completes a line with {reply}.",
    "not it, no four": "{move} is not it: {other} may ignore it, as it makes no {short}.",
    "not it, fours end": "{move} is not it: the {short}s end without a line.",
    "not it, stopped": "{move} is not it: two stones stop all your lines.",
    "not it, no pair": "{move} is not it, whatever stone comes with it.",
}  # fmt: skip
