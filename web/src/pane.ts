import { el, own, toast } from "./dom";
import { parse } from "./policy";

const asked = "lapkeep-asked"; // the last question, in this tab
const narrow = "(max-width: 68rem)"; // where the pane covers the page

// Pane shows the question box or the terminal beside the page. A cookie remembers that it is
// open, so that the next page has its place for it.
export class Pane extends HTMLElement {
	private kind = "";

	connectedCallback(): void {
		document.addEventListener("click", this.press);
		this.querySelector("button")?.addEventListener("click", () => this.close());
		this.addEventListener("click", (e) => this.follow(e));
		this.addEventListener("submit", (e) => this.send(e));
		this.addEventListener("keydown", (e) => { if (e.key === "Escape" && this.kind === "ask") this.close(); });
		this.tell();
		const kind = this.dataset["open"];
		if (kind) void this.show(kind).catch(() => undefined);
	}

	disconnectedCallback(): void { document.removeEventListener("click", this.press); }

	private opener(): HTMLElement | null { return document.querySelector<HTMLElement>(".side a[data-pane]"); }

	private tell(): void { this.opener()?.setAttribute("aria-expanded", String(!this.hidden)); }

	private press = (e: MouseEvent): void => {
		const a = e.target instanceof Element ? e.target.closest<HTMLElement>("a[data-pane]") : null, kind = a?.dataset["pane"];
		if (!a || !kind || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey) return;
		e.preventDefault();
		if (this.hidden || this.contains(a)) this.open(kind);
		else if (e.detail === 0 && document.activeElement !== a) this.focusIn(); // its key
		else this.close();
	};

	private keep(kind: string): void {
		document.cookie = `lapkeep_pane=${kind}; path=/; max-age=${kind ? 31536000 : 0}; samesite=strict`;
		this.hidden = !kind;
		this.parentElement?.classList.toggle("with-pane", kind !== "");
		this.tell();
		document.dispatchEvent(new Event("lapkeep-size"));
	}

	private open(kind: string): void {
		this.keep(kind);
		void this.show(kind).then(() => this.focusIn(), (e: Error) => toast(e.message));
	}

	private close(): void {
		this.keep("");
		this.kind = "";
		this.body().replaceChildren(); // a terminal is shown by one page at a time
		this.opener()?.focus();
	}

	private body(): HTMLElement { return this.querySelector<HTMLElement>(".pane-body")!; }

	private focusIn(): void { this.querySelector<HTMLElement>("input[type=search], lk-coach textarea, .coach-state")?.focus(); }

	private async show(kind: string): Promise<void> {
		this.kind = kind;
		for (const a of this.querySelectorAll<HTMLElement>(".pane-head a")) {
			if (a.dataset["pane"] === kind) a.setAttribute("aria-current", "true"); else a.removeAttribute("aria-current");
		}
		if (kind === "ask") { await this.ask(sessionStorage.getItem(asked) ?? ""); return; }
		const { script = "", style = "" } = this.dataset, sheet = el("link");
		sheet.rel = "stylesheet";
		sheet.href = style;
		if (!document.querySelector(`link[href="${style}"]`)) document.head.append(sheet);
		await this.take(own("/coach"), "section:has(lk-coach)");
		await import(script);
	}

	// ask shows the box with the answer to what the address asks, and says which page is beside it.
	private async ask(search: string): Promise<void> {
		const q = new URLSearchParams(search);
		q.set("on", location.pathname.slice(own("").length));
		sessionStorage.setItem(asked, search);
		await this.take(own("/ask?") + q.toString(), "lk-ask");
	}

	private async take(address: string, what: string): Promise<void> {
		const r = await fetch(address, { headers: { Accept: "text/html" } }), page = parse(await r.text());
		const part = page.querySelector(what) ?? page.querySelector("#main");
		if (part && !this.hidden) this.body().replaceChildren(document.importNode(part, true));
	}

	private go(search: string): void {
		void this.ask(search).then(() => this.querySelector<HTMLElement>(".pane-body h2")?.focus(), (e: Error) => toast(e.message));
	}

	private send(e: Event): void {
		const form = e.target as HTMLFormElement;
		if (form.method !== "get") return;
		e.preventDefault();
		const given = [...new FormData(form)].filter(([, v]) => v !== "") as [string, string][];
		this.go(new URLSearchParams(given).toString());
	}

	// follow keeps links to the box in the pane; other links change the page beside it.
	private follow(e: MouseEvent): void {
		const a = e.target instanceof Element ? e.target.closest("a") : null;
		if (!a || a.dataset["pane"] || a.download || e.defaultPrevented || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey) return;
		const to = new URL(a.href);
		if (to.pathname === own("/ask")) { e.preventDefault(); this.go(to.search); } else if (matchMedia(narrow).matches) this.keep("");
	}
}
