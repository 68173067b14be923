import type uPlot from "uplot";
import { css, el } from "./dom";
import { type Legend, svg } from "./svgchart";

// saved returns the buttons that save a chart as PNG or SVG, in the colours of the
// theme, with the title and the legend above it. units are the units of the plots.
export function saved(chart: HTMLElement, plots: uPlot[], units: string[]): HTMLElement[] {
	const words = document.querySelector<HTMLElement>("[data-save-png]")?.dataset;
	if (!words || plots.length === 0) return [];
	const title = chart.getAttribute("aria-label") ?? "";
	const all: [text: string | undefined, act: () => void][] = [
		[words["savePng"], () => picture(chart, title, plots)],
		[words["saveSvg"], () => keep(chart, new Blob([svg(title, legend(chart, plots), plots, units)], { type: "image/svg+xml" }), "svg")],
	];
	return all.map(([text, act]) => {
		const b = el("button", "button quiet", text);
		b.type = "button";
		b.addEventListener("click", act);
		return b;
	});
}

// legend returns the legend next to the chart, or the names of its series if there is none.
function legend(chart: HTMLElement, plots: uPlot[]): Legend {
	const ctx = el("canvas").getContext("2d")!;
	ctx.font = `12px ${getComputedStyle(document.body).fontFamily}`;
	const beside = [...(chart.closest("section")?.querySelectorAll<HTMLElement>(".legend:not(.bands) li:not(.off)") ?? [])];
	const all = beside.map((li): [string, string] =>
		[getComputedStyle(li, "::before").borderTopColor, (li.querySelector("a")?.lastChild ?? li).textContent?.trim() ?? ""]);
	if (all.length === 0) for (const p of plots) for (const s of p.series.slice(1)) {
		all.push([String(typeof s.stroke === "function" ? s.stroke(p, 1) : s.stroke), String(s.label ?? "")]);
	}
	return all.map(([color, text]) => [color, text, ctx.measureText(text).width]);
}

function picture(chart: HTMLElement, title: string, plots: uPlot[]): void {
	const parts = plots.map((p) => p.ctx.canvas), dpr = devicePixelRatio, pad = 16 * dpr, line = 20 * dpr;
	const all = el("canvas");
	all.width = Math.max(...parts.map((c) => c.width)) + 2 * pad;
	all.height = parts.reduce((sum, c) => sum + c.height, 0) + 2 * pad + 2 * line;
	const ctx = all.getContext("2d");
	if (!ctx) return;
	ctx.fillStyle = css("surface");
	ctx.fillRect(0, 0, all.width, all.height);
	const family = getComputedStyle(document.body).fontFamily;
	ctx.textBaseline = "middle";
	ctx.fillStyle = css("ink");
	ctx.font = `600 ${14 * dpr}px ${family}`;
	ctx.fillText(title, pad, pad + line / 2, all.width - 2 * pad);
	ctx.font = `${12 * dpr}px ${family}`;
	let x = pad;
	for (const [mark, text, wide] of legend(chart, plots)) {
		ctx.fillStyle = mark;
		ctx.fillRect(x, pad + 1.5 * line - 2 * dpr, 14 * dpr, 4 * dpr);
		ctx.fillStyle = css("soft");
		ctx.fillText(text, x + 20 * dpr, pad + 1.5 * line);
		x += (wide + 36) * dpr;
	}
	let y = pad + 2 * line;
	for (const c of parts) { ctx.drawImage(c, pad, y); y += c.height; }
	all.toBlob((b) => { if (b) keep(chart, b, "png"); });
}

function keep(chart: HTMLElement, b: Blob, form: string): void {
	const a = el("a");
	a.href = URL.createObjectURL(b);
	a.download = `lapkeep-${chart.dataset["table"] ?? "chart"}.${form}`;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
