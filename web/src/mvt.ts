// A reader of vector tiles, https://github.com/mapbox/vector-tile-spec/tree/master/2.1.
// A tile is data of others: each byte is read a bounded number of times, and a tile
// that is damaged, or has more shapes than any map needs, is an error.

export type Value = string | number | undefined; // truths are 1 and 0

// Shape is a feature: 1 are points, 2 lines, 3 areas. read returns its value of a
// key.
export interface Shape { kind: number; read(key: string): Value; walk(pen: Pen): void }

export interface Layer { name: string; extent: number; shapes: Shape[] }

// Pen receives the parts of a shape, in units of the layer's extent.
export interface Pen { move(x: number, y: number): void; line(x: number, y: number): void; close(): void }

const most = { shapes: 100_000, values: 200_000, points: 400_000, way: 20_000 }; // of a tile; way in its sides
const longest = 1_000; // bytes of a text that is read

export class Damaged extends Error {}

class Bytes {
	constructor(readonly b: Uint8Array, public at = 0, readonly end = b.length) {}

	varint(): number {
		let v = 0;
		for (let i = 0, f = 1; i < 10; i++, f *= 128) {
			if (this.at >= this.end) break;
			const c = this.b[this.at++]!;
			v += (c & 127) * f;
			if (c < 128) return v;
		}
		throw new Damaged();
	}

	part(): Bytes {
		const n = this.varint(), from = this.at;
		if (n > this.end - from) throw new Damaged();
		this.at += n;
		return new Bytes(this.b, from, this.at);
	}

	// each calls see for every field, with its number and wire type; a field that see does not
	// read is skipped.
	each(see: (tag: number) => unknown): void {
		while (this.at < this.end) {
			const tag = this.varint(), wire = tag % 8, from = this.at;
			see(tag);
			if (this.at !== from) continue;
			if (wire === 0) this.varint();
			else if (wire === 2) this.part();
			else this.skip({ 1: 8, 5: 4 }[wire] ?? Infinity);
		}
	}

	skip(n: number): number {
		this.at += n;
		if (this.at > this.end) throw new Damaged();
		return this.at - n;
	}

	text(): string | undefined {
		return this.end - this.at > longest ? undefined : new TextDecoder().decode(this.b.subarray(this.at, this.end));
	}
}

const zigzag = (v: number): number => (v >>> 1) ^ -(v & 1);

function value(b: Bytes): Value {
	let v: Value;
	const view = new DataView(b.b.buffer, b.b.byteOffset);
	b.each((f) => {
		if (f === 10) v = b.part().text();
		else if (f === 21) v = view.getFloat32(b.skip(4), true);
		else if (f === 25) v = view.getFloat64(b.skip(8), true);
		else if (f === 32 || f === 40 || f === 56) { v = b.varint(); if (f === 32 && v >= 2 ** 63) v -= 2 ** 64; }
		else if (f === 48) v = zigzag(b.varint());
	});
	return v;
}

// layers returns the wanted layers of a tile.
export function layers(tile: Uint8Array, wanted: (name: string) => boolean): Layer[] {
	const all: Layer[] = [], left = { ...most }, whole = new Bytes(tile);
	whole.each((f) => { if (f === 26) { const l = layer(whole.part(), wanted, left); if (l) all.push(l); } });
	return all;
}

function layer(b: Bytes, wanted: (name: string) => boolean, left: typeof most): Layer | null {
	const out: Layer = { name: "", extent: 4096, shapes: [] }, parts: Bytes[] = [], keys: Bytes[] = [], values: Bytes[] = [];
	b.each((f) => {
		if (f === 10) out.name = b.part().text() ?? "";
		else if (f === 18) parts.push(b.part());
		else if (f === 26) keys.push(b.part());
		else if (f === 34) values.push(b.part());
		else if (f === 40) out.extent = b.varint();
		if (parts.length > left.shapes || keys.length + values.length > left.values) throw new Damaged();
	});
	if (!wanted(out.name)) return null;
	if (out.extent < 1 || out.extent > 1 << 20) throw new Damaged();
	[left.shapes, left.values] = [left.shapes - parts.length, left.values - keys.length - values.length];
	const names = keys.map((k) => k.text()), known = new Map<number, Value>();
	const read = (i: number) => known.has(i) ? known.get(i) : (known.set(i, values[i] && value(values[i]!)), known.get(i));
	out.shapes = parts.map((p) => shape(p, names, read, out.extent, left));
	return out;
}

function shape(b: Bytes, names: (string | undefined)[], value: (i: number) => Value, extent: number, left: typeof most): Shape {
	const said = new Map<string, number>();
	let kind = 0, way = new Bytes(b.b, 0, 0);
	b.each((f) => {
		if (f === 24) kind = b.varint();
		else if (f === 34) way = b.part();
		else if (f === 18) {
			for (const tags = b.part(); tags.at < tags.end;) said.set(names[tags.varint()] ?? "", tags.varint());
		}
	});
	return { kind, read: (key) => { const i = said.get(key); return i === undefined ? i : value(i); },
		walk: (pen) => walk(new Bytes(b.b, way.at, way.end), pen, extent, left) };
}

function walk(b: Bytes, pen: Pen, extent: number, left: typeof most): void {
	let x = 0, y = 0;
	while (b.at < b.end) {
		const v = b.varint(), what = v % 8;
		if (what === 7) { pen.close(); continue; }
		if (what !== 1 && what !== 2) throw new Damaged();
		for (let n = Math.floor(v / 8); n > 0; n--) {
			const dx = zigzag(b.varint()), dy = zigzag(b.varint());
			x += dx;
			y += dy;
			if (what === 2) left.way -= (Math.abs(dx) + Math.abs(dy)) / extent;
			if (--left.points < 0 || left.way < 0) throw new Damaged();
			if (what === 1) pen.move(x, y); else pen.line(x, y);
		}
	}
}
