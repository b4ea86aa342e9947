#!/bin/sh
# Tests the page in a browser, against the program that was built. Chromium is installed where that is allowed. What cannot be had is said loudly; with
# CI=true it is a failure.
set -eu
cd "$(dirname "$0")/.."

leave_out() {
  echo "e2e: LEFT OUT: $1" >&2
  test "${CI:-}" != true
  exit
}

command -v npm >/dev/null || leave_out "Node is not installed"
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' || leave_out "Node $(node --version) is too old, 20.19 is needed"
if ! command -v "${CHROMIUM:-chromium}" >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install -y chromium; } || leave_out "chromium cannot be installed"
  else
    leave_out "chromium is not installed, and only root may install it"
  fi
fi

[ -d node_modules ] || npm ci
CHROMIUM=$(command -v "${CHROMIUM:-chromium}") npm run --silent e2e
