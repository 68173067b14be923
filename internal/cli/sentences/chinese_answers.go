package sentences

// ofAnswers are those of answers that stand in the code as they are said: what
// to do next, and notes.
func ofAnswers() map[string]string {
	return map[string]string{
		// narrow
		"Ask for a part of the name, or for a distance.":                                     "请按名称的一部分或按距离查询。",
		"Ask for a range from that day on; get_status says which days and sports there are.": "请查询从那天起的范围；get_status 会说明有哪些日期和运动。",
		"Ask for fewer sections at once.":                                                    "请一次少查询几个部分。",
		"Ask for one kind, for one id, or for what is due.":                                  "请查询一个种类、一个 id，或到期的内容。",
		"Ask for one type.": "请查询一个类型。",
		"Import a Garmin or Apple Health export, connect a service, or enter values with update_wellness.": "" +
			"请导入 Garmin 或 Apple Health 的导出文件、连接一个服务，或用 update_wellness 填写数值。",
		"Import recordings first (lapkeep import PATH, or import_files), then ask again.": "" +
			"请先导入记录（lapkeep import PATH 或 import_files），再查询。",
		"No activity of these days and sports has intervals. Widen the dates or leave sport out.": "" +
			"这些日期和运动中没有带间歇的活动。请扩大日期范围，或去掉 sport。",
		"No interval has this name. Intervals have names where the athlete gave them, here or at a service; list_activities with " +
			"text finds activities by name.": "" +
			"没有这个名称的间歇。只有运动员在这里或在服务上命名的间歇才有名称；list_activities 加 text 可按名称查找活动。",
		"No set matches. Widen the bounds: an interval's power is its own mean, and its duration is the time that was ridden or run.": "" +
			"没有符合的间歇组。请放宽范围：间歇的功率是其自身的平均值，时长是实际骑行或跑步的时间。",
		"Not every file is listed; counts has them all. Import smaller folders to see each.": "" +
			"没有列出每个文件；counts 包含全部。要逐个查看，请导入较小的文件夹。",
		"Nothing matches. Try fewer or other words, or a span of days such as last 3 months; get_status says which days and sports " +
			"there are.": "" +
			"没有符合的内容。请减少或更换词语，或给出一段日期，例如 last 3 months；get_status 会说明有哪些日期和运动。",
		"Nothing matches. Widen the dates, drop a filter, or call get_status to see which days and sports there are.": "" +
			"没有符合的内容。请扩大日期范围、去掉某个筛选条件，或调用 get_status 查看有哪些日期和运动。",
		"Only the first are shown; list_events shows them all.":                       "只显示前面的部分；list_events 显示全部。",
		"Only the first folders are shown; ask for one by its name.":                  "只显示前面的文件夹；请按名称查询。",
		"Only the highest climbs are shown.":                                          "只显示最高的爬坡。",
		"Only the latest part is shown. Ask for fewer days, or a coarser resolution.": "只显示最近的部分。请减少天数，或用更粗的分辨率。",
		"Only the latest values are shown; ask for one date to see what held then.":   "只显示最近的数值；要看某天有效的数值，请指定一个日期。",
		"Only the newest notes are shown; lapkeep export --all writes all of them.":   "只显示最新的备注；lapkeep export --all 会写出全部。",
		"Pass next_cursor as cursor for more, or narrow by dates, sport or text.":     "要看更多，请把 next_cursor 作为游标（cursor）传入，或按日期、运动或文字缩小范围。",
		"Pass next_cursor as cursor for more, or narrow by folder, sport, text, purpose, duration or load.": "" +
			"要看更多，请把 next_cursor 作为游标（cursor）传入，或按文件夹、运动、文字、目的、时长或训练负荷缩小范围。",
		"Pass next_cursor as cursor for more.": "要看更多，请把 next_cursor 作为游标（cursor）传入。",

		// words and advice
		"Widen the range, drop the sport, or call get_status to see which days and sports there are.": "" +
			"请扩大范围、去掉运动，或调用 get_status 查看有哪些日期和运动。",
		"The store is empty: import a folder of recordings with lapkeep import PATH, or try the demo with lapkeep demo.": "" +
			"存储是空的：请用 lapkeep import PATH 导入记录文件夹，或用 lapkeep demo 试用演示。",
		"There are no activities yet. Import recordings (lapkeep import PATH, or import_files) and ask again.": "" +
			"还没有活动。请导入记录（lapkeep import PATH 或 import_files），再查询。",
		"There are no records without activities. Call get_status to see what there is.": "没有活动就没有纪录。请调用 get_status 查看现有的内容。",
		"There is nothing to show. Widen the range, name another sport, or call get_status to see what there is.": "" +
			"没有可显示的内容。请扩大范围、指定其他运动，或调用 get_status 查看现有的内容。",
		"No threshold can be estimated from these days; missing says why. Try more days, or record a hard effort of 20 to 60 minutes.": "" +
			"无法从这些日期估算阈值；missing 说明原因。请增加天数，或记录一次 20 到 60 分钟的全力表现。",
		"These are estimates from training. Confirm one by a formal test before you set it with update_athlete_settings; nothing was " +
			"changed.": "" +
			"这些是根据训练作出的估算。用 update_athlete_settings 设置之前，请用正式测试确认；没有改动任何内容。",

		// notes
		"Fewer than three activities have what this needs.": "有所需数据的活动不到三个。",
		"It lies far below the setting in force; these days probably hold no effort hard enough to tell.": "" +
			"它远低于现行设置；这些日期中大概没有足以判断的高强度表现。",
		"No half-hour was hard throughout; the best 20 minutes may be below or above threshold.": "" +
			"没有一个半小时始终是高强度；最好的 20 分钟可能低于或高于阈值。",
		"No ride holds a best of 20 minutes; this follows from shorter ones.": "没有骑行含 20 分钟的最好成绩；这由较短的成绩推算。",
		"One effort, taken as maximal, points to it; a longer one says more.": "由一次视为全力的表现得出；更长的表现更能说明问题。",
		"A shorter period lists only what differs from the longer one before it: what it does not list is the same, and null means " +
			"that there is none.": "" +
			"较短的时段只列出与前面较长时段不同的内容：未列出的相同，null 表示没有。",
		"Average power is over the time pedalled: the device's own averages of the laps leave coasting out.": "" +
			"平均功率只计踩踏的时间：设备自己的各圈平均值不含滑行。",
		"For a flat course, mild weather and an even pace, trained for the distance. Efforts are best times by the clock, pauses " +
			"included, and few of them were races.": "" +
			"适用于平坦路线、温和天气、均匀配速，并且为该距离做过训练。所依据的是按时钟计的最好成绩，含暂停，其中比赛很少。",
		"Graded: distance and pace on the flat at the same cost of running (Minetti). A distance is that on the flat.": "" +
			"坡度校正：跑步能耗相同（Minetti）时平路上的距离和配速。距离为平路上的距离。",
		"Low confidence: the nearest maximal effort is more than four times shorter or longer than the race.": "" +
			"可信度低：最接近的全力表现比比赛短或长四倍以上。",
		"Models are right only if the bests were maximal; a large residual marks a best that was not, or a model that does not hold.": "" +
			"只有最好成绩是全力时模型才正确；残差大说明某个成绩不是全力，或模型不成立。",
		"Nothing changed: the calendar already says this.":                                             "没有改动：日历中已是如此。",
		"Nothing changed: these values already hold.":                                                  "没有改动：这些数值已经有效。",
		"Nothing needs to be computed again: every load and zone follows the settings of its own day.": "无需重新计算：每个训练负荷和区间都按当天的设置。",
		"Only the named sports count, so these values are lower than those of all training.":           "只计入所指定的运动，因此这些数值低于全部训练的数值。",
		"Planned load up to today is not used: what was recorded stands there.":                        "今天及以前的计划训练负荷不使用：以记录的为准。",
		"Power runs on elapsed time: a pause or a second without power counts as 0 W.":                 "功率按经过时间计：暂停或没有功率的一秒计为 0 W。",
		"Power, not time: the time over a distance depends on air, weight and course. Fresh legs and an even effort are assumed.": "" +
			"这里给出功率而不是时间：一段距离的用时取决于空气、体重和路线。假定体力充沛、用力均匀。",
		"The highest mean heart rate is not a measure of fitness: it depends on heat, fatigue and the event.": "" +
			"最高平均心率不能衡量体能：它取决于炎热、疲劳和赛事。",
		"The rows have no distance: the device's total is taken.":                         "数据行中没有距离：采用设备的总距离。",
		"The season is the calendar year, as in date ranges; ask for another with range.": "赛季按日历年计，与日期范围相同；其他时段请用 range 查询。",
		"Their loads were computed by different methods.":                                 "它们的训练负荷由不同的方法计算。",
		"They are of different sports.":                                                   "它们属于不同的运动。",
		"Three bests leave little to judge the fit by.":                                   "只有三个最好成绩，难以判断拟合的好坏。",
		"Today counts what is recorded so far.":                                           "今天计入目前已记录的内容。",
		"What holds today stays as it is, so this stays here: a service has no settings of other days.": "" +
			"今天有效的数值不变，因此这只保留在这里：服务没有其他日期的设置。",
		"What is planned for today and not done yet is not in the projection, which begins tomorrow.": "" +
			"今天计划但尚未完成的不计入预测，预测从明天开始。",
		"projected holds if the plan is done to the number; today holds what happened.": "" +
			"projected 假定完全按计划完成；today 是实际发生的。",
	}
}
