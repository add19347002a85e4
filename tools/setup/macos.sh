# macOS: Apple's command line tools, and the rest through Homebrew. Sourced by setup.sh.

install_missing() {
    if ! xcode-select -p &>/dev/null; then
        echo "setup: Apple's command line tools are missing; run: xcode-select --install" >&2
        exit 1
    fi
    local missing=()
    command -v cmake >/dev/null || missing+=(cmake)
    command -v ninja >/dev/null || missing+=(ninja)
    command -v npm >/dev/null || missing+=(node)
    [ ${#missing[@]} -eq 0 ] && return
    if ! command -v brew >/dev/null; then
        echo "setup: these are missing, and Homebrew (brew.sh) is not there to install them: ${missing[*]}" >&2
        exit 1
    fi
    echo "setup: installing ${missing[*]}"
    brew install --quiet "${missing[@]}"
}
