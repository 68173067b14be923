import { listKeys, type Palette } from "./palette";

// The keyboard: / or Ctrl-K opens the palette, ? lists the keys, and links and
// buttons with data-key react to their key.
function typing(e: KeyboardEvent): boolean {
	return e.target instanceof Element && e.target.closest("input, select, textarea, dialog") !== null;
}

export function keys(): void {
	document.addEventListener("keydown", (e) => {
		if (e.key === "k" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); palette(); return; }
		if (typing(e) || e.ctrlKey || e.metaKey || e.altKey) return;
		if (e.key === "/") { e.preventDefault(); palette(); return; }
		if (e.key === "?") { e.preventDefault(); void listKeys(); return; }
		const link = document.querySelector<HTMLElement>(`:is(a, button)[data-key="${CSS.escape(e.key)}"]`);
		if (link) { e.preventDefault(); link.click(); }
	});
}

function palette(): void { document.querySelector<Palette>("lk-palette")?.open(); }
