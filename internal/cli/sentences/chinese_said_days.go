package sentences

// ofDays are what answers on the calendar, the library, wellness and the state
// of the store say.
func ofDays() map[string]string {
	return map[string]string{
		// the state, and what would help
		"there is nothing to answer from":                              "没有可据以回答的数据",
		"lapkeep import PATH, or import_files":                         "lapkeep import PATH，或 import_files",
		"changes not computed yet: %d":                                 "尚未计算的改动：%d",
		"ask again in a moment":                                        "请稍后再查询",
		"days and today are those of %s":                               "日期和今天按 %s 计",
		"update_athlete_settings":                                      "update_athlete_settings",
		"TRIMP needs it to choose its constants":                       "TRIMP 需要它来选择常数",
		"fitness (CTL) needs six weeks before it means much":           "体能（CTL）需要六周才有意义",
		"import older recordings":                                      "导入更早的记录",
		"update_athlete_settings; estimate_thresholds suggests values": "update_athlete_settings；estimate_thresholds 会给出建议的数值",
		"%d of the last year's activities with power have no FTP, so no %s load and no power zones": "" +
			"最近一年有 %d 个带功率的活动没有 FTP，因此没有 %s 训练负荷，也没有功率区间",
		"%d of the last year's activities with heart rate have no load and no zones": "" +
			"最近一年有 %d 个带心率的活动没有训练负荷，也没有区间",
		"%d activities from %s to %s.":                                          "从 %[2]s 到 %[3]s 共 %[1]d 个活动。",
		"not set, so days are those of %s; set it with update_athlete_settings": "没有设置，因此日期按 %s 计；请用 update_athlete_settings 设置",
		"%s withholds %d activities; its reasons say why.":                      "%s 不提供 %d 个活动；其 reasons 说明原因。",
		"The last sync of %s ended early: %s":                                   "%s 的上次同步提前结束：%s",
		"%s names %d athletes who are not connected here; lapkeep check %s shows them to a person.": "" +
			"%s 列出 %d 名未在此连接的运动员；lapkeep check %s 会将他们显示给本人。",

		// the calendar
		"%d sessions are":                    "%d 次训练",
		"%s planned inside %q (%s, %s): %s.": "%s计划在%[2]q期间（%[3]s，%[4]s）：%[5]s。",
		"it states no load and no duration with an intensity_factor, and none follows from its steps: %s": "" +
			"它没有说明训练负荷，也没有说明时长和 intensity_factor，其步骤也推算不出：%s",
		"it states no load and no duration with an intensity_factor; set one with update_event": "" +
			"它没有说明训练负荷，也没有说明时长和 intensity_factor；请用 update_event 设置",
		"%d planned sessions state no load and no duration with an intensity_factor; set one with update_event": "" +
			"%d 次计划的训练没有说明训练负荷，也没有说明时长和 intensity_factor；请用 update_event 设置",
		"Later events are shown without their texts and steps. Ask for fewer days.": "之后的事件不显示文字和步骤。请减少天数。",
		"Ask for fewer days.": "请减少天数。",
		"Only the first rows are shown. Ask for fewer days, or for some categories.":         "只显示前面的行。请减少天数，或只查询某些类别。",
		"Only the first events are shown. Ask for fewer days, or for some categories.":       "只显示前面的事件。请减少天数，或只查询某些类别。",
		"Only the latest activities without a plan are shown; list_activities has them all.": "只显示最近的无计划活动；list_activities 有全部。",
		"Only the next races are shown.":                                                     "只显示最近将要进行的比赛。",
		"Only the first phases are shown. Ask for fewer days.":                               "只显示前面的阶段。请减少天数。",
		"the plan does not lead up to it: more than %d days in a row have no planned load":   "计划没有延续到那时：连续超过 %d 天没有计划训练负荷",
		"no load is planned up to %s; analyze_training_load takes assumed_daily_load": "" +
			"到 %s 为止没有计划训练负荷；analyze_training_load 可接受 assumed_daily_load",
		"%d planned sessions without a load count as rest in the projection.": "%d 次没有训练负荷的计划训练在预测中按休息计。",
		"%d planned sessions without a load count":                            "%d 次没有训练负荷的计划训练",
		"%s as none in the projection.":                                       "%s在预测中按零计。",

		// the library
		"A workout of one's own has the purposes that its tags name, else those that its name says.": "" +
			"自己的训练课程的目的以其标签为准，否则以其名称为准。",
		"other reasons":                               "其他原因",
		"%d workouts":                                 "%d 个训练课程",
		"not known for %s, left out: %s":              "%s未知，已排除：%s",
		"not known for %s of this page: %s":           "本页%s未知：%s",
		"%s. update_athlete_settings sets thresholds": "%s。update_athlete_settings 可设置阈值",
		"a step":                           "某个步骤",
		"%s reads it otherwise: %s":        "%s 的理解不同：%s",
		"%s goes by another threshold: %s": "%s 依据另一阈值：%s",
		"%s, for which nothing is set":     "%s，对此没有设置",
		"%s by an FTP of %s W":             "%s，按 FTP %s W",
		"%s, %s by %s":                     "%s，按%[3]s为 %[2]s",
		"And %s.":                          "另有%s。",
		"%d others":                        "%d 个",

		// routes and segments
		"the route has no track": "该路线没有轨迹",
		"its track lies within a place that is kept from assistants": "其轨迹位于不向助手提供的地点内",
		"%s hands out no segments":                                   "%s 不提供路段",
		"%s does not let this be shown here":                         "%s 不允许在此显示这些内容",
		"the service has no time of the athlete in the %q ranking":   "该服务的 %q 排名中没有该运动员的用时",

		// wellness
		"Only the newest texts are shown; ask for fewer days or name fields.": "只显示最新的文字；请减少天数，或指定字段。",
		"Only the latest are shown; ask for fewer days, fewer fields or a coarser resolution.": "" +
			"只显示最近的部分；请减少天数、减少字段，或用更粗的分辨率。",
		"Each value is the mean of the days of its %s that have one.": "每个数值是该%s中有数值的各天的平均。",
		"HRV: mean ln rMSSD of 7 days against mean ± 0.5 standard deviations of the 60 days before (Plews 2014); " +
			"resting heart rate by the same rule. strained: HRV below and resting heart rate above; mixed: one of the " +
			"two; as_usual: neither. A description of trends, no medical statement.": "" +
			"HRV：7 天 ln rMSSD 的平均值，与之前 60 天的平均值 ± 0.5 个标准差比较（Plews 2014）；静息心率按同样的规则。" +
			"strained：HRV 偏低且静息心率偏高；mixed：两者之一；as_usual：都不是。只描述趋势，不是医学结论。",
		"HRV is %s its usual band.":                "HRV %s平常的范围。",
		"Resting heart rate is %s its usual band.": "静息心率%s平常的范围。",
		"below":                             "低于",
		"within":                            "处于",
		"above":                             "高于",
		"recovery looks as it usually does": "恢复情况与平常一样",
		"one sign of strain; look at sleep, feel and the last days' load before something hard": "" +
			"有一个疲劳迹象；进行高强度训练前请查看睡眠、感受和最近几天的训练负荷",
		"both signs of strain; an easy day or rest is the careful choice": "两个疲劳迹象都有；稳妥的选择是轻松一天或休息",

		// when services were read
		"%s read at a time that is not known (its note is damaged)": "%s 的读取时间未知（其记录已损坏）",
		"read at a time that is not known (its note is damaged)":    "读取时间未知（其记录已损坏）",
		"not yet read":  "尚未读取",
		"read just now": "刚刚读取",
		"read %s ago":   "%s前读取",
		"%d minutes":    "%d 分钟",
		"%d hours":      "%d 小时",
		"%d days":       "%d 天",
		"%s no longer lists %d of %d activities from %s; they are kept here until they are deleted here.": "" +
			"%[1]s 不再列出 %[4]s期间 %[3]d 个活动中的 %[2]d 个；它们保留在这里，直到在这里删除。",
		"Lapkeep could not process it.":                                         "Lapkeep 无法处理它。",
		"activities; another process reads this service, and this waits for it": "个活动；另一个进程正在读取该服务，本次等待其结束",
		"activities, back to %s":                                                "个活动，回溯到 %s",

		// how arguments were read
		"today":              "今天",
		"%s ago":             "%s前",
		"in %s":              "%s后",
		"JSON in a text":     "文本中的 JSON",
		"a list of %s":       "含%s的列表",
		"%d items":           "%d 项",
		"left out":           "已省略",
		"a list of one step": "只有一个步骤的列表",
		"%s or faster":       "%s 或更快",
		"%s or slower":       "%s 或更慢",
		"Monday":             "星期一",
		"Tuesday":            "星期二",
		"Wednesday":          "星期三",
		"Thursday":           "星期四",
		"Friday":             "星期五",
		"Saturday":           "星期六",
		"Sunday":             "星期日",

		// what joins parts
		"%s, %s":         "%s，%s",
		"%s; %s":         "%s；%s",
		"%s (%s)":        "%s（%s）",
		"%s (%d)":        "%s（%d）",
		"%s: %s":         "%s：%s",
		"%s: %s.":        "%s：%s。",
		"%s.":            "%s。",
		"%s %s.":         "%s %s。",
		"%v %v":          "%v%v",
		"%s and %s":      "%s和%s",
		"%s and others":  "%s等",
		"and %d more":    "另有 %d 个",
		"%s and %d more": "%s，另有 %d 个",
	}
}
