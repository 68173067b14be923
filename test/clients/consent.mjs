// Answers a program's request for access as a person does: opens it in headless Chromium, signs in
// with a one-time code, reads who asks, and allows it.
// consent.mjs PROGRAM HOME ADDRESS
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const flags = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
];

/** One page of a browser, driven through a pipe. */
class Page {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "lapkeep-browser-"));
    this.browser = spawn(process.env.CHROMIUM ?? "chromium", [...flags, `--user-data-dir=${this.folder}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.waiting = new Map();
    this.sent = 0;
    let rest = "";
    this.browser.stdio[4].on("data", (part) => {
      const messages = (rest + part).split("\0");
      rest = messages.pop();
      for (const m of messages.map((text) => JSON.parse(text))) this.waiting.get(m.id)?.(m);
    });
  }

  send(method, params = {}) {
    const id = ++this.sent;
    this.browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
    return new Promise((done, failed) => {
      this.waiting.set(id, (m) => (m.error ? failed(new Error(`${method}: ${m.error.message}`)) : done(m.result)));
    });
  }

  async open(address) {
    const { targetId } = await this.send("Target.createTarget", { url: address });
    this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  }

  /** Waits until an expression is true on the page; while it loads, there may be none. */
  async until(expression) {
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((next) => setTimeout(next, 50))) {
      const got = await this.value(`document.readyState === "complete" && (${expression})`).catch(() => undefined);
      if (got) return got;
    }
    throw new Error(`The page never had ${expression}: ${await this.value("document.body.innerText")}`);
  }

  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  async close() {
    const gone = new Promise((done) => this.browser.once("exit", done));
    this.session = undefined;
    await this.send("Browser.close").catch(() => this.browser.kill());
    await gone;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Allows what a program asks for at an address, and returns what the page said. */
export async function consent(program, home, address) {
  const printed = execFileSync(program, ["login", "code", "--home", home], { encoding: "utf8" });
  const code = printed.match(/: (\S+)\s*$/)[1];
  const page = new Page();
  try {
    await page.open(String(address));
    await page.until(`document.querySelector("input[name=code]")`);
    await page.value(`document.querySelector("input[name=code]").value = ${JSON.stringify(code)}; document.forms[0].requestSubmit()`);
    await page.until(`document.querySelector("input[name=athlete]")`);
    const said = await page.value("document.body.innerText");
    await page.value(`for (const box of document.querySelectorAll("input[name=athlete]")) box.checked = true;
      document.querySelector("button[value=allow]").click()`);
    await page.until(`location.origin !== ${JSON.stringify(new URL(address).origin)}`);
    return said;
  } finally {
    await page.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const said = await consent(...process.argv.slice(2));
  assert.match(said, /wants access/);
}
