import { own } from "./dom";
import type { Ground, View } from "./track";

export interface Named {
	tiles: string; min: number; max: number; credit: string; words: Record<string, string>; trouble?: string; script?: string;
}

// Host is told what is to be said of the map, by the name of its words, and when it is to be drawn anew.
export interface Host { say(word: string): void; unsay(word: string): void; came(): void }

// Fine is how the tiles of a kind are shown.
export interface Fine {
	side: number; // pixels of a tile
	kept: number; // tiles in memory
	beyond: number; // zooms that go on after the deepest
}

export type At = [z: number, x: number, y: number];

// Square is where a tile is drawn, on whole pixels of the screen.
export interface Square { left: number; top: number; width: number; height: number }

const most = 120; // tiles of a picture

// Tiles are a ground that comes tile by tile. Those used last are kept, a coarser one
// stands in until the finer comes, and what is out of view is no longer asked for.
export abstract class Tiles<T> implements Ground {
	private readonly tiles = new Map<string, T>(); // those used last at the end

	constructor(protected readonly named: Named, protected readonly host: Host, private readonly fine: Fine) {}

	protected abstract ask(at: string, address: string): T;
	protected abstract state(tile: T): "coming" | "there" | "failed";
	protected abstract end(tile: T): void;
	// put draws a tile, or of one of a coarser zoom the part that the tile at a place shows.
	protected abstract put(c: CanvasRenderingContext2D, v: View, tile: T, at: At, of: number): void;

	get finest(): number { return 360 / this.fine.side / 2 ** (this.named.max + this.fine.beyond); }

	protected get any(): boolean { return [...this.tiles.values()].some((t) => this.state(t) === "there"); }

	// retry asks again for what failed.
	retry(): void {
		for (const [at, t] of this.tiles) if (this.state(t) !== "there") this.drop(at, t);
	}

	// scale is the zoom whose tiles are as fine as the picture.
	protected scale(v: View): number {
		const west = v.at(0, 0)[1], east = v.at(v.width, 0)[1];
		return Math.log2((v.width / this.fine.side) * 360 / Math.max(1e-9, east - west));
	}

	draw(c: CanvasRenderingContext2D, v: View): void {
		let z = Math.max(this.named.min, Math.min(this.named.max, Math.round(this.scale(v)))), box = grid(v, z);
		while (count(box) > most && z > this.named.min) box = grid(v, --z);
		const far = count(box) > most;
		if (far) this.host.say("far"); else this.host.unsay("far");
		const n = 2 ** z, shown = new Set<string>();
		for (let y = box.top; y <= box.bottom && !far; y++) {
			for (let x = box.left; x <= box.right; x++) {
				const turned = ((x % n) + n) % n, tile = this.tile(z, turned, y);
				shown.add(`${z}/${turned}/${y}`);
				if (this.state(tile) === "there") this.put(c, v, tile, [z, x, y], z);
				else this.coarser(c, v, [z, x, y]);
			}
		}
		this.forget(shown);
	}

	// coarser draws a part of what is there already, until the tile comes.
	private coarser(c: CanvasRenderingContext2D, v: View, at: At): void {
		const [z, x, y] = at, n = 2 ** z;
		for (let up = 1; up <= z; up++) {
			const t = this.tiles.get(`${z - up}/${(((x % n) + n) % n) >> up}/${y >> up}`);
			if (t && this.state(t) === "there") return this.put(c, v, t, at, z - up);
		}
	}

	// forget drops what is not shown: at once if it is still asked for, else the oldest.
	private forget(shown: Set<string>): void {
		for (const [at, t] of this.tiles) {
			if (!shown.has(at) && (this.state(t) === "coming" || this.tiles.size > this.fine.kept)) this.drop(at, t);
		}
	}

	private drop(at: string, t: T): void {
		this.tiles.delete(at);
		this.end(t);
	}

	// address is that of the tiles elsewhere, or of those of the file that the dashboard has.
	private address(): string { return this.named.tiles.startsWith("/") ? own(this.named.tiles) : this.named.tiles; }

	// tile is one that is there, or comes.
	private tile(z: number, x: number, y: number): T {
		const at = `${z}/${x}/${y}`;
		let t = this.tiles.get(at);
		if (t !== undefined) this.tiles.delete(at);
		else t = this.ask(at, this.address().replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y)));
		this.tiles.set(at, t);
		return t;
	}
}

// square is where a tile of a zoom is drawn.
export function square(v: View, [z, x, y]: At): Square {
	const n = 2 ** z, ratio = devicePixelRatio, snap = (p: number) => Math.round(p * ratio) / ratio;
	const [left, top] = v.place(north(y, n), west(x, n)).map(snap), [right, bottom] = v.place(north(y + 1, n), west(x + 1, n)).map(snap);
	return { left: left!, top: top!, width: right! - left!, height: bottom! - top! };
}

interface Grid { left: number; right: number; top: number; bottom: number }

function count(g: Grid): number { return (g.right - g.left + 1) * (g.bottom - g.top + 1); }

// grid are the tiles of a zoom that a picture shows a part of.
function grid(v: View, z: number): Grid {
	const n = 2 ** z, [lat, lon] = v.at(0, 0), [south, east] = v.at(v.width, v.height);
	const row = (deg: number) => {
		const r = Math.max(-85.05, Math.min(85.05, deg)) * Math.PI / 180;
		return Math.max(0, Math.min(n - 1, Math.floor((1 - Math.asinh(Math.tan(r)) / Math.PI) / 2 * n)));
	};
	return { left: Math.floor((lon + 180) / 360 * n), right: Math.floor((east + 180) / 360 * n), top: row(lat), bottom: row(south) };
}

function west(x: number, n: number): number { return x / n * 360 - 180; }

function north(y: number, n: number): number { return Math.atan(Math.sinh(Math.PI * (1 - 2 * y / n))) * 180 / Math.PI; }
