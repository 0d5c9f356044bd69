# Nebelwacht on Debian and Ubuntu: `make run` plays, `make test` checks. Both first install
# the system packages that are missing, and say which.

# The one place that names system packages.
BUILD_PACKAGES := build-essential pkg-config clang libclang-dev libopencv-dev libv4l-dev \
	libxkbcommon-dev libwayland-dev libfontconfig1-dev
RUN_PACKAGES := libgl1-mesa-dri libegl1 libxkbcommon-x11-0
# The screens are drawn in tests by a software Vulkan driver; no display is needed.
TEST_PACKAGES := libvulkan1 mesa-vulkan-drivers

# Words for the program: `make run ARGS="cameras"`. Without any, .ci/start chooses.
ARGS ?=

.PHONY: run test packages-run packages-test

run: packages-run
	cargo build --release --package nebelwacht
	@.ci/start $(ARGS)

test: packages-test
	cargo test --release --workspace

packages-run:
	@.ci/packages $(BUILD_PACKAGES) $(RUN_PACKAGES)

packages-test:
	@.ci/packages $(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES)
