import { post, toast } from "./dom";
import { refresh } from "./live";

// Taken is the entry being moved. If it is moved with the pointer, a picture of it follows
// the pointer.
interface Taken { link: HTMLAnchorElement; from: string; copy: boolean; to?: HTMLElement; picture?: HTMLElement }

const slack = 6; // pixels that a click may move the pointer
const hold = 400; // milliseconds after which a touch moves the entry instead of scrolling
const week = 7, dayMs = 86_400_000;

const dayOf = (date: string): number => Date.parse(date + "T00:00:00Z") / dayMs;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

// Calendar moves and copies entries of days, through the tools, with the pointer or with m
// and c, arrows and Enter.
export class Calendar extends HTMLElement {
	private taken?: Taken;
	private ended?: AbortController; // ends the listeners of the current press
	private dragged = false;

	connectedCallback(): void {
		this.addEventListener("pointerdown", (e) => this.press(e));
		this.addEventListener("dragstart", (e) => e.preventDefault()); // otherwise the browser would drag the link
		this.addEventListener("touchmove", (e) => { if (this.taken) e.preventDefault(); }, { passive: false });
		this.addEventListener("contextmenu", (e) => { if (this.taken) e.preventDefault(); });
		this.addEventListener("click", (e) => {
			if (this.dragged) { e.preventDefault(); e.stopPropagation(); }
			this.dragged = false;
		}, true);
		this.addEventListener("keydown", (e) => this.key(e));
		this.addEventListener("focusout", () => { if (this.taken && !this.taken.picture) this.leave(); });
	}

	disconnectedCallback(): void { this.leave(); }

	private links(of: EventTarget | null): HTMLAnchorElement | null {
		return of instanceof Element ? of.closest<HTMLAnchorElement>("a.event:is([data-date], [data-workout])") : null;
	}

	private days(): HTMLElement[] { return [...this.querySelectorAll<HTMLElement>("[data-day]")]; }

	// press waits until the press turns into a click or a drag.
	private press(e: PointerEvent): void {
		const link = this.links(e.target);
		this.dragged = false;
		if (!link || e.button !== 0 || this.taken) return;
		const finger = e.pointerType === "touch", { clientX: x, clientY: y, pointerId } = e;
		this.ended = new AbortController();
		const { signal } = this.ended;
		const begin = (): void => { this.take(link, false); this.lift(link, pointerId); };
		const timer = finger ? window.setTimeout(begin, hold) : 0;
		signal.addEventListener("abort", () => clearTimeout(timer));
		window.addEventListener("pointermove", (m) => {
			if (m.pointerId !== pointerId) return;
			const far = Math.hypot(m.clientX - x, m.clientY - y) > slack;
			if (!this.taken && far) { if (finger) { this.leave(); return; } begin(); }
			if (this.taken) this.follow(m.clientX, m.clientY, x, y);
		}, { signal });
		window.addEventListener("pointerup", (m) => {
			if (m.pointerId !== pointerId) return;
			if (!this.taken) { this.leave(); return; }
			this.dragged = true;
			this.taken.copy = m.ctrlKey || m.metaKey;
			void this.put();
		}, { signal });
		window.addEventListener("pointercancel", () => this.leave(), { signal });
		window.addEventListener("keydown", (k) => { if (k.key === "Escape" && this.taken) { this.dragged = true; this.leave(); } }, { signal });
	}

	// lift creates the picture that follows the pointer.
	private lift(link: HTMLAnchorElement, pointer: number): void {
		if (!this.taken) return;
		const at = link.getBoundingClientRect(), picture = link.cloneNode(true) as HTMLElement;
		picture.removeAttribute("href");
		picture.setAttribute("aria-hidden", "true");
		picture.classList.add("lifted");
		Object.assign(picture.style, { left: at.left + "px", top: at.top + "px", width: at.width + "px" });
		document.body.append(picture);
		this.taken.picture = picture;
		link.setPointerCapture(pointer);
	}

	private follow(x: number, y: number, fromX: number, fromY: number): void {
		if (this.taken?.picture) this.taken.picture.style.transform = `translate(${x - fromX}px, ${y - fromY}px)`;
		const day = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-day]");
		this.aim(day && this.contains(day) ? day : undefined);
	}

	private key(e: KeyboardEvent): void {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		if (!this.taken) {
			if (this.walk(e)) return;
			const link = this.links(e.target);
			if (link && e.key === "e") {
				location.href = link.dataset["id"] ? link.href + "#edit" : link.href; // other entries are changed in place
				e.preventDefault();
				e.stopPropagation();
				return;
			}
			if (!link || (e.key !== "m" && e.key !== "c")) return;
			this.take(link, e.key === "c");
			this.say(e.key === "c" ? "holdCopy" : "hold");
		} else if (this.taken.picture) {
			return;
		} else if (e.key === "Enter") {
			void this.put();
		} else if (e.key === "Escape") {
			this.leave();
			this.say("left");
		} else {
			const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -week, ArrowDown: week }[e.key];
			if (step === undefined) return;
			const all = this.days(), to = all[all.indexOf(this.taken.to as HTMLElement) + step];
			if (to) { this.aim(to); to.scrollIntoView({ block: "nearest" }); this.tell(to.getAttribute("aria-label") ?? ""); }
		}
		e.preventDefault();
		e.stopPropagation();
	}

	// walk moves to the previous or next entry with up and down, and with left and
	// right to the next day that has one.
	private walk(e: KeyboardEvent): boolean {
		const all = [...this.querySelectorAll<HTMLAnchorElement>("a.event")], at = all.indexOf(e.target as HTMLAnchorElement);
		const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[e.key];
		if (at < 0 || step === undefined) return false;
		const day = (a: HTMLElement | undefined): Element | null | undefined => a?.closest("[data-day]"), from = day(all[at]);
		let to = at + step;
		if (e.key === "ArrowLeft" || e.key === "ArrowRight") {
			while (all[to] && day(all[to]) === from) to += step;
			to = all.findIndex((a) => day(a) === day(all[to])); // the day's first entry
		}
		all[to]?.focus();
		e.preventDefault();
		e.stopPropagation();
		return true;
	}

	private take(link: HTMLAnchorElement, copy: boolean): void {
		// a workout of the library begins at today
		const on = link.closest<HTMLElement>("[data-day]") ?? this.querySelector<HTMLElement>(".day.today") ?? this.days()[0];
		if (!on) return;
		this.taken = { link, copy, from: on.dataset["day"] ?? "" };
		const top = link.getBoundingClientRect().top;
		this.classList.add("moving"); // empty days appear, but the link keeps its place on the screen
		window.scrollBy(0, link.getBoundingClientRect().top - top);
		link.classList.add("taken");
		this.aim(on);
	}

	private aim(day: HTMLElement | undefined): void {
		if (!this.taken || this.taken.to === day) return;
		this.taken.to?.classList.remove("target");
		day?.classList.add("target");
		this.taken.to = day;
	}

	private leave(): void {
		this.ended?.abort();
		this.taken?.to?.classList.remove("target");
		this.taken?.link.classList.remove("taken");
		this.taken?.picture?.remove();
		this.taken = undefined;
		this.classList.remove("moving");
	}

	// put writes the move: the first day moves by as many days as the pointer did, because
	// an event of several days can be dragged by any of them.
	private async put(): Promise<void> {
		const t = this.taken;
		this.leave();
		if (t?.to && t.link.dataset["workout"]) { await this.plan(t, t.to); return; }
		const by = t?.to ? dayOf(t.to.dataset["day"] ?? "") - dayOf(t.from) : 0;
		if (!t?.to || by === 0) { this.say("left"); return; }
		if (t.link.dataset["session"]) { await this.replan(t); return; }
		const id = t.link.dataset["id"] ?? "", date = dateOf(dayOf(t.link.dataset["date"] ?? "") + by);
		const name = this.nameOf(t.link), day = t.to.getAttribute("aria-label") ?? date;
		try {
			await post("/api/" + (t.copy ? "duplicate_events" : "update_event"), JSON.stringify(t.copy ? { ids: [id], date } : { id, date }));
			toast(this.words(t.copy ? "copied" : "moved", name, day));
			await refresh();
			document.querySelector<HTMLElement>(`a.event[data-id="${CSS.escape(id)}"]`)?.focus();
		} catch (e) { toast((e as Error).message); }
	}

	// plan puts a workout of the library on a day.
	private async plan(t: Taken, to: HTMLElement): Promise<void> {
		try {
			await post("/api/create_workout", JSON.stringify({ workouts: [{ workout_id: t.link.dataset["workout"], date: to.dataset["day"] }] }));
			toast(this.words("planned", this.nameOf(t.link), to.getAttribute("aria-label") ?? ""));
			await refresh();
		} catch (e) { toast((e as Error).message); }
	}

	// replan moves a session that exists only in the plan, by an edit of the plan.
	private async replan(t: Taken): Promise<void> {
		const session = t.link.dataset["session"] ?? "", to = t.to, week = Number(to?.dataset["week"]), day = to?.dataset["weekday"];
		if (t.copy) { this.refuse("noCopy"); return; }
		if (!to || !week || !day) { this.refuse("noWeek"); return; }
		try {
			await post("/api/edit_training_plan",
				JSON.stringify({ id: this.dataset["plan"], operations: [{ op: "move", session, day, to_week: week }] }));
			toast(this.words("moved", this.nameOf(t.link), to.getAttribute("aria-label") ?? ""));
			await refresh();
			document.querySelector<HTMLElement>(`a.event[data-session="${CSS.escape(session)}"]`)?.focus();
		} catch (e) { toast((e as Error).message); }
	}

	private refuse(what: string): void { toast(this.dataset[what] ?? ""); }

	private nameOf(link: HTMLElement): string { return link.querySelector(".event-name")?.textContent?.trim() ?? ""; }

	private words(what: string, name: string, day: string): string {
		return (this.dataset[what] ?? "").replace("{name}", () => name).replace("{day}", () => day);
	}

	private say(what: string): void { this.tell(this.words(what, this.taken ? this.nameOf(this.taken.link) : "", "")); }

	private tell(text: string): void {
		const box = this.querySelector("[data-said]");
		if (box) box.textContent = text;
	}
}
