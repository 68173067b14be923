"""Starts igpsport-mcp against an emulated service.

Its base address is fixed, and it signs in China with a key that only the
service can wrap. Only these two are replaced before it starts.
"""

import os
from dataclasses import replace

from igpsport_mcp.client import region

base = os.environ["EMULATED"]
for key, profile in list(region.REGISTRY.items()):
    region.REGISTRY[key] = replace(profile, api_base=base, signing=False)

from igpsport_mcp.__main__ import main  # noqa: E402  it reads the profiles when it is imported

main()
