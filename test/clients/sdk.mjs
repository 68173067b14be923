// Lists and calls the tools with the official TypeScript SDK, both
// generations, over stdio, streamable HTTP and the older SSE.
import assert from "node:assert/strict";
import { pictured } from "./picture.mjs";

const [program, home, url, key] = process.argv.slice(2);
const server = { command: program, args: ["serve"], env: { ...process.env, LAPKEEP_HOME: home } };
const identity = { name: "lapkeep-client-tests", version: "1.0.0" };

async function converse(label, client, transport) {
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some((t) => t.name === "get_activity"), "get_activity is listed");

    const list = await client.callTool({ name: "list_activities", arguments: { limit: 2 } });
    const rows = list.structuredContent.activities;
    assert.equal(rows.length, 2);

    const one = await client.callTool({ name: "get_activity", arguments: { id: rows[0].id } });
    assert.equal(one.structuredContent.id, rows[0].id);

    const load = await client.callTool({ name: "analyze_training_load", arguments: {} });
    assert.ok(load.structuredContent.today, "today's values are there");
    pictured(label, load, await client.callTool({ name: "analyze_training_load", arguments: { picture: true } }));

    const wrong = await client.callTool({ name: "get_activity", arguments: { id: "nothing-like-it" } });
    assert.equal(wrong.isError, true, "an unknown id is a tool error");
    console.log(`${label}: ${tools.length} tools, 5 calls`);
  } finally {
    await client.close();
  }
}

const v1 = await import("@modelcontextprotocol/sdk/client/index.js");
const v1stdio = await import("@modelcontextprotocol/sdk/client/stdio.js");
const v1http = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
const v1sse = await import("@modelcontextprotocol/sdk/client/sse.js");
const v2 = await import("@modelcontextprotocol/client");
const v2stdio = await import("@modelcontextprotocol/client/stdio");
const auto = { versionNegotiation: { mode: "auto" } };

const init = { requestInit: { headers: { Authorization: `Bearer ${key}` } } };
const sse = new URL(url.replace(/\/mcp$/, "/sse"));
const ways = [
  ["TypeScript SDK v1, stdio", () => new v1.Client(identity), () => new v1stdio.StdioClientTransport(server)],
  ["TypeScript SDK v1, HTTP", () => new v1.Client(identity), () => new v1http.StreamableHTTPClientTransport(new URL(url), init)],
  ["TypeScript SDK v1, SSE", () => new v1.Client(identity), () => new v1sse.SSEClientTransport(sse, init)],
  ["TypeScript SDK v2, stdio, legacy era", () => new v2.Client(identity), () => new v2stdio.StdioClientTransport(server)],
  ["TypeScript SDK v2, stdio, 2026-07-28", () => new v2.Client(identity, auto), () => new v2stdio.StdioClientTransport(server)],
  ["TypeScript SDK v2, HTTP, legacy era", () => new v2.Client(identity), () => new v2.StreamableHTTPClientTransport(new URL(url), init)],
  ["TypeScript SDK v2, HTTP, 2026-07-28", () => new v2.Client(identity, auto), () => new v2.StreamableHTTPClientTransport(new URL(url), init)],
];
for (const [label, client, transport] of ways) await converse(label, client(), transport());
