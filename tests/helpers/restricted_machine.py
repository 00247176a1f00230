"""Runs a command as Docker's default settings would have it, or in a plain chroot. Needs root.

    python restricted_machine.py [--chroot] [--no-landlock] [--no-capabilities] COMMAND...

In a mount namespace of its own it makes control groups read-only, allows 8 pseudo-terminals and
64 MB of shared memory, and closes (mode 700) the folder that holds this checkout. Then it drops
CAP_SYS_ADMIN and what else Docker drops, and installs a filter: `unshare`, `setns`, `mount`,
`pivot_root` and their relatives fail with EPERM, `clone` with flags for namespaces too, `clone3`
with ENOSYS. With --no-landlock the calls of Landlock are refused as well.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import signal
import struct
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]

_LIBC = ctypes.CDLL(None, use_errno=True)
_CLONE_NEWNS = 0x20000
_MS_RDONLY, _MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 32, 4096, 16384, 1 << 18
_MNT_DETACH = 2
_PR_CAPBSET_DROP, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 24, 22, 2
_EPERM, _ENOSYS = 1, 38
# CAP_CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE, NET_RAW,
# SYS_CHROOT, MKNOD, AUDIT_WRITE, SETFCAP.
_DOCKER_CAPABILITIES = {0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31}
_CAPABILITIES = 64

# Numbers on x86-64 and on AArch64.
_REFUSED = {
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "bpf": (321, 280), "perf_event_open": (298, 241),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "open_by_handle_at": (304, 265),
    "swapon": (167, 224), "reboot": (169, 142), "init_module": (175, 105),
    "finit_module": (313, 273), "kexec_load": (246, 104), "acct": (163, 89), "quotactl": (179, 60),
}  # fmt: skip
_LANDLOCK = (444, 445, 446)
_CLONE, _CLONE3 = (56, 220), 435
_NAMESPACE_FLAGS = 0x7E020000
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_LOAD, _JUMP_EQUAL, _AND, _RETURN = 0x20, 0x15, 0x54, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16


def refusal() -> str:
    """Why such a machine cannot be made here; empty if it can."""
    if platform.machine() not in _ARCHITECTURES or sys.platform != "linux":
        return f"there is no filter for {platform.machine()}"
    if os.geteuid() != 0:
        return "only root can make a machine with fewer rights"
    child = os.fork()
    if child == 0:
        kept = ctypes.c_ulong(_MS_REC | _MS_PRIVATE)
        refused = _LIBC.unshare(_CLONE_NEWNS) or _LIBC.mount(b"none", b"/", None, kept, None)
        os._exit(1 if refused else 0)
    return "mount namespaces are refused here" if os.waitpid(child, 0)[1] else ""


def _checked(result: int, what: str) -> None:
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def _mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    words = [text.encode() or None for text in (source, target, kind)]
    done = _LIBC.mount(*words, ctypes.c_ulong(flags), options.encode() or None)
    _checked(done, f"mounting {target}")


def _mount_points(*kinds: str) -> list[str]:
    lines = Path("/proc/self/mounts").read_text().splitlines()
    fields = [line.split() for line in lines]
    return [where for _, where, kind, *_ in fields if kind in kinds]


def _restrict_mounts() -> None:
    _checked(_LIBC.unshare(_CLONE_NEWNS), "making a mount namespace")
    _mount("none", "/", flags=_MS_REC | _MS_PRIVATE)
    for place in _mount_points("cgroup", "cgroup2"):
        _mount("none", place, flags=_MS_REMOUNT | _MS_BIND | _MS_RDONLY)
    _mount("devpts", "/dev/pts", "devpts", options="newinstance,ptmxmode=0666,mode=0620,max=8")
    _mount("/dev/pts/ptmx", "/dev/ptmx", flags=_MS_BIND)
    _mount("shm", "/dev/shm", "tmpfs", options="size=64m,mode=1777")
    _close_parent_of(CHECKOUT)


def _close_parent_of(folder: Path) -> None:
    """Only the owner can enter the folder above, as is usual for root's home."""
    kept = os.open(folder, os.O_PATH)
    with tempfile.TemporaryDirectory() as aside:
        _mount(f"/proc/self/fd/{kept}", aside, flags=_MS_BIND | _MS_REC)
        _mount("closed", str(folder.parent), "tmpfs", options="mode=0700,size=1m")
        folder.mkdir()
        _mount(aside, str(folder), flags=_MS_BIND | _MS_REC)
        _checked(_LIBC.umount2(aside.encode(), _MNT_DETACH), "unmounting")
    os.close(kept)


def _change_root() -> None:
    """Into a folder that is no mount point itself and shows all there is."""
    root = Path(tempfile.mkdtemp(prefix="inarow-chroot-"))
    _mount("root", str(root), "tmpfs", options="mode=0755,size=1m")
    root /= "root"
    root.mkdir(mode=0o755)
    for path in sorted(Path("/").iterdir()):
        place = root / path.name
        if path.is_symlink():
            place.symlink_to(path.readlink())
        elif path.is_dir():
            place.mkdir()
            _mount(str(path), str(place), flags=_MS_BIND | _MS_REC)
    folder = Path.cwd()
    os.chroot(root)
    os.chdir(folder)


def _drop_capabilities(kept: Iterable[int]) -> None:
    for capability in set(range(_CAPABILITIES)) - set(kept):
        _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # those that the kernel lacks fail


def _filter_program(landlock: bool) -> bytes:
    which, architecture = _ARCHITECTURES[platform.machine()]
    refused = [numbers[which] for numbers in _REFUSED.values()]
    refused += () if landlock else _LANDLOCK
    steps: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_JUMP_EQUAL, 0, 1, _CLONE3),
        (_RETURN, 0, 0, _ERROR | _ENOSYS),
    ]
    for number in refused:
        steps += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | _EPERM)]
    steps += [
        (_JUMP_EQUAL, 1, 0, _CLONE[which]),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        (_AND, 0, 0, _NAMESPACE_FLAGS),
        (_JUMP_EQUAL, 1, 0, 0),
        (_RETURN, 0, 0, _ERROR | _EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _install_filter(code: bytes) -> None:
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    done = _LIBC.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0)
    _checked(done, "installing the filter")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--chroot", action="store_true", help="in a plain chroot, with all rights")
    parser.add_argument("--no-landlock", action="store_true")
    parser.add_argument("--no-capabilities", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    _restrict_mounts()
    if args.chroot:
        _change_root()
    else:
        code = _filter_program(not args.no_landlock)
        _install_filter(code)
        _drop_capabilities(() if args.no_capabilities else _DOCKER_CAPABILITIES)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execvp(args.command[0], args.command)


if __name__ == "__main__":
    main()
