import { el } from "./dom";
import { parse } from "./policy";

// The keyboard: / or Ctrl-K finds a panel or an activity, ? lists the keys, and
// links and buttons with data-key answer to theirs.
function typing(e: KeyboardEvent): boolean {
	return e.target instanceof Element && e.target.closest("input, select, textarea, dialog") !== null;
}

export function keys(): void {
	document.addEventListener("keydown", (e) => {
		if (e.key === "k" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); palette(); return; }
		if (typing(e) || e.ctrlKey || e.metaKey || e.altKey) return;
		if (e.key === "/") { e.preventDefault(); palette(); return; }
		if (e.key === "?") { location.href = "/settings#keys"; return; }
		const link = document.querySelector<HTMLElement>(`:is(a, button)[data-key="${CSS.escape(e.key)}"]`);
		if (link) { e.preventDefault(); link.click(); }
	});
}

function palette(): void {
	if (document.querySelector("dialog[open]")) return;
	const d = el("dialog", "palette"), box = el("input"), list = el("ul");
	const search = document.querySelector<HTMLElement>("[data-search]")?.dataset["search"] ?? "";
	box.type = "search";
	box.setAttribute("aria-label", search);
	box.placeholder = search;
	const panels = [...document.querySelectorAll<HTMLAnchorElement>(".side nav a")].map((a) => [a.textContent?.trim() ?? "", a.getAttribute("href") ?? "/"] as const);
	const show = (all: (readonly [string, string])[]) => {
		list.replaceChildren(...all.map(([text, href]) => { const li = el("li"), a = el("a", "", text); a.href = href; li.append(a); return li; }));
	};
	let timer = 0;
	box.addEventListener("input", () => {
		const q = box.value.trim().toLowerCase();
		const near = panels.filter(([t]) => t.toLowerCase().includes(q));
		show(near);
		clearTimeout(timer);
		if (q.length > 1) timer = window.setTimeout(() => void find(q).then((found) => { if (box.value.trim().toLowerCase() === q) show([...near, ...found]); }), 150);
	});
	box.addEventListener("keydown", (e) => {
		if (e.key === "Enter") list.querySelector("a")?.click();
		if (e.key === "ArrowDown") { e.preventDefault(); list.querySelector("a")?.focus(); }
	});
	d.append(box, list);
	d.addEventListener("close", () => d.remove());
	document.body.append(d);
	show(panels);
	d.showModal();
}

// find asks the list of activities, as its own page would.
async function find(q: string): Promise<(readonly [string, string])[]> {
	const r = await fetch("/activities?q=" + encodeURIComponent(q));
	const rows = [...parse(await r.text()).querySelectorAll<HTMLTableRowElement>("#activities tbody tr")].slice(0, 8);
	return rows.map((tr) => [`${tr.cells[0]?.textContent ?? ""} · ${tr.cells[1]?.textContent ?? ""}`.replace(/\s+/g, " ").trim(), tr.querySelector("a")?.getAttribute("href") ?? "/"] as const);
}
