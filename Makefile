# Everything a newcomer needs: `make run` plays, `make test` checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MICROPYTHON := tests/firmware/node_modules/.package-lock.json
AXE := tests/phone/node_modules/.package-lock.json

.PHONY: run test check laws words playthroughs strengths contact-sheet film bench kernel drawings drawing-tools board case case-check case-pictures case-tools \
	deb deb-lock deploy-test arm64-test image clean

run: $(VENV)/ready
	@$(BIN)/arkside run

# ruff, mypy --strict, import-linter, then pytest on all cores
test: $(VENV)/ready-to-test $(MICROPYTHON) $(AXE) $(VENV)/browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
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

# many minutes: that thinking beats the games' own bots and those beat chance; GAME=noah for one game
strengths: $(VENV)/ready-to-test
	$(BIN)/python -m tests.lab.strengths $(GAME)

# every view of every game in every language on one picture, to look at: build/contact-sheet.png
contact-sheet: $(VENV)/ready-to-test
	$(BIN)/python -m tests.contact_sheet

# the film of the README, from hw-schematics/film.txt: look at it before you commit it
film: $(VENV)/ready-to-test
	$(BIN)/python hw-schematics/film.py

bench: $(VENV)/ready
	$(BIN)/arkside bench

# a few minutes, as root on Debian 12: the drivers on a real kernel in QEMU; see tests/kernel/README.md
kernel: $(VENV)/ready-to-test build/lgpio
	tests/kernel/kernel.sh $(BIN)/python

# beside libgpiod for comparison, and out of the way of every other test
build/lgpio: constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt --upgrade --target $@ lgpio
	@touch $@

# everything in hw-schematics that comes from the wiring; WIRING=file draws your own device into hw-schematics/own
drawings: $(VENV)/ready
	cd hw-schematics && $(abspath $(BIN))/python -m drawings $(if $(WIRING),--wiring $(abspath $(WIRING)))

# what a board house wants: Gerbers, drills, placement
board: $(VENV)/ready
	cd hw-schematics && $(abspath $(BIN))/python -m drawings --gerbers $(if $(WIRING),--wiring $(abspath $(WIRING)))

# KiCad 9 in a folder of its own (1.1 GB, needs root on Debian) unless one is installed, WireViz, Graphviz
drawing-tools: $(VENV)/ready
	@deploy/needs.sh 'make drawing-tools' graphviz mmdebstrap
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[drawings]'
	@kicad-cli version 2>/dev/null | grep -q '^9' || [ -x .tools/kicad/usr/bin/kicad-cli ] || hw-schematics/drawings/kicad.sh .tools/kicad

# the printed case: meshes from OpenSCAD, then the check; WIRING=file makes your own into hw-schematics/own
case: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.make $(if $(WIRING),--wiring $(abspath $(WIRING)))
	cd hw-schematics && ../$(BIN)/python -m case.check $(if $(WIRING),--wiring $(abspath $(WIRING)))

# measures the meshes that are there: closed, on the bed, everything fits
case-check: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.check --all

# pictures of the case for README and guide, by POV-Ray
case-pictures: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.scene

# what draws the case; nobody needs it who only prints
case-tools:
	@deploy/needs.sh 'make case-tools' openscad povray povray-includes

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/ready-to-test: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/ready

# MicroPython as WebAssembly, to run the pod's firmware where there is Node; axe-core, to look at the page for phones
$(MICROPYTHON) $(AXE): tests/%/node_modules/.package-lock.json: tests/%/package.json tests/%/package-lock.json
	@if command -v npm >/dev/null; then cd tests/$* && npm ci --silent --no-audit --no-fund; fi
	@mkdir -p $(@D) && touch $@

# a real browser for the page, installed where that is allowed
$(VENV)/browser: $(VENV)/ready-to-test
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium chromium-driver >/dev/null; } || true
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info

# the Debian package, for a Pi with ARCH=arm64; the same bytes from the same commit
ARCH ?= $(shell dpkg --print-architecture)
deb: $(VENV)/bin/python
	@$(BIN)/python deploy/package.py --arch $(ARCH)

# choose the libraries of the package anew from constraints.txt, with their hashes
deb-lock: $(VENV)/bin/python
	@$(BIN)/python deploy/package.py --lock

# proof of the package in fresh Debian roots with a real systemd; about a quarter of an hour, needs root on Debian
deploy-test: $(VENV)/ready-to-test
	@deploy/needs.sh --root 'make deploy-test' mmdebstrap systemd-container lintian shellcheck mtools dosfstools
	$(BIN)/pytest -p no:cacheprovider tests/deploy deploy/proof --ignore deploy/proof/test_arm64.py

# the package and the tests of the device on arm64, emulated; half an hour, needs root on Debian
arm64-test: $(VENV)/ready-to-test
	@deploy/needs.sh --root 'make arm64-test' mmdebstrap qemu-user-static binfmt-support arch-test
	$(BIN)/pytest -p no:cacheprovider deploy/proof/test_arm64.py

# a card image that needs no keyboard, from Raspberry Pi OS Lite (FROM=…img or .img.xz) and the package for arm64
image: $(VENV)/bin/python
	@deploy/needs.sh 'make image' mtools
	@$(BIN)/python deploy/image.py "$(FROM)" $(if $(WIFI),--wifi "$(WIFI)")
