#!/usr/bin/env bash
# Builds the page, a folder that any file server can show:
#
#     bash web/build.sh          into web/dist, small and fast; about five minutes
#     bash web/build.sh quick    into target/page, for tests: the same page with a module that is built faster
#
# Needs a Rust toolchain, Node.js 20 and npm; installs the rest into target/ and web/node_modules/.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
    "") profile=web made=web ;;
    quick) profile=dev made=debug ;;
    *) echo "web/build.sh takes nothing, or 'quick', not '$1'" >&2 && exit 2 ;;
esac
target=${CARGO_TARGET_DIR:-$PWD/target}
triple=wasm32-unknown-unknown
# Every browser since 2023 has vectors.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
export CARGO_PROFILE_DEV_DEBUG=0
build=(build --locked --profile "$profile" --package hidden-decks-web --target "$triple")

# The standard library for WebAssembly comes from rustup, or is built from the sources that Debian has.
if rustup target add "$triple" >/dev/null 2>&1; then
    cargo "${build[@]}"
else
    if ! command -v wasm-ld >/dev/null || [ ! -x /usr/share/cargo/bin/cargo ]; then
        apt-get install -qy --no-install-recommends rustc-web cargo-web rust-web-src lld
    fi
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
        /usr/bin/cargo "${build[@]}" -Z build-std=std,panic_abort
fi

# The module and the puzzles are packed by zstd.
command -v zstd >/dev/null || apt-get install -qy --no-install-recommends zstd

# The glue between JavaScript and the module must be of the very version that the module was built with.
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
if ! grep -q "wasm-bindgen-cli-support = \"=$version\"" web/glue/Cargo.toml; then
    echo "web/glue/Cargo.toml: wasm-bindgen-cli-support must be $version, as wasm-bindgen in Cargo.lock" >&2
    exit 1
fi
cargo build --quiet --locked --release --manifest-path web/glue/Cargo.toml --target-dir target/tools/glue
target/tools/glue/release/hidden-decks-glue "$target/$triple/$made/hidden_decks_web.wasm" web/build/engine

cd web
# npm has installed the versions of the lock file.
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent
npm run --silent check
if [ "$profile" = dev ]; then
    mkdir -p "$target/page"
    node build.mjs "$target/page/dist" "$target/page/page.html"
else
    features=(bulk-memory bulk-memory-opt multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext simd)
    npx wasm-opt -O3 "${features[@]/#/--enable-}" build/engine/hidden_decks_web_bg.wasm \
        -o build/engine/hidden_decks_web_bg.wasm
    npm run --silent build
fi
