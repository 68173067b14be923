package sentences

// ofDigests are those of an activity in one line.
func ofDigests() map[string]string {
	return map[string]string{
		// training/digest.go
		"A digest needs a line.":                                             "摘要需要一行文字。",
		"Write what was done in one line.":                                   "请用一行写出完成的内容。",
		"A digest is one line, and this has several.":                        "摘要只有一行，而这里有多行。",
		"Separate its parts by \" | \".":                                     "请用 \" | \" 分隔各段。",
		"A digest has at most %d characters, and this has %d.":               "摘要最多 %d 个字符，而这里有 %d 个。",
		"Leave out what matters least.":                                      "请省略最不重要的内容。",
		"A digest ends with one tag in brackets, and this has no known one.": "摘要以方括号中的一个标签结尾，而这里没有已知的标签。",
		"End it with one of [%s].":                                           "请以其中之一结尾：[%s]。",

		// analysis/digest
		"No activity of these days waits for a digest. Widen the range for earlier ones.": "这些日子没有活动等待摘要。要看更早的活动，请扩大范围。",

		// tools/coach
		"Save a digest.": "保存摘要。",
		"Nothing changed: the digest already says this.": "没有改动：该摘要已是如此。",
		"Digests":         "摘要",
		"Digest":          "摘要",
		"Tag of a digest": "摘要标签",
	}
}
