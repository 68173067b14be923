import { own } from "./dom";
import { parse } from "./policy";

// The page as the server last sent it, before any script changed it.
let served: Element | null = asServed(document.getElementById("main"));

// asServed returns a copy for comparison, without noscript, whose content is text in a page
// that runs scripts and elements in one that is only parsed.
function asServed(main: Element | null): Element | null {
	const copy = main?.cloneNode(true) as Element | undefined;
	copy?.querySelectorAll("noscript").forEach((n) => n.remove());
	return copy ?? null;
}

let leaving = false;

// leave goes to another page, which then shows a message.
export function leave(to: string, said: string): void {
	leaving = true;
	sessionStorage.setItem("said", said);
	location.href = to;
}

let waiting = false; // for the reader to leave a field in a part that has changed

// refresh requests the page again and replaces only the changes: open parts, the position
// and the selection are kept. A part in which the reader types is replaced when they leave
// the field, unless its form was just sent.
export async function refresh(sent?: HTMLFormElement): Promise<void> {
	if (leaving) return;
	const main = document.getElementById("main"), at = location.href;
	const r = await fetch(at, { headers: { Accept: "text/html" } });
	const fresh = parse(await r.text());
	if (location.href !== at) return refresh(sent); // the reader made a choice in the meantime
	const next = fresh.getElementById("main");
	if (r.status === 404 && !gone()) { location.reload(); return; } // the page was removed; reloading shows the server's message
	if (!main || !next || !served || !r.ok) return;
	next.querySelectorAll("noscript").forEach((n) => n.remove());
	const pristine = asServed(next);
	patch(main, served, next, sent);
	if (!waiting) served = pristine;
	const seq = fresh.documentElement.dataset["seq"];
	if (seq) document.documentElement.dataset["seq"] = seq;
}

// gone reports whether the page itself was not found.
function gone(): boolean {
	const how = performance.getEntriesByType("navigation")[0] as { responseStatus?: number } | undefined;
	return how?.responseStatus === 404;
}

const containers = "main, .cards, .heading, .heading > div, .streams-card";
const typed = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea";
const picked = "input[type=checkbox], input[type=radio]";
const reached = "a, button, summary, input:not([type=hidden]), select, textarea, [tabindex]";
type Typed = HTMLInputElement | HTMLTextAreaElement;

function patch(live: Element, old: Element, next: Element, sent?: HTMLFormElement): void {
	if (old.outerHTML === next.outerHTML) return;
	const same = live.children.length === next.children.length && old.children.length === next.children.length;
	if (live.matches(containers) && same) {
		const pairs = [...live.children].map((c, i) => [c, old.children[i], next.children[i]] as const);
		for (const [l, o, n] of pairs) if (l && o && n) patch(l, o, n, sent);
		return;
	}
	const at = document.activeElement;
	if (live.contains(at) && at?.matches("input, select, textarea") && !sent?.contains(at)) {
		if (!waiting) live.addEventListener("focusout", () => { waiting = false; void refresh().catch(() => undefined); }, { once: true });
		waiting = true;
		return;
	}
	const open = [...live.querySelectorAll("details")].map((d) => d.open);
	const focus = live.contains(at) ? at as HTMLElement : null;
	const nth = [...live.querySelectorAll<HTMLElement>(reached)].indexOf(focus!);
	const tops = [...live.querySelectorAll(".scroll")].map((s) => [s.scrollTop, s.scrollLeft] as const);
	const words = [...live.querySelectorAll<Typed>(typed)].map((f) => f.value === f.defaultValue ? null : f.value);
	const picks = [...live.querySelectorAll<HTMLInputElement>(picked)].map((f) => f.checked === f.defaultChecked ? null : f.checked);
	const put = document.importNode(next, true);
	if (live.id === "main") live.replaceChildren(...put.childNodes);
	else live.replaceWith(put);
	const now = live.id === "main" ? live : put;
	now.querySelectorAll("details").forEach((d, i) => { d.open = open[i] ?? d.open; });
	now.querySelectorAll<Typed>(typed).forEach((f, i) => { f.value = words[i] ?? f.value; });
	now.querySelectorAll<HTMLInputElement>(picked).forEach((f, i) => { f.checked = picks[i] ?? f.checked; });
	now.querySelectorAll(".scroll").forEach((s, i) => s.scrollTo(tops[i]?.[1] ?? 0, tops[i]?.[0] ?? 0));
	if (!focus || nth < 0) return;
	const all = [...now.querySelectorAll<HTMLElement>(reached)];
	(all.find((e) => e.isEqualNode(focus)) ?? all[nth])?.focus({ preventScroll: true }); // a new row may precede it
}

// Live follows the server's changes; it reconnects automatically when the server is back.
export class Live extends HTMLElement {
	private source?: EventSource;
	private timer?: number;

	connectedCallback(): void {
		const dot = this.querySelector(".live");
		const words = dot?.textContent ?? "";
		const lost = this.dataset["lost"] ?? "";
		this.source = new EventSource(own("/events?since=") + (document.documentElement.dataset["seq"] ?? "0"));
		this.source.onopen = () => { dot?.classList.remove("lost"); if (dot) dot.textContent = words; };
		this.source.onerror = () => { dot?.classList.add("lost"); if (dot) dot.textContent = lost; };
		this.source.onmessage = () => {
			clearTimeout(this.timer);
			this.timer = window.setTimeout(() => void refresh().catch(() => undefined), 150);
		};
	}

	disconnectedCallback(): void { this.source?.close(); }
}
