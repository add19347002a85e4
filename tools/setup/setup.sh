#!/usr/bin/env bash
# Installs what the system lacks.   setup.sh run|test
#   run    what building and running Haltscribe needs
#   test   that, and what its tests need (a virtual display, a software GPU, a second compiler)
# It looks first, so that with everything there it does nothing, quickly, and needs no rights.
set -euo pipefail
cd "$(dirname "$0")"

group=${1:-run}
case $group in
run | test) ;;
*) echo "use: setup.sh run|test" >&2 && exit 2 ;;
esac

case $(uname -s) in
Darwin) source ./macos.sh ;;
Linux)
    if command -v apt-get dpkg-query >/dev/null; then source ./debian.sh; else source ./other.sh; fi
    ;;
*) source ./other.sh ;;
esac
install_missing "$group"

# Go is left to the person: distributions rarely have one this new. Run inside the module, an older
# go (1.21 or later) fetches the right one by itself.
if ! version=$(go version 2>/dev/null) || ! [[ $version =~ go1\.(2[6-9]|[3-9][0-9]) ]]; then
    echo "setup: Haltscribe needs Go 1.26 or newer in the PATH (found: ${version:-none}); see go.dev/doc/install" >&2
    exit 1
fi
# The scripts in native/ use what Node has had since 18.14.
if ! node -e 'process.exit(require("os").availableParallelism ? 0 : 1)'; then
    echo "setup: Haltscribe's build needs Node 18.14 or newer (found: $(node --version)); see nodejs.org" >&2
    exit 1
fi
