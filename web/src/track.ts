import { css, el } from "./dom";
import { gestures, type Movable } from "./gestures";
import { ends, north, scaleBar, type Sheet } from "./trackmarks";
import type { Box, Viewport } from "./viewport";

// Bin is a class of the track's colours: from a value up to that of the next
// class.
export interface Bin { from: number; label: string }

// View is the picture in degrees: place returns the pixel of a position, and at is its
// inverse.
export interface View {
	width: number; height: number;
	place(lat: number, lon: number): [x: number, y: number];
	at(x: number, y: number): [lat: number, lon: number];
}

// Ground draws the layer behind the track; finest is its smallest pixel, in degrees of
// longitude.
export interface Ground { draw(c: CanvasRenderingContext2D, v: View): void; finest: number }

type Fix = [x: number, y: number, offset: number]; // in metres and seconds

const metres = 111_320; // per degree
const most = 7; // classes distinguished by colour and width

// wide returns the width of a class, as in the legend: it conveys the order without
// colours.
function wide(bin: number): number { return 2 + bin; }

// Track is the track on a plain canvas, with north up and a scale: it requests no tiles, so
// that nobody learns where the activity took place.
export class Track implements Movable {
	readonly canvas = el("canvas", "track");
	onPick: (offset: number) => void = () => undefined;
	onView: () => void = () => undefined; // called when the view is zoomed, or shows the whole track again
	private readonly points: Fix[] = [];
	private readonly box: Box = { west: 0, east: 0, north: 0, south: 0 };
	private colors: Int8Array | null = null; // of each point, -1 if unknown
	private chosen: [number, number] | null = null; // seconds
	private readonly still = el("canvas"); // everything except the cursor
	private fresh = false; // whether still is up to date
	private waiting = 0;
	private readonly origin: [lat: number, lon: number, shrink: number];
	private cursor?: Fix;
	private picking = false;
	private below: Ground | null = null;

	constructor(lat: Float32Array, lon: Float32Array, from: Record<string, number>, offset: Float32Array,
		readonly size: [width: number, height: number], private readonly words: DOMStringMap, private readonly port: Viewport,
		framed = false) {
		const north = from["latitude"] ?? 0, east = from["longitude"] ?? 0;
		const shrink = Math.cos((north * Math.PI) / 180), box = this.box;
		this.origin = [north, east, shrink];
		for (let i = 0; i < lat.length; i++) {
			if (Number.isNaN(lat[i]!) || Number.isNaN(lon[i]!)) continue;
			const x = lon[i]! * metres * shrink, y = -lat[i]! * metres;
			if (!framed) this.points.push([x, y, offset[i]!]); // a frame has no track
			box.west = Math.min(box.west, x); box.east = Math.max(box.east, x); box.north = Math.min(box.north, y);
			box.south = Math.max(box.south, y);
		}
		this.canvas.tabIndex = 0;
		this.canvas.setAttribute("role", "application"); // it handles its own keys
		this.canvas.setAttribute("aria-label", words["map"] ?? "");
		gestures(this.canvas, this);
		this.resized();
	}

	// color colours each point by the class of its second; null means a single colour.
	color(of: ((offset: number) => number) | null): void {
		this.colors = of ? Int8Array.from(this.points, (p) => Math.min(most - 1, of(p[2]))) : null;
		this.again();
	}

	// choose marks a part from one second to another.
	choose(range: [number, number] | null): void {
		this.chosen = range;
		this.again();
	}

	// beneath sets the ground to draw behind the track, or null for none; calling it again
	// redraws the ground.
	beneath(ground: Ground | null): void {
		this.below = ground;
		this.fit();
		this.again();
		this.onView();
	}

	again(): void {
		this.fresh = false;
		this.paint();
	}

	private get width(): number { return this.size[0]; }

	get zoomed(): boolean { return this.port.zoomed; }

	get closest(): boolean { return this.port.closest; }

	// zoom zooms around the cursor if no position is given and it is in view.
	zoom(times: number, x?: number, y?: number): void {
		const [u, v] = this.cursor ? this.place(this.cursor) : [NaN, NaN];
		if (x === undefined && u >= 0 && v >= 0 && u <= this.width && v <= this.height()) [x, y] = [u, v];
		this.port.zoom(times, x, y);
		this.moved();
	}

	pan(x: number, y: number): void {
		this.port.pan(x, y);
		this.moved();
	}

	// look shows the part between some edges in degrees.
	look(south: number, west: number, north: number, east: number): void {
		const [lat, lon, shrink] = this.origin, x = (o: number) => (o - lon) * metres * shrink, y = (a: number) => (lat - a) * metres;
		this.port.look({ west: x(west), east: x(east), north: y(north), south: y(south) });
		this.moved();
	}

	whole(): void {
		this.port.whole();
		this.moved();
	}

	// moved redraws once for all changes within a frame.
	private moved(): void {
		this.onView();
		this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.again(); });
	}

	private view(): View {
		const [lat, lon, shrink] = this.origin;
		return {
			width: this.width, height: this.height(),
			place: (a, o) => this.port.place((o - lon) * metres * shrink, (lat - a) * metres),
			at: (x, y) => { const [a, b] = this.port.at(x, y); return [lat - b / metres, lon + a / metres / shrink]; },
		};
	}

	private height(): number {
		const chosen = parseInt(document.documentElement.style.getPropertyValue("--map-size"), 10);
		return this.size[1] < 300 ? this.size[1] : chosen || this.size[1];
	}

	// resized fits the track into the chosen height.
	resized(): void {
		const ratio = devicePixelRatio, w = this.width, h = this.height();
		this.still.width = this.canvas.width = w * ratio;
		this.still.height = this.canvas.height = h * ratio;
		this.canvas.style.width = w + "px";
		this.canvas.style.height = h + "px";
		this.fit();
		this.again();
	}

	private fit(): void {
		const finest = this.below ? 1 / this.below.finest / metres / this.origin[2] : Infinity;
		this.port.fit(this.box, this.width, this.height(), finest);
	}

	private place(p: Fix): [number, number] { return this.port.place(p[0], p[1]); }

	// paint copies the static part and draws the cursor over it.
	private paint(): void {
		if (!this.fresh) this.ground();
		this.fresh = true;
		const c = this.canvas.getContext("2d")!, ratio = devicePixelRatio;
		c.setTransform(1, 0, 0, 1, 0, 0);
		c.drawImage(this.still, 0, 0);
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		if (this.cursor) this.dot(c, this.place(this.cursor), 6, css("atl"));
	}

	private dot(c: CanvasRenderingContext2D, [x, y]: [number, number], r: number, fill: string): void {
		c.beginPath();
		c.arc(x, y, r, 0, 7);
		c.fillStyle = fill;
		c.fill();
		c.strokeStyle = css("surface");
		c.lineWidth = 2;
		c.stroke();
	}

	private ground(): void {
		const ratio = devicePixelRatio, c = this.still.getContext("2d")!;
		const sheet: Sheet = { c, width: this.width, height: this.height(), mapped: this.below !== null };
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		c.fillStyle = css("sunk");
		c.fillRect(0, 0, sheet.width, sheet.height);
		c.lineJoin = c.lineCap = "round";
		if (this.below) {
			this.below.draw(c, this.view());
			this.line(c, css("surface"), 9, () => true, 0.75); // distinguishes the track from roads
		}
		if (this.chosen) this.line(c, css("ink"), 11, (p) => p[2] >= this.chosen![0] && p[2] < this.chosen![1], 0.25);
		if (this.colors) this.line(c, css("edge"), 1.5, () => true);
		for (let bin = 0; bin < (this.colors ? most : 0); bin++) this.line(c, css("zone-" + (bin + 1)), wide(bin),
			(_p, i) => this.colors![i] === bin);
		if (!this.colors) this.line(c, css("accent"), 2.5, () => true);
		const first = this.points[0], last = this.points[this.points.length - 1];
		if (first && last) ends(sheet, this.place(first), this.place(last), this.words);
		scaleBar(sheet, this.port.k);
		north(sheet, this.words["north"] ?? "");
	}

	// line draws the steps that end at wanted points, if they may be visible.
	private line(c: CanvasRenderingContext2D, color: string, width: number, want: (p: Fix, i: number) => boolean, alpha = 1): void {
		const [west, north] = this.port.at(-width, -width), [east, south] = this.port.at(this.width + width, this.height() + width);
		c.strokeStyle = color;
		c.lineWidth = width;
		c.globalAlpha = alpha;
		c.beginPath();
		let pen = false;
		for (let i = 1; i < this.points.length; i++) {
			const a = this.points[i - 1]!, b = this.points[i]!;
			const away = Math.max(a[0], b[0]) < west || Math.min(a[0], b[0]) > east || Math.max(a[1], b[1]) < north || Math.min(a[1], b[1]) > south;
			if (away || !want(b, i)) { pen = false; continue; }
			if (!pen) c.moveTo(...this.place(a));
			c.lineTo(...this.place(b));
			pen = true;
		}
		c.stroke();
		c.globalAlpha = 1;
	}

	// mark puts the dot at the position of a second, and scrolls it into view if the
	// change came from elsewhere.
	mark(offset: number): void {
		let near = this.points[0];
		for (const p of this.points) { if (p[2] > offset) break; near = p; }
		if (!near) return;
		this.cursor = near;
		if (!this.picking && this.port.reveal(near[0], near[1])) this.again();
		else this.paint();
	}

	pick(x: number, y: number): void {
		let best = 400, at = -1;
		for (const p of this.points) {
			const [u, v] = this.place(p), d = (u - x) ** 2 + (v - y) ** 2;
			if (d < best) { best = d; at = p[2]; }
		}
		if (at < 0) return;
		this.picking = true;
		this.onPick(at);
		this.picking = false;
	}
}
