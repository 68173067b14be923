import { state } from "./address";
import { agree, el, own, post, toast } from "./dom";
import { leave, refresh } from "./live";
import { setTheme } from "./theme";

// Undo undoes one entry of the journal.
export class Undo extends HTMLElement {
	connectedCallback(): void {
		this.addEventListener("submit", (e) => { e.preventDefault(); void this.undo(); });
	}

	private async undo(): Promise<void> {
		try {
			const { said } = await post(`/journal/${encodeURIComponent(this.dataset["id"] ?? "")}/undo`, "{}");
			const to = this.closest("[data-leaves]") && this.querySelector<HTMLInputElement>("input[name=back]");
			if (to) { leave(own(to.value), String(said)); return; }
			toast(String(said));
			await refresh();
		} catch (e) { toast((e as Error).message); }
	}
}

// Approve approves a write that an assistant requested.
export class Approve extends HTMLElement {
	connectedCallback(): void {
		this.querySelector("button")?.addEventListener("click", () => void this.approve());
	}

	private async approve(): Promise<void> {
		try {
			await post(`/approvals/${encodeURIComponent(this.dataset["token"] ?? "")}`, "{}");
			toast(this.dataset["done"] ?? "");
			await refresh();
		} catch (e) { toast((e as Error).message); }
	}
}

// mostFiles is the number of paths that import_files reads in one call.
const mostFiles = 100;

// Upload sends files together, so that they are one import, and shows its result.
export class Upload extends HTMLElement {
	connectedCallback(): void {
		const form = this.querySelector("form"), input = this.querySelector<HTMLInputElement>("input[type=file]");
		if (!form || !input) return;
		input.addEventListener("change", () => { void this.send([...(input.files ?? [])]); });
		form.addEventListener("submit", (e) => e.preventDefault());
		form.addEventListener("dragover", (e) => { e.preventDefault(); form.classList.add("over"); });
		form.addEventListener("dragleave", () => form.classList.remove("over"));
		form.addEventListener("drop",
			(e) => { e.preventDefault(); form.classList.remove("over"); void this.send([...(e.dataTransfer?.files ?? [])]); });
	}

	// send splits only what is too much for one request.
	private async send(files: File[]): Promise<void> {
		const batches: File[][] = [];
		let size = Infinity;
		for (const f of files) {
			if ((size += f.size) > this.most() || batches.at(-1)?.length === mostFiles) { batches.push([]); size = f.size; }
			batches.at(-1)?.push(f);
		}
		for (const batch of batches) await this.together(batch);
	}

	private async together(files: File[]): Promise<void> {
		const [first] = files, several = (this.dataset["files"] ?? "").replace("{count}", String(files.length));
		const name = first && files.length === 1 ? first.name : several;
		const line = el("li", "", this.say("busy", name, "")), form = new FormData();
		this.querySelector(".results")?.append(line);
		if (this.dataset["step"]) state({ step: this.dataset["step"] }); // which these files may complete
		files.forEach((f) => form.append("file", f));
		try {
			if (first && first.size > this.most()) throw new Error(this.dataset["large"]);
			const out = await post("/upload", form);
			line.className = out["none"] || out["failed"] ? "bad" : "good";
			line.textContent = this.say(out["none"] ? "failed" : "done", name, String(out["said"] ?? ""));
		} catch (e) {
			line.className = "bad";
			line.textContent = this.say("failed", name, (e as Error).message);
		}
	}

	private most(): number { return Number(this.dataset["most"] ?? Infinity); }

	private say(what: string, name: string, text: string): string {
		return (this.dataset[what] ?? "").replace("{name}", () => name).replace("{text}", () => text);
	}
}

// Copy has a button that copies its text.
export class Copy extends HTMLElement {
	connectedCallback(): void {
		const text = this.querySelector<HTMLElement>("pre, textarea");
		if (!text || this.querySelector("button")) return;
		const b = el("button", "button quiet", this.dataset["label"] ?? "");
		b.type = "button";
		b.addEventListener("click", () => void this.take(text));
		const exits = el("p", "exits");
		exits.append(b);
		this.append(exits);
	}

	// take copies the text; if the browser does not allow that, it selects the text.
	private async take(text: HTMLElement): Promise<void> {
		try {
			await navigator.clipboard.writeText(text instanceof HTMLTextAreaElement ? text.value : (text.textContent ?? ""));
			toast(this.dataset["done"] ?? "");
		} catch { getSelection()?.selectAllChildren(text); if (text instanceof HTMLTextAreaElement) text.select(); }
	}
}

// Theme stores the chosen theme in a cookie, so that the next page has it.
export class Theme extends HTMLElement {
	connectedCallback(): void {
		this.addEventListener("change", (e) => {
			setTheme((e.target as HTMLInputElement).value);
		});
	}
}

// Install shows the changes to a program's file, and writes them once confirmed.
export class Install extends HTMLElement {
	connectedCallback(): void {
		const form = this.querySelector("form");
		form?.addEventListener("submit", (e) => { e.preventDefault(); void this.install(); });
	}

	private async install(): Promise<void> {
		const at = "/assistants/" + encodeURIComponent(this.dataset["client"] ?? ""),
			said = (answer: Record<string, unknown>) => String(answer["said"] ?? "");
		try {
			if (!(await agree(said(await post(at + "?dry_run=1", "{}")), this.dataset["yes"], this.dataset["no"]))) return;
			await agree(said(await post(at, "{}")), this.dataset["close"], "");
			await refresh();
		} catch (e) { await agree((e as Error).message, this.dataset["close"], ""); }
	}
}
