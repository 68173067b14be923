import Point from "@mapbox/point-geometry";
import { Labeler } from "protomaps-leaflet/labeler";
import { paint } from "protomaps-leaflet/painter";
import type { PreparedTile } from "protomaps-leaflet/view";
import type { Host, Named } from "./basemap";
import { css, el } from "./dom";
import { far, type Frame, frame, inside, lay, placing } from "./mapframe";
import { type Shapes, type Source, source } from "./mapsource";
import { names, rules } from "./mapstyle";
import type { Ground, View } from "./track";

interface Tile { state: "coming" | "there" | "none"; stop: AbortController; shapes: Shapes }

// TileMap is the map behind a track. It paints a picture with the painter of
// protomaps-leaflet, and moves the picture with the view until it paints a new one. The
// page loads this script only when a map is shown.
export class TileMap implements Ground {
	private readonly from: Source;
	private readonly tiles = new Map<string, Tile>(); // the most recently used at the end
	private picture = el("canvas");
	private spare = el("canvas");
	private shown: Frame | null = null; // the frame that the picture shows
	private now = ""; // identifies the view, the tiles and the theme of the picture
	private changes = 0; // number of tiles that arrived
	private rest = 0; // the earliest time of the next painting
	private waiting = 0;

	constructor(private readonly named: Named, private readonly host: Host) { this.from = source(named); }

	get finest(): number { return 360 / this.from.side / 2 ** (this.named.max + this.from.beyond); }

	draw(c: CanvasRenderingContext2D, v: View): void {
		const f = frame(v, this.from.side, this.named.min, this.named.max), now = JSON.stringify([f, this.changes, css("map-land")]);
		if (now !== this.now && this.rested()) {
			const begun = performance.now();
			this.now = now;
			this.paint(f);
			this.rest = performance.now() + 4 * (performance.now() - begun); // painting takes a fifth of the time
		}
		c.save();
		c.globalAlpha = this.from.faint ? Number(css("map-ink")) || 1 : 1;
		if (this.shown) lay(c, this.picture, this.shown, v.place);
		c.restore();
	}

	// rested reports whether the map may be painted again; if not, it schedules a drawing
	// for when it may.
	private rested(): boolean {
		const wait = this.rest - performance.now();
		if (wait > 0) this.waiting ||= window.setTimeout(() => { this.waiting = 0; this.host.came(); }, wait);
		return wait <= 0;
	}

	// paint paints the loaded tiles over the previous picture.
	private paint(f: Frame): void {
		const c = this.spare.getContext("2d")!, ratio = devicePixelRatio, away = far(f);
		[this.spare.width, this.spare.height] = [Math.round(f.width * ratio), Math.round(f.height * ratio)];
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		if (this.shown) lay(c, this.picture, this.shown, placing(f));
		if (away) this.host.say("far"); else this.host.unsay("far");
		const there = new Map([["", away ? [] : this.prepared(f)]]), zoom = Math.min(22, Math.ceil(f.zoom) + 1);
		const labels = new Labeler(zoom, c, names(), there.get("")!.length);
		labels.add(there);
		const box = { minX: f.left, minY: f.top, maxX: f.left + f.width, maxY: f.top + f.height };
		paint(c, f.zoom, there, labels.index, rules(), box, new Point(f.left, f.top), true);
		[this.picture, this.spare, this.shown] = [this.spare, this.picture, f];
	}

	// prepared returns the loaded tiles of a frame, and requests the others.
	private prepared(f: Frame): PreparedTile[] {
		const out: PreparedTile[] = [], used = new Set<Tile>(), n = 2 ** f.z;
		inside(f, (x, y) => {
			const dataTile = { z: f.z, x: ((x % n) + n) % n, y }, t = this.tile(dataTile.z, dataTile.x, y);
			used.add(t);
			if (t.state !== "there") return;
			const origin = new Point(x * f.side, y * f.side);
			out.push({ z: f.zoom, dataTile, data: t.shapes, origin, scale: f.side / this.from.side, dim: f.side });
		});
		this.forget(used);
		return out;
	}

	// forget drops unused tiles: at once if they are still being requested, otherwise
	// the oldest.
	private forget(used: Set<Tile>): void {
		for (const [at, t] of this.tiles) {
			if (used.has(t) || (t.state !== "coming" && this.tiles.size <= this.from.kept)) continue;
			this.tiles.delete(at);
			t.stop.abort();
		}
	}

	// tile returns a tile, and requests it if it is not loaded.
	private tile(z: number, x: number, y: number): Tile {
		const at = `${z}/${x}/${y}`;
		let t = this.tiles.get(at);
		if (t) this.tiles.delete(at);
		else void this.come(t = { state: "coming", stop: new AbortController(), shapes: new Map() }, z, x, y);
		this.tiles.set(at, t);
		return t;
	}

	// come reads a tile; a damaged tile is omitted entirely.
	private async come(t: Tile, z: number, x: number, y: number): Promise<void> {
		try {
			t.shapes = await this.from.get(z, x, y, t.stop.signal);
			t.state = t.shapes.size > 0 ? "there" : "none"; // the file need not cover the whole world
		} catch {
			if (t.stop.signal.aborted) return;
			t.state = "none";
			this.host.say("failed");
		}
		this.changes++;
		this.host.came();
	}
}
