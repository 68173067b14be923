import uPlot from "../vendor/uplot/uPlot.esm.js";
import { DayCard } from "./daycard";
import { css, el } from "./dom";
import { bands, flags, stale, today } from "./marks";
import { saved } from "./savechart";
import { remember, remembered } from "./zoom";

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
		space: 52, incrs: [1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day),
		values: (_u, v) => v.map((t) => say.format(new Date(t * 1e3))),
	};
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
	private card?: DayCard;
	private at?: number; // the row of the cursor

	connectedCallback(): void {
		const table = this.parentElement?.querySelector<HTMLTableElement>("#" + CSS.escape(this.dataset["table"] ?? ""));
		if (!table) return;
		this.rows = [...table.tBodies[0]!.rows];
		this.heads = [...table.tHead!.rows[0]!.cells] as HTMLTableCellElement[];
		if (this.rows.length < 2) return;
		this.tabIndex = 0;
		this.setAttribute("role", "group");
		this.setAttribute("aria-label", table.caption?.textContent ?? "");
		const card = this.closest("section")?.querySelector<HTMLElement>("[data-day-card]");
		if (card && this.getAttribute("kind") === "fitness") this.card = new DayCard(card);
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
		const p = this.plots[0];
		if (!p || e.target !== this || e.ctrlKey || e.metaKey || e.altKey) return;
		const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
		if (step !== undefined) this.go((this.at ?? this.rows.length) + step * (e.shiftKey ? 7 : 1));
		else if (e.key === "Home") this.go(0);
		else if (e.key === "End") this.go(this.rows.length - 1);
		else if (e.key === "z" || e.key === "0") this.all();
		else if (e.key === "+" || e.key === "=") this.closer(0.5);
		else if (e.key === "-") this.closer(2);
		else if (e.key === "Enter" && this.card) this.card.keep();
		else if (e.key === "Enter" && this.follow()) return;
		else return;
		e.preventDefault();
	}

	// go takes the cursor to a row, and the window with it where it leaves that.
	private go(to: number): void {
		const p = this.plots[0]!, x = p.data[0]!, at = Math.max(0, Math.min(this.rows.length - 1, to));
		const { min, max } = p.scales["x"]!, here = x[at]!;
		if (here < min! || here > max!) {
			const by = here < min! ? here - min! : here - max!;
			this.window(min! + by, max! + by);
		}
		const left = p.valToPos(here, "x");
		for (const q of this.plots) q.setCursor({ left, top: 10 });
		this.read(at, true);
	}

	// closer shows a part as long as so many times the one that is seen, around the cursor.
	private closer(times: number): void {
		const p = this.plots[0]!, x = p.data[0]!, { min, max } = p.scales["x"]!;
		if (this.getAttribute("kind") === "curve" || x.length < 4) return;
		const least = (x[x.length - 1]! - x[0]!) / (x.length - 1) * 3;
		const half = Math.max(least, (max! - min!) * times) / 2, mid = x[this.at ?? 0]!;
		const at = Math.min(max!, Math.max(min!, mid));
		this.window(Math.max(x[0]!, at - half), Math.min(x[x.length - 1]!, at + half));
	}

	private window(min: number, max: number): void {
		for (const p of this.plots) p.setScale("x", { min, max });
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
		if (x) this.window(x[0]!, x[x.length - 1]!);
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
		const fitness = this.getAttribute("kind") === "fitness";
		const read = el("div", "readout"), said = el("div", "vh");
		said.setAttribute("aria-live", "polite");
		this.append(read, said);
		const x = this.x(), all = this.columns();
		const parts = all.some((c) => c.scale === "form") ? [all.filter((c) => c.scale !== "form"), all.filter((c) => c.scale === "form")] : [all];
		if (fitness) this.append(el("div", "flags"));
		parts.filter((cols) => cols.length > 0).forEach((cols, i) => {
			const box = el("div", "chart");
			box.setAttribute("aria-hidden", "true");
			this.append(box);
			box.addEventListener("click", () => this.card?.keep());
			this.plots.push(this.plot(box, x, cols, i));
			let from = 0;
			box.addEventListener("pointerdown", (e) => { from = e.clientX; });
			box.addEventListener("click", (e) => { if (Math.abs(e.clientX - from) < 6) this.follow(); }); // a drag zooms
		});
		if (this.plots.length === 0) return;
		const reset = el("button", "button quiet", this.dataset["reset"] ?? "");
		reset.type = "button";
		reset.hidden = true;
		reset.addEventListener("click", () => this.all());
		const tools = el("div", "chart-tools");
		tools.append(reset, ...saved(this, this.plots, parts.filter((cols) => cols.length > 0).map((cols) => this.unit(cols))));
		this.append(tools);
		this.read(this.lastActual(), false, false);
		const was = fitness ? remembered(x) : undefined;
		if (was) this.window(...was);
	}

	private lastActual(): number {
		const i = this.rows.findIndex((r) => r.classList.contains("projected"));
		return i > 0 ? i - 1 : this.rows.length - 1;
	}

	// read says the row at the cursor in the table's own words.
	private read(i: number, aloud: boolean, chosen = true): void {
		const row = this.rows[i], box = this.querySelector(".readout"), said = this.querySelector(".vh");
		if (!row || !box || !said) return;
		this.at = i;
		if (chosen) this.card?.show(row.cells[0]?.dataset["value"] ?? "", aloud);
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
		const stacks = kind === "fitness" || kind === "zones" || kind === "nights" || kind === "weeks";
		const bars = cols.filter((c) => c.line === "bar" && stacks);
		const sums = this.rows.map(() => 0);
		const stacked = bars.map((c) => this.rows.map((r, i) => (sums[i] = sums[i]! + (value(r.cells[c.at]) ?? 0) * c.factor) || null)).reverse();
		const order = bars.slice().reverse();
		order.forEach((c, i) => { data.push(stacked[i]!); series.push(this.series(c)); });
		for (const c of cols) {
			if (bars.includes(c)) continue;
			data.push(this.rows.map((r) => { const v = value(r.cells[c.at]); return v == null ? v : v * c.factor + c.shift; }));
			series.push(this.series(c));
			order.push(c);
		}
		const form = cols[0]?.scale === "form", tall = kind === "fitness" && !form;
		const height = form ? 170 : tall ? (this.width < 500 ? 260 : 340) : kind === "curve" && this.width > 700 ? 320 : this.width < 500 ? 180 : 220;
		const scales: uPlot.Scales = { x: kind === "curve" ? { time: false, distr: 3, range: (_u, min, max) => [min / 1.06, max * 1.06] } : { time: true, ...(kind === "zones" || kind === "weeks" ? { range: (_u, min, max) => [min - 3.5 * 86400, max + 3.5 * 86400] } : {}) } };
		if (cols.some((c) => c.scale === "bars")) scales["bars"] = { range: (_u, _min, max) => [0, Math.max(10, (max ?? 10) * (tall ? 2.2 : 1.1))] };
		if (cols.some((c) => c.scale === "load")) scales["load"] = { range: (_u, _min, max) => [0, Math.max(20, (max ?? 20) * 1.08)] };
		const main = cols.find((c) => c.scale !== "bars")?.scale ?? "bars";
		const slow = this.heads.some((h) => h.dataset["line"] === "line" && /_s_per_(km|100m)$/.test(h.dataset["key"] ?? ""));
		if (kind === "curve" && slow) scales["value"] = { dir: -1 }; // the faster, the higher
		const seconds = slow || this.heads[cols[0]?.at ?? 0]?.dataset["key"]?.endsWith("_s");
		const place = (line: string) => { const c = cols.find((x) => x.line === line); return c ? order.indexOf(c) + 1 : 0; };
		const high = place("band-high"), low = place("band-low");
		return new uPlot({
			...(high && low ? { bands: [{ series: [high, low], fill: css("optimal") + "99" }] } : {}),
			width: this.width, height, tzDate: (ts) => uPlot.tzDate(new Date(ts * 1e3), "UTC"), scales, series, padding: [10, 8, 0, 0],
			axes: [
				axis(kind === "curve" ? this.steps(x) : days()),
				axis({ scale: main, size: seconds ? 62 : 46, ...(seconds ? { values: (_u: uPlot, v: number[]) => v.map(clock), incrs: [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 36000] } : {}) }),
			],
			cursor: { sync: { key: "lk-" + (this.dataset["table"] ?? "") }, points: { size: 7 }, y: false },
			legend: { show: false },
			hooks: {
				setCursor: [(u) => { if (u.cursor.idx != null && u.cursor.left! >= 0) this.read(u.cursor.idx, false); }],
				setScale: [(u, key) => {
					if (key !== "x") return;
					if (kind === "fitness" && part === 0) remember(u, x);
					const reset = this.querySelector<HTMLButtonElement>(".chart-tools .button");
					if (reset) reset.hidden = u.scales["x"]!.min! <= x[0]! && u.scales["x"]!.max! >= x[x.length - 1]!;
				}],
				drawClear: [(u) => this.behind(u, form, x)],
				draw: [(u) => { if (kind === "fitness" && part === 0) flags(u, this.querySelector(".flags")); }],
			},
		}, [x, ...data] as uPlot.AlignedData, box);
	}

	// behind draws the bands of form, today, and where races are.
	private behind(u: uPlot, form: boolean, x: number[]): void {
		if (this.getAttribute("kind") === "curve") return stale(u, x, this.rows);
		if (this.getAttribute("kind") !== "fitness") return;
		const last = this.lastActual();
		if (form) bands(u);
		if (last < this.rows.length - 1) today(u, x[last]!);
	}

	// steps are the marks of a curve: those of its durations or distances that have
	// room, in the words of the table.
	private steps(x: number[]): Partial<uPlot.Axis> {
		const said = new Map(x.map((v, i) => [v, (this.rows[i]?.cells[0]?.textContent ?? "").trim()]));
		return {
			splits: (u) => {
				let last = -99;
				return x.filter((v) => { const at = u.valToPos(v, "x"); if (at - last < 58) return false; last = at; return true; });
			},
			filter: (_u, all) => all,
			values: (_u, all) => all.map((v) => said.get(v) ?? ""),
		};
	}

	// unit is that of the scale that has marks, as the table says it.
	private unit(cols: Column[]): string {
		const main = cols.find((c) => c.scale !== "bars") ?? cols[0]!;
		return this.rows.map((r) => r.cells[main.at]?.querySelector(".unit")?.textContent ?? "").find(Boolean) ?? "";
	}

	private series(c: Column): uPlot.Series {
		const color = css(c.color.replace("sport-", "")), s: uPlot.Series = { label: c.title, class: c.line + (this.getAttribute("kind") === "days" ? "-dots" : ""), scale: c.scale, stroke: color, width: 2, spanGaps: false, points: { show: false } };
		switch (c.line) {
		case "dashed": s.dash = [6, 4]; s.width = 1.75; break;
		case "bar": s.paths = uPlot.paths.bars!({ size: [0.75, 28] }); s.fill = color; s.width = 0; s.stroke = color; break;
		case "bar-open": s.paths = uPlot.paths.bars!({ size: [0.75, 28] }); s.width = 1; s.dash = [3, 2]; break;
		}
		if (c.line === "mean") return s;
		if (c.line === "band-high" || c.line === "band-low") { s.width = 0; return s; }
		if (c.line === "points") { s.width = 0; s.paths = () => null; s.points = { show: true, size: 5, fill: color }; return s; }
		if (c.line === "bar-behind") { s.paths = uPlot.paths.bars!({ size: [0.75, 20] }); s.fill = color + "55"; s.width = 0; return s; }
		if (this.getAttribute("kind") === "days") s.points = { show: true, size: 4, fill: color }; // a day between gaps is seen too
		if (c.color === "atl" && c.line === "line") s.width = 1.25; // dashes are for what is projected
		return s;
	}
}
