import { own } from "./dom";
import type { Ground, View } from "./track";

export interface Named {
	tiles: string; min: number; max: number; credit: string; words: Record<string, string>; trouble?: string; script?: string;
}

// Host is told the notes on the map, by the name of their words, and when to draw it again.
export interface Host { say(word: string): void; unsay(word: string): void; came(): void }

// Fine holds how the tiles of a kind are shown.
export interface Fine {
	side: number; // pixels of a tile
	kept: number; // tiles in memory
	beyond: number; // zooms that go on after the deepest
}

export type At = [z: number, x: number, y: number];

// Square is the area of a tile, on whole pixels of the screen.
export interface Square { left: number; top: number; width: number; height: number }

const most = 120; // tiles of a picture

// Tiles is a ground that is loaded tile by tile. The last used tiles are kept, a
// coarser one is shown until the finer comes, and tiles out of view are no longer
// requested.
export abstract class Tiles<T> implements Ground {
	private readonly tiles = new Map<string, T>(); // those used last at the end

	constructor(protected readonly named: Named, protected readonly host: Host, private readonly fine: Fine) {}

	protected abstract ask(at: string, address: string): T;
	protected abstract state(tile: T): "coming" | "there" | "failed";
	protected abstract end(tile: T): void;
	// put draws a tile, or, for a tile of a coarser zoom, the part of it at a position.
	protected abstract put(c: CanvasRenderingContext2D, v: View, tile: T, at: At, of: number): void;

	get finest(): number { return 360 / this.fine.side / 2 ** (this.named.max + this.fine.beyond); }

	protected get any(): boolean { return [...this.tiles.values()].some((t) => this.state(t) === "there"); }

	// retry requests failed tiles again.
	retry(): void {
		for (const [at, t] of this.tiles) if (this.state(t) !== "there") this.drop(at, t);
	}

	// scale returns the zoom whose tiles are as fine as the picture.
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

	// coarser draws a part of a coarser tile that is there already, until the tile
	// comes.
	private coarser(c: CanvasRenderingContext2D, v: View, at: At): void {
		const [z, x, y] = at, n = 2 ** z;
		for (let up = 1; up <= z; up++) {
			const t = this.tiles.get(`${z - up}/${(((x % n) + n) % n) >> up}/${y >> up}`);
			if (t && this.state(t) === "there") return this.put(c, v, t, at, z - up);
		}
	}

	// forget drops tiles that are not shown: at once if they are still being requested,
	// else the oldest.
	private forget(shown: Set<string>): void {
		for (const [at, t] of this.tiles) {
			if (!shown.has(at) && (this.state(t) === "coming" || this.tiles.size > this.fine.kept)) this.drop(at, t);
		}
	}

	private drop(at: string, t: T): void {
		this.tiles.delete(at);
		this.end(t);
	}

	// address returns the address of the tiles elsewhere, or of those of the dashboard's file.
	private address(): string { return this.named.tiles.startsWith("/") ? own(this.named.tiles) : this.named.tiles; }

	// tile returns a tile, and requests it if it is not there.
	private tile(z: number, x: number, y: number): T {
		const at = `${z}/${x}/${y}`;
		let t = this.tiles.get(at);
		if (t !== undefined) this.tiles.delete(at);
		else t = this.ask(at, this.address().replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y)));
		this.tiles.set(at, t);
		return t;
	}
}

// square returns the area of a tile of a zoom.
export function square(v: View, [z, x, y]: At): Square {
	const n = 2 ** z, ratio = devicePixelRatio, snap = (p: number) => Math.round(p * ratio) / ratio;
	const [left, top] = v.place(north(y, n), west(x, n)).map(snap), [right, bottom] = v.place(north(y + 1, n), west(x + 1, n)).map(snap);
	return { left: left!, top: top!, width: right! - left!, height: bottom! - top! };
}

interface Grid { left: number; right: number; top: number; bottom: number }

function count(g: Grid): number { return (g.right - g.left + 1) * (g.bottom - g.top + 1); }

// grid returns the tiles of a zoom that the picture shows at least in part.
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
