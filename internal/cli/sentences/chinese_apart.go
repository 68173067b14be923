package sentences

// ofApart are those on services whose terms let rows stay for some days only.
func ofApart() map[string]string {
	return map[string]string{
		// cli/connect/agree.go
		"%s has terms that a person must agree to by typing, so a pipe cannot.": "%s 的条款需要本人输入文字表示同意，不能通过管道进行。",
		"Run this at a terminal.":                                                    "请在终端运行。",
		"(text of %s) To agree, type %q; anything else stops here: ":                 "（%s 版文本）同意请输入 %q；输入其他内容则到此为止：",
		"You did not agree to the terms of %s, so nothing was changed.":              "您没有同意 %s 的条款，因此没有任何更改。",
		"Import files or an export of the service instead: they have no such terms.": "请改为导入文件或该服务的导出：它们没有这样的条款。",
		"Assistants may now see what is read from %s. To close it again: lapkeep connect %s --assistants=false\n": "" +
			"助手现在可以看到从 %s 读取的内容。要重新关闭：lapkeep connect %s --assistants=false\n",
		"Assistants no longer see what is read from %s.\n": "助手不再能看到从 %s 读取的内容。\n",

		// cli/connect/check.go, connect.go
		"let assistants see what is read from a connected service whose terms ask for an agreement of its own; =false ends it": "" +
			"让助手看到从已连接服务读取的内容（该服务的条款要求单独表示同意）；=false 表示取消",
		"      last sync %s; what was read stays for %d days\n": "      上次同步 %s；读取的内容保留 %d 天\n",
		"What is read stays for %d days, apart from everything else, and assistants do not see it. To open it to them:\n": "" +
			"读取的内容保留 %d 天，与其他内容分开存放，助手看不到。要向助手开放：\n",
		"Deleted: %s.\n": "已删除：%s。\n",

		// app/connections/agreement.go
		"Nothing is asked of %s before you agreed to its terms.": "在您同意 %s 的条款之前，不会向它请求任何内容。",
		"The terms of %s ask nothing of what assistants see.":    "%s 的条款没有限制助手看到的内容。",
		"Leave --assistants out.":                                "请去掉 --assistants。",
		"The terms of %s have another text now.":                 "%s 的条款文本已更新。",
		"Read it and agree again.":                               "请阅读后重新表示同意。",

		// analysis/apart
		"What is read from %s is not open here.":                              "从 %s 读取的内容在这里不开放。",
		"The athlete decides at a terminal: lapkeep connect %s --assistants.": "由运动员在终端决定：lapkeep connect %s --assistants。",
		"it is shown as the service says it, and nothing is computed of it":   "按服务的说法显示，不作任何计算",
		"%s was not heard: %s.":                                               "没有收到 %s 的答复：%s。",
		"Ask again later.":                                                    "请稍后再问。",

		// syncer/limited.go, store
		"%s does not hand this out.":             "%s 不提供此内容。",
		"No terms are known of %s.":              "不知道 %s 的条款。",
		"The log of the database is being read.": "数据库日志正在被读取。",
	}
}
