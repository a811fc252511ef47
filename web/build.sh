#!/usr/bin/env bash
# Builds the page into web/dist, a folder that any file server can show: bash web/build.sh
# Needs a Rust toolchain, Node.js 20 and npm; installs the rest into target/ and web/node_modules/.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
triple=wasm32-unknown-unknown
# Every browser since 2023 has vectors.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
build=(build --locked --profile web --package hidden-decks-web --target "$triple")

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

# The glue between JavaScript and the module must be of the very version that the module was built with.
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
bindgen=target/tools/wasm-bindgen-$version
if [ ! -x "$bindgen/bin/wasm-bindgen" ]; then
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
        cargo install --quiet --root "$bindgen" --target-dir target/tools/build "wasm-bindgen-cli@$version"
fi
"$bindgen/bin/wasm-bindgen" --target web --out-dir web/build/engine --out-name hidden_decks_web \
    --remove-name-section --remove-producers-section "$target/$triple/web/hidden_decks_web.wasm"

cd web
npm ci --no-audit --no-fund --silent
features=(bulk-memory bulk-memory-opt multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext simd)
npx wasm-opt --gufa -Oz --converge "${features[@]/#/--enable-}" build/engine/hidden_decks_web_bg.wasm \
    -o build/engine/hidden_decks_web_bg.wasm
npm run --silent check
npm run --silent build
