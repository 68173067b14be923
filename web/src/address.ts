// state changes values of the address, which is the page's state.
export function state(values: Record<string, string>): void {
	const u = new URL(location.href);
	for (const [k, v] of Object.entries(values)) { if (v) u.searchParams.set(k, v); else u.searchParams.delete(k); }
	u.hash = "";
	history.replaceState(history.state, "", u);
}
