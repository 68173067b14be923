package sentences

// ofToolsToo are more of tools.
func ofToolsToo() map[string]string {
	return map[string]string{
		// tools/table.go
		"%s is not offered here.": "此处不提供 %s。",
		"Use %s.":                 "请使用 %s。",
		"Did you mean %s?":        "您是指 %s 吗？",
		"The tools are %s.":       "可用的工具：%s。",

		// tools/toolsets.go
		"There is no toolset %q.":        "没有工具集 %q。",
		"Did you mean %s? There are %s.": "您是指 %s 吗？可用：%s。",
		"There are %s.":                  "可用：%s。",

		// tools/wellness/rows.go
		"%q is not a field of wellness.": "%q 不是身体状态的字段。",

		// tools/wellness/update.go
		"Plan with create_events.":                            "计划请用 create_events。",
		"%s has not come yet; today is %s.":                   "%s 还没有到；今天是 %s。",
		"%s is locked.":                                       "%s 已锁定。",
		"Pass locked: false with the values to open the day.": "请在给出数值时加上 locked: false 来解锁这一天。",
		"%s is given twice.":                                  "%s 给出了两次。",
		"Give each field once.":                               "每个字段请只给出一次。",
		"The athlete entered no %s on %s.":                    "运动员没有在 %[2]s 录入 %[1]s。",
		"Only own values are taken back; what a device or service says is corrected by entering another value.": "" +
			"只能收回自己录入的值；设备或服务给出的值请通过录入另一个值来更正。",
		"%s is a number, not %q.":                         "%s 是数值，而不是 %q。",
		"%g is not a possible %s.":                        "%g 不是可能的 %s。",
		"Check the unit: %s.":                             "请检查单位：%s。",
		"Take a text back with clear.":                    "文字请用 clear 收回。",
		"%q is not a phase.":                              "%q 不是一个阶段。",
		"Give one of %s.":                                 "请给出以下之一：%s。",
		"%q is not a time.":                               "%q 不是时间。",
		"Write it as 2026-05-01T22:40:00+02:00.":          "请写成 2026-05-01T22:40:00+02:00。",
		"Give one of the two.":                            "请给出两者之一。",
		"Both days and the values of one day were given.": "同时给出了 days 和单日的数值。",
		"%s is there twice.":                              "%s 出现了两次。",
		"Give each day once.":                             "每天请只给出一次。",

		// tools/withheld.go
		"%s is not shared with assistants, so an assistant cannot take it back.": "%s 没有向助手共享，因此助手不能收回它。",
		"Give a new value, or have the athlete take it back with lapkeep call.":  "请给出新的值，或由运动员用 lapkeep call 收回。",

		// tools/workouts/check.go
		"The workout has no sport.":                   "该训练课程没有运动。",
		"Give sport, e.g. ride, run or swim.":         "请给出 sport，例如 ride、run 或 swim。",
		"A workout of the library has its own steps.": "课程库中的训练课程有自己的步骤。",
		"Give id, or steps or description.":           "请给出 id，或 steps 或 description。",

		// tools/workouts/create.go
		"Workout %d has no date, and workout %d has one.":                         "训练课程 %d 没有日期，而训练课程 %d 有。",
		"Give each a date, or make those for the library in a call of their own.": "请都给出日期，或用单独的调用创建放入课程库的。",
		"A workout on a day is in no folder.":                                     "安排在某一天的训练课程不在文件夹中。",
		"Leave date out to keep it in the library, or folder_id and plan_day.":    "请去掉 date 以保存在课程库中，或去掉 folder_id 和 plan_day。",
		"Give both.": "请给出两者。",
		"A new workout needs a name and a sport.":            "新的训练课程需要名称和运动。",
		"A copy has the steps of the workout that it is of.": "副本的步骤就是原训练课程的步骤。",
		"Give workout_id, or steps or description.":          "请给出 workout_id，或 steps 或 description。",
		"The workout has no steps.":                          "该训练课程没有步骤。",
		"Give steps, such as [{\"duration_s\":600,\"power\":\"60%%\"}], or a description with a step a line, such as \"- 10m " +
			"60%%\".": "" +
			"请给出 steps，例如 [{\"duration_s\":600,\"power\":\"60%%\"}]，或每行一个步骤的 description，例如 \"- 10m 60%%\"。",
		"A workout of the library has no time and no external_id.": "课程库中的训练课程没有时间，也没有 external_id。",
		"Give it a date, or leave them out.":                       "请给出日期，或去掉它们。",

		// tools/workouts/edit.go
		"The name is empty.": "名称是空的。",
		"Give a name.":       "请给出名称。",
		"The workout exists here only, so there is no service's value to fall back to.": "该训练课程只在这里，因此没有服务的值可以退回。",
		"Set the field to another value instead.":                                       "请把该字段设为另一个值。",
		"%q is not a field of a workout.":                                               "%q 不是训练课程的字段。",
		"The entries on the workout %s cannot be read: %w.":                             "无法读取训练课程 %s 的条目：%w。",

		// tools/workouts/export.go
		"The file has %d kB, and an answer takes %d.":                   "该文件有 %d kB，而回答最多容纳 %d kB。",
		"Leave inline out; it is then written to a file.":               "请去掉 inline；它就会写入文件。",
		"Give id or range.":                                             "请给出 id 或 range。",
		"One workout or some days can be exported at a time.":           "每次可以导出一个训练课程或若干天。",
		"%s has no steps to export.":                                    "%s 没有可导出的步骤。",
		"Give it some: check_workout says what is wrong with its text.": "请给它步骤：check_workout 会说明其文字有什么问题。",
		"There is no workout %q in the library or the calendar.":        "课程库和日历中都没有训练课程 %q。",
		"list_workouts and list_events show what there is.":             "list_workouts 和 list_events 显示现有内容。",
		"Days are written as ical, and %s holds one workout.":           "若干天写成 ical，而 %s 只容纳一个训练课程。",
		"Give format ical, or the id of one workout.":                   "请给出 format ical，或一个训练课程的 id。",
		"Nothing is planned from %s to %s.":                             "从 %s 到 %s 没有任何计划。",
		"list_events shows when something is.":                          "list_events 显示何时有计划。",

		// tools/workouts/folder.go
		"There is no folder %q in the library.":                            "课程库中没有文件夹 %q。",
		"list_workouts shows the folders.":                                 "list_workouts 列出文件夹。",
		"A folder needs a name.":                                           "文件夹需要名称。",
		"Give name.":                                                       "请给出 name。",
		"A folder has a name and a description alone.":                     "文件夹只有名称和说明。",
		"Leave the other arguments, or kind, out.":                         "请去掉其他参数，或去掉 kind。",
		"The entries on the folder %s cannot be read: %w.":                 "无法读取文件夹 %s 的条目：%w。",
		"%s still holds %s.":                                               "%s 还有%s。",
		"Delete or move them first; list_workouts with folder shows them.": "请先删除或移走它们；list_workouts 加 folder 会列出它们。",

		// tools/workouts/save.go
		"Give both, or the id of a workout that is there; list_workouts shows them.": "请给出两者，或已有训练课程的 id；list_workouts 列出它们。",
		"The folder %q is not a plan, so its workouts have no day.":                  "文件夹 %q 不是训练计划，因此其训练课程没有日子。",
		"Leave plan_day out.":                                  "请去掉 plan_day。",
		"Only a workout of a plan has a day.":                  "只有训练计划中的训练课程才有日子。",
		"Give the folder_id of a plan, or leave plan_day out.": "请给出训练计划的 folder_id，或去掉 plan_day。",

		// tools/workouts/send.go
		"No workout is planned from %s to %s.":                             "从 %s 到 %s 没有计划训练课程。",
		"list_events shows what is planned.":                               "list_events 显示计划的内容。",
		"%d workouts are planned from %s to %s.":                           "从 %[2]s 到 %[3]s 计划了 %[1]d 个训练课程。",
		"Send at most %d in a call.":                                       "一次调用最多发送 %d 个。",
		"The home source of workouts is this machine, so they go nowhere.": "训练课程的主来源是本机，因此不会发送到任何地方。",
		"Name a service as source, or as home_source with update_athlete_settings: \"workouts=SERVICE\".": "" +
			"请用 source 指定服务，或用 update_athlete_settings 设置 home_source：\"workouts=SERVICE\"。",
		"%s takes no workouts.":                                       "%s 不接受训练课程。",
		"export_workout writes a file for devices.":                   "export_workout 会为设备写出文件。",
		"%s has a calendar, to which what is planned goes by itself.": "%s 有日历，计划的内容会自行发送到那里。",
		"Give source %s too, and the folder_id that it may ask for, to have copies in its library.": "" +
			"如果还要在其课程库中保存副本，请再给出 source %s 以及它可能要求的 folder_id。",
		"source is for what is planned.":                                "source 只用于计划的训练课程。",
		"Give days of the calendar as workout_id, or leave source out.": "请用 workout_id 给出日历中的若干天，或去掉 source。",
		"What is planned is sent as it is, in a call of its own.":       "计划的训练课程会原样发送，须单独调用。",
		"Give nothing but workout_id, source and folder_id.":            "请只给出 workout_id、source 和 folder_id。",

		// tools/write.go
		"Read it again, then call again.":  "请重新读取，然后再次调用。",
		"The %s %s was changed meanwhile.": "%s %s 在此期间被修改。",
		"%s is both set and cleared.":      "%s 同时被设置和清除。",
	}
}
