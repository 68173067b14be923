import uPlot from "uplot";
import { StreamAxis, type AxisName } from "./axis";
import { Basemap } from "./basemap";
import { state } from "./address";
import { Channels, paceRange } from "./channels";
import { type Columns, pauses, read } from "./columns";
import { css, el, own, toast } from "./dom";
import { refresh } from "./live";
import { axis, beneath, clock, clocks, Plotted } from "./plotted";
import { saved } from "./savechart";
import { type Band, bands, boundaries, held, Spans } from "./spans";
import { Track } from "./track";
import { type Classes, legend, nearest, ofGrades, ofSteps, ofZones, stepped, type Zone } from "./trackcolor";
import { remembered, zoomButtons } from "./trackview";

type Range = [number, number];

// seconds parses a time of the address, as the server does.
function seconds(text: string | null): number {
	return text ? text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0) : NaN;
}

// Streams shows the channels of one activity, below each other on one time axis
// with one cursor, and the track. The selection is in the address; its numbers
// come with the page.
export class Streams extends Plotted {
	private units: string[] = []; // of the plots
	private names!: Channels;
	private words: Record<string, string> = {};
	private zones: Record<string, Zone[]> = {};
	private whole?: Columns;
	private shown?: Columns;
	private track?: Track | undefined;
	private basemap?: Basemap;
	private picked: Range | null = null;
	private anchor: number | null = null;
	private said = el("div", "vh");
	private spans?: Spans;
	private steps = new Map<string, (offset: number) => number>();
	private laps = false;
	private zoned = false;
	private axis = new StreamAxis(new URLSearchParams(location.search).get("axis"));
	private meters = el("div", "strips");
	private switches = el("div", "stream-tools");

	connectedCallback(): void {
		this.words = JSON.parse(this.dataset["words"] ?? "{}");
		this.zones = JSON.parse(this.dataset["zones"] ?? "{}");
		if (this.dataset["basemap"]) this.basemap = new Basemap(JSON.parse(this.dataset["basemap"]));
		this.tabIndex = 0;
		this.setAttribute("role", "group");
		this.setAttribute("aria-label", this.closest("section")?.getAttribute("aria-label") ?? "");
		this.said.setAttribute("aria-live", "polite");
		this.addEventListener("keydown", (e) => this.key(e));
		this.watch();
		document.addEventListener("lapkeep-size", this.resized);
		const q = new URLSearchParams(location.search), from = seconds(q.get("from")), to = seconds(q.get("to"));
		if (to > (from || 0)) this.picked = [from || 0, to];
		this.names = new Channels(this.dataset, q);
		this.laps = q.has("laps");
		this.zoned = q.has("zones");
		this.switches.setAttribute("role", "group");
		this.switches.setAttribute("aria-label", this.words["streams"] ?? "");
		this.spans = new Spans(document.getElementById("main")!, (range) => this.show(range ?? this.picked),
			(range) => { this.pick(range); void this.load(...range); });
		void this.load();
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.spans?.end();
		document.removeEventListener("lapkeep-size", this.resized);
	}

	private resized = (): void => this.track?.resized();

	private async load(from = 0, to = 0): Promise<void> {
		const recorded = this.dataset["channels"] && this.dataset["channels"] + ",";
		const channels = `${recorded}distance,latitude,longitude${this.axis.channel()}`;
		const path = own(`/columns/${encodeURIComponent(this.dataset["activity"] ?? "")}?channels=${channels}`);
		const r = await fetch(path + (to > from ? `&from=${Math.floor(from)}&to=${Math.ceil(to)}` : ""));
		if (!r.ok) { this.replaceChildren(el("p", "small", this.dataset["failed"] ?? "")); return; }
		this.shown = read(await r.arrayBuffer());
		for (const [name, all] of this.shown.at) {
			const shift = this.names.shift(name);
			if (shift) this.shown.at.set(name, all.map((v) => v + shift));
		}
		this.whole ??= this.shown;
		if (this.axis.lacks(this.shown)) this.axis.turn("");
		this.draw();
	}

	private key(e: KeyboardEvent): void {
		const p = this.plots[0], step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
		if (!p || e.ctrlKey || e.metaKey || e.altKey || (e.target instanceof Element && e.target.closest("select, input"))) return;
		const nth = /^[1-9]$/.test(e.key) ? this.channels()[Number(e.key) - 1] : undefined;
		const act = nth ? () => this.toggle(nth)
			: { z: () => this.all(), s: () => this.anchorHere(), Escape: () => this.clear(), "+": () => this.zoom(),
			l: () => this.flip("laps") }[e.key];
		if (step === undefined && !act) return;
		e.preventDefault();
		e.stopPropagation();
		if (act) { act(); return; }
		const c = this.shown!, i = this.axis.next(c, p.cursor.idx ?? (step! > 0 ? 0 : c.offset.length - 1), step! * (e.shiftKey ? 10 : 1));
		this.move(c.offset[i]!);
		this.tell(i);
	}

	private move(second: number): void {
		for (const q of this.plots) q.setCursor({ left: q.valToPos(this.x(second), "x"), top: 5 });
		if (this.anchor !== null) this.show([Math.min(this.anchor, second), Math.max(this.anchor, second)]);
	}

	// tell announces all channels at a row to screen readers.
	private tell(i: number): void {
		const all = this.channels().map((name) => {
			const v = this.shown!.at.get(name)?.[i] ?? NaN;
			return Number.isNaN(v) ? "" : `${this.names.title(name)} ${this.names.say(name, v * this.names.scale(name))}`;
		});
		this.said.textContent = [clock(this.shown!.offset[i]!), ...all.filter(Boolean)].join(" · ");
	}

	// anchorHere begins a selection at the cursor, or ends it there.
	private anchorHere(): void {
		const p = this.plots[0]!, at = this.shown!.offset[p.cursor.idx ?? 0]!;
		if (this.anchor === null) { this.anchor = at; this.said.textContent = this.words["anchor"] ?? ""; return; }
		const range: Range = [Math.min(this.anchor, at), Math.max(this.anchor, at)];
		this.anchor = null;
		if (range[1] > range[0]) this.pick(range);
	}

	private clear(): void {
		this.anchor = null;
		if (this.picked) this.pick(null); else this.show(null);
	}

	private all(): void { this.shown = this.whole; this.draw(); }

	private zoom(): void { if (this.picked) void this.load(...this.picked); }

	// pick selects a part: its numbers come with the page, whose address names it.
	private pick(range: Range | null): void {
		const whole: Range | null = range && [Math.floor(range[0]), Math.ceil(range[1])];
		if (whole?.join() === this.picked?.join()) { this.show(whole); return; }
		this.picked = whole;
		this.show(whole);
		this.tools();
		state({ from: whole ? String(whole[0]) : "", to: whole ? String(whole[1]) : "" });
		const said = () => document.querySelector("#selection .said, #selection .trouble")?.textContent?.trim() ?? "";
		void refresh().then(() => { this.said.textContent = said(); }).catch(() => toast(this.dataset["failed"] ?? ""));
	}

	// show draws a selection on every strip and on the map.
	private show(range: Range | null): void {
		for (const p of this.plots) {
			const [a, b] = range ? [p.valToPos(this.x(range[0]), "x"), p.valToPos(this.x(range[1]), "x")] : [0, 0], most = p.over.clientWidth;
			const left = Math.max(0, Math.min(most, a)), right = Math.max(0, Math.min(most, b));
			p.setSelect({ left, width: right - left, top: 0, height: range ? p.over.clientHeight : 0 }, false);
		}
		this.track?.choose(range);
	}

	private channels(): string[] {
		const recorded = (this.dataset["channels"] ?? "").split(",").filter((c) => this.shown?.at.get(c)?.some((v) => !Number.isNaN(v)));
		const derived = (this.dataset["derived"] ?? "").split(",").filter(Boolean);
		return [...derived.filter((n) => this.names.usual(n)), ...recorded, ...derived.filter((n) => !this.names.usual(n))];
	}

	// derive asks the tool for a channel that no recording has, once it is to be
	// drawn.
	private async derive(name: string): Promise<void> {
		try {
			this.shown!.at.set(name, Float32Array.from(this.shown!.offset, await this.stepped(name)));
		} catch (e) {
			this.names.flip(name);
			toast(e instanceof Error ? e.message : String(e));
			this.offer();
		}
		this.strips();
	}

	// stepped returns a channel of the tool by second, requested once.
	private async stepped(name: string): Promise<(offset: number) => number> {
		const last = this.whole!.offset, at = this.steps.get(name)
			?? await stepped(this.dataset["activity"] ?? "", name, last[last.length - 1] ?? 0);
		this.steps.set(name, at);
		return at;
	}

	protected override ready(): boolean { return this.shown !== undefined; }

	protected override lay(): void {
		this.track = undefined;
		this.append(this.said);
		const lat = this.whole?.at.get("latitude"), lon = this.whole?.at.get("longitude");
		if (lat && lon && lat.some((v) => !Number.isNaN(v))) this.map(lat, lon);
		this.append(this.switches, this.meters, el("div", "chart-tools"));
		this.offer();
		this.strips();
	}

	// strips draws the streams that are not hidden, on one axis.
	private strips(): void {
		const c = this.shown!, all = this.channels(), names = all.filter((n) => this.names.drawn(n) && c.at.has(n));
		this.empty();
		this.meters.replaceChildren();
		const x = this.axis.values(c);
		const shown = names.length > 0 ? names : all.slice(0, 1);
		shown.forEach((name, i) => this.strip(c, x, name, i === shown.length - 1));
		this.units = shown.map((name) => this.names.unit(name));
		this.tools();
		queueMicrotask(() => this.show(this.picked)); // the strips have scales by then
		const asked = all.find((n) => this.names.drawn(n) && !c.at.has(n));
		if (asked) void this.derive(asked);
	}

	// offer fills in the switches of what is drawn; a press changes the address.
	private offer(): void {
		const all: [label: string, on: boolean, act: () => void][] = this.channels().map((name, i) =>
			[(i < 9 ? i + 1 + " " : "") + this.names.title(name), this.names.drawn(name), () => this.toggle(name)]);
		if (boundaries().length > 1) all.push([this.words["laps"] ?? "", this.laps, () => this.flip("laps")]);
		if (Object.values(this.zones).some((z) => z.length > 1)) all.push([this.words["zones"] ?? "", this.zoned, () => this.flip("zones")]);
		for (const name of this.axis.offered(this.shown!)) {
			all.push([this.words[name || "time"] ?? "", this.axis.name === name, () => void this.turn(name)]);
		}
		const at = [...this.switches.children].indexOf(document.activeElement!);
		this.switches.replaceChildren(...all.map(([label, on, act]) => {
			const b = el("button", "button quiet", label);
			b.type = "button";
			b.setAttribute("aria-pressed", String(on));
			b.addEventListener("click", act);
			return b;
		}));
		if (at >= 0) (this.switches.children[at] as HTMLElement | undefined)?.focus({ preventScroll: true });
	}

	// toggle hides a stream, or shows it again; one always stays.
	private toggle(name: string): void {
		if (this.channels().some((n) => n !== name && this.names.drawn(n)) || !this.names.drawn(name)) this.names.flip(name);
		state(this.names.state());
		this.offer();
		this.strips();
	}

	private flip(what: "laps" | "zones"): void {
		if (what === "laps") this.laps = !this.laps;
		if (what === "zones") this.zoned = !this.zoned;
		state({ laps: this.laps ? "1" : "", zones: this.zoned ? "1" : "" });
		this.offer();
		this.strips();
	}

	// turn shows the streams on another axis. Its values are requested when they are
	// needed.
	private async turn(to: AxisName): Promise<void> {
		const part = this.shown === this.whole ? null : this.shown!.offset;
		this.axis.turn(to);
		state({ axis: to });
		if (this.axis.lacks(this.whole!)) {
			delete this.whole;
			await this.load();
			if (part) await this.load(part[0], part[part.length - 1]! + 1);
			return;
		}
		if (this.axis.lacks(this.shown!)) { await this.load(part![0], part![part!.length - 1]! + 1); return; }
		this.offer();
		this.strips();
	}

	private x(second: number): number { return this.axis.at(this.shown!, second); }

	private second(x: number): number { return this.axis.second(this.shown!, x); }

	// tools fills in the buttons below the chart that have an effect now.
	private tools(): void {
		const zoomed = this.shown !== this.whole;
		const all: [string, boolean, () => void][] = [["zoom", this.picked !== null, () => this.zoom()],
			["clear", this.picked !== null, () => this.clear()], ["all", zoomed, () => this.all()]];
		const buttons = all.filter(([, now]) => now).map(([name, , act]) => {
			const b = el("button", "button quiet", this.words[name] ?? "");
			b.type = "button";
			b.addEventListener("click", act);
			return b;
		});
		this.querySelector(".chart-tools")?.replaceChildren(...buttons, ...saved(this, this.plots, this.units));
	}

	private map(lat: Float32Array, lon: Float32Array): void {
		const track = this.track = new Track(lat, lon, this.whole!.origin, this.whole!.offset, this.width, this.words,
			remembered(this.dataset["activity"] ?? ""));
		track.onPick = (t) => this.move(t);
		const tools = el("div", "fields track-tools"), label = el("label"), choice = el("select");
		label.append(el("span", "", this.words["color"] ?? ""), choice);
		const all = ["", ...(this.whole!.at.has("altitude") ? ["grade"] : []),
			...["hr", "power", "speed", "pace"].filter((n) => this.channels().includes(n))];
		const now = new URLSearchParams(location.search).get("color") ?? "";
		choice.append(...all.map((name) => {
			const o = el("option", "", this.words[name || "plain"] ?? name);
			o.value = name; o.selected = name === now;
			return o;
		}));
		choice.addEventListener("change", () => { state({ color: choice.value }); void this.paint(choice.value, track, key); });
		const key = el("div");
		tools.append(label, zoomButtons(track, this.dataset));
		const edge = el("lk-divider" as "div");
		Object.assign(edge.dataset,
			{ name: "map", of: "lk-streams canvas.track", grows: "down", min: "160", max: "900", label: this.words["height"] ?? "" });
		this.append(track.canvas, edge, tools, key, ...(this.basemap ? [this.basemap.under(track)] : []));
		if (all.includes(now)) void this.paint(now, track, key);
	}

	// paint colours the track by a channel, with its legend.
	private async paint(name: string, track: Track, key: HTMLElement): Promise<void> {
		if (!name) { track.color(null); key.replaceChildren(); return; }
		let by: Classes, at: (offset: number) => number;
		if (name === "grade") {
			try {
				at = await this.stepped(name);
			} catch (e) { toast(e instanceof Error ? e.message : String(e)); return; }
			by = ofGrades(this.words);
		} else {
			const whole = this.whole!;
			try {
				if (!whole.at.has(name)) whole.at.set(name, Float32Array.from(whole.offset, await this.stepped(name)));
			} catch (e) { toast(e instanceof Error ? e.message : String(e)); return; }
			const slow = this.names.slow(name), scale = this.names.scale(name), k = slow ? -scale : scale, unit = this.names.unit(name);
			const values = Array.from(whole.at.get(name)!, (v) => v * k), zones = this.zones[name];
			at = nearest(whole.offset, values);
			by = zones && zones.length > 1 ? ofZones(zones, unit, this.words, slow ? scale : 0) : ofSteps(values, unit, this.words, slow);
		}
		track.color((offset) => by.of(at(offset)));
		key.replaceChildren(legend(by));
	}

	private strip(c: Columns, x: number[], name: string, last: boolean): void {
		const title = this.names.title(name), unit = this.names.unit(name), k = this.names.scale(name), slow = this.names.slow(name);
		const head = el("div", "strip-title"), now = el("b");
		head.append(el("span", "", unit ? `${title}, ${unit}` : title), now);
		const box = el("div", "chart");
		box.setAttribute("aria-hidden", "true");
		this.meters.append(head, box);
		const color = this.names.color(name);
		const paused = pauses(c.offset), y = held(c.offset, Array.from(c.at.get(name)!, (v, i) => Number.isNaN(v) || paused(i) ? null : v * k));
		this.plots.push(new uPlot({
			width: this.width, height: last ? 126 : 108, padding: [6, 24, last ? 0 : 8, 0], legend: { show: false }, select: beneath,
			scales: { x: { time: false }, ...(slow ? { y: { dir: -1 as const, range: () => paceRange(y) } } : {}) },
			series: [{}, { label: title, stroke: color, width: 1.25, points: { show: false },
				...(name === "altitude" ? { fill: color + "33" } : {}) }],
			axes: [
				axis({ show: last, values: (_u, v) => v.map((n) => this.axis.say(n)) }),
				axis({ size: 46, ...(slow ? { values: clocks, incrs: [5, 10, 15, 30, 60, 120, 300, 600] } : {}) }),
			],
			cursor: { sync: { key: "lk-streams" }, y: false, points: { size: 6 }, drag: { setScale: false, x: true, y: false } },
			hooks: {
				drawClear: [(u) => this.behind(u, name)],
				setCursor: [(u) => {
					const i = u.cursor.idx, v = i == null ? null : y[i];
					now.textContent = i == null || v == null ? "" : `${clock(c.offset[i]!)} · ${this.names.say(name, v)}`;
					if (i != null && last) this.track?.mark(c.offset[i]!);
				}],
				setSelect: [(u) => {
					const { left, width } = u.select;
					if (width > 4) this.pick([this.second(u.posToVal(left, "x")), this.second(u.posToVal(left + width, "x"))]);
					else queueMicrotask(() => this.show(this.picked));
				}],
			},
		}, [x, y] as uPlot.AlignedData, box));
	}

	// behind draws the zones, the targets of the steps of the plan, and the ends of
	// laps.
	private behind(u: uPlot, name: string): void {
		const { ctx, bbox } = u, y = (v: number) => Math.max(bbox.top, Math.min(bbox.top + bbox.height, u.valToPos(v, "y", true)));
		const x = (s: number) => Math.max(bbox.left, Math.min(bbox.left + bbox.width, u.valToPos(this.x(s), "x", true)));
		ctx.save();
		const zones = this.zoned ? this.zones[name] ?? [] : [];
		zones.forEach((z, i) => {
			const next = zones[i + 1]?.from, k = this.names.scale(name), top = next === undefined ? bbox.top : y(Number(next) * k),
				bottom = y(Number(z.from) * k);
			ctx.fillStyle = css("zone-" + Math.min(7, i + 1));
			ctx.globalAlpha = 0.16;
			ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
		});
		const per = this.dataset["derived"]?.includes(name) ? 1 : 3.6;
		const shown = (v: number) => name === "speed" ? v / per * this.names.scale(name)
			: name === "pace" ? this.names.ofSpeed(name, v) : v;
		for (const b of bands(name === "pace" ? "speed" : name)) this.band(ctx, b, x, (v) => y(shown(v)));
		if (this.laps) {
			ctx.globalAlpha = 1;
			ctx.strokeStyle = css("edge");
			ctx.setLineDash([4, 3]);
			ctx.beginPath();
			for (const s of boundaries()) { ctx.moveTo(x(s), bbox.top); ctx.lineTo(x(s), bbox.top + bbox.height); }
			ctx.stroke();
		}
		ctx.restore();
	}

	private band(ctx: CanvasRenderingContext2D, b: Band, x: (s: number) => number, y: (v: number) => number): void {
		const left = x(b.from), wide = x(b.to) - left, top = y(b.high ?? Infinity), bottom = y(b.low ?? -Infinity);
		if (wide <= 0) return;
		ctx.globalAlpha = 0.3;
		ctx.fillStyle = css("planned");
		ctx.fillRect(left, top, wide, Math.max(2, bottom - top));
		ctx.globalAlpha = 1;
		ctx.strokeStyle = css("edge");
		ctx.strokeRect(left, top, wide, Math.max(2, bottom - top));
		ctx.fillStyle = css("ink");
		ctx.font = `${11 * devicePixelRatio}px sans-serif`;
		if (wide > ctx.measureText(b.score).width) ctx.fillText(b.score, left + 2, Math.max(top - 3, 11 * devicePixelRatio));
	}
}
