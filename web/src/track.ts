import { css, el } from "./dom";

// Track is the way on a quiet canvas, with north up and a scale: no tile is asked
// for, and nobody learns where it was.
export class Track {
	readonly canvas = el("canvas", "track");
	onPick: (offset: number) => void = () => undefined;
	private readonly points: [number, number, number][] = []; // x, y in metres, seconds
	private k = 1;
	private left = 0;
	private top = 0;
	private at: [number, number] | null = null;

	constructor(lat: Float32Array, lon: Float32Array, offset: Float32Array, private readonly width: number) {
		const first = lat.findIndex((v) => !Number.isNaN(v)), metres = 111_320;
		const shrink = Math.cos(((lat[first] ?? 0) * Math.PI) / 180);
		for (let i = 0; i < lat.length; i++) {
			if (!Number.isNaN(lat[i]!) && !Number.isNaN(lon[i]!)) {
				this.points.push([(lon[i]! - lon[first]!) * metres * shrink, (lat[first]! - lat[i]!) * metres, offset[i]!]);
			}
		}
		this.canvas.setAttribute("aria-hidden", "true");
		this.canvas.addEventListener("mousemove", (e) => this.pick(e.offsetX, e.offsetY));
		this.draw();
	}

	private height(): number { return this.width < 500 ? 220 : 300; }

	private draw(): void {
		const ratio = devicePixelRatio, w = this.width, h = this.height();
		this.canvas.width = w * ratio;
		this.canvas.height = h * ratio;
		this.canvas.style.width = w + "px";
		this.canvas.style.height = h + "px";
		const xs = this.points.map((p) => p[0]), ys = this.points.map((p) => p[1]);
		const minX = Math.min(...xs), maxX = Math.max(...xs), minY = Math.min(...ys), maxY = Math.max(...ys), edge = 24;
		this.k = Math.min((w - 2 * edge) / Math.max(1, maxX - minX), (h - 2 * edge) / Math.max(1, maxY - minY));
		this.left = (w - (maxX - minX) * this.k) / 2 - minX * this.k;
		this.top = (h - (maxY - minY) * this.k) / 2 - minY * this.k;
		this.paint();
	}

	private paint(): void {
		const c = this.canvas.getContext("2d")!, ratio = devicePixelRatio, w = this.width, h = this.height();
		c.setTransform(ratio, 0, 0, ratio, 0, 0);
		c.fillStyle = css("sunk");
		c.fillRect(0, 0, w, h);
		c.strokeStyle = css("accent");
		c.lineWidth = 2.5;
		c.lineJoin = "round";
		c.beginPath();
		this.points.forEach(([x, y], i) => { if (i) c.lineTo(this.left + x * this.k, this.top + y * this.k); else c.moveTo(this.left + x * this.k, this.top + y * this.k); });
		c.stroke();
		this.scaleBar(c, h);
		c.fillStyle = css("soft");
		c.font = "12px sans-serif";
		c.fillText("N ↑", w - 34, 20);
		if (this.at) {
			c.beginPath();
			c.arc(this.at[0], this.at[1], 6, 0, 7);
			c.fillStyle = css("atl");
			c.fill();
			c.strokeStyle = css("surface");
			c.lineWidth = 2;
			c.stroke();
		}
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
		c.fillText(n + " " + (inLong ? long : short), 16, h - 18);
	}

	// mark puts the dot where one was at a second.
	mark(offset: number): void {
		let near = this.points[0];
		for (const p of this.points) { if (p[2] > offset) break; near = p; }
		if (!near) return;
		this.at = [this.left + near[0] * this.k, this.top + near[1] * this.k];
		this.paint();
	}

	private pick(x: number, y: number): void {
		let best = 400, at = -1;
		for (const p of this.points) {
			const d = (this.left + p[0] * this.k - x) ** 2 + (this.top + p[1] * this.k - y) ** 2;
			if (d < best) { best = d; at = p[2]; }
		}
		if (at >= 0) this.onPick(at);
	}
}
