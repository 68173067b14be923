import uPlot from "../vendor/uplot/uPlot.esm.js";
import { css, el } from "./dom";

// Chart draws the table that stands beside it, and has no numbers of its own.
interface Column { title: string; line: string; color: string; scale: string; at: number; factor: number; shift: number }

const axisFont = () => "12px " + getComputedStyle(document.body).fontFamily;

export function axis(more: Partial<uPlot.Axis> = {}): uPlot.Axis {
	return {
		stroke: css("soft"), font: axisFont(), labelFont: axisFont(), gap: 4,
		grid: { stroke: css("line"), width: 1 }, ticks: { stroke: css("line"), width: 1, size: 4 }, ...more,
	};
}

// days are marks of whole days, in the language of the page.
function days(): Partial<uPlot.Axis> {
	const say = new Intl.DateTimeFormat(document.documentElement.lang || "en", { month: "short", day: "numeric", timeZone: "UTC" });
	const day = 86400;
	return {
		space: 64, incrs: [1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day),
		values: (_u, v) => v.map((t) => say.format(new Date(t * 1e3))),
	};
}

// lengths are marks of durations, or of distances in the unit of the page.
function lengths(head?: HTMLElement): Partial<uPlot.Axis> {
	if (!head?.dataset["key"]?.endsWith("_km")) return { values: (_u, v) => v.map((n) => n == null ? "" : clock(n)), splits: () => [1, 5, 15, 60, 300, 1200, 3600, 10800] };
	const k = Number(head.dataset["factor"] || 1), marks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
	return { values: (_u, v) => v.map((n) => n == null ? "" : String(Math.round(n * k * 10) / 10)), splits: () => marks.map((n) => n / k) };
}

export function clock(seconds: number): string {
	const s = Math.round(seconds), pad = (n: number) => String(n).padStart(2, "0");
	return s < 3600 ? `${Math.floor(s / 60)}:${pad(s % 60)}` : `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`;
}

function value(td: Element | undefined): number | null {
	const text = td?.querySelector("data")?.getAttribute("value");
	return text == null || text === "" ? null : Number(text);
}

export class Chart extends HTMLElement {
	private plots: uPlot[] = [];
	private resize?: ResizeObserver;
	private width = 0;
	private rows: HTMLTableRowElement[] = [];
	private heads: HTMLTableCellElement[] = [];

	connectedCallback(): void {
		const table = this.parentElement?.querySelector<HTMLTableElement>("#" + CSS.escape(this.dataset["table"] ?? ""));
		if (!table) return;
		this.rows = [...table.tBodies[0]!.rows];
		this.heads = [...table.tHead!.rows[0]!.cells] as HTMLTableCellElement[];
		if (this.rows.length < 2) return;
		this.tabIndex = 0;
		this.setAttribute("role", "group");
		this.setAttribute("aria-label", table.caption?.textContent ?? "");
		this.addEventListener("keydown", (e) => this.key(e));
		this.resize = new ResizeObserver(() => {
			if (Math.abs(this.clientWidth - this.width) > 1) this.draw();
		});
		this.resize.observe(this);
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.redraw);
		document.addEventListener("lapkeep-theme", this.redraw);
	}

	disconnectedCallback(): void {
		this.resize?.disconnect();
		matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.redraw);
		document.removeEventListener("lapkeep-theme", this.redraw);
		for (const p of this.plots) p.destroy();
	}

	private redraw = (): void => this.draw();

	private key(e: KeyboardEvent): void {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
		const p = this.plots[0];
		if (p && e.key === "Enter" && this.follow()) { e.preventDefault(); return; }
		if (!p || (step === undefined && e.key !== "z")) return;
		e.preventDefault();
		if (e.key === "z") { this.all(); return; }
		const at = Math.max(0, Math.min(this.rows.length - 1, (p.cursor.idx ?? this.rows.length) + step! * (e.shiftKey ? 7 : 1)));
		const left = p.valToPos(p.data[0]![at]!, "x");
		for (const q of this.plots) q.setCursor({ left, top: 10 });
		this.read(at, true);
	}

	// follow opens what the row at the cursor leads to, where a week is drawn.
	private follow(): boolean {
		const i = this.plots[0]?.cursor.idx, link = i == null ? null : this.rows[i]?.cells[0]?.querySelector("a");
		if (this.getAttribute("kind") !== "weeks" || !link) return false;
		link.click();
		return true;
	}

	private all(): void {
		const x = this.plots[0]?.data[0];
		if (x) for (const p of this.plots) p.setScale("x", { min: x[0]!, max: x[x.length - 1]! });
	}

	private columns(): Column[] {
		return this.heads.map((h, at) => ({
			title: h.textContent ?? "", line: h.dataset["line"] ?? "", color: h.dataset["color"] ?? "", scale: h.dataset["scale"] ?? "", at,
			factor: Number(h.dataset["factor"] || 1), shift: Number(h.dataset["shift"] || 0),
		})).filter((c) => c.line && c.line !== "none");
	}

	private x(): number[] {
		if (this.getAttribute("kind") === "curve") return this.rows.map((r) => value(r.cells[0]) ?? 0);
		return this.rows.map((r) => {
			const text = r.cells[0]?.dataset["value"] ?? "";
			return Date.parse(text + "T00:00:00Z") / 1000;
		});
	}

	private draw(): void {
		this.width = this.clientWidth;
		for (const p of this.plots) p.destroy();
		this.plots = [];
		this.replaceChildren();
		if (this.width < 40) return;
		const read = el("div", "readout"), said = el("div", "vh");
		said.setAttribute("aria-live", "polite");
		this.append(read, said);
		const x = this.x(), all = this.columns();
		const parts = all.some((c) => c.scale === "form") ? [all.filter((c) => c.scale !== "form"), all.filter((c) => c.scale === "form")] : [all];
		parts.forEach((cols, i) => {
			const box = el("div", "chart");
			box.setAttribute("aria-hidden", "true");
			this.append(box);
			this.plots.push(this.plot(box, x, cols, i));
			let from = 0;
			box.addEventListener("pointerdown", (e) => { from = e.clientX; });
			box.addEventListener("click", (e) => { if (Math.abs(e.clientX - from) < 6) this.follow(); }); // a drag zooms
		});
		const reset = el("button", "button quiet", this.dataset["reset"] ?? "");
		reset.type = "button";
		reset.hidden = true;
		reset.addEventListener("click", () => this.all());
		const tools = el("div", "chart-tools");
		tools.append(reset);
		this.append(tools);
		this.read(this.lastActual(), false);
	}

	private lastActual(): number {
		const i = this.rows.findIndex((r) => r.classList.contains("projected"));
		return i > 0 ? i - 1 : this.rows.length - 1;
	}

	// read says the row at the cursor in the table's own words.
	private read(i: number, aloud: boolean): void {
		const row = this.rows[i], box = this.querySelector(".readout"), said = this.querySelector(".vh");
		if (!row || !box || !said) return;
		box.replaceChildren();
		[...row.cells].forEach((td, at) => {
			const text = (td.textContent ?? "").trim();
			if (!text || text === "–") return;
			const span = el("span", "", at === 0 ? "" : (this.heads[at]?.textContent ?? "") + " ");
			span.append(el("b", "", text));
			box.append(span);
		});
		if (aloud) said.textContent = box.textContent;
	}

	private plot(box: HTMLElement, x: number[], cols: Column[], part: number): uPlot {
		const kind = this.getAttribute("kind") ?? "";
		const data: (number | null)[][] = [];
		const series: uPlot.Series[] = [{}];
		const bars = cols.filter((c) => c.line === "bar" && (kind === "fitness" || kind === "weeks"));
		const sums = this.rows.map(() => 0);
		const stacked = bars.map((c) => this.rows.map((r, i) => (sums[i] = sums[i]! + (value(r.cells[c.at]) ?? 0)) || null)).reverse();
		bars.slice().reverse().forEach((c, i) => { data.push(stacked[i]!); series.push(this.series(c)); });
		for (const c of cols) {
			if (bars.includes(c)) continue;
			data.push(this.rows.map((r) => { const v = value(r.cells[c.at]); return v == null ? v : v * c.factor + c.shift; }));
			series.push(this.series(c));
		}
		const tall = kind === "fitness" && part === 0;
		const height = part === 1 ? 140 : tall ? (this.width < 500 ? 260 : 340) : this.width < 500 ? 180 : 220;
		const scales: uPlot.Scales = { x: kind === "curve" ? { time: false, distr: 3 } : { time: true } };
		if (cols.some((c) => c.scale === "bars")) scales["bars"] = { range: (_u, _min, max) => [0, Math.max(10, (max ?? 10) * (tall ? 2.2 : 1.1))] };
		if (cols.some((c) => c.scale === "load")) scales["load"] = { range: (_u, _min, max) => [0, Math.max(20, (max ?? 20) * 1.08)] };
		const main = cols.find((c) => c.scale !== "bars")?.scale ?? "bars";
		const seconds = this.heads[cols[0]?.at ?? 0]?.dataset["key"]?.endsWith("_s") || this.heads[cols[0]?.at ?? 0]?.dataset["key"]?.endsWith("_s_per_km");
		return new uPlot({
			width: this.width, height, tzDate: (ts) => uPlot.tzDate(new Date(ts * 1e3), "UTC"), scales, series, padding: [10, 8, 0, 0],
			axes: [
				axis(kind === "curve" ? lengths(this.heads[0]) : days()),
				axis({ scale: main, size: seconds ? 62 : 46, ...(seconds ? { values: (_u: uPlot, v: number[]) => v.map(clock) } : {}) }),
			],
			cursor: { sync: { key: "lk-" + (this.dataset["table"] ?? "") }, points: { size: 7 }, y: false },
			legend: { show: false },
			hooks: {
				setCursor: [(u) => { if (u.cursor.idx != null && u.cursor.left! >= 0) this.read(u.cursor.idx, false); }],
				setScale: [(u, key) => {
					if (key !== "x") return;
					const reset = this.querySelector<HTMLButtonElement>(".chart-tools .button");
					if (reset) reset.hidden = u.scales["x"]!.min! <= x[0]! && u.scales["x"]!.max! >= x[x.length - 1]!;
				}],
				drawClear: [(u) => this.behind(u, part, x)],
			},
		}, [x, ...data] as uPlot.AlignedData, box);
	}

	// behind draws the bands of form, today, and the flags of races.
	private behind(u: uPlot, part: number, x: number[]): void {
		const { ctx, bbox } = u;
		if (this.getAttribute("kind") !== "fitness") return;
		ctx.save();
		if (part === 1) {
			for (const [from, to, color] of [[-99, -30, "risk"], [-30, -10, "optimal"], [-10, 5, "grey"], [5, 20, "fresh"], [20, 99, "transition"]] as const) {
				const a = Math.max(bbox.top, u.valToPos(to, "form", true)), b = Math.min(bbox.top + bbox.height, u.valToPos(from, "form", true));
				ctx.fillStyle = css(color);
				ctx.globalAlpha = 0.45;
				if (b > a) ctx.fillRect(bbox.left, a, bbox.width, b - a);
			}
		}
		const last = this.lastActual();
		ctx.globalAlpha = 1;
		if (last < this.rows.length - 1) {
			ctx.strokeStyle = css("edge");
			ctx.setLineDash([3, 3]);
			const at = u.valToPos(x[last]!, "x", true);
			ctx.beginPath(); ctx.moveTo(at, bbox.top); ctx.lineTo(at, bbox.top + bbox.height); ctx.stroke();
		}
		ctx.setLineDash([]);
		for (const f of document.querySelectorAll<HTMLElement>("[data-flag]")) {
			const at = u.valToPos(Date.parse(f.dataset["flag"] + "T00:00:00Z") / 1000, "x", true);
			if (at < bbox.left || at > bbox.left + bbox.width) continue;
			ctx.strokeStyle = ctx.fillStyle = css("atl");
			ctx.beginPath(); ctx.moveTo(at, bbox.top); ctx.lineTo(at, bbox.top + bbox.height); ctx.stroke();
			if (part === 0) { ctx.font = `${12 * devicePixelRatio}px sans-serif`; ctx.fillText("⚑", at + 2, bbox.top + 12 * devicePixelRatio); }
		}
		ctx.restore();
	}

	private series(c: Column): uPlot.Series {
		const color = css(c.color.replace("sport-", "")), s: uPlot.Series = { scale: c.scale, stroke: color, width: 2, spanGaps: false, points: { show: false } };
		switch (c.line) {
		case "dashed": s.dash = [6, 4]; s.width = 1.75; break;
		case "bar": s.paths = uPlot.paths.bars!({ size: [0.75, 28] }); s.fill = color; s.width = 0; s.stroke = color; break;
		case "bar-open": s.paths = uPlot.paths.bars!({ size: [0.75, 28] }); s.width = 1; s.dash = [3, 2]; break;
		}
		if (this.getAttribute("kind") === "days") s.points = { show: true, size: 4, fill: color }; // a day between gaps is seen too
		if (c.color === "atl" && c.line === "line") s.width = 1.25; // dashes are for what is projected
		return s;
	}
}
