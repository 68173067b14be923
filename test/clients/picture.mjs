// Checks that a result has a picture beside the text that it has without one.
//   node picture.mjs LABEL PLAIN.json DRAWN.json
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

// size returns the size of a PNG whose every pixel is there.
function size(png) {
  assert.equal(png.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  const packed = [];
  let head;
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const kind = png.toString("latin1", at + 4, at + 8), body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (kind === "IHDR") head = body;
    if (kind === "IDAT") packed.push(body);
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)], bits = head[8] * { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[head[9]];
  assert.equal(inflateSync(Buffer.concat(packed)).length, height * (1 + Math.ceil((width * bits) / 8)), "pixels are missing");
  return [width, height];
}

export function pictured(label, plain, drawn) {
  assert.deepEqual(plain.content.map((c) => c.type), ["text"]);
  assert.deepEqual(drawn.content.map((c) => c.type), ["text", "image"]);
  assert.equal(drawn.content[0].text, plain.content[0].text, "the text differs");
  assert.deepEqual(drawn.structuredContent, plain.structuredContent);
  const { data, mimeType } = drawn.content[1], png = Buffer.from(data, "base64"), [width, height] = size(png);
  assert.equal(mimeType, "image/png");
  assert.ok(width === 720 && height > 200 && height < 2000 && png.length <= 200 << 10, `${width}×${height}, ${png.length} bytes`);
  console.log(`  ${label}: a picture of ${width}×${height}, ${png.length >> 10} KB, beside the same text`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [label, ...files] = process.argv.slice(2), [plain, drawn] = files.map((f) => JSON.parse(readFileSync(f, "utf8")));
  pictured(label, plain.result ?? plain, drawn.result ?? drawn);
}
