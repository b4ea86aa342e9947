#!/bin/sh
# Tests sweeps on a cluster that is started for it, with the Python that is named; more words go to pytest. Java and PySpark are installed where that
# is allowed. What cannot be had is said loudly; with CI=true it is a failure.
set -eu
here=$(dirname "$0")
python=$1
shift

leave_out() {
  echo "spark: LEFT OUT: $1" >&2
  test "${CI:-}" != true
  exit
}

if ! command -v java >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends default-jre-headless; } || leave_out "Java cannot be installed"
  else
    leave_out "Java 17 is not installed, and only root may install it"
  fi
fi
"$python" -m pip install --quiet --disable-pip-version-check --requirement "$here/requirements.txt" || leave_out "PySpark cannot be installed"
"$python" -m pytest --quiet "$here" "$@"
