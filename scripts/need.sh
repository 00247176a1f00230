# For the set-up scripts: say a word, and need what only the system can give.

say() { printf 'inarow: %s\n' "$*" >&2; }

# need CONDITION PACKAGE...: Debian packages where we may install them, otherwise a clear word on
# what to install.
need() {
  condition=$1
  shift
  if eval "$condition" >/dev/null 2>&1; then return 0; fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing $*"
    apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
      { apt-get update && apt-get install -y --no-install-recommends "$@"; } >/dev/null || true
  fi
  if ! eval "$condition" >/dev/null 2>&1; then
    say "missing: $*. Install it (on Debian or Ubuntu: sudo apt-get install $*) and try again."
    exit 1
  fi
}
