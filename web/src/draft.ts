import { own } from "./dom";
import { parse } from "./policy";

// Draft shows the picture, the numbers and the faults of a workout text beside
// its field while it is typed. Only a session with a sport has steps.
export class Draft extends HTMLElement {
	private timer = 0;
	private last = "";

	connectedCallback(): void {
		this.closest("form")?.addEventListener("input", () => {
			clearTimeout(this.timer);
			this.timer = window.setTimeout(() => void this.check().catch(() => undefined), 300); // the form checks again
		});
	}

	private valueOf(name: string): string {
		const field = this.closest("form")?.elements.namedItem(name);
		return field && "value" in field ? String(field.value).trim() : "";
	}

	private async check(): Promise<void> {
		const text = this.valueOf(this.dataset["of"] ?? ""), sport = this.valueOf("sport"), category = this.valueOf("category");
		const session = sport && (!category || category === "workout" || category.startsWith("race"));
		const asks = text && session ? "/workouts?" + new URLSearchParams({ text, sport, date: this.valueOf("date") }).toString() : "";
		if (asks === this.last) return;
		this.last = asks;
		if (!asks) { this.replaceChildren(); return; }
		const r = await fetch(own(asks), { headers: { Accept: "text/html" } });
		const draft = r.ok ? parse(await r.text()).querySelector(".draft") : null;
		if (draft && asks === this.last) this.replaceChildren(document.importNode(draft, true));
	}
}
