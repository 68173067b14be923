import { css } from "./dom";
import { type Kind, kind, title, wanted } from "./mapschema";
import { type Label, type Spot, type Way, write } from "./maptitles";
import { layers, type Shape } from "./mvt";
import { type At, type Host, type Named, square, Tiles } from "./tiles";
import type { View } from "./track";

// The map of a file with vector tiles, drawn in quiet colours: the track is what
// counts. The page loads this script only when such a map is shown.

interface Tile { state: "coming" | "there" | "failed"; stop: AbortController; paths: Map<Kind, Path2D>; labels: Label[] }

const unit = 4096; // of a tile's side, whatever its layers have
const most = 500; // names of a tile

// The width of each kind in pixels at a zoom, its growth with the zoom, and the
// least and the greatest width.
const widths: Partial<Record<Kind, [at: number, zoom: number, grows: number, least: number, most: number]>> = {
	main: [1.2, 10, 1.45, 1, 14], medium: [0.8, 11, 1.45, 0.6, 11], minor: [0.5, 12, 1.5, 0.4, 9], path: [0.7, 13, 1.3, 0.5, 2.5],
	rail: [0.7, 11, 1.25, 0.6, 3], river: [1.5, 11, 1.35, 1, 9], stream: [0.6, 12, 1.3, 0.5, 4], boundary: [1.5, 8, 1.1, 1, 3],
};
const order: Kind[] = ["park", "wood", "water", "river", "stream", "building", "boundary"];
const edged: [Kind, number][] = [["minor", 13], ["medium", 11], ["main", 0]]; // from a zoom on
const above: Kind[] = ["rail", "path", "minor", "medium", "main"];
const inks: Record<Kind, string> = {
	park: "park", wood: "wood", water: "water", river: "water", stream: "water", building: "building", boundary: "boundary",
	rail: "rail", path: "path", minor: "road", medium: "road", main: "road",
};

export class VectorMap extends Tiles<Tile> {
	private spots: Spot[] = [];
	private zoom = 0;
	private ink: (name: string) => string = css;
	private readonly languages = document.documentElement.lang.startsWith("zh") ? ["zh-Hans", "zh"] : [document.documentElement.lang];

	constructor(named: Named, host: Host) { super(named, host, { side: 512, kept: 64, beyond: 4 }); }

	override draw(c: CanvasRenderingContext2D, v: View): void {
		const known = new Map<string, string>();
		this.ink = (name) => { if (!known.has(name)) known.set(name, css("map-" + name)); return known.get(name)!; };
		this.spots = [];
		this.zoom = this.scale(v);
		super.draw(c, v);
		write(c, v.width, v.height, this.spots, this.ink("name"), this.ink("land"));
	}

	protected ask(_at: string, address: string): Tile {
		const t: Tile = { state: "coming", stop: new AbortController(), paths: new Map(), labels: [] };
		void this.come(t, address);
		return t;
	}

	protected state(t: Tile): Tile["state"] { return t.state; }

	protected end(t: Tile): void { t.stop.abort(); }

	// come reads a tile; a damaged one is left out as a whole.
	private async come(t: Tile, address: string): Promise<void> {
		try {
			const r = await fetch(address, { signal: t.stop.signal });
			if (r.status === 204) t.state = "failed"; // the file ends somewhere
			else if (!r.ok) throw new Error(r.statusText);
			else {
				shapes(t, new Uint8Array(await r.arrayBuffer()), this.languages);
				t.state = "there";
			}
		} catch {
			if (t.stop.signal.aborted) return;
			Object.assign(t, { state: "failed", paths: new Map(), labels: [] });
			this.host.say("failed");
		}
		this.host.came();
	}

	protected put(c: CanvasRenderingContext2D, v: View, t: Tile, at: At, of: number): void {
		const s = square(v, at), parts = 2 ** (at[0] - of), part = (p: number) => ((p % parts) + parts) % parts;
		const x = s.left - part(at[1]) * s.width, y = s.top - part(at[2]) * s.height, k = s.width * parts / unit;
		this.spots.push({ labels: t.labels, left: s.left, top: s.top, right: s.left + s.width, bottom: s.top + s.height, x, y, k });
		c.save();
		c.beginPath();
		c.rect(s.left, s.top, s.width, s.height);
		c.clip();
		c.fillStyle = this.ink("land");
		c.fillRect(s.left, s.top, s.width, s.height);
		c.translate(x, y);
		c.scale(k, s.height * parts / unit);
		for (const of of order) this.paint(c, t, of, k);
		for (const [of, from] of edged) if (this.zoom >= from) this.paint(c, t, of, k, true);
		for (const of of above) this.paint(c, t, of, k);
		c.restore();
	}

	private paint(c: CanvasRenderingContext2D, t: Tile, of: Kind, k: number, edge = false): void {
		const path = t.paths.get(of), by = widths[of];
		if (!path || (of === "building" && this.zoom < 14)) return;
		c.strokeStyle = c.fillStyle = this.ink(edge ? "edge" : inks[of]);
		if (!by) { c.fill(path); return; }
		const [at, zoom, grows, least, most] = by;
		c.lineWidth = (Math.max(least, Math.min(most, at * grows ** (this.zoom - zoom))) + (edge ? 1.5 : 0)) / k;
		c.stroke(path);
	}
}

// shapes fills a tile with the shapes in its bytes.
function shapes(t: Tile, bytes: Uint8Array, languages: string[]): void {
	for (const l of layers(bytes, wanted)) {
		for (const s of l.shapes) {
			const of = kind(l, s), said = title(l, s, languages), f = unit / l.extent;
			if (of) outline(s, t.paths.get(of) ?? t.paths.set(of, new Path2D()).get(of)!, f);
			if (said) t.labels.push({ ...said, way: longest(s, f) });
		}
	}
	t.labels = t.labels.filter((l) => l.way.length > 0).sort((a, b) => a.rank - b.rank).slice(0, most);
}

function outline(s: Shape, p: Path2D, f: number): void {
	s.walk({ move: (x, y) => p.moveTo(x * f, y * f), line: (x, y) => p.lineTo(x * f, y * f), close: () => p.closePath() });
}

// longest is the part of a shape with the most points.
function longest(s: Shape, f: number): Way {
	let best: Way = [], now: Way = [];
	s.walk({
		move: (x, y) => { now = [x * f, y * f]; if (best.length === 0) best = now; },
		line: (x, y) => { now.push(x * f, y * f); if (now.length > best.length) best = now; },
		close: () => undefined,
	});
	return best;
}
