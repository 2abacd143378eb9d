# Everything that is done to this project, as `make` targets. `make help` lists them.
#
# A fresh machine needs Python 3.11 or newer with pip, and make; `make test` and `make compiled`
# need a C compiler too. Everything else goes into .venv, at the versions in requirements.lock, and
# into tools/js/node_modules, at those in tools/js/package-lock.json.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

RECENT := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$p -c '$(RECENT)' 2>/dev/null && { echo $$p; break; }; done)
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
BIN := .venv/bin
PY := $(BIN)/python
QUICK := build/compiled-quick
CODE := $(wildcard src tests tools benchmarks examples)
# The balance reports in the docs: game, seats, games, bots, table options.
REPORTS := cambria/3/1000/greedy hadrians_wall/3/300/greedy:10 \
	para_bellum/3/2000/greedy:7/colours=dealt conqueror/4/1000/greedy:1/timer=off agricola/2/500/greedy

##@ Play

play: .venv/.play-stamp  ## Set everything up and start the server
	@$(BIN)/ludus serve $(ARGS)

##@ Test

test: .venv/.dev-stamp .venv/.browser-stamp .venv/.nginx-stamp .venv/.postgresql-stamp  ## Install what the tests need and run all but the long ones
	$(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)
	@$(MAKE) --no-print-directory test-compiled

test-pythons: .venv/.dev-stamp  ## Run the core of the suite on every other Python of this machine (ARGS=--list)
	@$(PY) tools/pythons.py --jobs $(JOBS) $(ARGS)

test-compiled: .venv/.dev-stamp  ## Run the tests of core, bots, games and what plays them on a compiled build
	@$(PY) tools/compile.py --quick --jobs $(JOBS)
	@PYTHONPATH=$(QUICK) $(PY) -m ludus.lab.bench.build
	PYTHONPATH=$(QUICK) $(PY) -m pytest -n $(JOBS) --dist worksteal -p no:cacheprovider $(ARGS) \
		-k 'not face and not words' tests/core tests/bots $(QUICK)/ludus/games \
		tests/lab/test_balance.py tests/lab/test_research.py tests/lab/test_simulate.py

test-long: .venv/.dev-stamp .venv/.browser-stamp .venv/.nginx-stamp .venv/.postgresql-stamp  ## Run the tests that take long (CONTRIBUTING says which)
	$(PY) -m pytest -n $(JOBS) --dist worksteal -m long $(ARGS)
	@$(MAKE) --no-print-directory fuzz GAMES=$(or $(GAMES),2000)
	@$(MAKE) --no-print-directory fuzz-web

coverage: .venv/.dev-stamp  ## Run the tests without a browser and show the lines they miss
	$(BIN)/coverage run -m pytest -q --ignore=tests/browser $(ARGS)
	$(BIN)/coverage report

check: .venv/.dev-stamp tools/js/node_modules/.stamp  ## Format, lint, types and import levels
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(CODE)
	$(PY) tools/import_levels.py
	$(PY) tools/scripts.py

format: .venv/.dev-stamp  ## Format the code and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

fuzz: .venv/.play-stamp  ## Look for broken promises in the rules (GAMES=2000 of each game and player count)
	@for game in $$($(BIN)/ludus games --names); do \
		echo "$$game"; \
		$(BIN)/ludus fuzz $$game --games $(or $(GAMES),200) --each --jobs $(JOBS) --out build/failures || exit 1; \
	done

fuzz-web: .venv/.dev-stamp  ## Attack a server with everything that strangers can send (ARGS='--seconds 600')
	FUZZ_EXAMPLES=$(or $(EXAMPLES),150) $(PY) -m pytest -q -n $(JOBS) tests/web/test_api.py -k nothing_that_is_sent
	@$(PY) -m tests.web.fuzz $(ARGS)

mutate: .venv/.dev-stamp  ## Plant faults and see whether tests notice (GAMES='cambria' SAMPLE=1000)
	@mkdir -p docs/mutation
	@for game in $(or $(GAMES),$$($(BIN)/ludus games --names)); do \
		$(BIN)/ludus mutate $$game --sample $(or $(SAMPLE),1000) --jobs $(JOBS) --write docs/mutation || exit 1; \
	done

##@ Measure

compiled: .venv/.dev-stamp  ## Build the package with its hot modules compiled, into build/compiled
	@$(PY) tools/compile.py --jobs $(JOBS)

wheels: .venv/.dev-stamp compiled  ## Build wheels into dist: of pure Python, and compiled for this machine
	@$(PY) tools/wheels.py $(ARGS)

bench: .venv/.bench-stamp compiled  ## Measure speed and memory against peers (ARGS=--write docs/bench.md)
	@$(BIN)/ludus bench $(ARGS)

load: .venv/.dev-stamp  ## Measure the server under load (ARGS="--game agricola --seconds 20" is short)
	@$(PY) -m benchmarks.load $(ARGS)

reports: .venv/.dev-stamp compiled  ## Write the balance reports into docs/reports (takes a while)
	@mkdir -p docs/reports build/reports
	@for plan in $(REPORTS); do \
		set -- $${plan//\// }; \
		PYTHONPATH=build/compiled $(PY) -m ludus report $$1 --seats $$2 --games $$3 --bots $$4 \
			$${5:+--options $$5} --jobs $(JOBS) \
			--counts build/reports/$$1.json --out docs/reports/$$1.html || exit 1; \
	done

##@ Keep up

screenshots: .venv/.dev-stamp .venv/.browser-stamp  ## Take the pictures of the pages for the docs
	@$(PY) tools/screenshots.py $(ARGS)

docs: .venv/.dev-stamp  ## Write the parts of the docs that are made from the code
	@$(PY) tools/docs.py

lock: $(PY)  ## Renew requirements.lock from pyproject.toml
	$(PY) -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras \
		--no-emit-index-url --no-annotate --custom-compile-command 'make lock' \
		--output-file requirements.lock pyproject.toml

clean:  ## Throw away what was built, but keep .venv
	rm -rf build dist htmlcov .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis

help:  ## Show this list
	@awk 'BEGIN { FS = ":.*  ## " } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*  ## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: play test test-pythons test-compiled test-long coverage check format fuzz fuzz-web mutate compiled wheels bench reports load screenshots docs lock clean help

# Set-up -------------------------------------------------------------------------------------------
#
# Each set of extras leaves a stamp, so that nothing is installed twice and a change of the lock
# file is installed once.

EXTRAS_play := web
EXTRAS_dev := web,postgres,dev,compiled,lab,ray,research
EXTRAS_bench := $(EXTRAS_dev),bench

# A network may fail for a moment: what comes over it is tried three times.
PATIENTLY = patiently() { "$$@" || { sleep 5; "$$@"; } || { sleep 30; "$$@"; }; }; patiently

.venv/.%-stamp: $(PY) pyproject.toml requirements.lock
	@echo 'Installing what "$*" needs into .venv'
	@$(PATIENTLY) $(PY) -m pip install --quiet --disable-pip-version-check -c requirements.lock \
		--editable '.[$(EXTRAS_$*)]'
	@touch $@

.venv/.browser-stamp: tools/browser.py | .venv/.dev-stamp
	@$(PATIENTLY) $(PY) tools/browser.py --install
	@touch $@

.venv/.nginx-stamp: tools/nginx.py | .venv/.dev-stamp
	@$(PATIENTLY) $(PY) tools/nginx.py --install
	@touch $@

.venv/.postgresql-stamp: tools/postgresql.py | .venv/.dev-stamp
	@$(PATIENTLY) $(PY) tools/postgresql.py --install
	@touch $@

tools/js/node_modules/.stamp: tools/js/package-lock.json | .venv/.dev-stamp
	@$(PATIENTLY) $(PY) tools/scripts.py --install
	@touch $@

$(PY):
	@[ -n '$(PYTHON)' ] || { echo 'Ludus needs Python 3.11 or newer: make PYTHON=/path/to/it'; exit 1; }
	@echo 'Setting up .venv with $(PYTHON)'
	@# Some systems ship Python without ensurepip; their own pip can then fill the environment.
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || { \
		$(PYTHON) -m venv --clear --without-pip .venv && \
		$(PYTHON) -m pip --python $(PY) install --quiet pip; }
