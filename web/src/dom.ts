// Small helpers. Nothing here converts text to HTML; texts are set as text.

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
	const e = document.createElement(tag);
	if (className) e.className = className;
	if (text) e.textContent = text;
	return e;
}

export function css(name: string): string {
	return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

// own returns the address of a page or of a part of a page. All addresses begin with the
// secret prefix of this page's address and, if it is one of many, with its home.
export function own(path: string): string { return (/^\/s\/[^/]+(\/homes\/[^/]+)?/.exec(location.pathname)?.[0] ?? "") + path; }

export function token(): string {
	return document.querySelector<HTMLMetaElement>('meta[name="lapkeep-token"]')?.content ?? "";
}

// toast shows a text for a while, and announces it to screen readers.
export function toast(text: string): void {
	const box = document.getElementById("toasts");
	if (!box) return;
	const p = el("p", "", text);
	box.replaceChildren(p); // after a change and its undo, only the last message applies
	setTimeout(() => p.remove(), 7000);
}

// tells shows the message left by the previous page.
export function tells(): void {
	const said = sessionStorage.getItem("said");
	sessionStorage.removeItem("said");
	if (said) toast(said);
}

export interface Question { question?: string; details?: string; yes?: string; no?: string; approval?: string }
interface Refused extends Question { error?: string; fix?: string }

// post sends a write. If the write needs consent, it asks the person and sends the write
// again with the approval.
export async function post(path: string, body: BodyInit, type = "application/json"): Promise<Record<string, unknown>> {
	const headers = { "X-Lapkeep-Token": token(), ...(body instanceof FormData ? {} : { "Content-Type": type }) }; // a form states its own
	const r = await fetch(own(path), { method: "POST", body, headers });
	const answer = (await r.json().catch(() => ({}))) as Refused & Record<string, unknown>;
	if (r.ok) return answer;
	if (answer.approval && (await asked(answer))) {
		return post(path + (path.includes("?") ? "&" : "?") + "approval=" + encodeURIComponent(answer.approval), body, type);
	}
	throw new Error([answer.error ?? r.statusText, answer.fix ?? ""].join(" ").trim());
}

// asked asks the server's question before a write.
export function asked(q: Question): Promise<boolean> {
	return agree(q.details ?? "", q.yes, q.no, q.question);
}

// agree shows a text, with a question above it, and waits for the answer; closing
// it means no. With an empty noText it only shows the text.
export function agree(details: string, yesText = "OK", noText = "", question = ""): Promise<boolean> {
	return new Promise((resolve) => {
		const d = el("dialog");
		const yes = el("button", "button", yesText);
		const no = el("button", "button quiet", noText);
		yes.value = "yes";
		const form = el("form", "exits");
		form.method = "dialog";
		form.append(yes, ...(noText ? [no] : []));
		d.setAttribute("aria-label", question || (details.split("\n", 1)[0] ?? ""));
		if (question) d.append(el("p", "question", question));
		if (details) {
			const text = el("pre", "", details);
			text.tabIndex = 0; // so that a text longer than the window can be scrolled
			d.append(text);
		}
		d.append(form);
		d.addEventListener("close", () => { d.remove(); resolve(d.returnValue === "yes"); });
		document.body.append(d);
		d.showModal();
	});
}
