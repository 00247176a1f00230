"""Completion scripts for bash, zsh and fish, made from the parsers."""

from __future__ import annotations

import shlex

from inarow.cli.described import Described, DescribedOption, described, options_of


def bash() -> str:
    """A script of cases: the words so far choose what may follow."""
    cases = []
    for command in described():
        key, options = command.name, _options(command)
        values = [
            f"        {_either(key, one.names)}) values={shlex.quote(' '.join(one.values))};"
            f" files={int(one.files)} ;;"
            for one in options
            if one.names and one.value
        ]
        files = int(any(one.files for one in options if not one.names))
        cases.append((shlex.quote(key), " ".join(_words(command)), values, files))
    lines = ["# bash completion of inarow, made by: inarow completion bash", "_inarow() {"]
    lines += [
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
        "    local path=inarow word words='' files=0 values='' i",
        "    for ((i = 1; i < COMP_CWORD; i++)); do",
        "        word=${COMP_WORDS[i]}",
        '        case "$path $word" in',
        *(f"        {key}) path={key} ;;" for key, *_ in cases[1:]),
        "        esac",
        "    done",
        '    case "$path:$previous" in',
        *(line for _, _, values, _ in cases for line in values),
        "        *) values=none ;;",
        "    esac",
        "    if [[ $values != none ]]; then",
        '        COMPREPLY=($(compgen -W "$values" -- "$current"))',
        '        ((files)) && COMPREPLY+=($(compgen -f -- "$current"))',
        "        return",
        "    fi",
        '    case "$path" in',
        *(
            f"        {key}) words={shlex.quote(words)}; files={files} ;;"
            for key, words, _, files in cases
        ),
        "    esac",
        '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
        "    if ((files)) && [[ $current != -* ]]; then",
        '        COMPREPLY+=($(compgen -f -- "$current"))',
        "    fi",
        "}",
        "complete -o filenames -F _inarow inarow",
    ]
    return "\n".join(lines) + "\n"


def zsh() -> str:
    """A function that describes the words that may follow."""
    lines = [
        "#compdef inarow",
        "# zsh completion of inarow, made by: inarow completion zsh",
        "_inarow() {",
        "    local path_so_far=inarow word i",
        "    for ((i = 2; i < CURRENT; i++)); do",
        "        word=${words[i]}",
        '        case "$path_so_far $word" in',
    ]
    commands = list(described())
    for command in commands[1:]:
        key = shlex.quote(command.name)
        lines.append(f"        {key}) path_so_far={key} ;;")
    lines += ["        esac", "    done", '    case "$path_so_far:${words[CURRENT-1]}" in']
    for command in commands:
        for one in _options(command):
            if one.names and one.value:
                what = "_files" if one.files else ":"
                if one.values:
                    what = f"compadd -- {' '.join(map(shlex.quote, one.values))}"
                lines.append(f"        {_either(command.name, one.names)}) {what}; return ;;")
    lines += ["    esac", "    local -a choices", '    case "$path_so_far" in']
    for command in commands:
        rows = [f"{name}:{text}" for name, text in command.actions.items()]
        rows += [
            f"{name}:{one.help.replace(':', ' -')}"
            for one in _options(command)
            for name in one.names
            if name.startswith("--")
        ]
        values = [value for one in _options(command) if not one.names for value in one.values]
        quoted = " ".join(map(shlex.quote, [*values, *rows]))
        lines.append(f"        {shlex.quote(command.name)}) choices=({quoted}) ;;")
    lines += ["    esac", "    _describe inarow choices", "    _files", "}", '_inarow "$@"']
    return "\n".join(lines) + "\n"


def fish() -> str:
    """Lines of conditions: which words have been given, and what may follow."""
    lines = [
        "# fish completion of inarow, made by: inarow completion fish",
        "function __inarow_at",
        "    set -l given (commandline -opc)[2..-1]",
        "    set -l path",
        "    for word in $given",
        "        string match -q -- '-*' $word; or set -a path $word",
        "    end",
        '    test "$path[1..(count $argv)]" = "$argv"',
        "end",
    ]
    for command in described():
        condition = f"__inarow_at {' '.join(command.path)}".strip()
        for name, text in command.actions.items():
            lines.append(
                f"complete -c inarow -f -n {shlex.quote(_exactly(command))}"
                f" -a {name} -d {_fish(text)}"
            )
        for one in _options(command):
            for name in one.names:
                if name.startswith("--"):
                    line = f"complete -c inarow -n {shlex.quote(condition)} -l {name[2:]}"
                    if one.value:
                        line += " -r" if one.files else " -x"
                        line += f" -a {_fish(' '.join(one.values))}" if one.values else ""
                    lines.append(f"{line} -d {_fish(one.help)}")
            if not one.names and one.values:
                lines.append(
                    f"complete -c inarow -n {shlex.quote(condition)}"
                    f" -a {_fish(' '.join(one.values))}"
                )
    return "\n".join(lines) + "\n"


def _exactly(command: Described) -> str:
    """The condition that no more words than those of a command are given."""
    count = len(command.path) + 1
    return f"__inarow_at {' '.join(command.path)}; and test (count (commandline -opc)) -eq {count}"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _either(key: str, names: tuple[str, ...]) -> str:
    """The pattern of a value: a command and the option before the value."""
    return "|".join(shlex.quote(f"{key}:{name}") for name in names)


def _options(command: Described) -> list[DescribedOption]:
    return [] if command.parser is None else options_of(command.parser)


def _words(command: Described) -> list[str]:
    """What may follow a command: its actions or its options, and the values of its arguments."""
    options = _options(command)
    names = [name for one in options for name in one.names if name.startswith("--")]
    values = [value for one in options if not one.names for value in one.values]
    return [*command.actions, *values, *names, *([] if command.parser else ["--help"])]
