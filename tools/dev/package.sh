# shellcheck shell=sh disable=SC2154 # house and cache_dir are ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ./dev package: Debian packages of the last commit, in a root that holds what debian/control asks for and nothing else of ours.

# packaging_packages: the Build-Depends of debian/control without versions, and the tools.
packaging_packages() {
    printf 'debhelper\n'
    sed -n '/^Build-Depends:/,/^$/p' "$house/debian/control" | sed '1d; s/(.*//; s/[[:space:],]//g; /^$/d; /^debhelper-compat$/d; /^dh-sequence-/d'
    sed 's/#.*//; s/[[:space:]]//g; /^$/d' "$house/tools/dev/packaging"
}

in_git() {
    git -c safe.directory='*' -C "$house" "$@"
}

# unpack_source COMMIT DIRECTORY: the files of a commit, with its time.
unpack_source() {
    rm -rf "$2"
    mkdir -p "$2"
    in_git archive "$1" | tar -x -C "$2" || fail 1 "Unpacking $1 failed."
}

# build_packages DIRECTORY LOG: the packages of the source there, beside it. DEB_BUILD_OPTIONS and compiler caches are the caller's.
build_packages() {
    # Symbols for a debugger are three quarters of the work, and nobody here keeps them.
    if ! (cd "$1" && umask 022 && DEB_CFLAGS_STRIP=-g DEB_CXXFLAGS_STRIP=-g DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc)" \
        dpkg-buildpackage --build=binary --no-sign --jobs="$(nproc)") >"$2" 2>&1; then
        grep -n -E -A 5 'error:|Error |CMake Error' "$2" | head -n 30 >&2
        fail 1 "Building the packages failed; the whole output is in ${2#"$house/"}."
    fi
}

# check_source DIRECTORY: what the FSFE's tool says about the licenses.
check_source() {
    (cd "$1" && reuse lint --quiet) || (cd "$1" && reuse lint) || fail 1 "Some file does not say its license."
}

# check_packages DIRECTORY: what Debian's and freedesktop's tools say about them. The project has no home page of its own: whoever
# publishes a build names one (NIGHTDESK_HOMEPAGE).
check_packages() {
    checked=0
    lintian --allow-root --display-info --fail-on error,warning,info --tag-display-limit 0 "$1"/*.changes || checked=1
    (cd "$1/nightdesk/debian/nightdesk/usr/share" && appstreamcli validate --no-net --pedantic --override=url-homepage-missing=info metainfo/*.xml &&
        desktop-file-validate applications/*.desktop) || checked=1
    [ $checked = 0 ] || fail 1 "The packages have faults."
}

# same_packages ONE OTHER: whether two builds gave the same bytes.
same_packages() {
    for package in "$1"/*.deb; do
        cmp "$package" "$2/${package##*/}" || fail 1 "Two builds of ${package##*/} differ."
    done
    say "A second build, elsewhere and without the compiler's cache, gave the same bytes."
}

run_package() {
    wish=${1:-}
    case $wish in
    '' | --twice | --test | --bundle) [ $# -le 1 ] || fail 2 "Unexpected argument \"$2\"." ;;
    *) fail 2 "Unexpected argument \"$wish\": ./dev package accepts --twice, --test or --bundle." ;;
    esac
    in_git rev-parse --verify --quiet HEAD >/dev/null || fail 1 "./dev package needs a git checkout, and $house is not one."
    [ -z "$(in_git status --porcelain)" ] || say "What is not committed is not in the packages."
    build_environment
    # What CMake reads; debian/rules knows of no cache.
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    output=$house/build/package
    rm -rf "$output"
    mkdir -p "$output"
    unpack_source HEAD "$output/nightdesk"
    check_source "$output/nightdesk"
    say "Building the packages (log: build/package/build.log)."
    CCACHE_BASEDIR=$output/nightdesk build_packages "$output/nightdesk" "$output/build.log"
    check_packages "$output"
    (cd "$output" && sha256sum -- *.deb && du -k -- *.deb)
    case $wish in
    --twice)
        unpack_source HEAD "$output/again/elsewhere/nightdesk"
        say "Building them again, without the compiler's cache."
        CCACHE_DISABLE=1 build_packages "$output/again/elsewhere/nightdesk" "$output/again/build.log"
        same_packages "$output" "$output/again/elsewhere"
        ;;
    --test)
        build_previous
        python3 -B "$house/tools/package/trial.py" --packages "$output" --previous "$output/previous" --cache "$cache_dir"
        ;;
    --bundle) make_bundle ;;
    esac
}

# make_bundle: the packages and what they need as one archive, tried in a bare Debian 12.
make_bundle() {
    bundle=$house/build/bundle
    say "Making the archive."
    python3 -B "$house/tools/package/bundle.py" --packages "$output" --output "$bundle" || fail 1 "Making the archive failed."
    python3 -B "$house/tools/package/bundle.py" --packages "$output" --output "$bundle/again" || fail 1 "Making the archive again failed."
    for archive in "$bundle"/*.tar.xz; do
        cmp "$archive" "$bundle/again/${archive##*/}" || fail 1 "Two archives of the same packages differ."
    done
    rm -rf "$bundle/again"
    say "A second archive has the same bytes."
    (cd "$bundle" && sha256sum -- *.tar.xz)
    if [ "$(id -u)" != 0 ]; then
        say "The archive is not tried: that needs root."
        return 0
    fi
    python3 -B "$house/tools/package/bundletrial.py" --bundle "$bundle"/*.tar.xz --cache "$cache_dir"
}

# backdate DEBIAN: today's debian/ for a source that had none, without what that source does not have.
backdate() {
    cp -R "$output/nightdesk/debian" "$1"
    awk '/^nightdesk \(/ { entries++ } entries > 1' "$output/nightdesk/debian/changelog" >"$1/changelog"
    sed -i -E '\,^(etc/xdg|usr/share/(man|doc)|usr/lib/(systemd|sysusers\.d))(/|$),d' "$1"/*.install
    sed -i '/makepages\.py/d' "$1/rules"
    rm "$1/nightdesk-doc.install" "$1/nightdesk-doc.doc-base"
}

# build_previous: the version before, from the commit before the one that gave the project its present version; it had no debian/ then.
build_previous() {
    version=$(sed -n 's/^project(nightdesk VERSION \([0-9.]*\).*/\1/p' "$house/CMakeLists.txt")
    commit=$(in_git log --format=%H -S"project(nightdesk VERSION $version" -- CMakeLists.txt | tail -n 1)
    in_git rev-parse --verify --quiet "${commit:-none}^" >/dev/null ||
        fail 1 "The commit before version $version is not in this checkout: fetch the whole history."
    unpack_source "$commit^" "$output/previous/nightdesk"
    if [ ! -e "$output/previous/nightdesk/debian/control" ]; then
        backdate "$output/previous/nightdesk/debian"
    fi
    say "Building the version before (log: build/package/previous/build.log)."
    CCACHE_BASEDIR=$output/previous/nightdesk build_packages "$output/previous/nightdesk" "$output/previous/build.log"
}
