// Paper is white and as wide as it is: charts are drawn anew for it, in the light
// theme, and back when it is printed. Styles alone do not reach what is drawn.
export function prints(): void {
	const root = document.documentElement;
	const draw = () => document.dispatchEvent(new Event("lapkeep-theme"));
	let theme: string | undefined;
	addEventListener("beforeprint", () => {
		theme = root.dataset["theme"];
		root.dataset["theme"] = "light";
		root.dataset["printing"] = "";
		draw();
	});
	addEventListener("afterprint", () => {
		root.dataset["theme"] = theme ?? "auto";
		delete root.dataset["printing"];
		draw();
	});
}
