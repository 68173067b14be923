import uPlot from "../vendor/uplot/uPlot.esm.js";
import { axis, clock } from "./chart";
import { css, el } from "./dom";
import { Track } from "./track";

interface Columns { offset: Float32Array; at: Map<string, Float32Array>; of: number; reduced: boolean }

// read takes a binary answer of /columns apart.
export function read(buffer: ArrayBuffer): Columns {
	const view = new DataView(buffer);
	const magic = String.fromCharCode(...new Uint8Array(buffer, 0, 4));
	if (magic !== "LKC1") throw new Error("unknown columns");
	const length = view.getUint32(4, true);
	const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as { rows: number; of: number; channels: string[]; reduced: boolean };
	const at = new Map<string, Float32Array>();
	head.channels.forEach((name, i) => at.set(name, new Float32Array(buffer, 8 + length + 4 * head.rows * i, head.rows)));
	return { offset: at.get("offset_s") ?? new Float32Array(), at, of: head.of, reduced: head.reduced };
}

// Streams are the channels of one activity, below each other on one time and one
// cursor, with the way that was taken.
export class Streams extends HTMLElement {
	private plots: uPlot[] = [];
	private names: Record<string, [title: string, unit: string, factor?: string, shift?: string]> = {};
	private resize?: ResizeObserver;
	private width = 0;
	private whole?: Columns;
	private shown?: Columns;
	private track?: Track;

	connectedCallback(): void {
		this.names = JSON.parse(this.dataset["names"] ?? "{}");
		this.tabIndex = 0;
		this.setAttribute("role", "group");
		this.setAttribute("aria-label", this.closest("section")?.getAttribute("aria-label") ?? "");
		this.addEventListener("keydown", (e) => this.key(e));
		this.resize = new ResizeObserver(() => { if (this.shown && Math.abs(this.clientWidth - this.width) > 1) this.draw(); });
		this.resize.observe(this);
		document.addEventListener("lapkeep-theme", this.redraw);
		void this.load();
	}

	disconnectedCallback(): void {
		this.resize?.disconnect();
		document.removeEventListener("lapkeep-theme", this.redraw);
		for (const p of this.plots) p.destroy();
	}

	private redraw = (): void => this.draw();

	private async load(from = 0, to = 0): Promise<void> {
		const path = `/columns/${encodeURIComponent(this.dataset["activity"] ?? "")}?channels=${this.dataset["channels"]},latitude,longitude`;
		const r = await fetch(path + (to > from ? `&from=${Math.floor(from)}&to=${Math.ceil(to)}` : ""));
		if (!r.ok) { this.replaceChildren(el("p", "small", this.dataset["failed"] ?? "")); return; }
		this.shown = read(await r.arrayBuffer());
		for (const [name, of] of Object.entries(this.names)) { // °F begin elsewhere
			const shift = Number(of[3] || 0) / this.scale(name), all = this.shown.at.get(name);
			if (shift && all) this.shown.at.set(name, all.map((v) => v + shift));
		}
		this.whole ??= this.shown;
		this.draw();
	}

	private key(e: KeyboardEvent): void {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key], p = this.plots[0];
		if (!p || (step === undefined && e.key !== "z")) return;
		e.preventDefault();
		if (e.key === "z") { this.all(); return; }
		const x = p.data[0]!, now = p.cursor.idx ?? 0, goal = x[now]! + step! * (e.shiftKey ? 10 : 1);
		let i = now;
		while (i + step! >= 0 && i + step! < x.length && (step! > 0 ? x[i]! < goal : x[i]! > goal)) i += step!;
		for (const q of this.plots) q.setCursor({ left: q.valToPos(x[i]!, "x"), top: 5 });
	}

	private all(): void { this.shown = this.whole; this.draw(); }

	private channels(): string[] {
		return (this.dataset["channels"] ?? "").split(",").filter((c) => this.shown?.at.get(c)?.some((v) => !Number.isNaN(v)));
	}

	private scale(name: string): number { return Number(this.names[name]?.[2] || 1); }

	private draw(): void {
		const c = this.shown;
		if (!c) return;
		this.width = this.clientWidth;
		for (const p of this.plots) p.destroy();
		this.plots = [];
		this.replaceChildren();
		const lat = this.whole?.at.get("latitude"), lon = this.whole?.at.get("longitude");
		if (lat && lon && lat.some((v) => !Number.isNaN(v))) {
			this.track = new Track(lat, lon, this.whole!.offset, this.width);
			this.track.onPick = (t) => this.plots.forEach((p) => p.setCursor({ left: p.valToPos(t, "x"), top: 5 }));
			this.append(this.track.canvas);
		}
		const names = this.channels();
		names.forEach((name, i) => this.strip(c, name, i === names.length - 1));
		const reset = el("button", "button quiet", "1:1");
		reset.type = "button";
		reset.hidden = c === this.whole;
		reset.addEventListener("click", () => this.all());
		const tools = el("div", "chart-tools");
		tools.append(reset);
		this.append(tools);
	}

	private strip(c: Columns, name: string, last: boolean): void {
		const [title, unit] = this.names[name] ?? [name, ""], k = this.scale(name);
		const head = el("div", "strip-title"), now = el("b");
		head.append(el("span", "", unit ? `${title}, ${unit}` : title), now);
		const box = el("div", "chart");
		box.setAttribute("aria-hidden", "true");
		this.append(head, box);
		const color = css({ power: "ctl", hr: "atl", cadence: "swimming", speed: "cycling", altitude: "other", temp: "tsb" }[name] ?? "ctl");
		const y = Array.from(c.at.get(name)!, (v) => Number.isNaN(v) ? null : v * k);
		this.plots.push(new uPlot({
			width: this.width, height: last ? 126 : 100, padding: [6, 8, 0, 0], legend: { show: false },
			scales: { x: { time: false } },
			series: [{}, { stroke: color, width: 1.25, points: { show: false }, ...(name === "altitude" ? { fill: color + "33" } : {}) }],
			axes: [axis({ show: last, values: (_u, v) => v.map(clock) }), axis({ size: 46 })],
			cursor: { sync: { key: "lk-streams" }, y: false, points: { size: 6 }, drag: { setScale: false, x: true, y: false } },
			hooks: {
				setCursor: [(u) => {
					const i = u.cursor.idx, v = i == null ? null : y[i];
					now.textContent = i == null || v == null ? "" : `${clock(c.offset[i]!)} · ${Math.round(v * 10) / 10} ${unit}`;
					if (i != null && last) this.track?.mark(c.offset[i]!);
				}],
				setSelect: [(u) => {
					if (u.select.width > 4) void this.load(u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x"));
				}],
			},
		}, [Array.from(c.offset), y] as uPlot.AlignedData, box));
	}
}
