import uPlot from "uplot";
import { type AxisName, clock, StreamAxis, values } from "./axis";
import { Basemap } from "./basemap";
import { state } from "./address";
import { Channels, paceRange } from "./channels";
import { type Columns, pauses, read } from "./columns";
import { css, el, own, toast } from "./dom";
import { refresh } from "./live";
import { Look, Other, smoothed } from "./look";
import { beneath, painted, Plotted } from "./plotted";
import { saved } from "./savechart";
import { type Band, bands, boundaries, held, Spans } from "./spans";
import { Track } from "./track";
import { type Classes, legend, nearest, ofGrades, ofSteps, ofZones, stepped, type Zone } from "./trackcolor";
import { remembered, zoomButtons } from "./trackview";

type Range = [number, number];

// means are the tool's numbers of a selection that belong to a stream.
const means: Record<string, string> = {
	power: "avg_power_w", hr: "avg_hr_bpm", cadence: "avg_cadence_spm avg_cadence_rpm", speed: "avg_speed_kmh",
	pace: "pace_s_per_km pace_s_per_100m", gap: "gap_s_per_km", temp: "avg_temp_c",
};

// seconds parses a time of the address, as the server does.
function seconds(text: string | null): number {
	return text ? text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0) : NaN;
}

// Streams shows the channels of one activity, one below the other on a shared time axis
// with one cursor, and the track. The selection is in the address; its numbers come with
// the page.
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
	private wide = 0; // of the strips
	private look = new Look();
	private others: Other[] = [];
	private bars: SVGElement | null = null; // of laps, on the axis of the strips
	private barsSaid: Element | null = null;

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
		this.bars = this.querySelector(".lap-bars");
		this.barsSaid = this.bars?.previousElementSibling ?? null;
		const others = JSON.parse(this.dataset["with"] ?? "[]") as [string, string][];
		this.others = others.map(([id, title], i) => new Other(id, title, i));
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
		await Promise.all(this.others.map((o) => o.load(this.dataset["channels"] ?? "").catch(() => undefined)));
		if (this.axis.lacks(this.shown)) this.axis.turn("");
		await painted;
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

	// anchorHere begins a selection at the cursor, or ends the current one there.
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

	// pick selects a part: its numbers come with the page for the new address.
	private pick(range: Range | null): void {
		const whole: Range | null = range && [Math.floor(range[0]), Math.ceil(range[1])];
		if (whole?.join() === this.picked?.join()) { this.show(whole); return; }
		this.picked = whole;
		this.show(whole);
		this.tools();
		state({ from: whole ? String(whole[0]) : "", to: whole ? String(whole[1]) : "" });
		const said = () => document.querySelector("#selection .said, #selection .trouble")?.textContent?.trim() ?? "";
		void refresh().then(() => { this.said.textContent = said(); this.average(); }).catch(() => toast(this.dataset["failed"] ?? ""));
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

	// average shows the tool's averages of the selection next to the names of the
	// streams.
	private average(): void {
		for (const e of this.meters.querySelectorAll<HTMLElement>("[data-mean]")) {
			const keys = e.dataset["mean"]!.split(" ").map((k) => `#selection dl data[data-key="${k}"]`).join();
			const data = this.picked && document.querySelector(keys);
			const unit = data?.nextElementSibling?.textContent ?? "";
			e.textContent = data ? `${this.words["selection"]} ${data.textContent} ${unit}` : "";
		}
	}

	private channels(): string[] {
		const recorded = (this.dataset["channels"] ?? "").split(",").filter((c) => this.shown?.at.get(c)?.some((v) => !Number.isNaN(v)));
		const derived = (this.dataset["derived"] ?? "").split(",").filter(Boolean);
		const usual = derived.filter((n) => this.names.usual(n)), others = derived.filter((n) => !this.names.usual(n));
		return this.look.sorted([...usual, ...recorded, ...others]);
	}

	// derive requests a channel that no recording has from the tool when it is first to be
	// drawn.
	private async derive(name: string): Promise<void> {
		try {
			this.shown!.at.set(name, Float32Array.from(this.shown!.offset, await this.stepped(name)));
			await Promise.all(this.others.map((o) => o.derive(name).catch(() => undefined)));
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
		const lat = this.whole?.at.get("latitude"), lon = this.whole?.at.get("longitude"), main = el("div", "stream-main");
		const mapped = lat && lon && lat.some((v) => !Number.isNaN(v)), beside = mapped && this.width >= 900;
		const side = beside ? Math.round(this.width * 0.36) : this.width;
		this.classList.toggle("beside", Boolean(beside));
		if (mapped) this.map(lat, lon, side);
		this.wide = beside ? this.width - side - 24 : this.width;
		main.append(this.switches, this.settings(), this.meters, el("div", "chart-tools"));
		this.append(main);
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
		if (this.others.length > 0) this.meters.append(this.legend());
		const plots = this.look.overlay ? [shown] : shown.map((name) => [name]);
		plots.forEach((names, i) => this.strip(c, x, names, i === plots.length - 1));
		this.units = plots.map((names) => names.length > 1 ? "" : this.names.unit(names[0]!));
		if (this.bars) this.meters.append(this.barsSaid!, this.bars);
		this.tools();
		this.average();
		queueMicrotask(() => { this.show(this.picked); this.place(); }); // the strips have scales by then
		const asked = all.find((n) => this.names.drawn(n) && !c.at.has(n));
		if (asked) void this.derive(asked);
	}

	// place puts the bars of the laps below the part of the axis that they cover.
	private place(): void {
		const p = this.plots[0], wide = p?.over.clientWidth;
		if (!p || !wide || !this.bars) return;
		this.bars.style.width = wide + "px";
		this.bars.style.marginLeft = p.over.offsetLeft + "px";
		const at = (second: string | undefined) => 1000 * p.valToPos(this.x(Number(second)), "x") / wide;
		for (const bar of this.bars.querySelectorAll("rect")) {
			const from = at(bar.dataset["from"]), to = at(bar.dataset["to"]);
			bar.setAttribute("x", from.toFixed(1));
			bar.setAttribute("width", Math.max(1, to - from - 2).toFixed(1));
		}
	}

	// legend returns the names of the compared activities in their colours.
	private legend(): HTMLElement {
		const list = el("ul", "legend");
		for (const o of this.others) {
			const li = el("li", "", o.title);
			li.style.setProperty("--mark", o.color());
			list.append(li);
		}
		return list;
	}

	// settings returns the choices that are remembered for all activities.
	private settings(): HTMLElement {
		const box = el("div", "filters stream-look"), label = el("label"), choice = el("select");
		const one = el("label", "check"), tick = el("input");
		for (const s of [0, 5, 15, 30, 60]) {
			const o = el("option", "", s ? s + " s" : this.words["raw"] ?? "");
			o.value = String(s); o.selected = s === this.look.smooth;
			choice.append(o);
		}
		choice.addEventListener("change", () => { this.look.keep({ smooth: Number(choice.value) }); this.strips(); });
		label.append(el("span", "", this.words["smooth"] ?? ""), choice);
		tick.type = "checkbox";
		tick.checked = this.look.overlay;
		tick.addEventListener("change", () => { this.look.keep({ overlay: tick.checked }); this.strips(); });
		one.append(tick, el("span", "", this.words["overlay"] ?? ""));
		box.append(label, one);
		return box;
	}

	// offer fills in the switches that choose what is drawn; a press changes the address.
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

	// toggle hides a stream, or shows it again; one stream always remains.
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

	// turn shows the streams on a different axis. Its values are requested when they are
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

	// tools fills in the buttons below the chart that currently have an effect.
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

	private map(lat: Float32Array, lon: Float32Array, wide: number): void {
		const usual = wide < this.width ? 480 : wide < 500 ? 220 : 320, box = el("div", "stream-map");
		const track = this.track = new Track(lat, lon, this.whole!.origin, this.whole!.offset, [wide, usual], this.words,
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
		box.append(track.canvas, edge, tools, key, ...(this.basemap ? [this.basemap.under(track)] : []));
		this.append(box);
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

	// strip draws one stream, or several with a scale each.
	private strip(c: Columns, x: number[], names: string[], last: boolean): void {
		const name = names[0]!, slow = this.names.slow(name), single = names.length === 1, paused = pauses(c.offset);
		const smooth = (n: string, y: (number | null)[]) => smoothed(c.offset, y, this.look.smooth, this.names.slow(n));
		const rows = (n: string) => Array.from(c.at.get(n)!, (v, i) => Number.isNaN(v) || paused(i) ? null : v * this.names.scale(n));
		const all = names.map((n) => smooth(n, held(c.offset, rows(n))));
		const others = single ? this.others.map((o) => smooth(name, o.values(name, this.axis.name, x).map((v) =>
			v === null ? null : (v + this.names.shift(name)) * this.names.scale(name)))) : [];
		const box = el("div", "chart"), now = names.map((n) => this.heading(n, single));
		box.setAttribute("aria-hidden", "true");
		this.meters.append(box);
		const line = { width: 1.25, points: { show: false } }, scale = (n: string) => n === name ? "y" : n;
		const range = (i: number) => ({ dir: -1 as const, range: () => paceRange(all[i]!) });
		this.plots.push(new uPlot({
			width: this.wide, height: single ? last ? 126 : 108 : 320, padding: [6, 24, last ? 0 : 8, 0], legend: { show: false }, select: beneath,
			scales: { x: { time: false }, ...Object.fromEntries(names.map((n, i) => [scale(n), this.names.slow(n) ? range(i) : {}])) },
			series: [{}, ...names.map((n) => ({ label: this.names.title(n), stroke: this.names.color(n), ...line, scale: scale(n),
				...(n === "altitude" && others.length === 0 ? { fill: this.names.color(n) + "33" } : {}) })),
			...this.others.slice(0, others.length).map((o) => ({ label: o.title, stroke: o.color(), ...line, dash: [6, 3] }))],
			axes: [
				this.axis.marks(last), values("y", slow, { space: 24 }),
			],
			cursor: { sync: { key: "lk-streams" }, y: false, points: { size: 6 }, drag: { setScale: false, x: true, y: false } },
			hooks: {
				drawClear: [(u) => this.behind(u, name)],
				setCursor: [(u) => {
					const i = u.cursor.idx;
					names.forEach((n, k) => {
						const v = i == null ? null : all[k]![i];
						now[k]!.textContent = i == null || v == null ? "" : `${clock(c.offset[i]!)} · ${this.names.say(n, v)}`;
					});
					if (i != null && last) this.track?.mark(c.offset[i]!);
				}],
				setSelect: [(u) => {
					const { left, width } = u.select;
					if (width > 4) this.pick([this.second(u.posToVal(left, "x")), this.second(u.posToVal(left + width, "x"))]);
					else queueMicrotask(() => this.show(this.picked));
				}],
			},
		}, [x, ...all, ...others] as uPlot.AlignedData, box));
	}

	// heading adds the name of a stream with the average of the selection, and
	// returns the place of the value at the cursor. A stream alone can be moved up.
	private heading(name: string, single: boolean): HTMLElement {
		const title = this.names.title(name), unit = this.names.unit(name), head = el("div", "strip-title"), now = el("b"), mean = el("em");
		const label = el("span", "", unit ? `${title} · ${unit}` : title);
		if (!single) label.style.color = this.names.color(name);
		mean.dataset["mean"] = means[name] ?? name;
		head.append(label, mean, now);
		if (single && this.plots.length > 0) {
			const up = el("button", "button quiet", "↑");
			up.type = "button";
			up.setAttribute("aria-label", `${this.words["up"]}: ${title}`);
			up.addEventListener("click", () => {
				this.look.raise(this.channels().filter((n) => this.names.drawn(n)), name);
				this.offer();
				this.strips();
			});
			head.append(up);
		}
		this.meters.append(head);
		return now;
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
