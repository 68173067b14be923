// The page's policy allows no script to write styles as text, and the terminal
// does. An element that would is created in a form that follows the policy:
// rules go into a sheet of their own, and a style into the element's properties.
// The terminal can get a document of its own to create elements, but also uses
// the page's (6.0.0), so that this is done for the page.

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
