import uPlot from "uplot";
import { above, axis, barsRight, both, clocks, counted, days, named, ratings, sizeRight, steps, values, weeks, worst } from "./axis";
import { DayCard } from "./daycard";
import { css, el } from "./dom";
import { bands, flags, stale, today } from "./marks";
import { beneath, Plotted } from "./plotted";
import { saved } from "./savechart";
import { type Column, styled } from "./series";
import { remember, remembered } from "./zoom";

// Chart draws the table next to it, and has no numbers of its own.
function value(td: Element | undefined): number | null {
	const text = td?.querySelector("data")?.getAttribute("value");
	return text == null || text === "" ? null : Number(text);
}

// apart returns the columns of each plot: form and ratings have separate
// plots, and so has each scale of strips.
function apart(all: Column[], strips: boolean): Column[][] {
	if (strips) return [...new Set(all.map((c) => c.scale))].map((scale) => all.filter((c) => c.scale === scale));
	const ratings = all.filter((c) => c.scale === "rating"), form = all.filter((c) => c.scale === "form");
	return [all.filter((c) => !ratings.includes(c) && !form.includes(c)), form, ...ratings.map((c) => [c])];
}

const pace = ({ key }: { key: string }): boolean => /_s_per_(km|100m)$/.test(key);

export class Chart extends Plotted {
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
		this.watch();
	}

	protected override ready(): boolean { return this.rows.length > 1; }

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

	// go moves the cursor to a row, and the window too if the row is outside
	// it.
	go(to: number): void {
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

	// closer zooms around the cursor, which multiplies the length of the shown part by
	// times.
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

	// follow opens the link of the row at the cursor in a chart of weeks.
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

	private strips(): boolean { return this.getAttribute("kind") === "strips"; }

	// dated reports whether the rows are days, and not seconds or metres.
	private dated(): boolean { return this.getAttribute("kind") !== "curve" && !this.rows[0]?.cells[0]?.querySelector("data"); }

	private columns(): Column[] {
		return this.heads.map(({ textContent, dataset: h }, at) => ({
			key: h["key"] ?? "", title: textContent ?? "", line: h["line"] ?? "", color: h["color"] ?? "", scale: h["scale"] ?? "", at,
			factor: Number(h["factor"] || 1), shift: Number(h["shift"] || 0),
		})).filter((c) => c.line && c.line !== "none");
	}

	private x(): number[] {
		if (!this.dated()) return this.rows.map((r) => value(r.cells[0]) ?? 0);
		return this.rows.map((r) => {
			const text = r.cells[0]?.dataset["value"] ?? "";
			return Date.parse(text + "T00:00:00Z") / 1000;
		});
	}

	protected override lay(): void {
		const fitness = this.getAttribute("kind") === "fitness";
		const read = el("div", "readout"), said = el("div", "vh");
		said.setAttribute("aria-live", "polite");
		this.append(read, said);
		const x = this.x(), all = this.columns();
		const parts = apart(all, this.strips()).filter((cols) => cols.length > 0);
		const right = parts.some(both) ? sizeRight(this.wide()) : 0; // plots above each other reserve the same width
		if (fitness) this.append(el("div", "flags"));
		parts.forEach((cols, i) => {
			const box = el("div", "chart");
			box.setAttribute("aria-hidden", "true");
			if (this.getAttribute("kind") === "ratings" || this.strips()) {
				this.append(el("div", "strip-title", cols.map((c) => c.title).join(" · ")));
			}
			this.append(box);
			box.addEventListener("click", () => this.card?.keep());
			this.plots.push(this.plot(box, x, cols, i, i === parts.length - 1, right));
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
		tools.append(reset, ...saved(this, this.plots, parts.map((cols) => this.unit(cols))));
		this.append(tools);
		this.read(this.lastActual(), false, false);
		const was = fitness ? remembered(x) : undefined;
		if (was) this.window(...was);
	}

	private lastActual(): number {
		const i = this.rows.findIndex((r) => r.classList.contains("projected"));
		return i > 0 ? i - 1 : this.rows.length - 1;
	}

	// read shows the row at the cursor in the words of the table, and announces it
	// to screen readers.
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

	// data returns the columns as drawn, with stacked bars, and their styles.
	private data(cols: Column[], kind: string): { data: (number | null)[][]; series: uPlot.Series[]; order: Column[] } {
		const stacks = ["fitness", "zones", "nights", "weeks"].includes(kind);
		const bars = cols.filter((c) => c.line === "bar" && stacks), sums = this.rows.map(() => 0);
		const stacked = bars.map((c) => this.rows.map((r, i) => (sums[i] = sums[i]! + (value(r.cells[c.at]) ?? 0) * c.factor) || null));
		const rest = cols.filter((c) => !bars.includes(c));
		const lines = rest.map((c) => this.rows.map((r) => { const v = value(r.cells[c.at]); return v == null ? v : v * c.factor + c.shift; }));
		const order = [...bars.reverse(), ...rest];
		const dots = kind === "strips" && this.rows.length <= 100 ? "days" : kind; // so that a value between gaps is visible
		return { data: [...stacked.reverse(), ...lines], series: [{}, ...order.map((c) => styled(c, dots))], order };
	}

	private height(form: boolean, kind: string, last: boolean): number {
		if (kind === "strips") return last ? 140 : 110;
		if (form) return 170;
		if (kind === "ratings") return last ? 102 : 60;
		if (kind === "fitness") return this.width < 500 ? 260 : 340;
		return kind === "curve" && this.width > 700 ? 320 : this.width < 500 ? 180 : 220;
	}

	private scales(cols: Column[], kind: string, tall: boolean): uPlot.Scales {
		const day = 86400, beside = kind === "strips" ? this.step() / 2
			: { zones: 3.5 * day, weeks: 3.5 * day, ratings: 0.5 * day }[kind]; // half a bar
		const scales: uPlot.Scales = { x: { time: this.dated() } };
		if (beside) scales["x"]!.range = (_u, min, max) => [min - beside, max + beside];
		if (kind === "curve") scales["x"] = { time: false, distr: 3, range: (_u, min, max) => [min / 1.06, max * 1.06] };
		const most = (least: number, times: number): uPlot.Scale.Range => (_u, _min, max) => [0, Math.max(least, (max ?? least) * times)];
		if (cols.some((c) => c.scale === "bars")) scales["bars"] = { range: most(10, tall ? 2.2 : 1.1) };
		if (kind === "ratings") scales["rating"] = { range: [0, worst] };
		if (cols.some((c) => c.scale === "load")) scales["load"] = { range: most(20, 1.08) };
		if (kind === "curve" && this.slow()) scales["value"] = { dir: -1 }; // faster is higher
		const first = cols[0]!;
		if (kind === "strips") scales[first.scale] = first.line.startsWith("bar") ? { range: most(0, 1.1) } : pace(first) ? { dir: -1 } : {};
		return scales;
	}

	// step returns the usual distance of two rows of strips.
	private step(): number { const x = this.x(); return (x[x.length - 1]! - x[0]!) / Math.max(1, x.length - 1); }

	// slow reports whether a line shows pace.
	private slow(): boolean {
		return this.heads.some((h) => h.dataset["line"] === "line" && pace({ key: h.dataset["key"] ?? "" }));
	}

	private axes(x: number[], cols: Column[], kind: string, last: boolean): uPlot.Axis[] {
		const main = cols.find((c) => c.scale !== "bars")?.scale ?? "bars";
		const seconds = this.slow() || this.heads[cols[0]?.at ?? 0]?.dataset["key"]?.endsWith("_s") === true;
		const words = () => this.rows.map((r) => (r.cells[0]?.textContent ?? "").trim());
		const below = kind === "curve" ? steps(x, words()) : kind === "zones" || kind === "weeks" ? weeks(x) : days();
		if (kind === "strips") {
			const across = this.dated() ? days() : { ...clocks, space: 64 };
			const up = values(main, pace(cols[0]!) || cols[0]!.key.endsWith("_s"), { ...counted(this.unit(cols)), space: 24 });
			return [axis({ ...across, ...(last ? {} : { size: 0, values: () => [] }) }), up];
		}
		if (kind === "ratings") {
			const up = main === "rating" ? ratings(main) : values(main, false);
			return [axis({ ...below, ...(last ? {} : { size: 0, values: () => [] }) }), up];
		}
		const all = [axis(below), values(main, seconds, counted(this.unit(cols)))];
		const load = this.heads.find((h) => h.dataset["key"] === "load")?.textContent ?? "";
		return both(cols) ? [...all, barsRight(load, this.wide())] : all;
	}

	private wide(): boolean { return this.width >= 500; }

	private plot(box: HTMLElement, x: number[], cols: Column[], part: number, last: boolean, right: number): uPlot {
		const kind = this.getAttribute("kind") ?? "", form = cols[0]?.scale === "form";
		const { data, series, order } = this.data(cols, kind);
		const place = (line: string) => order.findIndex((c) => c.line === line) + 1;
		const high = place("band-high"), low = place("band-low");
		return new uPlot({
			...(high && low ? { bands: [{ series: [high, low], fill: css("optimal") + "99" }] } : {}),
			width: this.width, height: this.height(form, kind, last), tzDate: (ts) => uPlot.tzDate(new Date(ts * 1e3), "UTC"),
			scales: this.scales(cols, kind, kind === "fitness" && !form), series,
			padding: [
				this.unit(cols) ? above : 10, both(cols) ? 8 : kind === "curve" ? 28 : 8 + right, /^(ratings|strips)$/.test(kind) && !last ? 8 : 0, 0,
			],
			axes: this.axes(x, cols, kind, last),
			cursor: { sync: { key: "lk-" + (this.dataset["table"] ?? "") }, points: { size: 7 }, y: false },
			legend: { show: false }, select: beneath,
			hooks: {
				setCursor: [(u) => { if (u.cursor.idx != null && u.cursor.left! >= 0) this.read(u.cursor.idx, false); }],
				setScale: [(u, key) => {
					if (key !== "x") return;
					if (kind === "fitness" && part === 0) remember(u, x);
					const reset = this.querySelector<HTMLButtonElement>(".chart-tools .button");
					if (reset) reset.hidden = u.scales["x"]!.min! <= x[0]! && u.scales["x"]!.max! >= x[x.length - 1]!;
				}],
				drawClear: [(u) => this.behind(u, form, x)],
				draw: [(u) => { named(u, this.unit(cols)); if (kind === "fitness" && part === 0) flags(u, this.querySelector(".flags")); }],
			},
		}, [x, ...data] as uPlot.AlignedData, box);
	}

	// behind draws the bands of form, today, and the races.
	private behind(u: uPlot, form: boolean, x: number[]): void {
		if (this.getAttribute("kind") === "curve") return stale(u, x, this.rows);
		if (this.getAttribute("kind") !== "fitness") return;
		const last = this.lastActual();
		if (form) bands(u);
		if (last < this.rows.length - 1) today(u, x[last]!);
	}

	// unit returns the unit of the scale with marks, as in the table.
	private unit(cols: Column[]): string {
		const main = cols.find((c) => c.scale !== "bars") ?? cols[0]!;
		return this.rows.map((r) => r.cells[main.at]?.querySelector(".unit")?.textContent ?? "").find(Boolean) ?? "";
	}
}
