# Two commands do everything on a machine with Python, pip, git and make:
#   make serve   set up, build both languages, serve the site on localhost
#   make test    set up, run every test and execute every example on torch and Paddle
# `make setup` only sets up.
# They set up .venv/ in this checkout and nothing outside it, but for the browser (see `browser`).

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin

.PHONY: setup serve site test lint verify bench browser clean

setup: .venv/test.stamp

serve: .venv/site.stamp
	$(BIN)/python -m render_mappings serve --port $(PORT)

site: .venv/site.stamp
	$(BIN)/python -m render_mappings build

test: .venv/test.stamp browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-mappings
	$(BIN)/verify-mappings run --check
	$(BIN)/python -m pytest

lint: .venv/site.stamp
	$(BIN)/lint-mappings

verify: .venv/test.stamp
	$(BIN)/verify-mappings run

bench: .venv/test.stamp
	$(BIN)/python benchmarks/lint.py
	$(BIN)/python benchmarks/site.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/site.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[site]'
	@touch $@

.venv/test.stamp: pyproject.toml requirements-libraries.txt | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-libraries.txt -e '.[site,verify,dev]'
	@touch $@ .venv/site.stamp

# The tests of the pages drive a real browser. Where none is installed, Debian's is, if that is possible.
browser:
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || { \
	  as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	  command -v apt-get >/dev/null && $$as_root apt-get update -q && \
	  $$as_root apt-get install -y -q --no-install-recommends chromium chromium-driver fonts-noto-cjk; } || \
	  { echo "Install chromium and chromedriver: the tests of the pages need them."; exit 1; }

clean:
	rm -rf .venv site .cache
