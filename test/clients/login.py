"""Signs in with the OAuth client of the official Python SDK, as login.mjs does with the TypeScript SDK's.

login.py PROGRAM HOME URL [ADDRESS KEY CERTIFICATE]
"""
import asyncio
import http.server
import json
import logging
import os
import re
import ssl
import subprocess
import sys
import threading
import urllib.parse

import mcp
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata

program, home, url, *public = sys.argv[1:]
consent = os.path.join(os.path.dirname(os.path.abspath(__file__)), "consent.mjs")


def lapkeep(*args):
    return subprocess.run([program, *args, "--home", home], check=True, capture_output=True, text=True).stdout


def serve(address, answer, tls=None):
    """Answers every GET with what answer returns for its path."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = answer(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    s = http.server.ThreadingHTTPServer(address, Handler)
    if tls:
        s.socket = tls.wrap_socket(s.socket, server_side=True)
    threading.Thread(target=s.serve_forever, daemon=True).start()
    return s


class Storage:
    """Keeps what a client remembers."""

    def __init__(self, client=None):
        self.client, self.tokens = client, None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def converse(label, name, described=None):
    heard = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    def called(path):
        q = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(path).query))
        if path.startswith("/callback?"):
            loop.call_soon_threadsafe(heard.set_result, q)
        return b"{}"

    callback = serve(("127.0.0.1", 0), called)
    redirect = f"http://127.0.0.1:{callback.server_port}/callback"
    client = None
    if not described:
        id = re.search(r"Client id: (\S+)", lapkeep("login", "client", name, "--redirect", redirect))[1]
        client = OAuthClientInformationFull(client_id=id, redirect_uris=[redirect], token_endpoint_auth_method="none")
    storage, asked = Storage(client), []

    async def open_browser(address):
        asked.append(address)
        if len(asked) == 1:
            await asyncio.to_thread(subprocess.run, ["node", consent, program, home, address], check=True)

    async def answer():
        if len(asked) > 1:
            raise PermissionError("the person does not answer again")
        q = await heard
        return AuthorizationCodeResult(code=q["code"], state=q["state"], iss=q["iss"])

    provider = OAuthClientProvider(
        url, OAuthClientMetadata(client_name=name, redirect_uris=[redirect], token_endpoint_auth_method="none", scope="read"),
        storage, open_browser, answer, client_metadata_url=described,
    )
    refused = False
    try:
        async with create_mcp_http_client(auth=provider) as http:
            async with mcp.Client(streamable_http_client(url, http_client=http), mode="auto") as c:
                call = lambda: c.call_tool("list_activities", {"limit": 1})
                assert not (await call()).is_error
                first = storage.tokens.refresh_token
                provider.context.token_expiry_time = 1
                assert not (await call()).is_error
                assert storage.tokens.refresh_token != first, "nothing was renewed"
                grant = re.search(rf"^  (\S+)  {name} may read about", lapkeep("login", "list"), re.M)[1]
                lapkeep("login", "withdraw", grant)
                try:
                    refused = (await call()).is_error
                except Exception:
                    refused = True
    except* Exception as failed:
        if not refused and len(asked) < 2:
            raise failed
    assert len(asked) == 2, "the client is not told to sign in again"
    assert f"with {name}: list_activities, 2 calls, 0 of them refused" in lapkeep("login", "log")
    callback.shutdown()
    print(f"  {label}: signed in, called, renewed, withdrawn")


async def main():
    await converse("Python SDK, registered by hand", "Third")
    if public:
        address, key, certificate = public
        own = f"https://{address}/python.json"
        description = {
            "client_id": own, "client_name": "DescribedToo", "redirect_uris": ["http://127.0.0.1/callback"],
            "token_endpoint_auth_method": "none",
        }
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(certificate, key)
        serve((address, 443), lambda path: json.dumps(description).encode(), tls)
        await converse("Python SDK, by its description", "DescribedToo", own)


logging.disable()  # the client logs that the person does not answer again
asyncio.run(main())
