#!/usr/bin/env bash
# Shows a conflict that git cannot see: SafeMerge's Figure 1 as a repository.
# Usage: tools/demo.sh PATH_OF_MERGEPROOF. Exits 0 iff the conflict was shown.
set -euo pipefail

program=$(realpath "${1:-build/mergeproof}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=demo GIT_AUTHOR_EMAIL=demo@example.org
export GIT_COMMITTER_NAME=demo GIT_COMMITTER_EMAIL=demo@example.org

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

git init -q -b main repository
cd repository
cat > f.c <<'C'
#include <stdlib.h>

int *p;
int q;

void f(void) {
  p = malloc(sizeof(int));
  if (!p) {
    return;
  }
  q = 2;
  if (p) {
    *p = 1;
  }
}
C
git add f.c && git commit -q -m 'a check too many'

git checkout -q -b a
sed -i '/if (!p) {/,/^  }/d' f.c
git commit -q -a -m 'remove the first check, the second is enough'

git checkout -q -b b main
sed -i -e '/if (p) {/d' -e 's/^    \*p = 1;/  *p = 1;/' f.c
sed -i '/^  \*p = 1;/{n;d}' f.c
git commit -q -a -m 'remove the second check, the first is enough'

git checkout -q a
git merge -q -m 'merge b' b
say 'Git merged cleanly:'
sed -n '/^void f/,$p' f.c

say '$ mergeproof check'
status=0
"$program" check --tests ../tests --output text=- --output json=../report.json ||
  status=$?
if [ "$status" -ne 1 ]; then
  say "the conflict was not shown: exit code $status"
  exit 1
fi

tests=$(find ../tests -name 'test_*.c' 2>/dev/null | sort | head -n 1 || true)
if [ -z "$tests" ]; then
  say 'no test was written'
  exit 1
fi

say "The test it wrote, $(basename "$tests"), on every version:"
cd "$(dirname "$tests")"
others=()
[ ! -e elsewhere.c ] || others=(elsewhere.c)
for version in O A B M; do
  [ -e "$version.c" ] || continue
  ${CC:-clang-19} -w -g0 -fsanitize=address,undefined -fno-sanitize-recover=all \
    -DUNIT="\"$version.c\"" "$(basename "$tests")" "${others[@]}" -o "run_$version"
  if ASAN_OPTIONS=detect_leaks=0 "./run_$version" > "$version.log" 2>&1; then
    echo "  $version: passes"
  else
    echo "  $version: FAILS  $(grep -m 1 -o -e 'runtime error: .*' -e 'ERROR: [^(]*' \
      -e 'expected.*' "$version.log" || true)"
  fi
done
