# Everything runs in .venv, which `make` builds with any Python 3.11 or newer.
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
READY := .venv/.ready

.PHONY: tournament test test-all lint cover bench clean

tournament: $(READY)
	$(BIN)/holdem-sim tournament easy medium hard --hands 1000000 --seed 42

test: $(READY)
	$(BIN)/python -m pytest -q -n 2 --dist loadscope

test-all: $(READY)
	$(BIN)/python -m pytest -q -n 2 --dist loadscope -m "slow or not slow" -rA --durations=20

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

cover: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run --branch --source=holdem_sim.game,holdem_sim.rng -m pytest -q tests/rules tests/property tests/unit/test_rng.py tests/unit/test_dealing.py tests/histories/test_posts.py tests/histories/test_twin_records.py
	$(BIN)/coverage report -m

# MODE=quick, normal or full: benchmarks/README.md
bench: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	$(BIN)/python -m benchmarks $(MODE)

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or newer found; set PYTHON=/path/to/python" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache
