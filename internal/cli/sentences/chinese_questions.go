package sentences

// ofQuestions are those of questions about what is kept.
func ofQuestions() map[string]string {
	return map[string]string{
		// analysis/activity/compare.go
		"A comparison takes %d to %d ids, not %d.": "一次比较可用 %d 到 %d 个 id，而不是 %d 个。",
		"list_activities has the ids.":             "list_activities 列出这些 id。",
		"%q is there twice.":                       "%q 出现了两次。",
		"Give different activities.":               "请给出不同的活动。",

		"%q is not a metric of a comparison.":  "%q 不是比较所用的指标。",
		"Did you mean %s? The metrics are %s.": "您是指 %s 吗？可用的指标：%s。",

		// analysis/activity/detail.go
		"%q is not a section.": "%q 不是一个部分（section）。",

		// analysis/activity/fields.go
		"%q is not a field of a row.":         "%q 不是行的字段。",
		"Did you mean %s? The fields are %s.": "您是指 %s 吗？可用的字段：%s。",
		"The fields are %s.":                  "可用的字段：%s。",

		// analysis/activity/skip.go
		"offset cannot be %d.":                                                       "offset 不能是 %d。",
		"Give how many activities to leave out, 0 or more.":                          "请给出要跳过多少个活动，0 或更多。",
		"offset counts from the front of a list, which has no cursor and no around.": "offset 从列表开头计起，不能与游标（cursor）或 around 一起使用。",

		// analysis/activity/streams/named.go
		"%q is not a channel.": "%q 不是数据通道。",
		"Leave it out.":        "请去掉它。",
		"Time is not a channel: every answer gives it as offset_s.":  "时间不是通道：每个回答都以 offset_s 给出时间。",
		"One answer holds at most %d streams that are not channels.": "一个回答最多包含 %d 条非通道的数据流。",
		"Make several calls.": "请分几次调用。",

		// analysis/activity/streams/streams.go
		"The stretch from %d s to %d s is empty.":                                  "从 %d 秒到 %d 秒的区段是空的。",
		"Give start_offset_s below end_offset_s, both in seconds since the start.": "start_offset_s 应小于 end_offset_s，两者都以秒为单位，从开始计起。",

		// analysis/activity/structure/named.go
		"pattern and percent apply to sets that Lapkeep finds, not to named intervals.": "" +
			"pattern 和 percent 只用于 Lapkeep 找到的间歇组，不用于有名称的间歇。",
		"Leave them out, or leave name out.": "请去掉它们，或去掉 name。",

		// analysis/activity/structure/search.go
		"The cursor %q does not belong to this search.":                    "游标 %q 不属于这次搜索。",
		"Pass the next_cursor of a call with the same arguments, or none.": "请传入相同参数的那次调用的 next_cursor，或不传。",

		// analysis/activity/withheld.go
		"%s has an activity of %s under this id, and shows nothing of it. %s": "%s 在此 id 下有一个 %s 的活动，但不提供其内容。%s",
		"analyze_training_load shows what %s itself says of fitness.":         "analyze_training_load 显示 %s 自己给出的体能数据。",

		// analysis/calendar/event.go
		"There is no event %q.":      "没有事件 %q。",
		"list_events shows the ids.": "list_events 列出这些 id。",

		// analysis/calendar/list.go
		"The range %s has %d days.":                        "范围 %s 有 %d 天。",
		"Ask for at most %d at a time.":                    "每次最多查询 %d 天。",
		"The range %s is over.":                            "范围 %s 已经过去。",
		"Use view agenda for days that are over.":          "已过去的日子请用 view agenda。",
		"Nothing can be projected to %s.":                  "无法推算到 %s。",
		"Give project_to as a day from tomorrow up to %s.": "project_to 请给出从明天到 %s 之间的某一天。",

		// analysis/custom/item.go
		"There is no custom item %q.":            "没有自定义项目 %q。",
		"list_custom_items shows what there is.": "list_custom_items 列出现有的项目。",

		// analysis/fitness/curves/answer.go
		"%d durations or distances are too many for one answer.":             "一个回答容不下 %d 个时长或距离。",
		"Only power is given by weight.":                                     "只有功率可以按体重给出。",
		"Use kind \"power\", or leave per_kg out.":                           "请用 kind \"power\"，或去掉 per_kg。",
		"Only power has models.":                                             "只有功率有模型。",
		"Use kind \"power\", or leave models out.":                           "请用 kind \"power\"，或去掉 models。",
		"Only the pace of runs is given as on the flat.":                     "只有跑步的配速可以换算成平地配速。",
		"Use kind \"pace\" or \"distance\" of running, or leave graded out.": "请用跑步的 kind \"pace\" 或 \"distance\"，或去掉 graded。",
		"Power of different sports does not mix.":                            "不同运动的功率不能混在一起。",
		"Name one sport.": "请只指定一种运动。",
		"Best times of different sports do not mix.":                            "不同运动的最好成绩不能混在一起。",
		"fatigued_after_kj and fatigued_after_kj_per_kg contradict each other.": "fatigued_after_kj 与 fatigued_after_kj_per_kg 互相矛盾。",
		"Only power is given after work.":                                       "只有功率可以按做功之后给出。",
		"Use kind \"power\", or leave fatigued_after_kj out.":                   "请用 kind \"power\"，或去掉 fatigued_after_kj。",

		// analysis/fitness/curves/sources.go
		"power_source has a meaning for power of a sport other than cycling alone.": "power_source 只对骑行以外的某一种运动的功率有意义。",
		"Leave it out, or name such a sport.":                                       "请去掉它，或指定这样一种运动。",
		"No %s of these days has power by %q.":                                      "这些日子里没有 %s 的功率来自 %q。",
		"The sources of these days: %s.":                                            "这些日子的功率来源：%s。",

		// analysis/fitness/load.go
		"Put the earlier date first.":                                       "请把较早的日期放在前面。",
		"The range %s ends before it begins.":                               "范围 %s 的结束早于开始。",
		"A time constant below one day has no meaning.":                     "小于一天的时间常数没有意义。",
		"Give ctl_days and atl_days of at least 1.":                         "ctl_days 和 atl_days 至少为 1。",
		"atl_days (%g) is not shorter than ctl_days (%g).":                  "atl_days（%g）不小于 ctl_days（%g）。",
		"Fatigue fades faster than fitness: the usual values are 7 and 42.": "疲劳比体能消退得快：常用值为 7 和 42。",
		"The sections %s are not all known.":                                "部分（sections）%s 中有未知的名称。",
		"The sections are %s.":                                              "可用的部分：%s。",
		"A load cannot be negative.":                                        "训练负荷不能为负。",
		"Give assumed_daily_load of 0 or more.":                             "assumed_daily_load 请给出 0 或更大的数。",

		// analysis/fitness/predict/answer.go
		"Races of %s cannot be predicted.":                                    "无法预测 %s 的比赛。",
		"The sports are running, swimming and cycling.":                       "可用的运动：跑步、游泳和骑行。",
		"%d races are too many for one answer.":                               "一个回答容不下 %d 场比赛。",
		"Ask for at most %d.":                                                 "最多查询 %d 个。",
		"A ride's time over a distance says little of its power.":             "骑行某段距离的用时很难说明其功率。",
		"Leave the race out; the stored power bests are used.":                "请去掉这场比赛；将使用已保存的功率最好成绩。",
		"Nobody covers %g m in %g s.":                                         "没有人能用 %[2]g 秒完成 %[1]g 米。",
		"Give the distance in metres and the time in seconds, or as h:mm:ss.": "距离以米给出，时间以秒或 h:mm:ss 给出。",
		"An effort of under 3½ minutes says more of speed than of endurance.": "不足三分半钟的用力更多反映速度，而不是耐力。",
		"Give a longer one.":                                                  "请给出更长的一次。",

		// analysis/fitness/records/query.go
		"There are too many durations or distances for one answer.": "一个回答容不下这么多时长或距离。",
		"Ask for at most %d of each.":                               "每种最多查询 %d 个。",

		// analysis/fitness/summary.go
		"The period %s has not begun yet.":                          "时段 %s 还没有开始。",
		"Ask for days up to %s; what is planned is in list_events.": "请查询到 %s 为止的日子；计划的内容见 list_events。",

		// analysis/library/list.go
		"list_workouts without folder shows them.":    "不带 folder 的 list_workouts 会列出它们。",
		"The cursor %q does not belong to this list.": "游标 %q 不属于这个列表。",

		// analysis/library/query.go
		"%q is not a purpose.":              "%q 不是一种训练目的。",
		"Use one of %s.":                    "可用：%s。",
		"A bound of %s is below 0.":         "%s 的界限小于 0。",
		"min_%s (%g) is above max_%s (%g).": "min_%s（%g）大于 max_%s（%g）。",

		// analysis/library/read.go
		"There is no training plan %q in the library.":                            "课程库中没有训练计划 %q。",
		"Give the id of a folder of kind plan; list_workouts shows them.":         "请给出 plan 类型文件夹的 id；list_workouts 会列出它们。",
		"The folder %q holds workouts and is not a plan.":                         "文件夹 %q 存放训练课程，不是训练计划。",
		"Give a folder of kind plan, or plan single workouts with create_events.": "请给出 plan 类型的文件夹，或用 create_events 安排单个训练课程。",
		"The plan %q has no workout with a day.":                                  "训练计划 %q 中没有安排了日子的训练课程。",
		"Give its workouts a plan_day, counted from 0.":                           "请给其训练课程设置 plan_day，从 0 计起。",
		"The plan %q has %d workouts.":                                            "训练计划 %q 有 %d 个训练课程。",
		"Split it: one call takes at most %d.":                                    "请拆分：一次调用最多 %d 个。",
		"%s is built in and stays as it is.":                                      "%s 是内置的，不会改变。",
		"Save a workout of one's own from its text, which get_workout shows, and change that.": "" +
			"请用 get_workout 显示的文字另存一个自己的训练课程，再修改它。",
		"There is no workout %q in the library.": "课程库中没有训练课程 %q。",
		"list_workouts shows what there is.":     "list_workouts 列出现有的内容。",

		// analysis/library/session.go
		"There is no session %q in the library.":   "课程库中没有训练课 %q。",
		"list_workouts with folder %q shows them.": "带 folder %q 的 list_workouts 会列出它们。",

		// analysis/routes/route.go
		"There is no such route.":          "没有这条路线。",
		"list_routes shows what there is.": "list_routes 列出现有的路线。",

		// metrics/load/method.go
		"%q is not a way to compute load.":       "%q 不是计算训练负荷的方式。",
		"Name %s, or one of %s, %s; best first.": "请给出 %s，或 %s、%s 之一；最优先的在前。",
		"Name each way once, best first.":        "每种方式只写一次，最优先的在前。",
		"%q stands twice in the order.":          "%q 在顺序中出现了两次。",

		// training/day.go
		"%q is not a date.":          "%q 不是日期。",
		"Write dates as YYYY-MM-DD.": "日期请写成 YYYY-MM-DD。",

		// training/event.go
		"%q is not a date or a local time.": "%q 不是日期或当地时间。",
		"Write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone: it is the athlete's own clock.": "" +
			"请写成 YYYY-MM-DD 或 YYYY-MM-DDTHH:MM:SS，不带时区：按运动员自己的时钟。",

		// training/route.go
		"%s is not a point of a route.": "%s 不是路线上的点。",

		// training/workoutstep.go
		"The workout has more than %d steps.":                                    "该训练课程多于 %d 个步骤。",
		"Split it, or repeat less often.":                                        "请拆分，或减少重复次数。",
		"The repeats of the workout are nested more than %d deep.":               "该训练课程的重复嵌套超过 %d 层。",
		"Write the inner ones out.":                                              "请把内层展开写出。",
		"Step %d repeats nothing, or not a number of times.":                     "步骤 %d 没有重复任何内容，或没有给出次数。",
		"A repeat has a count from 1 and steps.":                                 "重复步骤要有从 1 起的次数和若干步骤。",
		"%q is not a kind of step.":                                              "%q 不是步骤的类型。",
		"Use warmup, work, rest, cooldown or repeat.":                            "请使用 warmup、work、rest、cooldown 或 repeat。",
		"A step cannot be %g s, m or kcal long.":                                 "步骤的长度不能是 %g 秒、米或千卡。",
		"Give a duration or a distance.":                                         "请给出时长或距离。",
		"An exercise cannot have %d sets of %d repetitions with %g kg or %g %%.": "一个动作不能有 %d 组、每组 %d 次，重量 %g kg 或 %g %%。",
		"Give sets and repetitions from 1, and a weight in kg or a share of the most that is lifted once.": "" +
			"请给出从 1 起的组数和次数，以及以 kg 表示的重量或一次最大重量的百分比。",
		"Give seconds from 0.":                                         "请给出从 0 起的秒数。",
		"A cue cannot come %g s into a step for %g s.":                 "提示不能在步骤开始后 %g 秒出现并持续 %g 秒。",
		"A step has a target of %s from %g to %g %s.":                  "某个步骤的%s目标为 %g 到 %g %s。",
		"Give a range in a unit of the target, the lower bound first.": "请以该目标的单位给出范围，下限在前。",
	}
}
