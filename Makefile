# Everything a newcomer needs: `make run` plays, `make test` checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MICROPYTHON := tests/firmware/node_modules/.package-lock.json
AXE := tests/phone/node_modules/.package-lock.json

# tests start Python hundreds of times: what is compiled once need not be compiled by each
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test ready-for-all-tests types rewritten-tests check long laws power-cuts kills cli-calls words playthroughs strengths calibration contact-sheet screenshots film coverage test-313 fuzz soak mutants trust audit bench docs docs-pictures compiled compiled-test peers kernel pi drawings drawing-tools board eeprom case case-check case-pictures case-step case-tools \
	deb key sign lock deb-lock deploy-test arm64-test image release apt-repository clean

run: $(VENV)/ready
	@$(BIN)/arkside run

# one more than there are cores: tests wait for browsers, services and real time
WORKERS ?= $(shell expr $$(nproc) + 1)

# random games of each set-up in tests of laws; `make laws` plays ten thousand
GAMES ?= 10

# seconds after which a test that hangs fails and says where; the longest takes one minute
TIMEOUT ?= 300

# one that hangs on after that takes its worker down, and all its threads are printed
HANGS = --timeout $(TIMEOUT) -o faulthandler_timeout=$(shell expr $(TIMEOUT) + 120) -o faulthandler_exit_on_timeout=true

# ruff, mypy --strict, import-linter, then pytest on all cores without what `make long` repeats, measured: 98 % of all lines and branches, 90 % of every package, or it names the files
test:
	@$(MAKE) --no-print-directory -j 4 ready-for-all-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory -j 2 types rewritten-tests
	$(BIN)/lint-imports --no-cache
	@rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest -n $(WORKERS) -rs -m 'not long' --games $(GAMES) $(HANGS)
	@$(BIN)/coverage combine --quiet && $(BIN)/python -m tests.trust.covered

# on a new machine Debian's packages and npm's come while pip works
ready-for-all-tests: $(VENV)/ready-to-test $(MICROPYTHON) $(AXE) $(VENV)/browser $(VENV)/test-tools

types:
	$(BIN)/mypy

# pytest rewrites the assertions of each module of tests before the first import, and keeps the result: in a fresh clone that takes a quarter
# of a minute, which each worker would spend anew; here it is done once, while mypy keeps only one core busy. What is wrong, the tests will say
rewritten-tests:
	@[ -d tests/__pycache__ ] || $(BIN)/pytest --collect-only -qq -m 'not long' >/dev/null 2>&1 || true

# some twenty minutes: the whole truth about coverage, and the choice of tests that suffice for `make test` (tests/followed.txt)
coverage: $(VENV)/ready-to-test $(MICROPYTHON) $(AXE) $(VENV)/browser
	@rm -rf build/coverage && mkdir -p build/coverage
	FOLLOW_EVERY_TEST=$(abspath build/coverage) $(BIN)/coverage run -m pytest -n auto --games 10 -m 'not long' $(HANGS)
	@$(BIN)/coverage combine --quiet && $(BIN)/python -m tests.trust.followed && $(BIN)/python -m tests.trust.covered

# the same tests on the Python of current Raspberry Pi OS, in a Debian trixie of its own (1.6 GB in build/trixie): some twenty minutes on two
# busy cores, and two more the first time; needs root on Debian; TRY='.venv/bin/pytest tests/core' runs that there instead
test-313:
	@deploy/needs.sh --root 'make test-313' mmdebstrap systemd-container
	tests/trixie.sh $(TRY)

# minutes: what `make test` tries with a few seeds, players or parts, tried with all the others
long: $(VENV)/ready-to-test $(MICROPYTHON) $(AXE) $(VENV)/browser
	$(BIN)/pytest -n auto -rs -m long

# about an hour on two cores: ten thousand random games of every game and every set-up
laws: $(VENV)/ready-to-test
	$(BIN)/pytest -n auto --games 10000 -m laws

# minutes: the power fails at every write of a whole match of each game, in four ways
power-cuts: $(VENV)/ready-to-test
	$(BIN)/python -m tests.trust.power_cuts --all

# some minutes: two hundred times kill -9 for the service while somebody plays
kills: $(VENV)/ready-to-test
	$(BIN)/python -m tests.trust.kills --all

# minutes: more than a thousand clumsy and hostile calls of the command line
cli-calls: $(VENV)/ready-to-test
	$(BIN)/python -m tests.trust.cli_calls --all

# collect the texts to translate and compile the catalogs
words: $(VENV)/ready-to-test
	$(BIN)/arkside words companion

# write the golden playthroughs anew; read the difference before you commit it
playthroughs: $(VENV)/ready-to-test
	$(BIN)/pytest -n auto --regenerate -m golden

# about an hour of one core: that Hard beats Medium beats Easy beats chance; GAME=noah for one game
strengths: $(VENV)/ready-to-test
	$(BIN)/python -m tests.lab.strengths $(GAME)

# about a quarter of an hour of one core: that positions given 70 % are won about 70 % of the time; a JSON line a game, GAME=noah for one
calibration: $(VENV)/ready-to-test
	$(BIN)/python -m tests.lab.calibration $(GAME)

# every view of every game in every language on sheets to look at: build/contact-sheet; GLASS=2.42 for larger screens
contact-sheet: $(VENV)/ready-to-test
	$(BIN)/python -m tests.contact_sheet $(GLASS)

# a quarter of an hour: every view of the page at all sizes, light and dark, in every language: build/screenshots/index.html, with all defects that
# were found; PART='noah race' for some of them, SCREENS=phone,tv, SCHEMES=dark and LANGUAGES=fr for less
screenshots: $(VENV)/ready-to-test $(AXE) $(VENV)/browser $(VENV)/emoji
	$(BIN)/python -m tests.screenshots $(PART) $(if $(SCREENS),--screens $(SCREENS)) $(if $(SCHEMES),--schemes $(SCHEMES)) $(if $(LANGUAGES),--languages $(LANGUAGES))

# the film of the README, from hw-schematics/film.txt: look at it before you commit it
film: $(VENV)/ready-to-test
	$(BIN)/python hw-schematics/film.py

# about five minutes: a million hostile inputs at every border, then the machines with other thoughts than usual
fuzz: $(VENV)/ready-to-test
	$(BIN)/python -m tests.trust.fuzz
	TRUST_EXAMPLES=200 $(BIN)/pytest -p no:cacheprovider tests/trust/test_machines.py

# about five minutes: 24 hours of play in virtual time, with faults; nothing may grow
soak: $(VENV)/ready-to-test
	$(BIN)/python -m tests.trust.soak

# half an hour and more on two cores: small mistakes, and whether the tests notice; EACH=3 for fewer, ONLY=link for one group
mutants: $(VENV)/ready-to-test
	$(BIN)/python -m tests.trust.mutants $(if $(EACH),--each $(EACH)) $(if $(ONLY),--only "$(ONLY)")

# all figures of docs/trust.md, measured and written there; more than an hour, PART=fuzz for one of them
trust: $(VENV)/ready-to-test
	@$(if $(filter-out audit,$(PART)),,$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[audit]' || true)
	$(BIN)/python -m tests.trust.trust $(PART)

# known vulnerabilities of what we ship, where the network allows, and what every library is for
audit: $(VENV)/ready-to-test
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[audit]' || true
	@$(BIN)/python -m tests.trust.audit

bench: $(VENV)/ready
	$(BIN)/python -m tests.bench.games

# a few minutes: a wheel with the rules compiled, unpacked into build/compiled: PYTHONPATH=build/compiled .venv/bin/arkside bench sim
compiled: $(VENV)/ready-to-test
	rm -rf build/lib* build/compiled build/wheel
	ARKSIDE_COMPILE=1 $(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	$(BIN)/python -m zipfile -e build/wheel/arkside-*.whl build/compiled
	PYTHONPATH=build/compiled $(BIN)/arkside --version

# some minutes more: the same tests over it, and that it plays the same seeds alike
compiled-test: compiled
	cp -r tests docs pyproject.toml build/compiled
	cd build/compiled && PYTHONPATH=. $(abspath $(BIN))/pytest -n auto -p no:cacheprovider tests/compiled tests/games tests/core tests/lab

# a few minutes: our speed beside OpenSpiel's and catanatron's, installed into an environment of its own
peers: $(VENV)/ready-to-test
	$(BIN)/python -m tests.bench.peers

# a few minutes, as root on Debian 12: the drivers on a real kernel in QEMU; see tests/kernel/README.md
kernel: $(VENV)/ready-to-test build/lgpio
	tests/kernel/kernel.sh $(BIN)/python

# minutes, as root on Debian: our arm64 package on an emulated Pi 3 B with Debian's kernel; see tests/pi/README.md
pi: $(VENV)/ready-to-test
	@deploy/needs.sh --root 'make pi' mmdebstrap device-tree-compiler cpio kmod
	@rm -rf build/pi/package && $(BIN)/python deploy/package.py --arch arm64 --into build/pi/package $(if $(COMPILED),--compiled)
	tests/pi/pi.sh $(BIN)/python build/pi/package/*_arm64.deb

# beside libgpiod for comparison, and out of the way of every other test
build/lgpio: constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt --upgrade --target $@ lgpio
	@touch $@

# everything in hw-schematics that comes from the wiring; WIRING=file draws your own device into hw-schematics/own
drawings: $(VENV)/ready
	cd hw-schematics && $(abspath $(BIN))/python -m drawings $(if $(WIRING),--wiring $(abspath $(WIRING)))

# what a board house wants: Gerbers and drills, and for people a page to solder by and a STEP model
board: $(VENV)/ready
	cd hw-schematics && $(abspath $(BIN))/python -m drawings --gerbers $(if $(WIRING),--wiring $(abspath $(WIRING)))

# what the identity chip of the carrier board holds, as build/arkside.eep: BUILD=race for another build, every board a new identity
BUILD ?= table
eeprom: $(VENV)/ready
	@cd hw-schematics && ../$(BIN)/python -m drawings.eeprom ../build/arkside.eep --build $(BUILD)

# KiCad 9 in a folder of its own (1.1 GB, needs root on Debian) unless one is installed, WireViz, Graphviz
drawing-tools: $(VENV)/ready
	@deploy/needs.sh 'make drawing-tools' graphviz mmdebstrap
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[drawings]'
	@# without what it wants for its window: it is only asked to write a page
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps InteractiveHtmlBom
	@kicad-cli version 2>/dev/null | grep -q '^9' || [ -x .tools/kicad/usr/bin/kicad-cli ] || hw-schematics/drawings/kicad.sh .tools/kicad
	@[ ! -d .tools/kicad ] || [ -d .tools/kicad/usr/share/kicad/3dmodels ] || { (cd hw-schematics && ../$(BIN)/python -m drawings --models) >.tools/models.txt \
		&& hw-schematics/drawings/models.sh .tools/kicad .tools/models.txt; }

# the printed case: meshes from OpenSCAD, plates in colour, then the check; WIRING=file makes your own into hw-schematics/own
case: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.make $(if $(WIRING),--wiring $(abspath $(WIRING)))
	cd hw-schematics && ../$(BIN)/python -m case.plates $(if $(WIRING),--wiring $(abspath $(WIRING)))
	cd hw-schematics && ../$(BIN)/python -m case.check $(if $(WIRING),--wiring $(abspath $(WIRING)))

# measures the meshes that are there: closed, on the bed, everything fits
case-check: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.check --all

# pictures of the case for README and guide, by POV-Ray
case-pictures: $(VENV)/ready-to-test
	cd hw-schematics && ../$(BIN)/python -m case.scene

# the case as STEP for CAD programs, into build/case-step; installs Open CASCADE (70 MB) the first time
case-step: $(VENV)/ready-to-test
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[step]'
	cd hw-schematics && ../$(BIN)/python -m case.step

# what draws the case; nobody needs it who only prints
case-tools:
	@deploy/needs.sh 'make case-tools' openscad povray povray-includes

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# every library is checked against its hashes in a lock file; a computer that the lock does not cover (deploy/lock.py), and HASHES=no,
# installs the same versions unchecked
# most of their modules are never imported, so each is compiled when it is, and none by pip: that would be two thirds of its work
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
install = if [ "$(HASHES)" != no ] && $(BIN)/python -m deploy.lock --covers; \
	then $(PIP_INSTALL) --require-hashes --no-deps -r $(1) && $(PIP_INSTALL) --no-deps --no-build-isolation -e .; \
	else $(PIP_INSTALL) -c constraints.txt -e '.$(2)'; fi

$(VENV)/ready: $(VENV)/bin/python pyproject.toml constraints.txt requirements.txt
	@$(call install,requirements.txt)
	@touch $@

$(VENV)/ready-to-test: $(VENV)/bin/python pyproject.toml constraints.txt requirements-dev.txt
	@$(call install,requirements-dev.txt,[dev])
	@touch $@ $(VENV)/ready

# choose the hashes of requirements.txt and requirements-dev.txt anew after a change of constraints.txt; needs the network
lock: $(VENV)/bin/python
	@$(BIN)/python -m deploy.lock

# MicroPython as WebAssembly, to run the pod's firmware where there is Node; axe-core, to look at the page for phones
$(MICROPYTHON) $(AXE): tests/%/node_modules/.package-lock.json: tests/%/package.json tests/%/package-lock.json
	@if command -v npm >/dev/null; then cd tests/$* && npm ci --silent --no-audit --no-fund; fi
	@mkdir -p $(@D) && touch $@

# a real browser for the page, installed where that is allowed
$(VENV)/browser: | $(VENV)/bin/python
	@command -v chromium-headless-shell >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
		&& { apt-get install -qq -y --no-install-recommends chromium-headless-shell || command -v chromium \
		|| apt-get install -qq -y --no-install-recommends chromium; } >/dev/null; } || true
	@touch $@

# emoji in colour, so that pictures look as they do on phones, installed where that is allowed; without them the page shows words instead
$(VENV)/emoji: $(VENV)/bin/python
	@[ "$$(id -u)" != 0 ] || deploy/needs.sh 'make screenshots' fonts-noto-color-emoji >/dev/null 2>&1 || true
	@touch $@

# small tools that tests of packages and card images need, installed where that is allowed; without them these tests are skipped
$(VENV)/test-tools: $(VENV)/browser | $(VENV)/bin/python  # one after the other: apt works for one at a time
	@[ "$$(id -u)" != 0 ] || deploy/needs.sh 'make test' dosfstools minisign mtools shellcheck >/dev/null 2>&1 || true
	@touch $@

# the documentation site in build/site, in both languages: strict, offline, every link and anchor checked
docs: $(VENV)/ready-for-docs
	@rm -rf build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet -f mkdocs.yml
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet -f mkdocs.fr.yml
	@$(BIN)/python docs/site/check_links.py build/site
	@echo "Open build/site/index.html"

# the pictures of the documentation, from a real box and real phones: needs Chromium; look at them before you commit them
docs-pictures: $(VENV)/ready-to-test $(VENV)/browser $(VENV)/emoji
	PYTHONPATH=hw-schematics $(BIN)/python -m tests.site_pictures $(GAME)

$(VENV)/ready-for-docs: $(VENV)/ready
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info

# the Debian package, for a Pi with ARCH=arm64; the same bytes from the same commit; COMPILED=yes compiles the rules as well, some ten
# minutes, for which the cross compiler must be there
ARCH ?= $(shell dpkg --print-architecture)
deb: $(VENV)/$(if $(COMPILED),ready-to-test,bin/python)
	@$(BIN)/python deploy/package.py --arch $(ARCH) $(if $(COMPILED),--compiled)

# a key for signing your own packages, once; the public half goes into every package you build from then on
SECRET_KEY ?= $(HOME)/.minisign/arkside.key
key:
	@deploy/needs.sh 'make key' minisign
	@mkdir -p $(dir $(SECRET_KEY))
	@minisign -G -p deploy/keys/release.pub -s $(SECRET_KEY)

# sign the packages in build/deb that have no signature yet, for sticks
sign:
	@deploy/needs.sh 'make sign' minisign
	@SECRET_KEY=$(SECRET_KEY) deploy/sign.sh build/deb/*.deb

# everything that is published, built twice and compared, into build/release; docs/releasing.md tells how. It is signed if there is SECRET_KEY;
# FROM=…img.xz and URL=https://… add a card image, KEYS=folder names other public keys, ONLY=sdist,wheel builds only some of it
release: $(VENV)/ready-to-test
	@$(BIN)/python deploy/release.py $(if $(FROM),--image "$$FROM") $(if $(URL),--url "$(URL)") \
		$(if $(or $(wildcard $(SECRET_KEY)),$(filter command environment,$(origin SECRET_KEY))),--secret-key "$(SECRET_KEY)") $(if $(KEYS),--keys "$(KEYS)") $(if $(ONLY),--only "$(ONLY)")

# a folder of plain files that apt can install from, signed with gpg's key APT_KEY, to be published at URL: build/apt
apt-repository: $(VENV)/bin/python
	@deploy/needs.sh 'make apt-repository' dpkg-dev gnupg
	@$(BIN)/python deploy/apt.py --key "$(APT_KEY)" --url "$(URL)"

# choose the libraries of the package anew from constraints.txt, with their hashes
deb-lock: $(VENV)/bin/python
	@$(BIN)/python deploy/package.py --lock

# proof of the package in fresh Debian roots with a real systemd; an hour on two busy cores, needs root on Debian
deploy-test: $(VENV)/ready-to-test
	@deploy/needs.sh --root 'make deploy-test' mmdebstrap systemd-container lintian shellcheck mtools dosfstools minisign dpkg-dev gnupg
	$(BIN)/pytest -p no:cacheprovider tests/deploy deploy/proof --ignore deploy/proof/test_arm64.py

# the package and the tests of the device on arm64, emulated; half an hour, needs root on Debian
arm64-test: $(VENV)/ready-to-test
	@deploy/needs.sh --root 'make arm64-test' mmdebstrap qemu-user-static binfmt-support arch-test
	$(BIN)/pytest -p no:cacheprovider deploy/proof/test_arm64.py

# a card image that needs no keyboard, from Raspberry Pi OS Lite (FROM=…img or .img.xz) and the package for arm64;
# WIFI_NAME, WIFI_PASSWORD and COUNTRY go by environment, so that no shell reads them
image: $(VENV)/bin/python
	@deploy/needs.sh 'make image' mtools
	@$(BIN)/python deploy/image.py "$$FROM"
