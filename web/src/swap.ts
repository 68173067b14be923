import { refresh } from "./live";

// Links that only show or hide a part change the address and that part, and keep the
// position on the page. Without a script they are ordinary links.
export function swaps(): void {
	for (const c of document.querySelectorAll<HTMLElement>(".choices")) { // on a phone a row of choices may be wider than the screen
		const chosen = c.querySelector<HTMLElement>("[aria-current]");
		if (chosen) c.scrollLeft = chosen.offsetLeft - c.offsetLeft - 40;
	}
	document.querySelector(".side [aria-current]")?.scrollIntoView({ block: "nearest" }); // the bar may be longer than the window
	document.addEventListener("click", (e) => {
		const a = e.target instanceof Element ? e.target.closest<HTMLAnchorElement>("a[data-swap]") : null;
		if (!a || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
		e.preventDefault();
		const to = new URL(a.href), zoom = new URLSearchParams(location.search).get("zoom");
		if (zoom) to.searchParams.set("zoom", zoom);
		history.pushState(null, "", to);
		void refresh().catch(() => location.reload());
	});
	addEventListener("popstate", () => void refresh().catch(() => location.reload()));
}
