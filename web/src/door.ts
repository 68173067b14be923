// The ticket of the address becomes a session. It stands behind #, which browsers
// send nowhere, and is taken out of the address and the history at once.
async function enter(): Promise<void> {
	const ticket = location.hash.slice(1);
	if (!ticket) return;
	history.replaceState(null, "", location.pathname + location.search);
	const r = await fetch("/session", { method: "POST", body: JSON.stringify({ ticket }), headers: { "Content-Type": "application/json" } });
	if (r.ok) { location.reload(); return; }
	document.getElementById("failed")?.removeAttribute("hidden");
	document.getElementById("wait")?.setAttribute("hidden", "");
}

void enter();
export {};
