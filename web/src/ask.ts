import { own } from "./dom";
import { parse } from "./policy";

// Ask offers questions while one is typed. Without a script it is a form and a list of links.
export class Ask extends HTMLElement {
	private timer = 0;

	connectedCallback(): void {
		const input = this.input();
		input?.addEventListener("input", () => {
			clearTimeout(this.timer);
			this.timer = window.setTimeout(() => void this.look(input.value.trim()).catch(() => undefined), 150); // Enter still asks
		});
		this.addEventListener("keydown", (e) => this.key(e));
	}

	private input(): HTMLInputElement | null { return this.querySelector<HTMLInputElement>("input[type=search]"); }

	private async look(q: string): Promise<void> {
		const found = parse(await (await fetch(own("/ask?look=1&q=") + encodeURIComponent(q))).text()).querySelector(".ask-found"),
			list = this.querySelector(".ask-found");
		if (!found || !list || this.input()?.value.trim() !== q) return;
		list.replaceWith(document.importNode(found, true));
		this.querySelector(".ask-found")?.closest("details")?.setAttribute("open", "");
	}

	// key goes up and down between the field and the list.
	private key(e: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[e.key], input = this.input();
		if (!step || !input || e.ctrlKey || e.metaKey || e.altKey) return;
		const all = [input, ...this.querySelectorAll<HTMLElement>(".ask-found a")], at = all.indexOf(document.activeElement as HTMLElement);
		if (at < 0 || !all[at + step]) return;
		e.preventDefault();
		all[at + step]!.closest("details")?.setAttribute("open", "");
		all[at + step]!.focus();
	}
}
