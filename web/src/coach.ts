/// <reference path="../node_modules/@xterm/xterm/typings/xterm.d.ts" />
import { Terminal } from "@xterm/xterm";
import { css, own, post } from "./dom";
import { guard } from "./guarded";

interface State { state: "idle" | "running" | "elsewhere" | "ended" | "refused"; replay?: number; code?: number; why?: string }

const piece = 16 << 10; // bytes sent at once: a long paste goes in several
const retry = 1000; // ms
const scrollbar = 14; // px, which the terminal draws over its right side

function colors(): Record<string, string> {
	return {
		background: css("surface"), foreground: css("ink"), cursor: css("accent"), cursorAccent: css("surface"), selectionBackground: css("wash"),
		black: css("ink"), red: css("bad"), green: css("good"), yellow: css("warn"), blue: css("accent"), magenta: css("zone-7"),
		cyan: css("zone-3"), white: css("soft"),
		brightBlack: css("soft"), brightRed: css("bad"), brightGreen: css("good"), brightYellow: css("tsb"),
		brightBlue: css("accent"), brightMagenta: css("atl"), brightCyan: css("swimming"), brightWhite: css("ink"),
	};
}

// Coach shows the program that the athlete runs in the terminal, and types to it.
class Coach extends HTMLElement {
	private term?: Terminal;
	private socket?: WebSocket;
	private resize?: ResizeObserver;
	private timer?: number;
	private old = 0; // bytes still to come that were output earlier: queries in them are not answered
	private shown = 0; // the number of these that are not drawn yet
	private ran = false;
	private gone = false;

	connectedCallback(): void {
		this.gone = false;
		this.button("start").onclick = () => { this.focusTerminal(); void this.connect(true); };
		this.button("show").onclick = () => { this.focusTerminal(); void this.connect(false); };
		this.button("stop").onclick = () => void post("/coach/stop", "{}").catch((e: Error) => this.say(e.message));
		this.open();
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.recolor);
		document.addEventListener("lapkeep-theme", this.recolor);
		void this.connect(false);
	}

	disconnectedCallback(): void {
		this.gone = true;
		clearTimeout(this.timer);
		this.socket?.close();
		this.resize?.disconnect();
		matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.recolor);
		document.removeEventListener("lapkeep-theme", this.recolor);
		this.term?.dispose();
	}

	private button(name: string): HTMLButtonElement { return this.querySelector<HTMLButtonElement>(`[data-do="${name}"]`)!; }

	private word(name: string): string { return this.dataset[name] ?? ""; }

	private say(text: string): void {
		const p = this.querySelector(".coach-state");
		if (p && p.textContent !== text) p.textContent = text;
	}

	// offer shows the buttons that currently have an effect.
	private offer(...names: string[]): void {
		for (const b of this.querySelectorAll<HTMLButtonElement>("[data-do]")) b.hidden = !names.includes(b.dataset["do"] ?? "");
	}

	private recolor = (): void => { if (this.term) this.term.options.theme = colors(); };

	private focusTerminal(): void { this.term?.focus(); }

	private open(): void {
		const box = this.querySelector<HTMLElement>(".terminal-box")!;
		Terminal.strings.promptLabel = this.word("label");
		Terminal.strings.tooMuchOutput = this.word("much");
		const term = this.term = new Terminal({
			screenReaderMode: true, cursorBlink: false, smoothScrollDuration: 0, scrollback: 5000,
			minimumContrastRatio: 4.5, theme: colors(), fontFamily: css("mono"), fontSize: parseFloat(getComputedStyle(box).fontSize),
			macOptionIsMeta: false, linkHandler: { activate: () => undefined },
		});
		this.silence(term);
		term.open(box);
		term.textarea?.setAttribute("aria-describedby", "coach-keys");
		term.attachCustomKeyEventHandler((e) => this.key(e));
		term.onData((text) => this.type(new TextEncoder().encode(text)));
		term.onBinary((text) => this.type(Uint8Array.from(text, (c) => c.charCodeAt(0))));
		term.onResize(() => this.window());
		this.resize = new ResizeObserver(() => this.fit(box));
		this.resize.observe(box);
		this.fit(box);
	}

	// fit gives the terminal as many cells as its box has room for.
	private fit(box: HTMLElement): void {
		const screen = box.querySelector(".xterm-screen")?.getBoundingClientRect(), term = this.term;
		if (!screen || !term || screen.width === 0) return;
		const style = getComputedStyle(box);
		const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - scrollbar;
		const height = box.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
		const cols = Math.floor(width / (screen.width / term.cols)), rows = Math.floor(height / (screen.height / term.rows));
		term.resize(Math.min(Math.max(cols, 2), 1000), Math.min(Math.max(rows, 2), 500));
	}

	// The output of a program is data: it can set no title, contain no links, access no
	// clipboard, and can query only the cursor's position and the terminal's type.
	private silence(term: Terminal): void {
		for (const of of [0, 1, 2, 8, 9, 52, 777, 1337]) term.parser.registerOscHandler(of, () => true);
		term.parser.registerDcsHandler({ intermediates: "$", final: "q" }, () => true);
	}

	// key leaves some keys to the browser: F6 leaves the terminal, in which Tab belongs to
	// the program, and the keys of the clipboard work as usual.
	private key(e: KeyboardEvent): boolean {
		if (e.key === "F6") {
			if (e.type === "keydown") {
				e.preventDefault();
				const out = [...this.querySelectorAll<HTMLElement>("[data-do]:not([hidden])")];
				(e.shiftKey || out.length === 0 ? this.querySelector<HTMLElement>(".coach-state") : out.at(-1))?.focus();
			}
			return false;
		}
		if (!(e.ctrlKey || e.metaKey) || e.altKey) return true;
		return !(e.key === "v" || e.key === "V" || e.key === "c" && this.term?.hasSelection() === true);
	}

	private type(bytes: Uint8Array): void {
		if (this.shown > 0 || this.socket?.readyState !== WebSocket.OPEN) return;
		for (let at = 0; at < bytes.length; at += piece) this.socket.send(bytes.slice(at, at + piece));
	}

	private window(): void {
		if (this.socket?.readyState === WebSocket.OPEN && this.ran) this.socket.send(JSON.stringify(this.size()));
	}

	private size(): { cols: number; rows: number } {
		return { cols: this.term?.cols ?? 80, rows: this.term?.rows ?? 24 };
	}

	private async connect(start: boolean): Promise<void> {
		clearTimeout(this.timer);
		this.socket?.close();
		let ticket = "";
		try {
			ticket = String((await post("/coach/ticket", "{}"))["ticket"]);
		} catch (e) {
			this.lost(e instanceof TypeError ? "" : (e as Error).message);
			return;
		}
		if (this.gone) return;
		const s = this.socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + own("/coach/terminal"));
		let last = false;
		s.binaryType = "arraybuffer";
		s.onopen = () => s.send(JSON.stringify({ ticket, start, ...this.size() }));
		s.onmessage = (e: MessageEvent<string | ArrayBuffer>) => {
			if (typeof e.data !== "string") { this.take(new Uint8Array(e.data)); return; }
			const now = JSON.parse(e.data) as State;
			last = now.state !== "running";
			this.told(now);
		};
		s.onclose = () => { if (!last && !this.gone && s === this.socket) this.lost(""); };
	}

	// lost reconnects until the server is back, or shows why the server admits nobody.
	private lost(why: string): void {
		this.offer(...(why ? ["show"] : []));
		this.say(why || this.word("lost"));
		if (!why && !this.gone) this.timer = window.setTimeout(() => void this.connect(false), retry);
	}

	private told(now: State): void {
		switch (now.state) {
		case "running":
			this.term?.reset();
			this.old = this.shown = now.replay ?? 0;
			this.ran = true;
			this.offer("stop");
			this.say(this.word("running"));
			this.window();
			return;
		case "idle":
			this.say(this.word(this.ran ? "stopped" : "idle"));
			break;
		case "ended":
			this.say(this.word("ended").replace("{code}", String(now.code ?? "")));
			break;
		case "refused":
			this.say(now.why ?? "");
			break;
		case "elsewhere":
			this.ran = false;
			this.offer("show");
			this.say(this.word("elsewhere"));
			return;
		}
		this.ran = false;
		this.offer("start");
	}

	private take(bytes: Uint8Array): void {
		const before = Math.min(this.old, bytes.length);
		this.old -= before;
		if (before > 0) this.term?.write(bytes.subarray(0, before), () => { this.shown -= before; });
		if (before < bytes.length) this.term?.write(bytes.subarray(before));
	}
}
guard();
customElements.define("lk-coach", Coach);
