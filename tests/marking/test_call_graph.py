"""Recursion is a cycle among the functions that main comes to, whatever the source looks like."""

from __future__ import annotations

import pytest

from inarow.marking.call_graph import call_graph, recursive

DIRECT = "int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(3); }"
RING = (
    "int g(int n);\nint f(int n) { return g(n - 1); }\nint g(int n) { return n ? f(n) : 0; }\n"
    "int main(void) { return f(3); }"
)
LOOPS = "int f(int n) { while (n) n--; return n; }\nint main(void) { return f(3); }"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (DIRECT, ["f"]),
        (RING, ["f", "g"]),
        (LOOPS, []),
        ("int f(int n) { /* f(n) */ return n; } // f(1)\nint main() { return f(1); }", []),
        ('int f(int n) { puts("f(n)"); return n; }\nint main() { return f(1); }', []),
        ("int f(int n) { return f(n); }\nint main(void) { return 0; }", []),
        ("#define AGAIN(n) f(n - 1)\nint f(int n) { return n ? AGAIN(n) : 0; }"
         "\nint main() { return f(3); }", ["AGAIN", "f"]),
        ("int f(int n);\nint (*again)(int) = f;\nint f(int n) { return again(n); }"
         "\nint main() { int (*g)(int) = f; return g(1); }", []),
        ("int f(int n) { int (*again)(int) = f; return again(n - 1); }\nint main(){return f(1);}",
         ["f"]),
        ("struct s { int f; };\nint t[] = { 1, 2 };\nint main() { main(); }", ["main"]),
        ("int f\\\n(int n) { return n ? f(n - 1) : 0; }\nint main() { return f('{'); }", ["f"]),
    ],
)  # fmt: skip
def test_recursion_is_a_cycle_that_main_comes_to(source: str, found: list[str]) -> None:
    assert recursive(call_graph({"a.c": source.encode()}, "a.c")) == found


def test_what_a_source_includes_is_read_too() -> None:
    files = {
        "a.c": b'#include "b.h"\n#include "a.c"\nint main(void) { return f(3); }',
        "b.h": b"int f(int n) { return n ? f(n - 1) : 0; }",
    }
    assert recursive(call_graph(files, "a.c")) == ["f"]
