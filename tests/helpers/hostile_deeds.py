"""What hostile programs do at run time, and what must become of it; the programs themselves are in
``tests/hostile_programs/at_run_time``."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.running.program import RunLimits

_USUAL = RunLimits(wall_s=20, memory_mb=128)
_SHORT = RunLimits(wall_s=0.3, memory_mb=128)
_SLOW_START = RunLimits(wall_s=20, memory_mb=1024)


@dataclass(frozen=True)
class Deed:
    """``verdicts`` are those that it may get, ``says`` is what it prints on the way; ``{key}`` and
    ``{other}`` in its words are what it must not read, ``{me}`` whom it must not kill."""

    language: str
    name: str
    verdicts: tuple[str, ...] = ("OK",)
    says: str = ""
    limits: RunLimits = _USUAL
    words: tuple[str, ...] = ()
    signal: str = ""
    terminal: bool = False
    times: int = 1

    def __str__(self) -> str:
        return f"{self.language}-{self.name}"


def c(name: str, *verdicts: str, **options: object) -> Deed:
    return Deed("c", name, verdicts or ("OK",), **options)  # type: ignore[arg-type]


def cpp(name: str, *verdicts: str, **options: object) -> Deed:
    return Deed("cpp", name, verdicts or ("OK",), **options)  # type: ignore[arg-type]


def python(name: str, *verdicts: str, **options: object) -> Deed:
    return Deed("python", name, verdicts or ("OK",), **options)  # type: ignore[arg-type]


def java(name: str, *verdicts: str, **options: object) -> Deed:
    options.setdefault("limits", _SLOW_START)
    return Deed("java", name, verdicts or ("OK",), **options)  # type: ignore[arg-type]


def octave(name: str, *verdicts: str, **options: object) -> Deed:
    options.setdefault("limits", _SLOW_START)
    return Deed("octave", name, verdicts or ("OK",), **options)  # type: ignore[arg-type]


DEEDS = (
    # Processes.
    c("fork_bomb", "TIMEOUT", limits=_SHORT),
    c("fork_chain", "TIMEOUT", limits=_SHORT),
    c("count_forks", says="only"),
    c("vfork_one", says="vfork: 3"),
    c("clone_shared", says="a sibling"),
    c("clone3_process", says="clone3: Function not implemented"),
    c("spawn", says="3\n"),
    c("stopped_child", says="3\n"),
    c("orphan_answers", says="3\n"),
    c("daemonise", times=2),
    c("time_of_children", "CPU_LIMIT", limits=RunLimits(cpu_s=0.3, wall_s=60)),
    c("time_of_the_forgotten", "CPU_LIMIT", limits=RunLimits(cpu_s=0.5, wall_s=60)),
    c("memory_of_children", "MEMORY_LIMIT"),
    c("shared_by_children", says="3\n"),
    c("flood_of_children", "OUTPUT_LIMIT"),
    c("stubborn_children", "TIMEOUT", limits=_SHORT),
    c("thread_bomb", says="only"),
    # Memory.
    c("memory_bomb", "MEMORY_LIMIT"),
    # Where no group counts memory, large pieces of it are refused.
    c("shared_memory_bomb", "MEMORY_LIMIT", "CRASH"),
    c("stack_bomb", "CRASH", signal="SIGSEGV"),
    c("memory_file_bomb", says="memfd: Function not implemented"),
    c("raise_limits", says="raising RLIMIT_AS: Operation not permitted"),
    c("lock_memory", says="mlock: Operation not permitted"),
    # Memory that no mapping counts, and what files share.
    c("pages_in_pipes", says="vmsplice: Invalid argument"),
    c("splices", says="splice: Invalid argument"),
    c("pages_of_shared_memory", "OK", "MEMORY_LIMIT"),
    c("pages_of_zero", "OK", "MEMORY_LIMIT"),
    c("parts_of_huge_pages", "OK", "MEMORY_LIMIT"),
    c("host_huge_pages", says="MAP_HUGETLB: Operation not permitted"),
    c("socket_buffers", says="SO_SNDBUF: Operation not permitted"),
    c("files_under_way", "OK", "OUTPUT_LIMIT", says="files under way"),
    c("many_timers", says="only"),
    c("many_locks", says="only"),
    c("shared_locks", says="flock: Operation not permitted"),
    # Output and files.
    c("flood", "OUTPUT_LIMIT"),
    c("flood_errors", "OUTPUT_LIMIT"),
    c("endless_line", "OUTPUT_LIMIT"),
    c("many_files", "OK", "OUTPUT_LIMIT", limits=RunLimits(wall_s=20, memory_mb=128, tmp_mb=2)),
    c("big_file", "OUTPUT_LIMIT"),
    c("many_big_files", "OK", "OUTPUT_LIMIT"),
    c("deep_folders", "OK", "OUTPUT_LIMIT"),
    c("many_descriptors", says="only"),
    c("dump_core", "CRASH", signal="SIGABRT"),
    c("leave_state", says="no state", times=3),
    c("leave_shared_state", says="shmget: Operation not permitted", times=2),
    # Time.
    c("sleep_on", "TIMEOUT", limits=_SHORT),
    c("spin", "TIMEOUT", limits=_SHORT),
    c("ignore_signals", "TIMEOUT", limits=_SHORT),
    c("stop_itself", "TIMEOUT", limits=_SHORT),
    c("answer_then_spin", "TIMEOUT", says="3\n", limits=_SHORT),
    c("answer_then_crash", "CRASH", says="3\n", signal="SIGSEGV"),
    c("close_and_linger", "TIMEOUT", limits=_SHORT),
    # What is not its own.
    c("read_paths", words=("{key}", "{other}", "{other}/ConnectFour.py")),
    c("read_through_link", words=("{key}",)),
    c("read_system", says="/etc/shadow: "),
    c("read_processes", says="/proc/self/mountinfo: "),
    c("show_environment", says="PATH="),
    c("show_descriptors", says="2: open"),
    c("write_anywhere", says="/new: "),
    c("write_path", words=("{key}",)),
    # Others.
    c("kill_others", says="tried", words=("{me}",)),
    c("kill_everybody", "OK", "TIMEOUT", limits=_SHORT),
    c("trace", says="tracing the parent: Operation not permitted"),
    c("raise_priority", says="real time: Operation not permitted"),
    c("pin_to_a_core", says="affinity: Operation not permitted"),
    # Networks.
    c("sockets", says="TCP: Operation not permitted"),
    c("letter_by_pair", says="pair of datagrams: Operation not permitted"),
    c("use_pair", says="connecting a pair: Operation not permitted"),
    # The system.
    c("namespaces", says="user namespace: Operation not permitted"),
    c("mounts", says="mount: Operation not permitted"),
    c("become_root", says="setuid: "),
    c("devices", says="mknod of a disk: "),
    c("machinery", says="bpf: Operation not permitted"),
    c("loosen_leash", says="forgetting its keeper: Operation not permitted"),
    c("signal_by_descriptor", says="F_SETOWN: Operation not permitted"),
    c("push_characters", says="TIOCSTI: Operation not permitted", terminal=True),
    c("absent_call", says="Function not implemented"),
    c("old_gate", "CRASH", signal="SIGSYS"),
    c("x32_gate", says="x32: Function not implemented"),
    # C++.
    cpp("vector_bomb", "MEMORY_LIMIT"),
    cpp("throw_out", "CRASH", signal="SIGABRT"),
    cpp("flood", "OUTPUT_LIMIT"),
    cpp("leave_thread", says="3"),
    cpp("run_shell", says="no shell"),
    cpp("walk_system", says="0 folders of the host"),
    cpp("regex_bomb", "CRASH", signal="SIGSEGV"),
    cpp("after_end", "TIMEOUT", limits=_SHORT),
    cpp("exit_codes", "EXIT_STATUS"),
    # Python.
    python("fork_bomb", says="fork: BlockingIOError"),
    python("shell", says="subprocess: "),
    python("thread_bomb", says="only"),
    python("memory_bomb", "MEMORY_LIMIT"),
    python("one_large_piece", "MEMORY_LIMIT"),
    python("recursion", "CRASH", "MEMORY_LIMIT", limits=RunLimits(wall_s=20, memory_mb=64)),
    python("sockets", says="PermissionError"),
    python("our_package", says="inarow: ModuleNotFoundError"),
    python("search_host", says="/etc/shadow: ", words=("{key}", "{other}")),
    python("keep_state", says="alone", times=2),
    python("change_itself", says="box: "),
    python("flood", "OUTPUT_LIMIT"),
    python("close_all", "OK", "CRASH"),
    python("large_number", "CPU_LIMIT", "CRASH", limits=RunLimits(cpu_s=0.3, wall_s=60)),
    python("answer_in_pieces", says="3\n"),
    python("environment", says="'HOME', 'LANG', "),
    python("exec_other", says="exec: "),
    python("raw_terminal", says="TIOCSTI: PermissionError", terminal=True),
    # Java.
    java("heap_bomb", "MEMORY_LIMIT"),
    java("memory_beside_heap", "MEMORY_LIMIT"),
    java("see_processes", says="my parent: "),
    java("unsafe_memory", "CRASH", signal="SIGABRT"),
    java("run_program", says="exec: IOException"),
    java("sockets", says="connect: "),
    java("read_host", says="no secret", words=("{key}",)),
    java("write_host", says="not deleted"),
    java("recursion", "CRASH"),
    java("threads", says="only some threads"),
    java("answer_then_stay", "TIMEOUT", says="3", limits=RunLimits(wall_s=2, memory_mb=1024)),
    java("flood", "OUTPUT_LIMIT"),
    java("hook", "TIMEOUT", limits=RunLimits(wall_s=2, memory_mb=1024)),
    # GNU Octave.
    # The course's own command catches every error, prints it and ends well.
    octave("memory_bomb", says="out of memory"),
    octave("one_large_piece", says="out of memory"),
    octave("shell", says="no shell"),
    octave("read_host", says="read", words=("{key}",)),
    octave("write_host", says="written"),
    octave("network", says="no network"),
    octave("flood", "OUTPUT_LIMIT"),
    octave("spin", "CPU_LIMIT", limits=RunLimits(cpu_s=0.6, wall_s=60, memory_mb=1024)),
    octave("fail", says="a wrong move"),
)
