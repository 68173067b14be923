"""Asks for pictures with the official Python SDK and with FastMCP, over stdio and HTTP.

python.py PROGRAM HOME URL KEY
"""
import asyncio
import base64
import os
import struct
import sys
import zlib

import fastmcp
import mcp
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

program, home, url, key = sys.argv[1:]
TOOL = "analyze_training_load"


def size(png):
    """Returns the size of a PNG whose every pixel is there."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n", "it is no PNG"
    at, packed, head = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0], "a part is damaged"
        head = body if kind == b"IHDR" else head
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colour = struct.unpack(">IIBB", head[:10])
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    assert len(zlib.decompress(packed)) == height * (1 + (width * bits + 7) // 8), "pixels are missing"
    return width, height


async def look(label, call):
    plain, drawn = await call({}), await call({"picture": True})
    assert [c.type for c in plain.content] == ["text"], plain.content
    assert [c.type for c in drawn.content] == ["text", "image"], [c.type for c in drawn.content]
    assert drawn.content[0].text == plain.content[0].text, "the text differs"
    image = drawn.content[1]
    mime = getattr(image, "mime_type", None) or image.mimeType
    png = base64.b64decode(image.data)
    width, height = size(png)
    assert mime == "image/png" and width == 720 and 200 < height < 2000 and len(png) <= 200 << 10, (mime, width, height, len(png))
    print(f"{label}: a picture of {width}×{height}, {len(png) >> 10} KB, beside the same text")


async def main():
    env = {**os.environ, "LAPKEEP_HOME": home}
    headers = {"Authorization": "Bearer " + key}
    for mode in ("legacy", "auto"):
        stdio = mcp.StdioServerParameters(command=program, args=["serve"], env=env)
        async with mcp.Client(stdio, mode=mode) as c:
            await look(f"Python SDK, stdio, {mode}", lambda args: c.call_tool(TOOL, args))
        async with create_mcp_http_client(headers=headers) as http:
            async with mcp.Client(streamable_http_client(url, http_client=http), mode=mode) as c:
                await look(f"Python SDK, HTTP, {mode}", lambda args: c.call_tool(TOOL, args))
    for name, transport in {
        "stdio": StdioTransport(program, ["serve"], env=env),
        "HTTP": StreamableHttpTransport(url, headers=headers),
    }.items():
        async with fastmcp.Client(transport) as c:
            await look(f"FastMCP, {name}", lambda args: c.call_tool_mcp(TOOL, args))


asyncio.run(main())
