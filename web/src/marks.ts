import type uPlot from "uplot";
import { css, el } from "./dom";

// Marks of the chart of fitness: bands of form, today, races. Their names and
// positions come from the page.

// bands fills the bands of form, and writes their names if there is room.
export function bands(u: uPlot): void {
	const { ctx, bbox } = u, line = 12 * devicePixelRatio;
	ctx.save();
	ctx.font = `${11 * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`;
	ctx.textAlign = "right";
	ctx.textBaseline = "middle";
	for (const b of document.querySelectorAll<HTMLElement>("[data-band]")) {
		const edge = (text: string | undefined, open: number) => u.valToPos(text ? Number(text) : open, "form", true);
		const top = Math.max(bbox.top, edge(b.dataset["to"], 1e4)), bottom = Math.min(bbox.top + bbox.height, edge(b.dataset["from"], -1e4));
		if (bottom <= top) continue;
		ctx.globalAlpha = 0.45;
		ctx.fillStyle = css(b.dataset["band"] ?? "");
		ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
		if (bottom - top < line) continue;
		ctx.globalAlpha = 1;
		ctx.fillStyle = css("soft");
		const name = b.dataset["name"] ?? "", middle = (top + bottom) / 2;
		const end = free(u, ctx.measureText(name).width + line, middle - line / 2, middle + line / 2);
		if (end !== undefined) ctx.fillText(name, end - line / 2, middle);
	}
	ctx.restore();
}

// free returns the rightmost x at which a word of this width can end, between two heights,
// without a line running through it.
function free(u: uPlot, wide: number, top: number, bottom: number): number | undefined {
	const { left, width } = u.bbox, x = u.data[0]!.map((v) => u.valToPos(v, "x", true));
	const taken: [number, number][] = []; // the stretches of x in which a line passes between the heights
	u.data.slice(1).forEach((all, n) => {
		const y = (all as (number | null | undefined)[]).map((v) => v == null ? null : u.valToPos(v, u.series[n + 1]!.scale ?? "y", true));
		y.forEach((b, i) => {
			const a = y[i - 1] ?? b;
			if (a != null && b != null && Math.min(a, b) < bottom && Math.max(a, b) > top) taken.push([x[Math.max(0, i - 1)]!, x[i]!]);
		});
	});
	let end = left + width;
	for (const [from, to] of taken.sort((a, b) => b[1] - a[1])) {
		if (to <= end - wide) break;
		if (from < end) end = from;
	}
	return end - wide >= left ? end : undefined;
}

// today draws a line between the past and the projection.
export function today(u: uPlot, at: number): void { upright(u, at, "edge", [3, 3]); }

function upright(u: uPlot, at: number, color: string, dash: number[]): void {
	const { ctx, bbox } = u, x = Math.round(u.valToPos(at, "x", true));
	if (x < bbox.left || x > bbox.left + bbox.width) return;
	ctx.save();
	ctx.strokeStyle = css(color);
	ctx.setLineDash(dash.map((n) => n * devicePixelRatio));
	ctx.beginPath(); ctx.moveTo(x, bbox.top); ctx.lineTo(x, bbox.top + bbox.height); ctx.stroke();
	ctx.restore();
}

// flags puts the races above the chart: a pole, a flag and a name for each, as links.
export function flags(u: uPlot, row: Element | null): void {
	if (!row) return;
	const left = u.bbox.left / devicePixelRatio, wide = u.bbox.width / devicePixelRatio;
	const seen: HTMLElement[] = [];
	let free = -1;
	for (const f of document.querySelectorAll<HTMLElement>("[data-flag]")) {
		const when = Date.parse((f.dataset["flag"] ?? "") + "T00:00:00Z") / 1000, at = u.valToPos(when, "x");
		if (!(at >= 0 && at <= wide)) continue;
		upright(u, when, "atl", []);
		seen.push(flag(f, left + at, at > wide - 150, left + at > free));
		free = left + at + 130;
	}
	const had = row.querySelector<HTMLElement>("a:focus")?.getAttribute("href");
	row.replaceChildren(...seen);
	if (had) seen.find((a) => a.getAttribute("href") === had)?.focus();
}

function flag(of: HTMLElement, at: number, before: boolean, room: boolean): HTMLElement {
	const name = of.dataset["name"] ?? "", a = el("a", "flag" + (before ? " before" : "") + (room ? "" : " narrow"));
	a.href = of.dataset["href"] ?? "";
	a.title = (of.textContent ?? "").replace(/[⚑\s]+/g, " ").trim();
	a.append(el("span", "", name));
	a.style.left = at + "px";
	return a;
}

// stale shades the steps of a curve whose best value is old, each halfway to its
// neighbours.
export function stale(u: uPlot, x: number[], rows: HTMLTableRowElement[]): void {
	const { ctx, bbox } = u;
	ctx.save();
	ctx.fillStyle = css("warn-wash");
	rows.forEach((r, i) => {
		if (!r.classList.contains("stale")) return;
		const at = (n: number) => u.valToPos(x[n]!, "x", true), here = at(i);
		const from = i > 0 ? (at(i - 1) + here) / 2 : bbox.left, to = i < x.length - 1 ? (at(i + 1) + here) / 2 : bbox.left + bbox.width;
		ctx.fillRect(Math.max(bbox.left, from), bbox.top, Math.min(bbox.left + bbox.width, to) - Math.max(bbox.left, from), bbox.height);
	});
	ctx.restore();
}
