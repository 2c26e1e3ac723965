# Every target does its own set-up. Settings are environment variables: PORT=9000 make serve

# The optional languages that `make serve` installs: ja, zh, both, or none (LANGUAGES= make serve).
LANGUAGES ?= ja,zh
PYTHON := .venv/bin/python
SERVE := .venv/.installed-$(or $(LANGUAGES),none)
TEST := .venv/.installed-test,ja,zh

.PHONY: serve test check audit bench proof image-test constraints clean

serve: $(SERVE)
	@exec $(PYTHON) -m kokoro_speech_server serve

test: $(TEST)
	$(PYTHON) -m pytest

check: $(TEST)
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	$(PYTHON) -m bandit -q -ll -c pyproject.toml -r api scripts $(wildcard modal_app.py)

# Known weaknesses of what is installed; asks a database on the network.
audit: $(TEST)
	$(PYTHON) -m pip install --quiet "pip-audit>=2.7,<3"
	$(PYTHON) -m pip_audit --skip-editable

# Takes about half an hour on two cores and wants the machine for itself.
bench: $(TEST)
	$(PYTHON) -m benchmarks.latency --markdown docs/benchmarks.md

# Proofs too long for `make test`.
proof: $(TEST)
	$(PYTHON) -m pytest -m proof

# Builds Dockerfile.cpu and Dockerfile.gpu on Debian without a registry, and runs what can be run; needs root.
image-test: $(TEST)
	$(PYTHON) -m scripts.image_test Dockerfile.cpu Dockerfile.gpu

# The versions that the images get are those installed here.
constraints: $(TEST)
	$(PYTHON) -m scripts.constraints

clean:
	rm -rf .venv

.venv/.installed-%: pyproject.toml scripts/install.sh
	@sh scripts/install.sh "$*"
	@touch "$@"
