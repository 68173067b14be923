package sentences

// ofPageBesides are those of units, states, and the page beyond this machine.
func ofPageBesides() map[string]string {
	return map[string]string{
		"Sentences of the tools and tables as CSV stay in kilometres, metres and kilograms.": "工具写的句子和 CSV 表格仍用公里、米和千克。",
	}
}
