"""Answers do not depend on a tablebase that somebody has built."""

import os
import tempfile

os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="chomplex-tests-")
