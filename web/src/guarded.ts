// The page's policy lets no script write styles as text, and the terminal does.
// Where an element is made that would, it is one that keeps to the policy: rules
// go into a sheet of their own, and a style into the element's properties. The
// terminal can be given a document of its own to make elements, but uses the
// page's besides (6.0.0), so that this is done for the page.

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
