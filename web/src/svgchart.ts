import type uPlot from "uplot";
import { css } from "./dom";

// A chart as an SVG: the drawn lines, bars, points and axis marks, in the scales of the
// chart. Anything behind them, such as the bands of form, is only in the PNG.

export type Legend = [color: string, text: string, wide: number][];

const pad = 16, line = 20, size = 12; // pixels

type Attributes = Record<string, string | number>;

// shape adds an element to another. The namespace is taken from the page's own icons.
function shape(to: Element | null, tag: string, attributes: Attributes, text = ""): Element {
	const e = document.createElementNS(document.querySelector("svg")!.namespaceURI, tag);
	for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, typeof v === "number" ? String(Math.round(v * 10) / 10) : v);
	if (text) e.textContent = text;
	to?.append(e);
	return e;
}

export function svg(title: string, legend: Legend, plots: uPlot[], units: string[]): string {
	const width = Math.max(...plots.map((p) => p.width)) + 2 * pad, height = plots.reduce((sum, p) => sum + p.height, 2 * pad + 2 * line);
	const family = getComputedStyle(document.body).fontFamily;
	const all = shape(null, "svg",
		{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "font-family": family, "font-size": size });
	shape(all, "title", {}, title);
	shape(all, "rect", { width, height, fill: css("surface") });
	shape(all, "text", { x: pad, y: pad + 14, fill: css("ink"), "font-size": 14, "font-weight": 600 }, title);
	let x = pad, y = pad + 2 * line;
	for (const [color, text, wide] of legend) {
		shape(all, "rect", { x, y: pad + 1.5 * line - 2, width: 14, height: 4, fill: color });
		shape(all, "text", { x: x + 20, y: pad + 1.5 * line + 4, fill: css("soft") }, text);
		x += wide + 36;
	}
	plots.forEach((u, i) => {
		plot(shape(all, "g", { transform: `translate(${pad} ${y})` }), u, "plot-" + i, units[i] ?? "");
		y += u.height;
	});
	return new XMLSerializer().serializeToString(all);
}

function plot(g: Element, u: uPlot, id: string, unit: string): void {
	const px = (n: number) => n / devicePixelRatio, { bbox } = u;
	const left = px(bbox.left), top = px(bbox.top), width = px(bbox.width), height = px(bbox.height);
	axes(g, u, left, top, width, height, unit);
	shape(shape(g, "clipPath", { id }), "rect", { x: left, y: top, width, height });
	const inside = shape(g, "g", { "clip-path": `url(#${id})` }), at = places(u);
	for (const b of (u as { bands?: uPlot.Band[] }).bands ?? []) {
		const [high, low] = b.series.map((n) => at(n).filter((p) => p !== null)) as [Point[], Point[]];
		shape(inside, "path", { d: "M" + [...high, ...low.reverse()].map(place).join("L") + "Z", fill: css("optimal") + "99", stroke: "none" });
	}
	u.series.forEach((s, n) => { if (n > 0 && s.show !== false) series(inside, u, s, at(n), n); });
}

// axes draws the marks for which there is room, with their texts, and the unit above them.
function axes(g: Element, u: uPlot, left: number, top: number, width: number, height: number, unit: string): void {
	const stroke = css("line"), fill = css("soft"), bottom = top + height;
	u.axes.forEach((a, i) => {
		const { _splits: splits, _values: values } = a as { _splits?: number[]; _values?: (string | null)[] };
		const right = a.side === 1, edge = left + width;
		splits?.forEach((v, k) => {
			const at = Math.round(u.valToPos(v, a.scale ?? "x") + (i === 0 ? left : top)), text = String(values?.[k] ?? "");
			if (i === 0 ? at < left - 1 || at > edge + 1 : at < top - 1 || at > bottom + 1) return;
			const d = i === 0 ? `M${at} ${top}V${bottom + 4}` : right ? `M${edge} ${at}H${edge + 4}` : `M${left - 4} ${at}H${edge}`;
			shape(g, "path", { d, stroke, fill: "none" });
			const words: Attributes = i === 0 ? { x: at, y: bottom + 6 + size, "text-anchor": "middle" }
				: right ? { x: edge + 8, y: at + 4, "text-anchor": "start" } : { x: left - 8, y: at + 4, "text-anchor": "end" };
			text.split("\n").forEach((part, n) => { if (part) shape(g, "text", { ...words, y: Number(words["y"]) + n * (size + 2), fill }, part); });
		});
		const x = u.width - 12, y = top + height / 2;
		if (a.label) shape(g, "text", { x, y, fill, "text-anchor": "middle", transform: `rotate(90 ${x} ${y})` }, String(a.label));
	});
	if (unit) shape(g, "text", { x: left + 4, y: top + size, fill }, unit);
}

type Point = [x: number, y: number];

function place([x, y]: Point): string { return x.toFixed(1) + " " + y.toFixed(1); }

// places returns the positions of the values of a series, or null where a value is missing.
function places(u: uPlot): (n: number) => (Point | null)[] {
	const dpr = devicePixelRatio;
	return (n) => {
		const scale = u.series[n]!.scale ?? "y", values = u.data[n] as (number | null | undefined)[];
		return values.map((v, i) => v == null ? null : [u.valToPos(u.data[0]![i]!, "x", true) / dpr, u.valToPos(v, scale, true) / dpr]);
	};
}

function series(g: Element, u: uPlot, s: uPlot.Series, at: (Point | null)[], n: number): void {
	const color = (of: unknown) => String((typeof of === "function" ? (of as (u: uPlot, n: number) => unknown)(u, n) : of) ?? "none");
	const kind = s.class ?? "", ink = color(s.stroke), dash: Attributes = s.dash ? { "stroke-dasharray": s.dash.join(" ") } : {};
	const there = at.filter((p) => p !== null),
		stroked: Attributes = { stroke: s.width ? ink : "none", "stroke-width": s.width ?? 0, ...dash };
	if (kind.startsWith("bar")) {
		const steps = u.data[0]!.slice(1).map((_v, i) => u.valToPos(u.data[0]![i + 1]!, "x") - u.valToPos(u.data[0]![i]!, "x"));
		const width = Math.min(kind.startsWith("bar-behind") ? 20 : 28, 0.75 * Math.min(...steps)),
			zero = u.valToPos(Math.max(0, u.scales[s.scale ?? "y"]?.min ?? 0), s.scale ?? "y", true) / devicePixelRatio;
		for (const [x, y] of there) shape(g, "rect",
			{ x: x - width / 2, y: Math.min(y, zero), width, height: Math.abs(zero - y), fill: color(s.fill), ...stroked });
		return;
	}
	let pen = "M";
	const d = at.map((p) => { if (!p) { pen = "M"; return ""; } const step = pen + place(p); pen = "L"; return step; }).join("");
	if (!kind.startsWith("points") && s.width) shape(g, "path", { d, fill: "none", "stroke-linejoin": "round", ...stroked });
	if (kind.startsWith("points") || /^(line|dashed)-dots$/.test(kind)) for (const [x, y] of there) shape(g, "circle",
		{ cx: x, cy: y, r: kind.startsWith("points") ? 2.5 : 2, fill: ink });
}
