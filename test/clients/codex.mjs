// Lists the server's tools and calls one through Codex's app server, which
// needs no account for this. Arguments: the codex program and a folder.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import assert from "node:assert/strict";

const [program, cwd] = process.argv.slice(2);
const app = spawn(program, ["app-server"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
const waiting = new Map();
createInterface({ input: app.stdout }).on("line", (line) => {
  const m = JSON.parse(line);
  if (m.id !== undefined && waiting.has(m.id)) {
    const { resolve, reject } = waiting.get(m.id);
    m.error ? reject(new Error(JSON.stringify(m.error))) : resolve(m.result);
  }
});
let last = 0;
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    app.stdin.write(JSON.stringify({ id, method, params }) + "\n");
  });

try {
  await ask("initialize", { clientInfo: { name: "lapkeep-client-tests", title: "Lapkeep client tests", version: "1" } });
  app.stdin.write(JSON.stringify({ method: "initialized" }) + "\n");
  const { thread } = await ask("thread/start", { cwd, ephemeral: true });
  const status = await ask("mcpServerStatus/list", { threadId: thread.id });
  const tools = Object.keys(status.data.find((s) => s.name === "lapkeep").tools);
  assert.ok(tools.includes("list_activities"), "list_activities is listed");
  const res = await ask("mcpServer/tool/call", {
    threadId: thread.id, server: "lapkeep", tool: "list_activities", arguments: { limit: 2 },
  });
  assert.equal(res.structuredContent.activities.length, 2);
  console.log(`  ${tools.length} tools, 1 call`);
} finally {
  app.kill();
}
