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

		// app/connections/apart.go, connect.go
		"The access was revoked at %s.": "已在 %s 撤销访问权限。",
		"The access is forgotten here, but %s did not revoke it (%s): revoke it in your settings there.": "" +
			"本机已删除访问凭据，但 %s 没有撤销访问权限（%s）：请在该处的设置中撤销。",
		"internal": "内部错误", "invalid": "请求无效", "not_found": "不存在", "conflict": "冲突", "forbidden": "不允许",
		"unsupported": "不支持", "corrupt": "数据损坏", "too_large": "过大", "unavailable": "暂不可用", "canceled": "已取消",
		"activity": "活动", "detail": "活动详情", "streams": "数据流", "cursor": "读取游标",

		// app/connections/agreement.go
		"Nothing is asked of %s before you agreed to its terms.": "在您同意 %s 的条款之前，不会向它请求任何内容。",
		"The terms of %s ask nothing of what assistants see.":    "%s 的条款没有限制助手看到的内容。",
		"Leave --assistants out.":                                "请去掉 --assistants。",
		"The terms of %s have another text now.":                 "%s 的条款文本已更新。",
		"Read it and agree again.":                               "请阅读后重新表示同意。",

		// analysis/apart
		"What is read from %s is not open here.":                              "从 %s 读取的内容在这里不开放。",
		"The athlete decides at a terminal: lapkeep connect %s --assistants.": "由运动员在终端决定：lapkeep connect %s --assistants。",
		"%s of %s not counted here (list_activities with source %s shows them)": "" +
			"%[2]s 的 %[1]s未计入（用 list_activities 并指定 source %[3]s 可查看）",
		"%s of %s are here for %d days each, and in no total, load, curve or record; list_activities with source %s shows them.": "" +
			"此处有 %[2]s 的 %[1]s，每个保留 %[3]d 天，不计入任何总量、负荷、曲线或纪录；用 list_activities 并指定 source %[4]s 可查看。",
		"What %s no longer has is gone here within a day; lapkeep disconnect %s revokes the access and deletes all of it.": "" +
			"%s 不再拥有的内容一天之内也会从这里消失；lapkeep disconnect %s 会撤销访问权限并删除全部内容。",
		"The terms of %s ask for no agreement.": "%s 的条款不要求表示同意。",
		"Nobody agreed to the terms of %s, so nothing is read: a person runs lapkeep connect %s.": "" +
			"还没有人同意 %s 的条款，因此不读取任何内容：请由本人运行 lapkeep connect %s。",
		"The athlete agreed to the terms of %s on %s, for their own page and command line alone.": "" +
			"运动员已于 %[2]s 同意 %[1]s 的条款，仅限自己的页面和命令行。",
		"The athlete agreed to the terms of %s on %s for their own page and command line, and on %s for assistants.": "" +
			"运动员已于 %[2]s 同意 %[1]s 的条款，用于自己的页面和命令行，并于 %[3]s 同意用于助手。",
		"Rows of %s cannot be chosen by %s; leave it out to see them.": "%s 的记录不能按 %s 筛选；去掉该条件即可查看。",
		"These are what %s says, for %d days after they were read. They are in no total, load, curve or record.": "" +
			"这些是 %s 所给的内容，读取后保留 %d 天；不计入任何总量、负荷、曲线或纪录。",

		"it is shown as the service says it, and nothing is computed of it": "按服务的说法显示，不作任何计算",
		"%s was not heard: %s.": "没有收到 %s 的答复：%s。",
		"Ask again later.":      "请稍后再问。",

		// syncer/limited.go, store
		"%s does not hand this out.":             "%s 不提供此内容。",
		"No terms are known of %s.":              "不知道 %s 的条款。",
		"The log of the database is being read.": "数据库日志正在被读取。",
	}
}
