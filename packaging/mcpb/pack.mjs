// Packs one bundle per system for clients that install .mcpb files:
//   node pack.mjs VERSION OUT LAPKEEP SYSTEM=PROGRAM[,PROGRAM]...
// LAPKEEP runs here and lists its tools. SYSTEM is, for example, linux-amd64; two
// programs for darwin become a universal one. The bundle for this system is
// unpacked again, started and greeted. icon.png is internal/faces/mcp/icon.svg,
// which clients cannot read, at 512 pixels.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [version, out, lapkeep, ...systems] = process.argv.slice(2);
// As on https://semver.org: clients compare versions.
if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) throw new Error(`${version} is no semantic version`);
const work = mkdtempSync(join(tmpdir(), "lapkeep-mcpb-"));
const mcpb = (...args) => execFileSync(process.execPath, [join(here, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js"), ...args], { stdio: ["ignore", "pipe", "inherit"] });

// universal joins programs of one system into Apple's format for several processors.
function universal(programs) {
  const align = 14; // 16 KiB pages
  const parts = programs.map((p) => readFileSync(p));
  const header = Buffer.alloc(8 + 20 * parts.length);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(parts.length, 4);
  const pieces = [header];
  let end = header.length;
  parts.forEach((part, i) => {
    if (part.readUInt32LE(0) !== 0xfeedfacf) throw new Error(`${programs[i]} is no program for darwin`);
    const start = Math.ceil(end / (1 << align)) * (1 << align);
    pieces.push(Buffer.alloc(start - end), part);
    const at = 8 + 20 * i;
    header.writeUInt32BE(part.readUInt32LE(4), at); // processor and its kind, from the program
    header.writeUInt32BE(part.readUInt32LE(8), at + 4);
    header.writeUInt32BE(start, at + 8);
    header.writeUInt32BE(part.length, at + 12);
    header.writeUInt32BE(align, at + 16);
    end = start + part.length;
  });
  return Buffer.concat(pieces);
}

function manifest(os, name) {
  const m = JSON.parse(readFileSync(join(here, "manifest.json"), "utf8"));
  m.version = version;
  m.server.entry_point = `server/${name}`;
  m.server.mcp_config.command = "${__dirname}/" + m.server.entry_point;
  m.compatibility = { platforms: [os === "windows" ? "win32" : os] };
  const listed = JSON.parse(execFileSync(lapkeep, ["tools", "--json", "--home", join(work, "home")], { env: {} }));
  m.tools = listed.tools.map((t) => ({ name: t.name, description: t.description }));
  m.tools_generated = true; // settings may enable others
  return m;
}

function pack(system, programs) {
  const os = system.split("-")[0];
  const name = os === "windows" ? "lapkeep.exe" : "lapkeep";
  const stage = join(work, system);
  mkdirSync(join(stage, "server"), { recursive: true });
  const program = join(stage, "server", name);
  if (programs.length > 1) writeFileSync(program, universal(programs));
  else copyFileSync(programs[0], program);
  chmodSync(program, 0o755);
  for (const file of ["LICENSE", "bin/THIRD_PARTY_NOTICES.txt"]) copyFileSync(join(root, file), join(stage, basename(file)));
  copyFileSync(join(here, "icon.png"), join(stage, "icon.png"));
  writeFileSync(join(stage, "manifest.json"), JSON.stringify(manifest(os, name), null, 2) + "\n");
  mcpb("validate", join(stage, "manifest.json"));
  const file = join(resolve(out), `lapkeep-${system}.mcpb`);
  mcpb("pack", stage, file);
  console.log(file);
  return file;
}

// greet starts the program as a client would, with the defaults, and initializes it.
async function greet(file) {
  const dir = join(work, "unpacked");
  mcpb("unpack", file, dir);
  const m = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
  const fill = (s) => s.replace("${__dirname}", dir)
    .replace(/\$\{user_config\.(\w+)\}/, (_, k) => m.user_config[k].default.replace("${HOME}", join(work, "home")));
  const { command, args, env } = m.server.mcp_config;
  const filled = Object.fromEntries(Object.entries(env).map(([k, v]) => [k, fill(v)]));
  const server = spawn(fill(command), args, { env: filled, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pack", version: "1" } };
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) + "\n");
  const said = JSON.parse((await lines.next()).value);
  server.stdin.end();
  if (said.result?.serverInfo?.name !== "lapkeep") throw new Error(`${file} answers ${JSON.stringify(said)}`);
  console.log(`  unpacked, it greets as ${said.result.serverInfo.name} ${said.result.serverInfo.version}`);
}

try {
  const mine = `${{ win32: "windows" }[platform()] ?? platform()}-${{ x64: "amd64" }[arch()] ?? arch()}`;
  for (const s of systems) {
    const [system, programs] = s.split("=");
    const file = pack(system, programs.split(","));
    if (system === mine) await greet(file);
  }
} finally {
  rmSync(work, { recursive: true });
}
