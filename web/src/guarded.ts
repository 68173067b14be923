// The page's policy lets no script write styles as text, and the terminal does.
// Where it makes an element that would, it gets one that keeps to the policy:
// rules go into a sheet of their own, and a style into the element's properties.

function sheet(): HTMLElement {
	const rules = new CSSStyleSheet(), stand = document.createElement("template");
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
	Object.defineProperty(stand, "textContent", { set: (text: string) => rules.replaceSync(text), get: () => "" });
	stand.remove = () => {
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== rules);
		Element.prototype.remove.call(stand);
	};
	return stand;
}

function styled(this: HTMLElement, name: string, value: string): void {
	if (name === "style") this.style.cssText = value;
	else Element.prototype.setAttribute.call(this, name, value);
}

function create(tag: string): HTMLElement {
	if (tag === "style") return sheet();
	const made = document.createElement(tag);
	made.setAttribute = styled;
	return made;
}

// guarded is this document, but for that.
export function guarded(): Document {
	return new Proxy(document, {
		get(own, name) {
			if (name === "createElement") return create;
			const value: unknown = Reflect.get(own, name, own);
			return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(own) : value;
		},
		set: (own, name, value) => Reflect.set(own, name, value, own),
	});
}
