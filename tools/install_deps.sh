#!/usr/bin/env bash
# Installs the Debian packages that building and testing need, and only those
# that are missing. Does nothing (and needs no rights) when all are there.
set -euo pipefail

needed=(
  g++ cmake ninja-build pkg-config git python3 binutils
  clang-19 clang-format-19 clang-tidy-19 llvm-19-dev libclang-19-dev
  libclang-rt-19-dev lld-19
  libz3-dev libcadical-dev cvc5 libseccomp-dev bubblewrap
  libcli11-dev nlohmann-json3-dev libfmt-dev libtomlplusplus-dev libsqlite3-dev
  libgtest-dev libgmock-dev libbenchmark-dev libcmocka-dev check
  csmith libcsmith-dev
)
# The last two build and run 32-bit programs (-m32), for tests and who checks them.
optional=(ccache gcc-multilib qemu-user)

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v dpkg-query >/dev/null; then
  echo "install_deps: not a Debian system; needed are: ${needed[*]}" >&2
  exit 0
fi

missing=()
for package in "${needed[@]}"; do
  is_installed "$package" || missing+=("$package")
done
wanted=()
for package in "${optional[@]}"; do
  is_installed "$package" || wanted+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
fi

# Mirrors fail now and then: three attempts, with a pause that grows.
attempt() {
  local turn
  for turn in 1 2 3; do
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" && return 0
    echo "install_deps: attempt $turn of '$*' failed" >&2
    sleep $((turn * 5))
  done
  return 1
}

echo "install_deps: installing ${missing[*]} ${wanted[*]}"
attempt apt-get update -q
attempt apt-get install -q -y --no-install-recommends "${missing[@]}"
for package in "${wanted[@]}"; do
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "$package" ||
    echo "install_deps: going on without $package" >&2
done
