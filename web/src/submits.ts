import { asked, el, own, type Question, toast, token } from "./dom";
import { leave, refresh } from "./live";

interface Answer extends Question { to?: string; notes?: string[]; error?: string; fix?: string; field?: string }

// Forms that change something are sent without leaving the page, so that the fields keep
// the typed values after a refusal. Without a script they are ordinary forms.
export function submits(): void {
	document.addEventListener("submit", (e) => {
		const form = e.target;
		if (!(form instanceof HTMLFormElement) || e.defaultPrevented || form.method !== "post") return;
		e.preventDefault();
		const by = e.submitter as HTMLButtonElement | null, fields = new FormData(form);
		if (by?.name) fields.append(by.name, by.value);
		void send(form, fields, by);
	});
	document.addEventListener("input", (e) => {
		if (e.target instanceof HTMLElement && e.target.hasAttribute("aria-invalid")) right(e.target);
	});
}

async function send(form: HTMLFormElement, fields: FormData, by: HTMLButtonElement | null): Promise<void> {
	if (form.dataset["sending"]) return; // so that a second press does not write twice
	form.dataset["sending"] = "yes";
	form.querySelectorAll<HTMLElement>("[aria-invalid]").forEach(right);
	form.querySelectorAll(".wrong").forEach((p) => p.remove());
	try {
		const r = await fetch(form.getAttribute("action") ?? location.href, {
			method: "POST", body: new URLSearchParams(fields as unknown as Record<string, string>),
			headers: { Accept: "application/json", "X-Lapkeep-Token": token() },
		});
		const answer = (await r.json()) as Answer;
		if (r.ok) { await done(form, answer.to ? own(answer.to) : location.href, (answer.notes ?? []).join(" ")); return; }
		if (answer.approval) {
			if (!(await asked(answer))) { by?.focus(); return; }
			fields.set("approval", answer.approval);
			delete form.dataset["sending"];
			await send(form, fields, by);
			return;
		}
		wrong(form, [answer.error, answer.fix].join(" ").trim(), answer.field);
	} catch (e) { wrong(form, (e as Error).message); } finally { delete form.dataset["sending"]; }
}

// done goes to the target of the form. If the form has a message of its own, it stays on
// the page.
async function done(form: HTMLFormElement, to: string, said: string): Promise<void> {
	if (form.dataset["done"]) {
		toast(`${form.dataset["done"]} ${said}`.trim());
		form.reset();
		await refresh(form);
		return;
	}
	const at = new URL(to, location.href), here = at.pathname + at.search === location.pathname + location.search;
	leave(at.href, said);
	if (here) location.reload();
}

let told = 0;

// wrong puts a sentence at the field that it concerns, or at the head of the form.
function wrong(form: HTMLFormElement, text: string, name = ""): void {
	const called = (f: Element) => name !== "" && (f as HTMLInputElement).name === name && f.getAttribute("type") !== "hidden";
	const field = [...form.elements].find(called) as HTMLElement | undefined;
	const p = el("p", "wrong", text);
	p.id = `wrong-${++told}`;
	p.setAttribute("role", "alert");
	if (!field) {
		p.tabIndex = -1;
		form.prepend(p);
		p.focus();
		return;
	}
	(field.closest("label") ?? field).after(p);
	field.setAttribute("aria-invalid", "true");
	field.setAttribute("aria-describedby", p.id);
	field.focus();
}

// right removes the sentence from a field.
function right(field: HTMLElement): void {
	document.getElementById(field.getAttribute("aria-describedby") ?? "")?.remove();
	field.removeAttribute("aria-invalid");
	field.removeAttribute("aria-describedby");
}
