# make play   set up everything and open the board in the browser
# make test   set up everything and run all tests
# make bench  the performance tables
# make lint   ruff, mypy, clang-format

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find native src programs -type f -not -name '*.pyc' 2>/dev/null) \
           CMakeLists.txt pyproject.toml
CMAKE_TESTS := -G Ninja -S . -DINAROW_TESTS=ON -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja

.PHONY: play test web-tools bench lint format native-tests clean
.DELETE_ON_ERROR:

# With someone at the terminal the board opens in the browser; in a script two levels play a short
# game in the terminal and make ends by itself.
play: $(VENV)/installed
	@if [ -t 0 ]; then exec $(BIN)/inarow web; else exec $(BIN)/inarow play; fi

test: $(VENV)/installed web-tools lint native-tests
	$(BIN)/python -m pytest

# What the browser tests of the page need beyond the Python packages.
web-tools:
	scripts/setup-web

bench: $(VENV)/installed
	$(BIN)/python -m benchmarks

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(git ls-files 'native/*.hpp' 'native/*.cpp' 'native/*.inl' | grep -v third_party)

format: $(VENV)/tools
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find native -name '*.[hc]pp' -o -name '*.inl' | grep -v third_party)

# The C++ unit tests, plain and under the address and undefined-behaviour sanitizers.
native-tests: $(VENV)/tools
	$(BIN)/cmake $(CMAKE_TESTS) -B build/tests && $(BIN)/cmake --build build/tests
	build/tests/inarow_tests --minimal
	$(BIN)/cmake $(CMAKE_TESTS) -B build/sanitized -DINAROW_SANITIZE=ON -DCMAKE_BUILD_TYPE=None
	$(BIN)/cmake --build build/sanitized
	build/sanitized/inarow_tests --minimal

# The tools come from PyPI, the compiler and Python's headers from the system.
$(VENV)/tools: pyproject.toml scripts/setup
	scripts/setup $(PYTHON) $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/tools $(SOURCES)
	$(BIN)/pip install --quiet --no-build-isolation --no-deps .
	@touch $@

clean:
	rm -rf build $(VENV)
