// Paper is white and has its own width: charts are redrawn for it in the light
// theme, and redrawn after printing. Styles alone do not affect the drawings.
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
