import { css, el } from "./dom";
import type { Ground, Track, View } from "./track";

interface Named { tiles: string; min: number; max: number; credit: string; words: Record<string, string>; trouble?: string }

const side = 256, most = 120; // pixels of a tile, tiles of a picture
const kept = 256, beyond = 2; // tiles in memory, zooms that go on after the deepest
const remembered = "lapkeep-basemap";

// recall is whether the athlete wanted the map the last time; no storage is a no.
function recall(): boolean {
	try { return localStorage.getItem(remembered) === "on"; } catch { return false; }
}

function remember(on: boolean): void {
	try { localStorage.setItem(remembered, on ? "on" : "off"); } catch { /* it is asked again */ }
}

// Basemap is the map beneath a track, of the tiles that the athlete named. Until
// they want it, none is asked for. The track, its colours and its cursor are those
// of the quiet canvas.
export class Basemap implements Ground {
	private readonly tiles = new Map<string, HTMLImageElement>(); // those used last at the end
	private on = recall();
	private told = el("p", "small");
	private credit = el("p", "small map-credit");
	private track?: Track;
	private waiting = 0;

	constructor(private readonly named: Named) {
		this.told.setAttribute("role", "status");
	}

	// under puts the map under a track, and is what says and switches it.
	under(track: Track): HTMLElement {
		this.track = track;
		const box = el("div", "map-tools"), note = el("p", "small", this.named.words["note"] ?? "");
		if (this.named.trouble) {
			box.append(el("p", "small", this.named.trouble));
			return box;
		}
		const b = el("button", "button quiet", this.named.words["show"] ?? "");
		b.type = "button";
		b.setAttribute("aria-pressed", String(this.on));
		b.addEventListener("click", () => {
			this.on = !this.on;
			remember(this.on);
			b.setAttribute("aria-pressed", String(this.on));
			for (const [at, i] of this.tiles) if (!i.complete || i.naturalWidth === 0) this.drop(at, i);
			this.show();
		});
		box.append(this.credit, b, note, this.told);
		this.show();
		return box;
	}

	private show(): void {
		this.told.textContent = "";
		this.credit.textContent = this.on ? this.named.credit : "";
		this.track?.beneath(this.on ? this : null);
	}

	// zoom is the one whose tiles are about as fine as the picture.
	private zoom(v: View): number {
		const [west] = [v.at(0, 0)[1]], east = v.at(v.width, 0)[1];
		const z = Math.round(Math.log2((v.width * devicePixelRatio / side) * 360 / Math.max(1e-9, east - west)));
		return Math.max(this.named.min, Math.min(this.named.max, z));
	}

	// finest is a pixel of the deepest zoom that is drawn, in degrees.
	get finest(): number { return 360 / side / 2 ** (this.named.max + beyond) * devicePixelRatio; }

	draw(c: CanvasRenderingContext2D, v: View): void {
		let z = this.zoom(v), box = grid(v, z);
		while (count(box) > most && z > this.named.min) box = grid(v, --z);
		const far = count(box) > most, said = this.named.words["far"] ?? "";
		if (far) this.told.textContent = said; else if (this.told.textContent === said) this.told.textContent = "";
		const n = 2 ** z, shown = new Set<string>();
		c.globalAlpha = Number(css("map-ink")) || 1;
		for (let y = box.top; y <= box.bottom && !far; y++) {
			for (let x = box.left; x <= box.right; x++) {
				const turned = ((x % n) + n) % n;
				shown.add(`${z}/${turned}/${y}`);
				if (!put(c, v, this.tile(z, turned, y), [z, x, y], z)) this.coarser(c, v, [z, x, y]);
			}
		}
		c.globalAlpha = 1;
		this.forget(shown);
	}

	// coarser draws a part of what is there already, until the tile comes.
	private coarser(c: CanvasRenderingContext2D, v: View, at: At): void {
		const [z, x, y] = at, n = 2 ** z;
		for (let up = 1; up <= z; up++) {
			const i = this.tiles.get(`${z - up}/${(((x % n) + n) % n) >> up}/${y >> up}`);
			if (i && put(c, v, i, at, z - up)) return;
		}
	}

	// forget drops what is not shown: at once if it is still asked for, else the oldest.
	private forget(shown: Set<string>): void {
		for (const [at, i] of this.tiles) {
			if (!shown.has(at) && (!i.complete || this.tiles.size > kept)) this.drop(at, i);
		}
	}

	private drop(at: string, i: HTMLImageElement): void {
		this.tiles.delete(at);
		i.removeAttribute("src"); // its request ends
	}

	// tile is a picture that is there, or comes.
	private tile(z: number, x: number, y: number): HTMLImageElement {
		const at = `${z}/${x}/${y}`, known = this.tiles.get(at);
		if (known) {
			this.tiles.delete(at);
			this.tiles.set(at, known);
			return known;
		}
		const i = new Image();
		this.tiles.set(at, i);
		i.referrerPolicy = "origin"; // many servers want to know who asks; the activity is none of theirs
		i.addEventListener("load", () => this.came());
		i.addEventListener("error", () => { if (this.on && this.elsewhere()) this.told.textContent = this.named.words["failed"] ?? ""; });
		i.src = this.named.tiles.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));
		return i;
	}

	// elsewhere is whether a tile that is not there is a failure: a file ends somewhere.
	private elsewhere(): boolean { return !this.named.tiles.startsWith("/") || ![...this.tiles.values()].some((i) => i.naturalWidth > 0); }

	// came draws what came within a frame at once.
	private came(): void {
		this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.track?.again(); });
	}
}

type At = [z: number, x: number, y: number];

// put draws a tile, or of a picture of a coarser zoom the part that the tile shows.
function put(c: CanvasRenderingContext2D, v: View, i: HTMLImageElement, [z, x, y]: At, of: number): boolean {
	if (!i.complete || i.naturalWidth === 0) return false;
	const n = 2 ** z, parts = 2 ** (z - of), share = i.naturalWidth / parts, ratio = devicePixelRatio, snap = (p: number) => Math.round(p * ratio) / ratio;
	const [a, b] = v.place(north(y, n), west(x, n)).map(snap), [u, w] = v.place(north(y + 1, n), west(x + 1, n)).map(snap);
	const part = (p: number) => ((p % parts) + parts) % parts * share;
	c.drawImage(i, part(x), part(y), share, share, a!, b!, u! - a!, w! - b!);
	return true;
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
