# Nebelwacht on Debian and Ubuntu: `make run` plays, `make test` checks, `make install` puts it
# into your menu, `make deb` makes a package. All first install the system packages that are
# missing, and say which.

# The one place that names system packages.
BUILD_PACKAGES := build-essential pkg-config clang libclang-dev libopencv-dev libv4l-dev \
	libxkbcommon-dev libwayland-dev libfontconfig1-dev
# OpenBLAS solves for OpenCV several times as fast as what comes with it.
RUN_PACKAGES := libgl1-mesa-dri libegl1 libxkbcommon-x11-0 libopenblas0-serial
# The screens are drawn in tests by a software Vulkan driver; no display is needed.
TEST_PACKAGES := libvulkan1 mesa-vulkan-drivers node-typescript
# A browser is much to bring along for a test: without it `make test` says what it skips.
BROWSER_PACKAGES := chromium chromium-driver
# The broker that halls of tables are tried with, and what programs of others take that read them;
# without it those tests are skipped.
BROKER_PACKAGES := mosquitto mosquitto-clients python3-paho-mqtt python3-venv

# Words for the program: `make run ARGS="cameras"`. Without any, .ci/start chooses.
ARGS ?=

# Where `make install` puts things: the person's own folders.
PREFIX ?= $(HOME)/.local

SHELL := bash

# For how many cases each fuzz target is tried by `make fuzz`; a million take some hours.
CASES ?= 1000000

# One job more than there are cores: the script that builds OpenCV's bindings waits in a place of its
# own for most of a first build, and with it half of a small machine.
CARGO_BUILD_JOBS ?= $(shell expr $$(nproc) + 1)
export CARGO_BUILD_JOBS

.PHONY: build run test browser fuzz evening install uninstall deb pictures packages-run packages-test packages-browser \
	packages-broker

# What running needs and nothing else: tests bring a graphics stack of their own.
build: packages-run
	cargo build --release -p nebelwacht --bin nebelwacht

run: build
	@.ci/start $(ARGS)

install: build
	@.ci/install "$(PREFIX)"

uninstall:
	@.ci/install --remove "$(PREFIX)"

deb: build
	@.ci/deb $(RUN_PACKAGES)

test: packages-test
	cargo test --release --workspace
	@.ci/browser

# The pages for phones in a real browser, which this installs. What they need of the program is
# built by `make test`.
browser: packages-browser
	@.ci/browser

# What others may send, at length: mutated records, set-ups, maps, packs, pictures, streams, and
# anybody doing anything at the table. `make test` tries some hundred cases of each, the same ones
# each time; this tries others. What falls is made small and kept in a file of regressions.
fuzz: packages-test
	PROPTEST_RNG_SEED=$${RANDOM} PROPTEST_CASES=$(CASES) cargo test --release --workspace \
		--test fuzz -- --nocapture
	PROPTEST_RNG_SEED=$${RANDOM} PROPTEST_CASES=$(CASES) cargo test --release --workspace \
		--test suite -- --nocapture coop fold competitive_mist cards_and_map
	PROPTEST_RNG_SEED=$${RANDOM} PROPTEST_CASES=$(CASES) cargo test --release --workspace --lib \
		fuzz -- --nocapture

# The documents' pictures and their film, made by the program itself from its demo.
pictures: packages-test
	@.ci/packages ffmpeg
	NEBELWACHT_PICTURES=1 cargo test --release --workspace --test screens screenshots
	mkdir -p docs/pictures
	ffmpeg -y -loglevel error -framerate 5 -i "$${CARGO_TARGET_DIR:-target}/tmp/film/%04d.png" \
		-vf scale=900:-1:flags=lanczos -c:v libwebp_anim -quality 70 -loop 0 docs/pictures/demo.webp

# What a newcomer's tasks cost in clicks, keys and seconds, in a real window under a display without a
# screen: docs/evening.md. `make evening ARGS="names film"` runs some of them.
evening: build
	@.ci/packages xvfb xdotool imagemagick at-spi2-core dbus python3-dbus
	/usr/bin/python3 tests/evening/evening.py $(ARGS)

packages-run:
	@.ci/packages $(BUILD_PACKAGES) $(RUN_PACKAGES)

packages-test:
	@.ci/packages $(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES)

packages-browser:
	@.ci/packages $(BROWSER_PACKAGES)

packages-broker:
	@.ci/packages $(BROKER_PACKAGES)
	@.ci/pairing
