import { state } from "./address";
import { el } from "./dom";

// Tabs shows one of its sections; without a script all are shown. The address names the
// open section.
export class Tabs extends HTMLElement {
	private tabs: HTMLButtonElement[] = [];
	private panels: HTMLElement[] = [];

	connectedCallback(): void {
		if (this.tabs.length > 0) return;
		this.panels = [...this.querySelectorAll<HTMLElement>(":scope > section[id]")];
		for (const p of this.panels) { sortable(p); this.resting(p); }
		if (this.panels.length < 2) return;
		const list = el("div", "tab-list");
		list.setAttribute("role", "tablist");
		list.setAttribute("aria-label", this.dataset["label"] ?? "");
		this.tabs = this.panels.map((p) => {
			const tab = el("button", "tab", p.getAttribute("aria-label") ?? "");
			tab.type = "button";
			tab.id = "tab-of-" + p.id;
			tab.setAttribute("role", "tab");
			tab.setAttribute("aria-controls", p.id);
			tab.addEventListener("click", () => this.open(p.id, true));
			tab.addEventListener("keydown", (e) => this.key(e));
			p.setAttribute("role", "tabpanel");
			p.setAttribute("aria-labelledby", tab.id);
			p.removeAttribute("aria-label");
			return tab;
		});
		list.append(...this.tabs);
		this.prepend(list);
		this.open(new URLSearchParams(location.search).get("tab") ?? "", false);
	}

	// resting adds a switch that hides the rows of rests, if there are any.
	private resting(p: HTMLElement): void {
		const rests = [...p.querySelectorAll<HTMLTableRowElement>("tbody tr")].filter((r) => r.querySelector('td[data-value="rest"]'));
		if (rests.length === 0 || rests.length === p.querySelectorAll("tbody tr").length) return;
		const b = el("button", "button quiet", this.dataset["rests"] ?? "");
		b.type = "button";
		b.setAttribute("aria-pressed", "false");
		b.addEventListener("click", () => {
			const hide = b.getAttribute("aria-pressed") === "false";
			b.setAttribute("aria-pressed", String(hide));
			for (const r of rests) r.hidden = hide;
		});
		const tools = el("div", "stream-tools");
		tools.append(b);
		p.querySelector(".card-head")?.append(tools);
	}

	private key(e: KeyboardEvent): void {
		const at = this.tabs.findIndex((t) => t.getAttribute("aria-selected") === "true"), n = this.tabs.length;
		const to = { ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1 }[e.key];
		if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
		e.preventDefault();
		e.stopPropagation();
		this.open(this.panels[to]!.id, true);
		this.tabs[to]!.focus();
	}

	private open(id: string, chosen: boolean): void {
		const at = Math.max(0, this.panels.findIndex((p) => p.id === id));
		this.panels.forEach((p, i) => { p.hidden = i !== at; });
		this.tabs.forEach((t, i) => { t.setAttribute("aria-selected", String(i === at)); t.tabIndex = i === at ? 0 : -1; });
		if (chosen) state({ tab: at > 0 ? this.panels[at]!.id : "" });
	}
}

// sortable turns the column headings of the tables in a part into sort buttons:
// up, down, and the original order.
function sortable(part: HTMLElement): void {
	for (const table of part.querySelectorAll("table")) {
		const body = table.tBodies[0], came = [...(body?.rows ?? [])];
		if (!body || came.length < 3) continue;
		const heads = [...table.tHead!.rows[0]!.cells] as HTMLTableCellElement[];
		heads.forEach((th, at) => {
			const b = el("button", "sort", th.textContent ?? "");
			b.type = "button";
			b.addEventListener("click", () => {
				const next = { "": "ascending", ascending: "descending", descending: "" }[th.getAttribute("aria-sort") ?? ""] ?? "";
				for (const h of heads) h.removeAttribute("aria-sort");
				if (next) th.setAttribute("aria-sort", next);
				body.replaceChildren(...(next ? [...came].sort((a, c) => (next === "ascending" ? 1 : -1) * compare(a.cells[at], c.cells[at])) : came));
			});
			th.replaceChildren(b);
		});
	}
}

// compare sorts numbers by size, texts alphabetically, and missing values last.
function compare(a?: HTMLElement, b?: HTMLElement): number {
	const x = value(a), y = value(b);
	if (!x || !y) return x ? -1 : y ? 1 : 0;
	const n = Number(x) - Number(y);
	return Number.isNaN(n) ? x.localeCompare(y, document.documentElement.lang) : n;
}

// value returns what a cell holds: its number, or its text without formatting.
function value(td?: HTMLElement): string {
	return td?.dataset["value"] ?? td?.querySelector("data")?.value ?? "";
}
