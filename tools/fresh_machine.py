"""Tries this repository on a fresh machine: ``make fresh``.

A new Debian with the packages that README names and no others, a clone of the current commit in
root's home (mode 700), then ``make play`` and ``make test``, or the commands that are given. The
machine is a folder below ``build/fresh`` with namespaces of its own: its mounts and processes end
with it, however it ends. It uses the settings of apt, pip and npm of this machine. Needs root,
debootstrap and about 6 GB of disk.

    build/fresh/*.tar   the installed Debian, made once
    build/fresh/log     the output of the commands

The last lines of the output are a summary. The exit status is 0 if all commands succeed.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FRESH = ROOT / "build" / "fresh"
SUITE = "bookworm"
PACKAGES = ("git", "make", "g++", "python3")
"""What README asks for. Python's headers come with ``make``, which may install them as root."""

COMMANDS = ("make play </dev/null", "make test")
HOME = "/root"
CLONE = f"{HOME}/inarow"

_SETTINGS = (
    "/etc/apt/auth.conf", "/etc/apt/auth.conf.d", "/etc/apt/preferences.d", "/etc/pip.conf",
    "/etc/apt/trusted.gpg", "/etc/apt/trusted.gpg.d", "/etc/apt/keyrings", "/usr/share/keyrings",
    "/etc/npmrc", "/etc/ssl/certs", "/usr/local/share/ca-certificates", "/etc/resolv.conf",
    "/etc/hosts",
)  # fmt: skip
_SETTINGS_OF_USER = (".config/pip", ".pip", ".npmrc")
_VARIABLES = re.compile(r"(PIP|npm_config|NPM_CONFIG)_\w+|\w+_(proxy|PROXY)|\w*CERT\w*|\w*_CA_\w+")
_DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9),
            "tty": (5, 0)}  # fmt: skip
_LINKS = {"ptmx": "pts/ptmx", "fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1",
          "stderr": "fd/2"}  # fmt: skip
_LIBC = ctypes.CDLL(None, use_errno=True)
# Mounts, processes, messages, names.
_NAMESPACES = 0x20000 | 0x20000000 | 0x08000000 | 0x04000000
_PR_SET_PDEATHSIG = 1


class FreshMachineError(Exception):
    """Something that is needed is missing; the message says what."""


class Outcome(NamedTuple):
    """A command, its exit status, its times, what its tests came to, what it left running."""

    command: str
    status: int
    wall_s: float
    cpu_s: float
    tests: str
    left: list[str]

    def __str__(self) -> str:
        times = f"{self.wall_s:.0f} s wall, {self.cpu_s:.0f} s CPU"
        left = f"; left running: {', '.join(self.left)}" if self.left else ""
        tests = f"; {self.tests}" if self.tests else ""
        return f"fresh: {self.command}: exit status {self.status}, {times}{tests}{left}"


def apt_sources(texts: list[str], suite: str) -> list[str]:
    """The sources of a suite and its updates, in the one-line form, from files of either form."""
    found = []
    for text in texts:
        for line in text.splitlines():
            one_line = re.match(r"deb\s+(?:\[[^]]*\]\s+)?\S+\s+(\S+)\s+\S", line)
            if one_line and _is_of(one_line[1], suite):
                found.append(line)
        for block in re.split(r"\n\s*\n", text):
            fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.+)$", block, re.MULTILINE))
            if "deb" not in fields.get("Types", "").split():
                continue
            signed = fields.get("Signed-By", "")
            option = f"[signed-by={signed}] " if signed.startswith("/") else ""
            found += [
                f"deb {option}{address} {name} {fields['Components']}"
                for address in fields.get("URIs", "").split()
                for name in fields.get("Suites", "").split()
                if _is_of(name, suite)
            ]
    return found


def _is_of(name: str, suite: str) -> bool:
    return re.fullmatch(rf"{suite}([-/].*)?", name) is not None


def mirror_of(sources: list[str], suite: str) -> str:
    """The address that Debian itself is installed from: that of the suite without a suffix."""
    for line in sources:
        _, address, name, *_ = re.sub(r"\[[^]]*\]", "", line).split()
        if name == suite:
            return address
    raise FreshMachineError(f"apt on this machine has no source of Debian {suite}")


def local_folders(settings: str) -> list[Path]:
    """Folders of packages that settings of pip name. The pages of an index (``simple``) link to
    files beside their folder."""
    places = [Path(text) for text in re.findall(r"(?:file://|[\s=])(/[^\s'\",]+)", settings)]
    found = {place.parent if place.name == "simple" else place for place in places}
    return sorted(place for place in found if place.is_dir())


def pytest_summary(output: str) -> str:
    """What pytest says at its end."""
    ends = re.findall(
        r"^(?:=+ )?(\d+ (?:passed|failed|errors?|skipped).*) in [\d.]+s\b", output, re.MULTILINE
    )
    return ends[-1] if ends else ""


def run(*words: str | Path) -> None:
    subprocess.run([*map(str, words)], check=True)


def made_debian(sources: list[str]) -> Path:
    """The archive of the installed Debian. Downloads are kept if this is interrupted."""
    archive = FRESH / f"{SUITE}-{'-'.join(PACKAGES)}.tar"
    if archive.is_file():
        return archive
    if shutil.which("debootstrap") is None:
        raise FreshMachineError("debootstrap is missing (apt-get install debootstrap)")
    folder, packages = FRESH / "making", FRESH / "packages"
    remove(folder)
    packages.mkdir(parents=True, exist_ok=True)
    print(f"fresh: installing Debian {SUITE}", flush=True)
    options = ("--variant=minbase", f"--include={','.join(PACKAGES)}", f"--cache-dir={packages}")
    words = ["debootstrap", *options, SUITE, str(folder), mirror_of(sources, SUITE)]
    with (FRESH / "debootstrap.log").open("w") as log:
        if subprocess.run(words, stdout=log, stderr=log, check=False).returncode:
            raise FreshMachineError(f"debootstrap failed; its output is in {log.name}")
    making = archive.with_suffix(".making")
    run("tar", "-C", folder, "--exclude=./var/cache/apt/archives/*", "-cf", making, ".")
    making.rename(archive)
    remove(folder)
    return archive


def remove(folder: Path) -> None:
    """Removes the folder of a machine, in which nothing is mounted any more."""
    places = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
    left = [place for place in places if Path(place).is_relative_to(folder)]
    if left:
        raise FreshMachineError(f"'{left[0]}' is still mounted; unmount it and try again")
    if folder.is_dir():
        shutil.rmtree(folder)


def environment() -> dict[str, str]:
    """Variables that configure pip, npm and certificates, and the usual ones of root."""
    kept = {name: value for name, value in os.environ.items() if _VARIABLES.fullmatch(name)}
    return {
        **kept,
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": HOME,
        "TERM": "dumb",
        "LANG": "C.UTF-8",
    }


def copy_settings(machine: Path, sources: list[str], variables: dict[str, str]) -> None:
    """Settings of apt, pip and npm, and the certificates that they trust."""
    home = Path.home()
    copies = {path: Path(path) for path in _SETTINGS}
    copies |= {f"{HOME}/{name}": home / name for name in _SETTINGS_OF_USER}
    copies |= {text: Path(text) for text in variables.values() if Path(text).is_file()}
    for target, source in copies.items():
        place = machine / target.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, place, dirs_exist_ok=True, ignore_dangling_symlinks=True)
        elif source.is_file():
            place.unlink(missing_ok=True)
            shutil.copy2(source, place)
    (machine / "etc/apt/sources.list").write_text("".join(f"{line}\n" for line in sources))
    policy = machine / "usr/sbin/policy-rc.d"  # no package starts a service
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)


def pip_settings(home: Path, variables: dict[str, str]) -> str:
    files = [Path("/etc/pip.conf"), home / ".config/pip/pip.conf", home / ".pip/pip.conf"]
    texts = [file.read_text() for file in files if file.is_file()]
    texts += [f"{name}={value}" for name, value in variables.items() if name.startswith("PIP_")]
    return "\n".join(texts)


def made_machine() -> tuple[Path, list[Path], dict[str, str]]:
    """The folder of a new machine with a bundle of the current commit, folders of this machine
    that it shows, and its variables."""
    FRESH.mkdir(parents=True, exist_ok=True)
    files = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    sources = apt_sources([file.read_text() for file in files if file.is_file()], SUITE)
    archive = made_debian(sources)
    machine = FRESH / "machine"
    remove(machine)
    machine.mkdir(mode=0o755)
    run("tar", "-C", machine, "-xf", archive)
    variables = environment()
    copy_settings(machine, sources, variables)
    run("git", "-C", ROOT, "bundle", "create", "--quiet", machine / "inarow.bundle", "HEAD")
    return machine, local_folders(pip_settings(Path.home(), variables)), variables


def enter(machine: Path, shared: list[Path]) -> None:
    """Makes the machine's folder the root, with devices, processes and shared memory of its own."""
    run("mount", "--make-rprivate", "/")
    run("mount", "--bind", machine, machine)
    dev = machine / "dev"
    run("mount", "-t", "tmpfs", "-o", "mode=755,size=64k", "dev", dev)
    for name, (major, minor) in _DEVICES.items():
        os.mknod(dev / name, 0o666 | stat.S_IFCHR, os.makedev(major, minor))
        (dev / name).chmod(0o666)
    for name in ("pts", "shm"):
        (dev / name).mkdir()
    for name, target in _LINKS.items():
        (dev / name).symlink_to(target)
    terminals = "newinstance,ptmxmode=0666,mode=620,gid=5"
    run("mount", "-t", "devpts", "-o", terminals, "devpts", dev / "pts")
    run("mount", "-t", "tmpfs", "-o", "mode=1777", "shm", dev / "shm")
    run("mount", "-t", "proc", "proc", machine / "proc")
    run("mount", "--rbind", "/sys", machine / "sys")
    run("mount", "-t", "tmpfs", "-o", "mode=755", "run", machine / "run")
    for folder in shared:
        place = machine / str(folder).lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        run("mount", "--bind", "-o", "ro", folder, place)
    run("pivot_root", machine, machine / "mnt")
    os.chdir("/")
    run("umount", "-l", "/mnt")


def tried(command: str, variables: dict[str, str], log: IO[str]) -> Outcome:
    """Runs a command in the clone, as the first process of the machine, which reaps all others."""
    began_s, used_s = time.monotonic(), _cpu_s()
    process = subprocess.Popen(
        ["/bin/sh", "-c", command],
        cwd=CLONE,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    lines: list[str] = []

    def pass_on() -> None:
        for line in process.stdout or ():
            lines.append(line)
            for stream in (log, sys.stdout):
                stream.write(line)
                stream.flush()

    reader = threading.Thread(target=pass_on)
    reader.start()
    pid = 0
    while pid != process.pid:
        pid, status = os.wait()
    wall_s = time.monotonic() - began_s
    left = [_name_of(entry) for entry in Path("/proc").glob("[0-9]*") if entry.name != "1"]
    if left:
        os.kill(-1, signal.SIGKILL)
    reader.join()
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    code = os.waitstatus_to_exitcode(status)
    return Outcome(command, code, wall_s, _cpu_s() - used_s, pytest_summary("".join(lines)), left)


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _name_of(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "a process that ended"


def inside(
    machine: Path, shared: list[Path], variables: dict[str, str], commands: list[str]
) -> int:
    """The first process of the machine: the clone, then the commands."""
    os.umask(0o022)
    with (FRESH / "log").open("w") as log:
        enter(machine, shared)
        _LIBC.sethostname(b"fresh", 5)
        os.environ.clear()
        os.environ.update(variables)
        Path(HOME).chmod(0o700)
        run("git", "-c", "advice.detachedHead=false", "clone", "--quiet", "/inarow.bundle", CLONE)
        outcomes = []
        for command in commands:
            print(f"fresh: {command}", flush=True)
            outcomes.append(tried(command, variables, log))
        for outcome in outcomes:
            print(outcome, flush=True)
            print(outcome, file=log)
    return int(any(outcome.status for outcome in outcomes))


def in_namespaces(
    machine: Path, shared: list[Path], variables: dict[str, str], commands: list[str]
) -> int:
    """Runs the machine in processes that end with this one; its exit status."""
    outer = os.fork()
    if outer == 0:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if _LIBC.unshare(_NAMESPACES) != 0:
            print(f"fresh: no namespaces: {os.strerror(ctypes.get_errno())}", file=sys.stderr)
            os._exit(2)
        first = os.fork()
        if first == 0:
            _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            status = 2
            try:
                status = inside(machine, shared, variables, commands)
            finally:
                sys.stdout.flush()
                os._exit(status)
        os._exit(os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]) & 0xFF)
    try:
        return os.waitstatus_to_exitcode(os.waitpid(outer, 0)[1])
    except KeyboardInterrupt:
        os.kill(outer, signal.SIGKILL)
        os.waitpid(outer, 0)
        raise


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="default: the two of README")
    parser.add_argument("--keep", action="store_true", help="keep the machine's folder afterwards")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if os.geteuid() != 0:
            raise FreshMachineError("only root can make a machine")
        machine, shared, variables = made_machine()
        try:
            return in_namespaces(machine, shared, variables, args.commands or list(COMMANDS))
        finally:
            if not args.keep:
                remove(machine)
    except FreshMachineError as error:
        print(f"fresh: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "fresh: interrupted; the machine is gone, the installed Debian is kept", file=sys.stderr
        )
        return 130


if __name__ == "__main__":
    sys.exit(main())
