# For the set-up scripts: messages, and packages that only the system can provide.

say() { printf 'inarow: %s\n' "$*" >&2; }

# need REASON CONDITION PACKAGE...: note Debian packages, unless the condition holds.
missing='' reasons=''
need() {
  reason=$1 condition=$2
  shift 2
  if eval "$condition" >/dev/null 2>&1; then return 0; fi
  missing="$missing $*"
  reasons="$reasons  $*: $reason
"
}

# How to run apt-get: as root, through sudo if it asks for no password, or not at all.
apt_get() {
  if [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"
  else
    sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"
  fi
}

can_install() {
  command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || sudo -n true >/dev/null 2>&1; }
}

# Installs what `need` noted and says so first.
install_missing() {
  say "installing with apt-get:"
  printf '%s' "$reasons" >&2
  apt_get install -y --no-install-recommends $missing >/dev/null 2>&1 ||
    { apt_get update && apt_get install -y --no-install-recommends $missing; } >/dev/null || true
}

refuse_missing() {
  say "missing packages:"
  printf '%s' "$reasons" >&2
  say "install them and try again (on Debian or Ubuntu: sudo apt-get install$missing)"
  exit 1
}
