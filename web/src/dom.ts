// Small helpers. Nothing here makes HTML of text: texts are set as text.

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
	const e = document.createElement(tag);
	if (className) e.className = className;
	if (text) e.textContent = text;
	return e;
}

export function css(name: string): string {
	return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

export function token(): string {
	return document.querySelector<HTMLMetaElement>('meta[name="lapkeep-token"]')?.content ?? "";
}

// toast says something for a while, also to who does not see it.
export function toast(text: string): void {
	const box = document.getElementById("toasts");
	if (!box) return;
	const p = el("p", "", text);
	box.append(p);
	setTimeout(() => p.remove(), 7000);
}

interface Refused { error?: string; fix?: string; question?: string; approval?: string }

// post sends what changes something. A write that asks first is asked here, and
// sent again with what was agreed to.
export async function post(path: string, body: BodyInit, type = "application/json"): Promise<Record<string, unknown>> {
	const r = await fetch(path, { method: "POST", body, headers: { "Content-Type": type, "X-Lapkeep-Token": token() } });
	const answer = (await r.json().catch(() => ({}))) as Refused & Record<string, unknown>;
	if (r.ok) return answer;
	if (answer.approval && answer.question && (await agree(answer.question))) {
		return post(path + (path.includes("?") ? "&" : "?") + "approval=" + encodeURIComponent(answer.approval), body, type);
	}
	throw new Error([answer.error ?? r.statusText, answer.fix ?? ""].join(" ").trim());
}

// agree shows a question and waits for the answer; leaving it is a no. With an
// empty no it only tells.
export function agree(question: string, yesText = "✓", noText = "✕"): Promise<boolean> {
	return new Promise((resolve) => {
		const d = el("dialog");
		const yes = el("button", "button", yesText);
		const no = el("button", "button quiet", noText);
		yes.value = "yes";
		const form = el("form", "exits");
		form.method = "dialog";
		form.append(yes, ...(noText ? [no] : []));
		const text = el("pre", "", question);
		text.tabIndex = 0; // it may be longer than the window
		d.setAttribute("aria-label", question.split("\n", 1)[0] ?? "");
		d.append(text, form);
		d.addEventListener("close", () => { d.remove(); resolve(d.returnValue === "yes"); });
		document.body.append(d);
		d.showModal();
	});
}
