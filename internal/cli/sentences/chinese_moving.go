package sentences

// ofMoving are the sentences on what another coaching program kept.
func ofMoving() map[string]string {
	return map[string]string{
		"There is no page %q.":                           "没有名为 %q 的页面。",
		"There are %s and %s.":                           "有 %s 和 %s。",
		"%q cannot be the name of a persona.":            "%q 不能用作教练角色的名称。",
		"Use up to 64 letters, digits, spaces, - and _.": "请使用最多 64 个字母、数字、空格、- 和 _。",
		"page":                                "页面",
		"persona":                             "教练角色",
		"A version of %s cannot be read: %w.": "无法读取 %s 的一个版本：%w。",
		"%s deleted in the calendar and not made again: %s. To have that back, undo the deletion.": "%s已在日历中删除，不会再次创建：%s。" +
			"要恢复，请撤销删除。",
		"It is no text in UTF-8.":                                                     "它不是 UTF-8 文本。",
		"Save it as UTF-8 and import it again.":                                       "请保存为 UTF-8 后重新导入。",
		"The text is larger than 1 MiB.":                                              "这段文本大于 1 MiB。",
		"Shorten it and import it again.":                                             "请缩短后重新导入。",
		"It is no whole run of MCPacer.":                                              "它不是 MCPacer 的完整跑步记录。",
		"It says that it is the run %s, and its name says %s.":                        "内容说它是跑步 %s，文件名却是 %s。",
		"Name it after the run whose it is, and import it again.":                     "请按所属的跑步命名后重新导入。",
		"Nothing of it is taken; the run itself comes with an export of the service.": "其中内容都不导入；跑步本身随服务的导出数据而来。",
		"Its activity is not here yet. Import an export of the service with it, then this folder again.": "所属的活动还不在这里。" +
			"请先导入含有它的服务导出数据，再导入这个文件夹。",
		"Its digest is cut to %d characters.":              "它的摘要截短为 %d 个字符。",
		"A digest was written here, which stays as it is.": "这里已写有摘要，保持不变。",
		"There is another %s here, which stays as it is. The one of this file is kept as version %d.": "这里已有另一份%s，保持不变。" +
			"此文件中的保留为版本 %d。",
		"Its text was deleted and stays deleted; undo the deletion to have it back.": "它的文本已删除，保持删除；撤销删除即可恢复。",
	}
}
