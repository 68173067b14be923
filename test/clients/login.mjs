// Signs in with the OAuth clients of the official TypeScript SDK, both generations: discovery, the program's
// registration or description, consent in a browser, a token, calls, its renewal, and the end by the person.
// Then the same with mcp-remote, which opens the browser itself.
// login.mjs PROGRAM HOME URL [ADDRESS KEY CERTIFICATE]: the address counts as public, and programs describe
// themselves there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTLSServer } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { consent } from "./consent.mjs";

const [program, home, url, address, key, certificate] = process.argv.slice(2);
const lapkeep = (...args) => execFileSync(program, [...args, "--home", home], { encoding: "utf8" });

// What a program says of itself at an address of its own. Any port of this machine may follow.
const description = address && {
  client_id: `https://${address}/program.json`, client_name: "Described", redirect_uris: ["http://127.0.0.1/callback"],
  token_endpoint_auth_method: "none", grant_types: ["authorization_code", "refresh_token"], response_types: ["code"],
};
let fetched = 0;
const described = address && createTLSServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, res) => {
  fetched++;
  res.setHeader("Content-Type", "application/json").end(JSON.stringify(description));
}).listen(443, address);

/** Keeps what a client remembers, and hears the answer of the server. */
class Provider {
  constructor(name, client, port) {
    Object.assign(this, { name, client, redirectUrl: `http://127.0.0.1:${port}/callback` });
    if (!client) this.clientMetadataUrl = description.client_id;
  }
  get clientMetadata() {
    return { client_name: this.name, redirect_uris: [this.redirectUrl], scope: "read write", token_endpoint_auth_method: "none" };
  }
  state() { return (this.expected = crypto.randomUUID()); }
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.saved; }
  saveTokens(tokens) { this.saved = tokens; }
  invalidateCredentials(what) { if (what === "tokens" || what === "all") this.saved = undefined; }
  redirectToAuthorization(to) { this.asked = to; }
  saveDiscoveryState(found) { this.discovered = found; }
  discoveryState() { return this.discovered; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
}

async function converse(label, sdk, options, name) {
  let heard, answered;
  const listen = () => (answered = new Promise((done) => (heard = done)));
  listen();
  const callback = createServer((req, res) => {
    res.end("You can close this page.");
    if (req.url.startsWith("/callback?")) heard(new URL(req.url, "http://127.0.0.1").searchParams);
  });
  await new Promise((ready) => callback.listen(0, "127.0.0.1", ready));
  const { port } = callback.address();
  const registered = name !== description?.client_name;
  const client_id = registered && lapkeep("login", "client", name, "--redirect", `http://127.0.0.1:${port}/callback`).match(/Client id: (\S+)/)[1];
  const provider = new Provider(name, registered && { client_id }, port);
  const open = () => [new sdk.Client({ name: "login-tests", version: "1.0.0" }, options),
    new sdk.StreamableHTTPClientTransport(new URL(url), { authProvider: provider })];
  try {
    const [stranger, transport] = open();
    await assert.rejects(stranger.connect(transport), "a stranger gets in");
    assert.ok(provider.asked, "the client does not find where to sign in");
    const said = await consent(program, home, provider.asked);
    assert.match(said, registered ? /person who runs this Lapkeep registered the program/ : new RegExp(`description is at ${address}`));
    const params = await answered;
    assert.equal(params.get("state"), provider.expected);
    await transport.finishAuth(params.get("code"), params.get("iss"));

    let [client, again] = open();
    await client.connect(again);
    const call = () => client.callTool({ name: "list_activities", arguments: { limit: 1 } });
    assert.equal((await call()).structuredContent.activities.length, 1);

    const first = provider.saved;
    provider.saved = { ...first, access_token: "expired" };
    assert.equal((await call()).structuredContent.activities.length, 1);
    assert.ok(provider.saved.access_token !== "expired" && provider.saved.refresh_token !== first.refresh_token, "nothing was renewed");

    // A call that needs more: the client asks for it, and the person agrees. The first SDK only renews its tokens, which
    // gives no more, and says so.
    const save = () => client.callTool({ name: "update_coach_memory", arguments: { fact: { kind: "injury", text: "Sore." } } });
    provider.asked = undefined;
    listen();
    await assert.rejects(save(), sdk === v1 ? /after trying upscoping/ : /./, "a call without permission is answered");
    if (sdk !== v1) {
      assert.deepEqual(new URL(provider.asked).searchParams.get("scope").split(" ").sort(), ["read", "write"]);
      await consent(program, home, provider.asked);
      const more = await answered;
      await again.finishAuth(more.get("code"), more.get("iss"));
      [client, again] = open(); // a session is of the grant that opened it
      await client.connect(again);
      const saved = await save();
      assert.ok(!saved.isError, `the new permission does not count: ${saved.content[0].text}`);
    }

    const grants = [...lapkeep("login", "list").matchAll(new RegExp(`^  (\\S+)  ${name} may (.*) about`, "gm"))];
    assert.deepEqual(grants.map((g) => g[2]).sort(), sdk === v1 ? ["read"] : ["read", "read, write"]);
    for (const g of grants) lapkeep("login", "withdraw", g[1]);
    provider.asked = undefined;
    await assert.rejects(call(), "a withdrawn grant still answers");
    assert.ok(provider.asked, "the client is not told to sign in again");
    assert.match(lapkeep("login", "log"), new RegExp(`with ${name}: list_activities, 2 calls, 0 of them refused`));
    await client.close();
    console.log(`  ${label}: signed in, called, renewed,${sdk === v1 ? "" : " asked for more,"} withdrawn`);
  } finally {
    callback.close();
    callback.closeAllConnections();
  }
}

const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
const v1 = { Client, StreamableHTTPClientTransport };
const v2 = await import("@modelcontextprotocol/client");
await converse("TypeScript SDK v1, registered by hand", v1, {}, "First");
await converse("TypeScript SDK v2, registered by hand, legacy era", v2, {}, "Second");
if (address) {
  await converse("TypeScript SDK v2, by its description, 2026-07-28", v2, { versionNegotiation: { mode: "auto" } }, description.client_name);
  assert.equal(fetched, 1, "the description is read once");
  described.close();
}

const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");

/** Waits until something is true. */
async function until(what, f) {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((next) => setTimeout(next, 50))) if (f()) return;
  throw new Error(what);
}

async function remote() {
  const folder = join(home, "..", "remote"), opened = join(folder, "opened"), name = "Remote";
  mkdirSync(folder);
  // What xdg-open takes for a browser: it writes down each address, and answers the first.
  writeFileSync(join(folder, "browser"), `#!/bin/sh
[ -e ${opened} ] || node ${fileURLToPath(new URL("consent.mjs", import.meta.url))} ${program} ${home} "$1"
echo "$1" >>${opened}
`, { mode: 0o755 });
  const port = String(20000 + Math.floor(Math.random() * 20000));
  const redirects = ["localhost", "127.0.0.1"].map((host) => `http://${host}:${port}/oauth/callback`).join(",");
  const client_id = lapkeep("login", "client", name, "--redirect", redirects).match(/Client id: (\S+)/)[1];
  const open = async () => {
    const client = new Client({ name: "login-tests", version: "1.0.0" });
    await client.connect(new StdioClientTransport({
      command: "node", stderr: "ignore", env: { ...process.env, BROWSER: join(folder, "browser"), MCP_REMOTE_CONFIG_DIR: folder },
      args: ["node_modules/mcp-remote/dist/proxy.js", url, port, "--transport", "http-only", "--static-oauth-client-info",
        JSON.stringify({ client_id })],
    }));
    return client;
  };
  const call = (client) => client.callTool({ name: "list_activities", arguments: { limit: 1 } }, undefined, { timeout: 10_000 });
  const first = await open();
  assert.equal((await call(first)).structuredContent.activities.length, 1);
  await first.close();

  const file = readdirSync(folder, { recursive: true }).map((f) => join(folder, f)).find((f) => f.endsWith("_tokens.json"));
  const tokens = () => JSON.parse(readFileSync(file, "utf8"));
  const { refresh_token } = tokens();
  writeFileSync(file, JSON.stringify({ ...tokens(), access_token: "expired" }));
  const second = await open();
  assert.equal((await call(second)).structuredContent.activities.length, 1);
  assert.ok(tokens().access_token !== "expired" && tokens().refresh_token !== refresh_token, "nothing was renewed");

  lapkeep("login", "withdraw", lapkeep("login", "list").match(new RegExp(`^  (\\S+)  ${name} may `, "m"))[1]);
  const asked = () => readFileSync(opened, "utf8").trim().split("\n").length;
  assert.equal(asked(), 1);
  await assert.rejects(call(second), "a withdrawn grant still answers");
  await until("mcp-remote does not ask to sign in again", () => asked() > 1);
  await second.close();
  console.log("  mcp-remote: signed in, called, renewed, withdrawn");
}
await remote();
