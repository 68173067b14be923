import { el } from "./dom";
import { parse } from "./policy";

// The explanation of a number opens next to it; without a script the link leads to it.
export function infos(): void {
	document.addEventListener("click", (e) => {
		const link = (e.target as Element).closest?.<HTMLAnchorElement>("a.info");
		document.querySelectorAll(".popover").forEach((p) => p.remove());
		if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
		e.preventDefault();
		void open(link);
	});
	document.addEventListener("keydown", (e) => { if (e.key === "Escape") document.querySelectorAll(".popover").forEach((p) => p.remove()); });
}

async function open(link: HTMLAnchorElement): Promise<void> {
	const doc = parse(await (await fetch(link.href)).text());
	const title = doc.querySelector("h1")?.textContent ?? "", entry = doc.getElementById("entry");
	if (!entry) { location.href = link.href; return; }
	const box = el("div", "popover"), more = el("a", "", "→");
	more.href = link.href;
	more.setAttribute("aria-label", title);
	box.setAttribute("role", "dialog");
	box.setAttribute("aria-label", title);
	box.tabIndex = -1;
	box.append(el("h3", "", title));
	for (const row of [...entry.children].slice(0, 3)) box.append(el("p", "small", row.querySelector("dd")?.textContent ?? ""));
	box.append(more);
	document.body.append(box);
	const at = link.getBoundingClientRect();
	box.style.left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8)) + scrollX + "px";
	box.style.top = at.bottom + scrollY + 6 + "px";
	box.focus({ preventScroll: true });
	box.addEventListener("keydown", (e) => { if (e.key === "Escape") { box.remove(); link.focus(); } });
}
