"""What pyproject.toml cannot say: each build works in a new folder of its own.

So two builds of one checkout do not meet, and nothing that an earlier one left behind is packed again.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile

from setuptools import setup

work = tempfile.mkdtemp(prefix="rulewright-build-")
atexit.register(shutil.rmtree, work, ignore_errors=True)
setup(options={"build": {"build_base": work}, "egg_info": {"egg_base": work}})
