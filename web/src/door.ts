// The ticket of the address becomes a session. It stands behind #, which browsers
// send nowhere, and is taken out of the address and the history at once.
async function enter(ticket: string): Promise<void> {
	const r = await fetch("/session", { method: "POST", body: JSON.stringify({ ticket }), headers: { "Content-Type": "application/json" } });
	if (r.ok) { location.reload(); return; }
	document.getElementById("failed")?.removeAttribute("hidden");
	document.getElementById("wait")?.setAttribute("hidden", "");
}

const ticket = location.hash.slice(1);
if (ticket) {
	history.replaceState(null, "", location.pathname + location.search);
	void enter(ticket);
}
// Where other machines may connect, the key stands for a ticket.
document.getElementById("enter")?.addEventListener("submit", (e) => {
	e.preventDefault();
	const field = (e.target as HTMLFormElement).elements.namedItem("key") as HTMLInputElement;
	void enter(field.value.trim());
	field.value = "";
});
export {};
