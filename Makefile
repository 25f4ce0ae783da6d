# Everything a newcomer needs: `make run` plays, `make test` checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MICROPYTHON := tests/firmware/node_modules/.package-lock.json

.PHONY: run test check laws words playthroughs bench clean case case-check case-pictures case-tools

run: $(VENV)/ready
	@$(BIN)/arkside run

# ruff, mypy --strict, import-linter, then pytest on all cores
test: $(VENV)/ready-to-test $(MICROPYTHON) $(VENV)/browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd hw-schematics && ../$(BIN)/mypy --config-file ../pyproject.toml -p case
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n auto --dist loadgroup

# about an hour on two cores: ten thousand random games of every game and every set-up
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

# the printed case: meshes from OpenSCAD, then the check; WIRING=FILE cuts the windows for a device of your own
WIRING ?=
case: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.make $(if $(WIRING),--wiring $(abspath $(WIRING)))
	cd hw-schematics && ../$(BIN)/python -m case.check

# measures the meshes that are there: closed, on the bed, everything fits
case-check: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.check --all

# pictures of the case for README and guide, by POV-Ray
case-pictures: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.scene

# what draws the case; nobody needs it who only prints
case-tools:
	apt-get update -qq && apt-get install -qq -y --no-install-recommends openscad povray povray-includes

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/ready-to-test: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/ready

# MicroPython as WebAssembly, to run the pod's firmware where there is Node
$(MICROPYTHON): tests/firmware/package.json tests/firmware/package-lock.json
	@if command -v npm >/dev/null; then cd tests/firmware && npm ci --silent --no-audit --no-fund; fi
	@mkdir -p $(@D) && touch $@

# a real browser for the page, installed where that is allowed
$(VENV)/browser: $(VENV)/ready-to-test
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium chromium-driver >/dev/null; } || true
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info
