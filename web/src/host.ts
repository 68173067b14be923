// The chat around a view: JSON-RPC over messages between frames, as in the extension MCP Apps.

export type Members = Record<string, unknown>;

interface Message { id?: number | string; method?: string; params?: Members; result?: Members; error?: { message?: string } }

// members returns an object's members, or none if it is something else.
export const members = (v: unknown): Members => v !== null && typeof v === "object" && !Array.isArray(v) ? v as Members : {};

// Host sends messages to the chat, and passes its messages on by their method.
export class Host {
	private next = 1;
	private waiting = new Map<number | string, { yes: (r: Members) => void; no: (e: Error) => void }>();

	constructor(private readonly on: Record<string, (params: Members) => Members | void>) {
		window.addEventListener("message", (e) => { if (e.source === window.parent) this.take(members(e.data) as Message); });
	}

	// ask sends a request and returns its result.
	ask(method: string, params: Members): Promise<Members> {
		const id = this.next++;
		return new Promise((yes, no) => {
			this.waiting.set(id, { yes, no });
			this.send({ id, method, params });
		});
	}

	// tell sends a notification.
	tell(method: string, params: Members): void { this.send({ method, params }); }

	// Only the frame that opened this one gets messages, whatever its address is.
	private send(m: Message): void { window.parent.postMessage({ jsonrpc: "2.0", ...m }, "*"); }

	private take(m: Message): void {
		if (m.method) {
			const act = this.on[m.method], result = act?.(members(m.params)) ?? {};
			if (m.id === undefined) return;
			this.send(act ? { id: m.id, result } : { id: m.id, error: { code: -32601, message: "unknown method" } as { message: string } });
			return;
		}
		const w = this.waiting.get(m.id ?? "");
		if (!w) return;
		this.waiting.delete(m.id ?? "");
		if (m.error) w.no(new Error(m.error.message ?? "")); else w.yes(members(m.result));
	}
}
