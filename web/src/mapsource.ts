import Point from "@mapbox/point-geometry";
import Pbf from "pbf";
import { FetchSource, PMTiles, type RangeResponse, SharedPromiseCache, type Source as FileSource } from "pmtiles";
import { PmtilesSource } from "protomaps-leaflet/tilecache";
import type { Feature } from "protomaps-leaflet/tilecache";
import type { Named } from "./basemap";
import { own } from "./dom";
import { sorted } from "./mapschema";

// Shapes are the shapes of a tile by kind; a raster tile has one shape.
export type Shapes = Map<string, Feature[]>;

// Source reads tiles, and says how they are shown.
export interface Source {
	side: number; // pixels of a tile at its own zoom
	kept: number; // number of tiles kept in memory
	beyond: number; // additional zooms beyond the deepest
	faint: boolean; // the theme defines the opacity
	get(z: number, x: number, y: number, stop: AbortSignal): Promise<Shapes>; // empty if there is no tile
}

// Limits on a file: it is untrusted data, and the libraries set no limits.
const most = { read: 4 << 20, unpacked: 4 << 20, points: 400_000, way: 20_000 }; // way is in sides of its tile

const pictures = { side: 256 / devicePixelRatio, kept: 256, beyond: 2, faint: true };

export function source(named: Named): Source {
	const elsewhere = !named.tiles.startsWith("/"), file = elsewhere ? null : archive(own(named.tiles));
	if (file && named.vector) return shapes(file);
	return {
		...pictures,
		get: async (z, x, y, stop) => {
			if (!file) return picture(await load(named.tiles.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`), stop));
			const tile = await file.getZxy(z, x, y, stop);
			return tile ? picture(await createImageBitmap(new Blob([tile.data]))) : new Map();
		},
	};
}

function shapes(file: PMTiles): Source {
	const side = 512, tiles = new PmtilesSource(file, false), lang = document.documentElement.lang;
	const languages = lang.startsWith("zh") ? ["zh-Hans", "zh"] : [lang];
	return { side, kept: 64, beyond: 4, faint: false, get: async (z, x, y) => {
		const all = await tiles.get({ z, x, y }, side);
		return all.size > 0 ? sorted(all, languages).set("land", [whole(side, {})]) : all;
	} };
}

// picture returns a raster tile.
function picture(image: ImageBitmap | HTMLImageElement): Shapes {
	return new Map([["picture", [whole(pictures.side, { image } as unknown as Feature["props"])]]]);
}

// whole returns a shape that covers a tile.
function whole(side: number, props: Feature["props"]): Feature {
	const corners = [[0, 0], [side, 0], [side, side], [0, side]] as const;
	return { props, geomType: 3, numVertices: 4, bbox: { minX: 0, minY: 0, maxX: side, maxY: side },
		geom: [corners.map(([x, y]) => new Point(x, y))] };
}

function load(address: string, stop: AbortSignal): Promise<HTMLImageElement> {
	return new Promise((done, failed) => {
		const i = new Image();
		i.referrerPolicy = "origin"; // many servers require the site's address, but must not learn the activity's
		i.addEventListener("load", () => done(i));
		i.addEventListener("error", failed);
		stop.addEventListener("abort", () => i.removeAttribute("src")); // ends its request
		i.src = address;
	});
}

// Parts reads the parts of a file, and rejects parts that are too long.
class Parts extends FetchSource {
	override getBytes(offset: number, length: number, stop?: AbortSignal, etag?: string): Promise<RangeResponse> {
		if (!(length <= most.read)) throw new Error("a part of the map file is too long");
		return super.getBytes(offset, length, stop, etag);
	}
}

// Archive checks the vector tiles of a file.
class Archive extends PMTiles {
	override async getZxy(z: number, x: number, y: number, stop?: AbortSignal): Promise<RangeResponse | undefined> {
		const tile = await super.getZxy(z, x, y, stop);
		if (tile && (await this.getHeader()).tileType === 1) bounded(new Pbf(tile.data));
		return tile;
	}
}

// Kept holds the header and the directories of a file. A changed file is read again by the
// next request; the library would read it at once and leave a failure unhandled.
class Kept extends SharedPromiseCache {
	constructor() { super(100, true, unpack); }

	override async invalidate(file: FileSource): Promise<void> { this.cache.delete(file.getKey()); }
}

function archive(address: string): PMTiles {
	return new Archive(new Parts(address), new Kept(), unpack);
}

// unpack decompresses gzip; the server rejects files with any other compression.
async function unpack(packed: ArrayBuffer, how: number): Promise<ArrayBuffer> {
	if (how !== 2) return packed;
	const from = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader(), parts: BlobPart[] = [];
	for (let size = 0, part = await from.read(); !part.done; part = await from.read()) {
		parts.push(part.value);
		if ((size += part.value.length) <= most.unpacked) continue;
		void from.cancel();
		throw new Error("a part of the map file unpacks to too much");
	}
	return new Blob(parts).arrayBuffer();
}

// bounded throws for a damaged tile, and for one with more shapes than any map needs.
function bounded(tile: Pbf): void {
	const left = { ...most };
	parts(tile, tile.length, (of, end) => { if (of === 3) layer(tile, end, left); });
}

// parts calls see for each field of a message, and throws if one is longer than its message.
function parts(p: Pbf, end: number, see: (field: number, end: number) => void): void {
	while (p.pos < end) {
		const field = p.readVarint(), long = field % 8 === 2 ? p.readVarint() : 0, from = p.pos;
		if (field % 8 !== 2) p.skip(field);
		const to = p.pos + long;
		if (to > end) throw new Error("a tile is damaged");
		p.pos = from;
		see(Math.floor(field / 8), to);
		p.pos = to;
	}
}

function layer(p: Pbf, end: number, left: typeof most): void {
	const ways: [from: number, to: number][] = [];
	let side = 4096;
	parts(p, end, (of, to) => {
		if (of === 5) side = p.readVarint();
		if (of === 2) parts(p, to, (part, last) => { if (part === 4) ways.push([p.pos, last]); });
	});
	if (side < 1 || side > 1 << 20) throw new Error("a layer of a tile has no side");
	for (const [from, to] of ways) {
		p.pos = from;
		way(p, to, side, left);
	}
}

function way(p: Pbf, end: number, side: number, left: typeof most): void {
	while (p.pos < end) {
		const v = p.readVarint(), what = v % 8;
		if (v === 15) continue; // closes the shape
		if (what !== 1 && what !== 2) throw new Error("a tile is damaged");
		for (let n = Math.floor(v / 8); n > 0; n--) {
			const far = Math.abs(p.readSVarint()) + Math.abs(p.readSVarint());
			if (what === 2) left.way -= far / side;
			if (--left.points < 0 || left.way < 0 || p.pos > end) throw new Error("a tile asks for too much");
		}
	}
}
