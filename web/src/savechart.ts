import type uPlot from "../vendor/uplot/uPlot.esm.js";
import { css, el } from "./dom";

// saved are the buttons that keep a chart as a picture. The picture is made of what
// is drawn, in the colours of the theme, with the title and the legend above it.
export function saved(chart: HTMLElement, plots: uPlot[]): HTMLElement[] {
	const words = document.querySelector<HTMLElement>("[data-save-png]")?.dataset["savePng"];
	if (!words || plots.length === 0) return [];
	const b = el("button", "button quiet", words);
	b.type = "button";
	b.addEventListener("click", () => picture(chart, plots));
	return [b];
}

function picture(chart: HTMLElement, plots: uPlot[]): void {
	const parts = plots.map((p) => p.ctx.canvas), dpr = devicePixelRatio, pad = 16 * dpr, line = 20 * dpr;
	const section = chart.closest("section"), title = chart.getAttribute("aria-label") ?? "";
	const legend = [...(section?.querySelectorAll<HTMLElement>(".legend:not(.bands) li:not(.off)") ?? [])];
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
	for (const li of legend) {
		const mark = getComputedStyle(li, "::before").borderTopColor, text = (li.querySelector("a")?.lastChild ?? li).textContent?.trim() ?? "";
		ctx.fillStyle = mark;
		ctx.fillRect(x, pad + 1.5 * line - 2 * dpr, 14 * dpr, 4 * dpr);
		ctx.fillStyle = css("soft");
		ctx.fillText(text, x + 20 * dpr, pad + 1.5 * line);
		x += ctx.measureText(text).width + 36 * dpr;
	}
	let y = pad + 2 * line;
	for (const c of parts) { ctx.drawImage(c, pad, y); y += c.height; }
	all.toBlob((b) => {
		if (!b) return;
		const a = el("a");
		a.href = URL.createObjectURL(b);
		a.download = "lapkeep-" + (chart.dataset["table"] ?? "chart") + ".png";
		a.click();
		setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
	});
}
