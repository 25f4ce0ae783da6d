# Everything a newcomer needs: `make run` plays, `make test` checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test check laws words playthroughs bench clean

run: $(VENV)/ready
	@$(BIN)/arkside play noah

# ruff, mypy --strict, import-linter, then pytest on all cores
test: $(VENV)/ready-to-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n auto --dist loadgroup

# minutes: ten thousand random games of every game and every set-up
laws: $(VENV)/ready-to-test
	$(BIN)/pytest -n auto --games 10000 -m laws

# collect the texts to translate and compile the catalogs
words: $(VENV)/ready-to-test
	$(BIN)/python tests/catalogs.py

# write the golden playthroughs anew; read the difference before you commit it
playthroughs: $(VENV)/ready-to-test
	$(BIN)/pytest -n auto --regenerate -m golden

bench: $(VENV)/ready
	$(BIN)/arkside bench

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/ready-to-test: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/ready

clean:
	rm -rf $(VENV) build *.egg-info
