import { el, own, post, toast } from "./dom";
import { setTheme } from "./theme";
import { parse } from "./policy";

interface Goal { text: string; href: string; kind: string; tool?: string; theme?: string; done?: string }
interface Found { id: string; title: string }

// Palette goes to panels, days, and results of the tool search. It is a list below a field,
// in a dialog that keeps the focus until it is closed.
export class Palette extends HTMLElement {
	private timer = 0;
	private at = 0;
	private goals: Goal[] = [];

	connectedCallback(): void {
		const button = this.querySelector<HTMLButtonElement>("button"), input = this.input();
		if (button) { button.hidden = false; button.addEventListener("click", () => this.open()); }
		input?.addEventListener("input", () => this.look());
		input?.addEventListener("keydown", (e) => this.key(e));
		this.list()?.addEventListener("click", (e) => {
			const i = [...(this.list()?.children ?? [])].findIndex((li) => li.contains(e.target as Node));
			if (i >= 0) this.go(i);
		});
		const d = this.dialog();
		d?.addEventListener("click", (e) => { if (e.target === d) d.close(); }); // a click outside the dialog
	}

	open(): void {
		const d = this.dialog(), input = this.input();
		if (!d || !input || document.querySelector("dialog[open]")) return;
		input.value = "";
		this.look();
		d.showModal(); // when it closes, the focus returns to where it was
	}

	private dialog(): HTMLDialogElement | null { return this.querySelector("dialog"); }
	private input(): HTMLInputElement | null { return this.querySelector("input"); }
	private list(): HTMLElement | null { return this.querySelector("[role=listbox]"); }

	private look(): void {
		const q = (this.input()?.value ?? "").trim(), near = [...panels(q), ...this.days(q), ...this.deeds(q)];
		this.show(near);
		clearTimeout(this.timer);
		if (q.length < 2) return;
		this.timer = window.setTimeout(() => void find(q).then((found) => {
			if (this.input()?.value.trim() === q) this.show([...near, ...found], true);
		}).catch((e: Error) => this.say(e.message)), 150);
	}

	// deeds returns the actions that this page lists.
	private deeds(q: string): Goal[] {
		const all = [...(this.querySelector("template")?.content.querySelectorAll("a") ?? [])];
		return all.map((a) => ({ text: a.textContent ?? "", href: a.getAttribute("href") ?? "", kind: "deed", ...a.dataset }))
			.filter((g) => g.text.toLowerCase().includes(q.toLowerCase()));
	}

	// days returns the days of a date: 2026-11-27, 2026-11, 27.11. or 27.11.2026.
	private days(q: string): Goal[] {
		const year = (this.dataset["today"] ?? "").slice(0, 4);
		const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(q), dots = /^(\d{1,2})\.\s?(\d{1,2})\.?\s?(\d{4})?$/.exec(q);
		const [y, m, d] = iso ? [iso[1], iso[2], iso[3]] : dots ? [dots[3] ?? year, dots[2], dots[1]] : [];
		if (!y || !m) return [];
		const day = `${y}-${m.padStart(2, "0")}-${(d ?? "1").padStart(2, "0")}`, real = new Date(day + "T00:00:00Z");
		if (Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== day) return [];
		const said = (this.dataset[d ? "day" : "month"] ?? "").replace("{name}", d ? day : day.slice(0, 7));
		return [{ text: said, href: own(`/calendar?view=${d ? "week" : "month"}&date=${day}`), kind: "day" }];
	}

	private show(all: Goal[], whole = false): void {
		const list = this.list(), input = this.input();
		if (!list || !input) return;
		const was = whole ? this.goals[this.at]?.href : undefined;
		this.goals = all;
		list.replaceChildren(...all.map((g, i) => {
			const li = el("li", g.kind, g.text);
			li.id = "goal-" + i;
			li.setAttribute("role", "option");
			return li;
		}));
		list.hidden = all.length === 0;
		input.setAttribute("aria-expanded", String(all.length > 0));
		this.mark(Math.max(0, all.findIndex((g) => g.href === was)));
		this.say(all.length > 0 ? (this.dataset["found"] ?? "").replace("{name}", String(all.length))
			: whole || input.value.trim().length < 2 ? this.dataset["none"] ?? "" : "");
	}

	private say(text: string): void {
		const p = this.querySelector("[role=status]");
		if (p && p.textContent !== text) p.textContent = text;
	}

	private mark(i: number): void {
		this.at = i;
		[...(this.list()?.children ?? [])].forEach((li, n) => {
			li.setAttribute("aria-selected", String(n === i));
			if (n === i) li.scrollIntoView({ block: "nearest" });
		});
		if (this.goals.length > 0) this.input()?.setAttribute("aria-activedescendant", "goal-" + i);
		else this.input()?.removeAttribute("aria-activedescendant");
	}

	private key(e: KeyboardEvent): void {
		const n = this.goals.length,
			far = { PageDown: Math.min(n - 1, this.at + 8), PageUp: Math.max(0, this.at - 8) },
			to = { ArrowDown: (this.at + 1) % n, ArrowUp: (this.at + n - 1) % n, ...far }[e.key];
		if (e.key === "Enter" && !e.isComposing) { e.preventDefault(); this.go(this.at); }
		if (to === undefined || n === 0) return;
		e.preventDefault();
		this.mark(to);
	}

	private go(i: number): void {
		const goal = this.goals[i];
		if (!goal) return;
		this.dialog()?.close();
		if (goal.theme) setTheme(goal.theme);
		else if (goal.tool) void post("/api/" + goal.tool, "{}").then(
			(a) => toast(((a["words"] as string[] | undefined) ?? [goal.done ?? ""]).join(" ")), (e: Error) => toast(e.message));
		else location.href = goal.href;
	}
}

function panels(q: string): Goal[] {
	const all = [...document.querySelectorAll<HTMLAnchorElement>(".side nav a")];
	return all.map((a) => ({ text: a.textContent?.trim() ?? "", href: a.getAttribute("href") ?? "/", kind: "panel" }))
		.filter((g) => g.text.toLowerCase().includes(q.toLowerCase()));
}

// find calls the tool search: activities, notes on them, and entries of the glossary.
async function find(q: string): Promise<Goal[]> {
	const answer = await post("/api/search", JSON.stringify({ query: q }));
	return ((answer["results"] ?? []) as Found[]).slice(0, 20).map((f) => {
		const [kind, ...rest] = f.id.split(":");
		if (kind === "metric") return { text: f.title, href: own("/glossary/") + encodeURIComponent(rest.join(":")), kind: "metric" };
		const id = kind === "note" ? rest[0] ?? "" : f.id;
		return { text: f.title, href: own("/activities/") + encodeURIComponent(id), kind: "activity" };
	});
}

// listKeys shows the keys in a dialog, from the page of settings.
export async function listKeys(): Promise<void> {
	if (document.querySelector("dialog[open]")) return;
	const page = parse(await (await fetch(own("/settings"))).text()), keys = page.getElementById("keys"),
		title = keys?.closest("section")?.getAttribute("aria-label");
	if (!keys || !title || document.querySelector("dialog[open]")) { location.href = own("/settings#keys"); return; }
	const d = el("dialog", "keys"), head = el("h2", "", title), form = el("form", "exits"),
		close = el("button", "button", document.querySelector<HTMLElement>("lk-palette")?.dataset["close"] ?? "✕");
	head.id = "keys-title";
	d.setAttribute("aria-labelledby", head.id);
	form.method = "dialog";
	form.append(close);
	const list = document.importNode(keys, true);
	list.removeAttribute("id");
	d.append(head, list, form);
	d.addEventListener("close", () => d.remove());
	d.addEventListener("click", (e) => { if (e.target === d) d.close(); });
	document.body.append(d);
	d.showModal();
	close.focus();
}
