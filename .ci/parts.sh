# Sourced by the gates. Builds go to $target; `part NAME` begins a part, `end_of_parts` prints how long each took.
target=${CARGO_TARGET_DIR:-target}
cargo --version

names=() times=()
part() {
    times+=($SECONDS) names+=("$*")
    printf '\n== %s\n' "$*"
}

end_of_parts() {
    local number
    times+=($SECONDS)
    printf '\n%8s  part\n' seconds
    for number in "${!names[@]}"; do
        printf '%8d  %s\n' $((times[number + 1] - times[number])) "${names[number]}"
    done
    printf '%8d  all of it\n' "$SECONDS"
}

# Installs bubblewrap, in which bots run, and lets it build its sandbox where a system refuses that by default.
bubblewrap() {
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    command -v bwrap >/dev/null || { "${root[@]}" apt-get update -q && "${root[@]}" apt-get install -qy bubblewrap; }
    bwrap --unshare-all --ro-bind / / true ||
        "${root[@]}" sysctl --write kernel.apparmor_restrict_unprivileged_userns=0
}

# Installs a program from crates.io into target/tools unless it is installed: tool NAME VERSION ARGUMENT...
tool() {
    local name=$1 version=$2
    shift 2
    export PATH=$PWD/target/tools/bin:$PATH
    command -v "$name" >/dev/null || CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
        cargo install --quiet --locked --root target/tools --target-dir target/tools/build "$name@$version" "$@"
}

# Builds the Python package by the profile of the gate, and lets Python find it in target/gate/python: beside its sources lies
# the module that people built for themselves.
package() {
    local package=$target/gate/python
    # With the tests, so that the module is built of the same crates with the same features.
    cargo build "${profile[@]}" --lib --bins --tests --examples --quiet
    rm -rf "$package" && mkdir -p "$package/hidden_decks"
    cp python/hidden_decks/*.{py,json,html} "$package/hidden_decks"
    cp "$target/gate/lib_core.so" "$package/hidden_decks/_core.abi3.so"
    PYTHONPATH=$(realpath "$package")
    export PYTHONPATH
}

# Builds the guide in target/guide, with the reference of the Python package in api, and checks its links.
book() {
    tool mdbook 0.5.4 --no-default-features --features search
    rm -rf target/guide
    mdbook build docs/guide
    local bin=$PWD/target/api/bin
    [ -x "$bin/python" ] || python3 -m venv target/api
    "$bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --requirement .ci/api-requirements-locked.txt
    PATH=$bin:$PATH "$bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation ./python
    "$bin/python" -I .ci/api.py target/guide/api
    python3 .ci/links.py target/guide
}
