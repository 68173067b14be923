import { css, el } from "./dom";

// Bin is a class of what colours the track: from a value on, up to the next one's.
export interface Bin { from: number; label: string }

// View is the picture in degrees: where a place is drawn, and what is at a point.
export interface View {
	width: number; height: number;
	place(lat: number, lon: number): [x: number, y: number];
	at(x: number, y: number): [lat: number, lon: number];
}

// Ground draws what lies beneath the track.
type Ground = (c: CanvasRenderingContext2D, v: View) => void;

const metres = 111_320; // of a degree
const most = 7; // classes that are told apart by colour and width

// wide is the width of a class, that of the legend: who sees no hue sees which is more.
function wide(bin: number): number { return 2 + bin; }

// Track is the way on a quiet canvas, with north up and a scale: no tile is asked
// for, and nobody learns where it was.
export class Track {
	readonly canvas = el("canvas", "track");
	onPick: (offset: number) => void = () => undefined;
	private readonly points: [number, number, number][] = []; // x, y in metres, seconds
	private readonly box: [number, number, number, number];
	private k = 1;
	private left = 0;
	private top = 0;
	private at: [number, number] | null = null;
	private colors: Int8Array | null = null; // of each point, -1 unknown
	private chosen: [number, number] | null = null; // seconds
	private still: HTMLCanvasElement | null = null; // all but the cursor
	private readonly origin: [lat: number, lon: number, shrink: number];
	private last?: number; // second of the cursor
	private below: Ground | null = null;

	constructor(lat: Float32Array, lon: Float32Array, offset: Float32Array, private readonly width: number, private readonly words: Record<string, string>) {
		const first = lat.findIndex((v) => !Number.isNaN(v));
		const shrink = Math.cos(((lat[first] ?? 0) * Math.PI) / 180);
		this.origin = [lat[first] ?? 0, lon[first] ?? 0, shrink];
		let minX = 0, maxX = 0, minY = 0, maxY = 0;
		for (let i = 0; i < lat.length; i++) {
			if (Number.isNaN(lat[i]!) || Number.isNaN(lon[i]!)) continue;
			const x = (lon[i]! - lon[first]!) * metres * shrink, y = (lat[first]! - lat[i]!) * metres;
			this.points.push([x, y, offset[i]!]);
			minX = Math.min(minX, x); maxX = Math.max(maxX, x); minY = Math.min(minY, y); maxY = Math.max(maxY, y);
		}
		this.box = [minX, maxX, minY, maxY];
		this.canvas.setAttribute("role", "img");
		this.canvas.setAttribute("aria-label", words["map"] ?? "");
		this.canvas.addEventListener("pointermove", (e) => this.pick(e.offsetX, e.offsetY));
		this.canvas.addEventListener("pointerdown", (e) => this.pick(e.offsetX, e.offsetY));
		this.draw();
	}

	// color gives each point the class of its second; null is one colour.
	color(of: ((offset: number) => number) | null): void {
		this.colors = of ? Int8Array.from(this.points, (p) => Math.min(most - 1, of(p[2]))) : null;
		this.repaint();
	}

	// choose marks a part from one second to another.
	choose(range: [number, number] | null): void {
		this.chosen = range;
		this.repaint();
	}

	// beneath draws something under the track from now on, or nothing; again draws it anew.
	beneath(ground: Ground | null): void {
		this.below = ground;
		this.again();
	}

	again(): void { this.repaint(); }

	private view(): View {
		const [lat, lon, shrink] = this.origin;
		return {
			width: this.width, height: this.height(),
			place: (a, o) => [this.left + (o - lon) * metres * shrink * this.k, this.top + (lat - a) * metres * this.k],
			at: (x, y) => [lat - (y - this.top) / this.k / metres, lon + (x - this.left) / this.k / metres / shrink],
		};
	}

	private height(): number {
		const chosen = parseInt(document.documentElement.style.getPropertyValue("--map-size"), 10);
		return this.width < 500 ? 220 : chosen || 320;
	}

	// resized fits it into the height that was chosen.
	resized(): void { this.draw(); if (this.last !== undefined) this.mark(this.last); }

	private draw(): void {
		const ratio = devicePixelRatio, w = this.width, h = this.height(), edge = 28, [minX, maxX, minY, maxY] = this.box;
		this.canvas.width = w * ratio;
		this.canvas.height = h * ratio;
		this.canvas.style.width = w + "px";
		this.canvas.style.height = h + "px";
		this.k = Math.min((w - 2 * edge) / Math.max(1, maxX - minX), (h - 2 * edge) / Math.max(1, maxY - minY));
		this.left = (w - (maxX - minX) * this.k) / 2 - minX * this.k;
		this.top = (h - (maxY - minY) * this.k) / 2 - minY * this.k;
		this.repaint();
	}

	private repaint(): void {
		this.still = null;
		this.paint();
	}

	private place(p: [number, number, number]): [number, number] { return [this.left + p[0] * this.k, this.top + p[1] * this.k]; }

	// paint copies what stands still and draws the cursor over it.
	private paint(): void {
		this.still ??= this.ground();
		const c = this.canvas.getContext("2d")!, ratio = devicePixelRatio;
		c.setTransform(1, 0, 0, 1, 0, 0);
		c.drawImage(this.still, 0, 0);
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		if (this.at) this.dot(c, this.at, 6, css("atl"));
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

	private ground(): HTMLCanvasElement {
		const out = el("canvas"), ratio = devicePixelRatio, w = this.width, h = this.height();
		out.width = this.canvas.width;
		out.height = this.canvas.height;
		const c = out.getContext("2d")!;
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		c.fillStyle = css("sunk");
		c.fillRect(0, 0, w, h);
		c.lineJoin = c.lineCap = "round";
		if (this.below) {
			this.below(c, this.view());
			this.line(c, css("surface"), 9, () => true, 0.75); // the track is told from roads
		}
		if (this.chosen) this.line(c, css("ink"), 11, (p) => p[2] >= this.chosen![0] && p[2] < this.chosen![1], 0.25);
		if (this.colors) this.line(c, css("edge"), 1.5, () => true);
		for (let bin = 0; bin < (this.colors ? most : 0); bin++) this.line(c, css("zone-" + (bin + 1)), wide(bin), (_p, i) => this.colors![i] === bin);
		if (!this.colors) this.line(c, css("accent"), 2.5, () => true);
		this.ends(c);
		this.scaleBar(c, h);
		this.north(c, w);
		return out;
	}

	// line draws the steps that end at points which are wanted.
	private line(c: CanvasRenderingContext2D, color: string, width: number, want: (p: [number, number, number], i: number) => boolean, alpha = 1): void {
		c.strokeStyle = color;
		c.lineWidth = width;
		c.globalAlpha = alpha;
		c.beginPath();
		let pen = false;
		for (let i = 1; i < this.points.length; i++) {
			if (!want(this.points[i]!, i)) { pen = false; continue; }
			if (!pen) c.moveTo(...this.place(this.points[i - 1]!));
			c.lineTo(...this.place(this.points[i]!));
			pen = true;
		}
		c.stroke();
		c.globalAlpha = 1;
	}

	// ends mark the start as a triangle and the end as a square.
	private ends(c: CanvasRenderingContext2D): void {
		const first = this.points[0], last = this.points[this.points.length - 1];
		if (!first || !last) return;
		const [x, y] = this.place(first), [u, v] = this.place(last), near = Math.hypot(x - u, y - v) < 30;
		c.fillStyle = css("ink");
		c.beginPath(); c.moveTo(x - 6, y - 7); c.lineTo(x + 8, y); c.lineTo(x - 6, y + 7); c.fill();
		c.fillRect(u - 5, v - 5, 10, 10);
		c.font = "12px sans-serif";
		const say = (text: string, a: number, b: number) => {
			c.textAlign = a > this.width / 2 ? "right" : "left";
			this.text(c, text, a + (a > this.width / 2 ? -12 : 12), b);
		};
		say(this.words["start"] ?? "", x, y - 8);
		say(this.words["end"] ?? "", u, near ? y + 18 : v + 4);
		c.textAlign = "left";
	}

	// text has an edge over a map, so that it can be read on all of it.
	private text(c: CanvasRenderingContext2D, text: string, x: number, y: number): void {
		if (this.below) {
			const [stroke, width] = [c.strokeStyle, c.lineWidth];
			c.strokeStyle = css("surface");
			c.lineWidth = 4;
			c.strokeText(text, x, y);
			[c.strokeStyle, c.lineWidth] = [stroke, width];
			c.fillStyle = css("ink");
		}
		c.fillText(text, x, y);
	}

	private north(c: CanvasRenderingContext2D, w: number): void {
		c.fillStyle = css("soft");
		c.font = "12px sans-serif";
		c.textAlign = "center";
		this.text(c, this.words["north"] ?? "", w - 22, 38);
		c.textAlign = "left";
		c.beginPath(); c.moveTo(w - 22, 8); c.lineTo(w - 16, 24); c.lineTo(w - 22, 20); c.lineTo(w - 28, 24); c.fill();
	}

	private scaleBar(c: CanvasRenderingContext2D, h: number): void {
		const [long = "km", far = "0.001", short = "m", near = "1"] = (document.documentElement.dataset["lengths"] ?? "").split(" ").filter(Boolean);
		const inLong = 110 / this.k * Number(far) >= 1, by = Number(inLong ? far : near); // of a metre
		const wide = 110 / this.k * by, ten = 10 ** Math.floor(Math.log10(wide)), n = [5, 2, 1].find((i) => i * ten <= wide)! * ten, m = n / by;
		c.strokeStyle = c.fillStyle = css("soft");
		c.lineWidth = 1.5;
		c.beginPath();
		c.moveTo(12, h - 16); c.lineTo(12, h - 10); c.lineTo(12 + m * this.k, h - 10); c.lineTo(12 + m * this.k, h - 16);
		c.stroke();
		c.font = "12px sans-serif";
		this.text(c, n + " " + (inLong ? long : short), 16, h - 18);
	}

	// mark puts the dot where one was at a second.
	mark(offset: number): void {
		this.last = offset;
		let near = this.points[0];
		for (const p of this.points) { if (p[2] > offset) break; near = p; }
		if (!near) return;
		this.at = this.place(near);
		this.paint();
	}

	private pick(x: number, y: number): void {
		let best = 400, at = -1;
		for (const p of this.points) {
			const [u, v] = this.place(p), d = (u - x) ** 2 + (v - y) ** 2;
			if (d < best) { best = d; at = p[2]; }
		}
		if (at >= 0) this.onPick(at);
	}
}
