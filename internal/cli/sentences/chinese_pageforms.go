package sentences

// ofPageForms are those of the dashboard's forms: what moves, copies and edits.
func ofPageForms() map[string]string {
	return map[string]string{
		"%q is no number of a week.":                   "%q 不是周次。",
		"%q is nothing that can be done with a plan.":  "不能对计划执行 %q。",
		"%s copied to %s. U takes it back.":            "%s 已复制到 %s。按 U 可撤销。",
		"%s moved to %s. U takes it back.":             "%s 已移到 %s。按 U 可撤销。",
		"Add a session":                                "添加训练",
		"Change a field of the session, then save it.": "请先更改该训练的某个字段，再保存。",
		"Copy":                                   "复制",
		"Copy %s to %s.":                         "将%s复制到 %s。",
		"Cross training":                         "交叉训练",
		"Description":                            "说明",
		"Distance, km":                           "距离（公里）",
		"Easy":                                   "轻松",
		"Endurance":                              "耐力",
		"Give the number of a week of the plan.": "请给出计划中某一周的周次。",
		"In the calendar: move or copy the session in focus": "在日历中：移动或复制焦点所在的训练",
		"It stays where it was.":                             "保持在原来的日期。",
		"Last change: %s":                                    "最近的更改：%s",
		"Leave it":                                           "放弃",
		"Load the page again, then repeat what you did.":     "请重新载入此页，然后再做一次。",
		"Long":                           "长距离",
		"Move":                           "移动",
		"Move or copy":                   "移动或复制",
		"Please confirm":                 "请确认",
		"Prescription and changes":       "训练内容与更改",
		"Put the plan into the calendar": "将计划放入日历",
		"Race":                           "比赛",
		"Recovery":                       "恢复",
		"Remove from the plan":           "从计划中移除",
		"Rest":                           "休息",
		"Structure":                      "结构",
		"Tempo":                          "节奏",
		"The form could not be read.":    "无法读取该表单。",
		"Threshold":                      "阈值",
		"Time, minutes":                  "时间（分钟）",
		"Undo the last change that the page shows": "撤销页面上显示的最近一次更改",
		"Use the buttons of the page.":             "请使用页面上的按钮。",
		"Week of the plan":                         "计划周次",
		"Workout":                                  "训练课",
		"A change of the plan is in the calendar after that. What you changed there yourself stays.": "此后计划的更改才会出现在日历中。" +
			"您自己在日历中改过的内容会保留。",
		"A copy has the text, the steps and the time of day. What was done stays with the original.": "副本带有文字、步骤和时刻。" +
			"已完成的记录留在原件上。",
		"Copy %s. The arrows choose a day, Enter puts it there, Escape leaves it.": "复制 %s。用方向键选择日期，按 Enter 放下，按 Escape 放弃。",
		"Move %s. The arrows choose a day, Enter puts it there, Escape leaves it.": "移动 %s。用方向键选择日期，按 Enter 放下，按 Escape 放弃。",
		"Drag a session to another day; with Ctrl or ⌘ it is copied. By keyboard: M moves and C copies the one in focus, U undoes.": "" +
			"将训练拖到另一天；按住 Ctrl 或 ⌘ 则复制。用键盘：M 移动、C 复制焦点所在的训练，U 撤销。",
	}
}
