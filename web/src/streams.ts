import uPlot from "../vendor/uplot/uPlot.esm.js";
import { Basemap } from "./basemap";
import { axis, clock } from "./chart";
import { type Columns, read } from "./columns";
import { css, el, toast } from "./dom";
import { refresh } from "./live";
import { Track } from "./track";
import { type Classes, grades, legend, nearest, ofGrades, ofSteps, ofZones, type Zone } from "./trackcolor";

type Range = [number, number];

// seconds reads a time of the address, as the server does.
function seconds(text: string | null): number {
	return text ? text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0) : NaN;
}

// state changes values of the address, which is the page's state.
function state(values: Record<string, string>): void {
	const u = new URL(location.href);
	for (const [k, v] of Object.entries(values)) { if (v) u.searchParams.set(k, v); else u.searchParams.delete(k); }
	u.hash = "";
	history.replaceState(history.state, "", u);
}

// Streams are the channels of one activity, below each other on one time and one
// cursor, with the way that was taken. What is selected stands in the address; its
// numbers are the page's.
export class Streams extends HTMLElement {
	private plots: uPlot[] = [];
	private names: Record<string, [title: string, unit: string, factor?: string, shift?: string]> = {};
	private words: Record<string, string> = {};
	private zones: Record<string, Zone[]> = {};
	private resize?: ResizeObserver;
	private width = 0;
	private whole?: Columns;
	private shown?: Columns;
	private track?: Track | undefined;
	private basemap?: Basemap;
	private picked: Range | null = null;
	private anchor: number | null = null;
	private said = el("div", "vh");
	private slope?: (offset: number) => number;

	connectedCallback(): void {
		this.names = JSON.parse(this.dataset["names"] ?? "{}");
		this.words = JSON.parse(this.dataset["words"] ?? "{}");
		this.zones = JSON.parse(this.dataset["zones"] ?? "{}");
		if (this.dataset["basemap"]) this.basemap = new Basemap(JSON.parse(this.dataset["basemap"]));
		this.tabIndex = 0;
		this.setAttribute("role", "group");
		this.setAttribute("aria-label", this.closest("section")?.getAttribute("aria-label") ?? "");
		this.said.setAttribute("aria-live", "polite");
		this.addEventListener("keydown", (e) => this.key(e));
		this.resize = new ResizeObserver(() => { if (this.shown && Math.abs(this.clientWidth - this.width) > 1) this.draw(); });
		this.resize.observe(this);
		document.addEventListener("lapkeep-theme", this.redraw);
		document.addEventListener("lapkeep-size", this.resized);
		const q = new URLSearchParams(location.search), from = seconds(q.get("from")), to = seconds(q.get("to"));
		if (to > (from || 0)) this.picked = [from || 0, to];
		void this.load();
	}

	disconnectedCallback(): void {
		this.resize?.disconnect();
		document.removeEventListener("lapkeep-theme", this.redraw);
		document.removeEventListener("lapkeep-size", this.resized);
		for (const p of this.plots) p.destroy();
	}

	private redraw = (): void => this.draw();

	private resized = (): void => this.track?.resized();

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
		const p = this.plots[0], step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
		if (!p || e.ctrlKey || e.metaKey || e.altKey || (e.target instanceof Element && e.target.closest("select, input"))) return;
		const act = { z: () => this.all(), s: () => this.anchorHere(), Escape: () => this.clear(), "+": () => this.zoom() }[e.key];
		if (step === undefined && !act) return;
		e.preventDefault();
		e.stopPropagation();
		if (act) { act(); return; }
		const x = p.data[0]!, now = p.cursor.idx ?? (step! > 0 ? 0 : x.length - 1), goal = x[now]! + step! * (e.shiftKey ? 10 : 1);
		let i = now;
		while (i + step! >= 0 && i + step! < x.length && (step! > 0 ? x[i]! < goal : x[i]! > goal)) i += step!;
		this.move(x[i]!);
		this.tell(i);
	}

	private move(second: number): void {
		for (const q of this.plots) q.setCursor({ left: q.valToPos(second, "x"), top: 5 });
		if (this.anchor !== null) this.show([Math.min(this.anchor, second), Math.max(this.anchor, second)]);
	}

	// tell says all channels at a row, to who does not see the cursor.
	private tell(i: number): void {
		const all = this.channels().map((name) => {
			const v = this.shown!.at.get(name)![i]!;
			return Number.isNaN(v) ? "" : `${this.names[name]?.[0] ?? name} ${Math.round(v * this.scale(name) * 10) / 10} ${this.names[name]?.[1] ?? ""}`;
		});
		this.said.textContent = [clock(this.shown!.offset[i]!), ...all.filter(Boolean)].join(" · ");
	}

	// anchorHere begins a selection at the cursor, or ends it there.
	private anchorHere(): void {
		const p = this.plots[0]!, at = p.data[0]![p.cursor.idx ?? 0]!;
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
		void refresh().then(() => { this.said.textContent = document.querySelector("#selection .said, #selection .trouble")?.textContent?.trim() ?? ""; })
			.catch(() => toast(this.dataset["failed"] ?? ""));
	}

	// show draws a selection on every strip and on the map.
	private show(range: Range | null): void {
		for (const p of this.plots) {
			const [a, b] = range ? [p.valToPos(range[0], "x"), p.valToPos(range[1], "x")] : [0, 0], most = p.over.clientWidth;
			const left = Math.max(0, Math.min(most, a)), right = Math.max(0, Math.min(most, b));
			p.setSelect({ left, width: right - left, top: 0, height: range ? p.over.clientHeight : 0 }, false);
		}
		this.track?.choose(range);
	}

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
		this.track = undefined;
		this.replaceChildren(this.said);
		const lat = this.whole?.at.get("latitude"), lon = this.whole?.at.get("longitude");
		if (lat && lon && lat.some((v) => !Number.isNaN(v))) this.map(lat, lon);
		const names = this.channels();
		names.forEach((name, i) => this.strip(c, name, i === names.length - 1));
		this.append(el("div", "chart-tools"));
		this.tools();
		queueMicrotask(() => this.show(this.picked)); // the strips have scales by then
	}

	// tools are the buttons below the chart, of what can be done now.
	private tools(): void {
		const zoomed = this.shown !== this.whole;
		const all: [string, boolean, () => void][] = [["zoom", this.picked !== null, () => this.zoom()], ["clear", this.picked !== null, () => this.clear()], ["all", zoomed, () => this.all()]];
		this.querySelector(".chart-tools")?.replaceChildren(...all.filter(([, now]) => now).map(([name, , act]) => {
			const b = el("button", "button quiet", this.words[name] ?? "");
			b.type = "button";
			b.addEventListener("click", act);
			return b;
		}));
	}

	private map(lat: Float32Array, lon: Float32Array): void {
		const track = this.track = new Track(lat, lon, this.whole!.offset, this.width, this.words);
		track.onPick = (t) => this.move(t);
		const tools = el("div", "fields track-tools"), label = el("label"), choice = el("select");
		label.append(el("span", "", this.words["color"] ?? ""), choice);
		const all = ["", ...(this.whole!.at.has("altitude") ? ["grade"] : []), ...["hr", "power", "speed"].filter((n) => this.whole!.at.get(n)?.some((v) => !Number.isNaN(v)))];
		const now = new URLSearchParams(location.search).get("color") ?? "";
		choice.append(...all.map((name) => { const o = el("option", "", this.words[name || "plain"] ?? name); o.value = name; o.selected = name === now; return o; }));
		choice.addEventListener("change", () => { state({ color: choice.value }); void this.paint(choice.value, track, key); });
		const key = el("div");
		tools.append(label);
		const edge = el("lk-divider" as "div");
		Object.assign(edge.dataset, { name: "map", of: "lk-streams canvas.track", grows: "down", min: "160", max: "900", label: this.words["height"] ?? "" });
		this.append(track.canvas, edge, tools, key, ...(this.basemap ? [this.basemap.under(track)] : []));
		if (all.includes(now)) void this.paint(now, track, key);
	}

	// paint colours the track by a channel, with its legend.
	private async paint(name: string, track: Track, key: HTMLElement): Promise<void> {
		if (!name) { track.color(null); key.replaceChildren(); return; }
		let by: Classes, at: (offset: number) => number;
		if (name === "grade") {
			try {
				at = this.slope ??= await grades(this.dataset["activity"] ?? "");
			} catch (e) { toast(e instanceof Error ? e.message : String(e)); return; }
			by = ofGrades(this.words);
		} else {
			const k = this.scale(name), unit = this.names[name]?.[1] ?? "", values = Array.from(this.whole!.at.get(name)!, (v) => v * k), zones = this.zones[name];
			at = nearest(this.whole!.offset, values);
			by = zones && zones.length > 1 ? ofZones(zones, unit, this.words) : ofSteps(values, unit, this.words);
		}
		track.color((offset) => by.of(at(offset)));
		key.replaceChildren(legend(by));
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
					const { left, width } = u.select;
					if (width > 4) this.pick([u.posToVal(left, "x"), u.posToVal(left + width, "x")]);
					else queueMicrotask(() => this.show(this.picked));
				}],
			},
		}, [Array.from(c.offset), y] as uPlot.AlignedData, box));
	}
}
