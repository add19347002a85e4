# Debian, Ubuntu and their kin: packages through apt. Sourced by setup.sh.

run_packages=(
    gcc g++ make cmake ninja-build git pkg-config ca-certificates
    libgl1-mesa-dev xorg-dev # Fyne's window
    libasound2-dev           # oto's sound
    libvulkan1               # loaded by llama.cpp's Vulkan back end
)
test_packages=(
    xvfb xdotool python3-gi gir1.2-gtk-3.0 libgl1-mesa-dri # the end-to-end test: a display, a real drop, OpenGL
    mesa-vulkan-drivers                                    # a Vulkan device in software
    ffmpeg sox                                             # other formats; another resampler to compare with
    clang libc++-dev                                       # the bridge must compile under it too, as on macOS
    g++-mingw-w64-x86-64-posix                             # and for Windows
)

install_missing() {
    local wanted=("${run_packages[@]}") missing=()
    [ "$1" = test ] && wanted+=("${test_packages[@]}")
    local installed
    installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "${wanted[@]}" 2>/dev/null || true)"
    for package in "${wanted[@]}"; do
        [[ $installed == *" installed:$package "* ]] || missing+=("$package")
    done
    # Asked for by name of the program, because Node often comes from elsewhere and brings its own npm.
    command -v node >/dev/null || missing+=(nodejs)
    command -v npm >/dev/null || missing+=(npm)
    [ ${#missing[@]} -eq 0 ] && return

    echo "setup: installing ${missing[*]}"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "setup: run this as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    # A new machine has no package lists, and old lists name packages that are gone.
    as_root apt-get install -qq --simulate "${missing[@]}" &>/dev/null || as_root apt-get update -qq
    install "${missing[@]}" || { as_root apt-get update -qq && install "${missing[@]}"; }
}

install() {
    as_root apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then DEBIAN_FRONTEND=noninteractive "$@"; else sudo DEBIAN_FRONTEND=noninteractive "$@"; fi
}
