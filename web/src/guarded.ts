// The page's policy does not allow scripts to write styles as text, but the terminal does
// so. This code creates such elements in a form that the policy allows: rules go into a
// separate sheet, and a style into the element's properties. The terminal accepts a
// document of its own for creating elements, but also uses the page's (6.0.0), so the
// page's is changed.

const make = document.createElement.bind(document);

function sheet(): HTMLElement {
	const rules = new CSSStyleSheet(), stand = make("template");
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
	Object.defineProperty(stand, "textContent", { set: (text: string) => rules.replaceSync(text), get: () => "" });
	stand.remove = () => {
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== rules);
		Element.prototype.remove.call(stand);
	};
	return stand;
}

function set(this: HTMLElement, name: string, value: string): void {
	if (name === "style") this.style.cssText = value;
	else Element.prototype.setAttribute.call(this, name, value);
}

export function guard(): void {
	document.createElement = (tag: string, options?: ElementCreationOptions): HTMLElement => {
		if (tag === "style") return sheet();
		const made = make(tag, options);
		made.setAttribute = set;
		return made;
	};
}
