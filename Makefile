# Two commands do everything on a machine with Python, pip, git and make:
#   make serve   set up, show the site on localhost, and what is saved
#   make test    set up, run every test and execute every example on torch and Paddle
# `make quick` is `make test` without torch, Paddle, a browser and clean environments, and has of some
# long looks at all entries what is changed, which takes 4 minutes on two idle processors;
# `make rules` tests the linter's rules alone, half a minute; `make setup` only sets up.
# They set up .venv/ in this checkout and nothing outside it, but for the browser and libseccomp
# (see `browser` and `confinement`), and say before what they install. The tools keep what they can
# make again in ~/.cache/lint-mappings.

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
# What tests rules: their samples, their cases, the pages of requirements.
RULES := rules further_rules text_rules requirements
# As many processes as processors; tests that share what is costly to make run in one of them.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup

.PHONY: setup serve site screenshot test quick rules style lint verify bench browser confinement constraints clean

setup: .venv/test.stamp

serve: .venv/site.stamp
	$(BIN)/python -m render_mappings serve --port $(PORT)

site: .venv/site.stamp
	$(BIN)/python -m render_mappings build

# The README's picture of the site.
screenshot: .venv/quick.stamp browser site
	$(BIN)/python docs/screenshot.py site docs/screenshot.png

test: .venv/test.stamp browser confinement style
	$(BIN)/verify-mappings run --check --ported
	$(PYTEST)

quick: .venv/quick.stamp style
	$(PYTEST) -m "not libraries and not browser and not installs and not sweeps"

rules: .venv/quick.stamp
	$(BIN)/python -m pytest $(RULES:%=tests/lint_mappings/test_%.py)

# All of them are run, whichever fails.
style: .venv/quick.stamp
	@failed=; set -x; \
	$(BIN)/ruff check . || failed="$$failed ruff"; \
	$(BIN)/ruff format --check . || failed="$$failed format"; \
	$(BIN)/mypy || failed="$$failed mypy"; \
	$(BIN)/lint-mappings --no-cache || failed="$$failed lint-mappings"; \
	set +x; [ -z "$$failed" ] || { echo "Failed:$$failed"; exit 1; }

lint: .venv/site.stamp
	$(BIN)/lint-mappings

verify: .venv/test.stamp confinement
	$(BIN)/verify-mappings run

bench: .venv/test.stamp
	$(BIN)/python benchmarks/lint.py
	$(BIN)/python benchmarks/site.py
	$(BIN)/python benchmarks/execution.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/site.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing into .venv: the linter and MkDocs."
	$(PIP) -e '.[site]'
	@touch $@

.venv/quick.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing into .venv: all tools and what their tests need."
	$(PIP) -e '.[site,verify,port,dev]'
	@touch $@ .venv/site.stamp

.venv/test.stamp: requirements-libraries.txt .venv/quick.stamp
	@echo "Installing into .venv, unless they are there: torch and Paddle, several GB."
	$(PIP) -r requirements-libraries.txt
	@touch $@

# With apt-get, for the whole system, if that is possible without a password: $(1) are packages.
define apt
{ as_root=; [ "$$(id -u)" = 0 ] || as_root="sudo -n"; \
  command -v apt-get >/dev/null && $$as_root true && \
  echo "Installing with apt-get, for the whole system: $(1)." && \
  $$as_root apt-get update -q && $$as_root apt-get install -y -q --no-install-recommends $(1); }
endef

# The tests of the pages drive a real browser.
browser:
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || \
	  $(call apt,chromium chromium-driver fonts-noto-cjk) || \
	  { echo "Install chromium and chromedriver: the tests of the pages need them."; exit 1; }

# Examples are code from strangers: the filter that keeps them in is compiled by libseccomp.
confinement: .venv/test.stamp
	@$(BIN)/python -c "import pyseccomp" 2>/dev/null || $(call apt,libseccomp2) || \
	  { echo "Install libseccomp: examples are not run without (docs/en/isolation.md)."; exit 1; }

# The exact versions that the above install; torch and Paddle themselves, and what they pin, are not
# among them.
constraints: .venv/test.stamp
	$(BIN)/pip freeze --disable-pip-version-check --all --exclude pip --exclude-editable | \
	  grep -vE '^(torch|triton|paddlepaddle|nvidia-.*|cuda-.*)==' > constraints.txt

clean:
	rm -rf .venv site
