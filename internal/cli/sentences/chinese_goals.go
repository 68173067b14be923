package sentences

// ofGoals are those of goals and cycles.
func ofGoals() map[string]string {
	return map[string]string{
		// training/goal.go
		"A goal needs a measure, and %q is none.": "目标需要一个度量，而 %q 不是度量。",
		"A goal needs a period, and %q is none.":  "目标需要一个周期，而 %q 不是周期。",
		"Give one of %v.":                         "请给出以下之一：%v。",
		"A goal needs a target above 0.":          "目标值必须大于 0。",
		"Give target in the unit of the measure, such as 200 with distance_km.": "" +
			"请按度量的单位给出 target，例如 distance_km 的 200。",
		"The target %g is no whole number.":             "目标值 %g 不是整数。",
		"Give how many %s.":                             "请给出 %s 的数量。",
		"A season needs its first and its last day.":    "赛季需要第一天和最后一天。",
		"Give from and to.":                             "请给出 from 和 to。",
		"The season %s ends before it begins.":          "赛季 %s 的结束日早于开始日。",
		"The season %s is longer than %d days.":         "赛季 %s 超过 %d 天。",
		"Give fewer days, or a goal for each year.":     "请给出更短的时段，或每年设一个目标。",
		"Only a season has days of its own.":            "只有赛季才有自己的起止日期。",
		"Leave from and to out, or give period season.": "请不要给出 from 和 to，或把 period 设为 season。",
		// analysis/goals
		"There is no goal %q.":            "没有目标 %q。",
		"list_goals shows what there is.": "list_goals 会显示已有的目标。",
		// analysis/cycle
		"the menstrual cycle is kept from assistants; the athlete can allow it in the settings (sharing)": "" +
			"月经周期不向助手提供；运动员可以在设置（sharing）中允许",
		"%d whole cycles are known of these days; it takes %d": "这些日期已知 %d 个完整周期；需要 %d 个",
		"A cycle begins with the first day of a period after 10 days without. Where only the period is known, the " +
			"last 14 days are luteal and the 3 before them ovulating (Lenton 1984).": "" +
			"周期从 10 天没有经期之后的经期第一天开始。只知道经期时，最后 14 天为黄体期，其前 3 天为排卵期（Lenton 1984）。",
		"%s a %s":                       "每%[2]s %[1]s",
		"%s from %s to %s":              "从 %[2]s 到 %[3]s %[1]s",
		"%s of climbing":                "爬升 %s",
		"load %s":                       "训练负荷 %s",
		"%s activities":                 "%s 个活动",
		"%s active days":                "%s 个活跃日",
		"%s: reached on %s, %s done.":   "%s：已于 %s 达成，完成 %s。",
		"%s: it begins on %s.":          "%s：从 %s 开始。",
		"%s: it ended on %s, %s short.": "%s：已于 %s 结束，还差 %s。",
		"on pace":                       "符合进度",
		"behind, %s would be on pace":   "落后，应完成 %s 才符合进度",
		"%s: %s done, %s; each of the %s left needs %s.":                               "%s：已完成 %s，%s；剩余%s每天需要 %s。",
		"There is no goal yet. save_goal makes one, such as 200 km of cycling a week.": "还没有目标。save_goal 可以设置，例如每周骑行 200 km。",
		"%s shown by the service that has it, and not counted.":                        "%s服务显示，因此没有计入。",
		"%d activities of these periods are not":                                       "这些时段有 %d 个活动不由拥有它的",
		"%d goals":                                                                     "%d 个目标",
		"%s: %d reached, %d on pace, %d behind.":                                       "%s：%d 个已达成，%d 个符合进度，%d 个落后。",
		"on_pace: what is done is at least the target's share of the days that are over; today counts once it is over.": "" +
			"on_pace：已完成的至少为目标按已过去天数的份额；今天过完后才计入。",
		"Change a goal.": "更改目标。",
		"Add a goal.":    "添加目标。",
		"Delete a goal.": "删除目标。",
		"Nothing changed: the goal already says this.": "没有改动：该目标已是如此。",
		"Delete goals that are over with delete_goal.": "请用 delete_goal 删除已结束的目标。",
	}
}
