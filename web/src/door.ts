// Exchanges the ticket in the address for a session. The ticket is after #, which
// browsers never send, and is removed from the address and the history at once.
const here = location.pathname.replace(/^\/s\/[^/]+/, "") + location.search, known = "lapkeep-root";

// back continues the browser's session, if it has one, from a bookmark or a page of an
// earlier session. Storage is separate for each port, unlike cookies.
function back(): boolean {
	const root = localStorage.getItem(known) ?? "";
	if (!/^\/s\/\w+$/.test(root) || location.pathname.startsWith(root + "/")) return false;
	location.replace(root + here);
	return true;
}

async function enter(ticket: string): Promise<void> {
	const r = await fetch("/session", { method: "POST", body: JSON.stringify({ ticket }), headers: { "Content-Type": "application/json" } });
	if (r.ok) {
		const root = String((await r.json())["root"]);
		localStorage.setItem(known, root);
		location.replace(root + here);
	} else if (!back()) failed();
}

function failed(): void {
	document.getElementById("failed")?.removeAttribute("hidden");
	document.getElementById("wait")?.setAttribute("hidden", "");
}

const ticket = location.hash.slice(1);
if (ticket) {
	history.replaceState(null, "", location.pathname + location.search);
	void enter(ticket);
} else back();
// If other machines may connect, the key replaces the ticket.
document.getElementById("enter")?.addEventListener("submit", (e) => {
	e.preventDefault();
	const field = (e.target as HTMLFormElement).elements.namedItem("key") as HTMLInputElement;
	void enter(field.value.trim());
	field.value = "";
});
export {};
