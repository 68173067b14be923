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
		"Delete goals that are over with delete_goal.": "请用 delete_goal 删除已结束的目标。",
	}
}
