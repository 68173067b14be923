// setTheme stores the choice of colours and shows it.
export function setTheme(theme: string): void {
	document.cookie = `lapkeep_theme=${theme}; path=/; max-age=31536000; samesite=strict`;
	document.documentElement.dataset["theme"] = theme;
	document.dispatchEvent(new Event("lapkeep-theme"));
}
