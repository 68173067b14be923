package sentences

// ofPageBesides are those of units, states, and the page beyond this machine.
func ofPageBesides() map[string]string {
	return map[string]string{
		"Each address works once, for two minutes. After that a browser enters with the key: lapkeep key show\n": "" +
			"每个地址只能用一次，两分钟内有效。之后浏览器用密钥进入：lapkeep key show\n",
		"Enter":                             "进入",
		"Entering needs the page's script.": "进入需要页面脚本。",
		"open to who has the key":           "持有密钥者可访问",
		"The key is wrong, or this address was used already.":                                "密钥有误，或此地址已用过。",
		"The key, which lapkeep key show prints":                                             "密钥（由 lapkeep key show 显示）",
		"Sentences of the tools and tables as CSV stay in kilometres, metres and kilograms.": "工具写的句子和 CSV 表格仍用公里、米和千克。",
	}
}
