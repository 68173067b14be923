package sentences

// ofCoach are the sentences on texts of the coach: plans, memory, session logs.
func ofCoach() map[string]string {
	return map[string]string{
		// coach/text
		"training plan": "训练计划",
		"session log":   "训练日志",
		"memory":        "教练记忆",
		"There is one memory, and it is called %s.":                              "教练记忆只有一份，名为 %s。",
		"%q cannot be the name of a training plan.":                              "%q 不能作为训练计划的名称。",
		"Use up to 64 lower-case letters, digits, - and _, such as spring-half.": "请用最多 64 个小写字母、数字、- 和 _，例如 spring-half。",
		"The %s %s has no version %d.":                                           "%s %s 没有第 %d 版。",
		"List its versions, and use a number of that list.":                      "请列出它的版本，并使用其中的编号。",
		"%s was edited by hand while version %d was written: it is version %d now, and version %d is kept beside it.": "" +
			"写入第 %[2]d 版时，%[1]s 也被手动修改：现在它是第 %[3]d 版，第 %[4]d 版同时保留。",
		"The %s has %d bytes.":                                            "%s有 %d 字节。",
		"Keep it within 1 MiB, which is %d bytes.":                        "请保持在 1 MiB 以内，即 %d 字节。",
		"The %s is no text in UTF-8.":                                     "%s不是 UTF-8 文本。",
		"%s in the home is not a folder.":                                 "主目录中的 %s 不是文件夹。",
		"Put a plain folder there: a link is not followed.":               "请在那里放一个普通文件夹：不会跟随链接。",
		"The coach's files in %s cannot be used: %w.":                     "无法使用 %s 中的教练文件：%w。",
		"Check that the folder is yours and can be written.":              "请检查该文件夹属于您并且可以写入。",
		"%s is not a folder: a link is not followed.":                     "%s 不是文件夹：不会跟随链接。",
		"%s has more than %d files, of which the rest is not looked at.":  "%s 有超过 %d 个文件，其余的不会查看。",
		"%s is not read because of its name: %s":                          "由于文件名，没有读取 %s：%s",
		"%s is not a plain file and is not read: a link is not followed.": "%s 不是普通文件，没有读取：不会跟随链接。",
		"%s is larger than 1 MiB and is not read.":                        "%s 超过 1 MiB，没有读取。",
		"%s is not read: %s":                                              "没有读取 %s：%s",
		"Take in %s, which was edited by hand.":                           "收入手动修改过的 %s。",
	}
}
