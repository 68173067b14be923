import { parse } from "./policy";

// parts fills an opened fold with the matching part of the page that the fold names;
// without a script a link leads to that page.
export function parts(): void {
	document.addEventListener("toggle", (e) => {
		const fold = e.target as HTMLElement, part = fold.matches("details[open]") ? fold.querySelector<HTMLElement>("[data-part]") : null;
		if (part) void fill(part).catch(() => undefined); // the link still works
	}, true); // the event does not bubble
}

async function fill(part: HTMLElement): Promise<void> {
	const r = await fetch(part.dataset["part"]!, { headers: { Accept: "text/html" } });
	const whole = r.ok ? parse(await r.text()).querySelector("." + part.className) : null;
	if (!whole) return;
	part.replaceChildren(...document.importNode(whole, true).childNodes);
	delete part.dataset["part"];
}
