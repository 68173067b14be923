const changed = new Set<string>(); // names

// state sets values in the address, which holds the state of the page.
export function state(values: Record<string, string>): void {
	const u = new URL(location.href);
	for (const [k, v] of Object.entries(values)) { changed.add(k); if (v) u.searchParams.set(k, v); else u.searchParams.delete(k); }
	u.hash = "";
	history.replaceState(history.state, "", u);
}

// A GET form to this page also sends the values of the address that changed after
// the page was loaded, except for its own fields.
document.addEventListener("formdata", (e) => {
	const form = e.target as HTMLFormElement, now = new URLSearchParams(location.search);
	if (form.method !== "get" || new URL(form.action).pathname !== location.pathname) return;
	for (const name of changed) {
		if (form.querySelector(`[name="${name}"]:not([type=hidden])`)) continue;
		e.formData.delete(name);
		for (const v of now.getAll(name)) e.formData.append(name, v);
	}
});
