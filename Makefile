# make play   set up everything and open the board in the browser
# make check  lint, types, unit and property tests: a minute and a half, for the edit-and-try loop
# make test   set up everything and run all tests, on all cores
# make test-pythons  the quick tests on Python 3.10 and on the newest Python that is installed
# make fresh  make play and make test on a new Debian, as root: twenty minutes
# make proofs every certificate replayed to its end: ten minutes of CPU time
# make bench  every performance table
# make wheel-check  sdist and wheel, the wheel tried in an environment of its own
# make wasm   compile the engine of the page without a server, after changes of the solver
# make lint   ruff, mypy, clang-format; tsc, prettier and the supported browsers for the page's scripts

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find native src programs -type f -not -name '*.pyc' 2>/dev/null) \
           CMakeLists.txt pyproject.toml
# Long tests are handed from a worker that has many to one that has none. The tests' own bytecode is
# kept whatever the environment says: to make it takes longer than most of them.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --dist worksteal --durations=15
# Tests that start programs wait for them: with two workers more than cores none is idle meanwhile.
MORE_WORKERS := $(shell $(PYTHON) -c 'import os; print(2 + (os.cpu_count() or 1))')
NPM := build/npm/node_modules/.bin
SCRIPTS := 'src/inarow/web/static/**/*.js' --config src/inarow/web/.prettierrc.json tools/check_browsers.mjs

.PHONY: play check test system-packages quick-tests test-pythons python-tests native-tests sanitized-tests fresh proofs wheel-check npm-tools web-tools running-tools cluster-tools wasm bench lint format clean
.DELETE_ON_ERROR:

# With someone at the terminal the board opens in the browser; in a script two levels play a short
# game in the terminal and make ends by itself.
play: $(VENV)/installed
	@if [ -t 0 ]; then exec $(BIN)/inarow web; else exec $(BIN)/inarow play; fi

check: lint quick-tests

quick-tests: $(VENV)/installed
	$(PYTEST) -n auto -m 'not browser and not process and not proof and not long'

# Each Python has an environment of its own below build. A test that fails on one does not stop the
# other.
test-pythons:
	@failed=; for python in $$(scripts/pythons); do \
	  version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "Python $$version ($$python)"; \
	  $(MAKE) --no-print-directory PYTHON=$$python VENV=build/python$$version quick-tests || failed="$$failed $$version"; \
	done; [ -z "$$failed" ] || { echo "failed on Python$$failed" >&2; exit 1; }

python-tests: $(VENV)/installed web-tools running-tools cluster-tools
	$(PYTEST) -n $(MORE_WORKERS)

# Lint and the sanitized C++ tests run beside the others in what these leave of the machine.
test: system-packages $(VENV)/installed web-tools running-tools cluster-tools
	@mkdir -p build
	@nice $(MAKE) --no-print-directory lint sanitized-tests >build/beside.log 2>&1 & beside=$$!; \
	trap 'kill $$beside 2>/dev/null; exit 130' INT TERM; \
	$(PYTEST) -n $(MORE_WORKERS); tests=$$?; \
	wait $$beside; beside=$$?; \
	tail -n $$([ $$beside -eq 0 ] && echo 6 || echo 60) build/beside.log; \
	[ $$tests -eq 0 ] && [ $$beside -eq 0 ]

# All packages of the system that the tests need, listed before any is installed.
system-packages:
	@scripts/setup-system $(PYTHON) build lint web running

# What the lint of the page's scripts needs.
npm-tools:
	PYTHON=$(PYTHON) scripts/setup-npm

# What the browser tests of the page need beyond the Python packages.
web-tools:
	PYTHON=$(PYTHON) scripts/setup-web

# What the tests of running programs need: other languages.
running-tools:
	scripts/setup-system $(PYTHON) running

# What the tests of clusters need: 90 MB, without which these tests are skipped.
cluster-tools: $(VENV)/installed
	@$(BIN)/python -c 'import ray, grpc' 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check \
	  $$(sed -n 's/^ray = \[\(.*\)\]/\1/p' pyproject.toml | tr -d '",' | sed 's/<3//') || \
	  echo 'inarow: ray cannot be installed here; the tests of clusters will be skipped' >&2

# The first two commands of README in a clone in root's home, on a machine with nothing else.
fresh:
	$(PYTHON) tools/fresh_machine.py

# What the tests only take samples of. The checksums say which files passed.
proofs: $(VENV)/installed
	set -e; for file in proofs/maxconnect4-*; do $(BIN)/inarow prove --check $$file; done
	$(BIN)/inarow dev strategy check proofs/maxconnect4-7x6 proofs/maxconnect4-7x6-after-1
	cd proofs && sha256sum --check --quiet SHA256SUMS

# The engine of the page that needs no server; what it is made into lies in the repository.
wasm:
	scripts/setup-system $(PYTHON) wasm
	$(PYTHON) tools/build_wasm.py

# With the peer that two of the tables compare with, if it can be had.
bench: $(VENV)/installed
	@$(BIN)/pip install --quiet --disable-pip-version-check "$$(sed -n 's/^bench = \["\(.*\)"\]/\1/p' pyproject.toml)" || \
	  echo 'inarow: the peer cannot be installed here; the tables that compare with it will be left out' >&2
	$(BIN)/python -m benchmarks

lint: $(VENV)/installed npm-tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	files=$$(scripts/cpp-files) && $(BIN)/clang-format --dry-run --Werror $$files
	$(NPM)/tsc -p src/inarow/web/tsconfig.json
	$(NPM)/prettier --check --log-level warn $(SCRIPTS)
	node tools/check_browsers.mjs src/inarow/web src/inarow/pages

format: $(VENV)/tools
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	files=$$(scripts/cpp-files) && $(BIN)/clang-format -i $$files
	! [ -x $(NPM)/prettier ] || $(NPM)/prettier --write $(SCRIPTS)

# The C++ unit tests with what the module was built from, for the edit-and-try loop.
native-tests: $(VENV)/installed
	module=$$(dirname $$(ls -t build/cp*/CMakeCache.txt | head -n 1)) && \
	$(BIN)/cmake --build $$module --target inarow_tests && $$module/inarow_tests --minimal

# The same under the address and undefined-behaviour sanitizers.
sanitized-tests: $(VENV)/tools
	$(BIN)/cmake -G Ninja -S . -B build/sanitized -DINAROW_TESTS=ON -DINAROW_SANITIZE=ON \
	  -DCMAKE_BUILD_TYPE=None -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja
	$(BIN)/cmake --build build/sanitized --target inarow_tests
	build/sanitized/inarow_tests --minimal

# The wheel is built from the source distribution, as an installer would, with what it needs.
wheel-check: $(VENV)/tools
	rm -rf build/dist build/tried
	$(BIN)/python -m build --no-isolation --outdir build/dist .
	$(BIN)/python -m venv build/tried
	build/tried/bin/pip install --quiet --disable-pip-version-check build/dist/*.whl
	build/tried/bin/python tools/try_wheel.py

# The tools come from PyPI, the compiler and Python's headers from the system.
$(VENV)/tools: pyproject.toml scripts/setup scripts/setup-system scripts/need.sh
	scripts/setup $(PYTHON) $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/tools $(SOURCES)
	$(BIN)/pip install --quiet --no-build-isolation --no-deps .
	@touch $@

clean:
	rm -rf build $(VENV)
