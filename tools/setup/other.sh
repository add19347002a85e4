# Any other system: nothing is installed, only said. Sourced by setup.sh.

install_missing() {
    local missing=()
    for program in cc c++ make cmake ninja git node npm pkg-config; do
        command -v "$program" >/dev/null || missing+=("$program")
    done
    if [ "$(uname -s)" = Linux ]; then
        pkg-config --exists gl x11 xcursor xrandr xinerama xi xxf86vm 2>/dev/null ||
            missing+=("headers of OpenGL and of libX11, Xcursor, Xrandr, Xinerama, Xi, Xxf86vm")
        pkg-config --exists alsa 2>/dev/null || missing+=("headers of ALSA")
    fi
    if [ "$1" = test ]; then
        for program in clang xdotool Xvfb; do
            command -v "$program" >/dev/null || missing+=("$program")
        done
    fi
    [ ${#missing[@]} -eq 0 ] && return
    echo "setup: this system is not one that Haltscribe knows how to install for; please install:" >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
}
