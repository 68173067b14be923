package sentences

// ofActivities are what answers on single activities say, and what was found
// in their recordings.
func ofActivities() map[string]string {
	return map[string]string{
		"Ask for this section alone with from_row %d, or for fewer sections at once.": "请只查询这一部分，from_row 为 %d，或一次少查询几个部分。",
		"and more": "等等",
		"the recording holds no two minutes of heartbeats without a gap":   "该记录没有连续两分钟不中断的心跳",
		"more than 5 % of the beats of every two minutes are artefacts":    "每两分钟的心跳中伪差都超过 5 %",
		"α1 did not fall to that value at any heart rate that was reached": "α1 在所达到的任何心率下都没有降到该数值",
		"The athlete left %s out; it was recorded and is kept.":            "运动员排除了 %s；它已被记录并保留。",
		"The athlete left %s out from second %d on.":                       "运动员从第 %[2]d 秒起排除了 %[1]s。",
		"The athlete left %s out from second %d to %d.":                    "运动员排除了第 %[2]d 秒到第 %[3]d 秒的 %[1]s。",
		"%s was not heard: %s":                                                       "未能查询 %s：%s",
		"it took too long to answer; ask again later":                                "回答用时过长；请稍后再查询",
		"its answer could not be processed":                                          "无法处理其回答",
		"W′bal falls below zero: critical power or W′ is set too low for this day":   "W′bal 降到零以下：当天的临界功率或 W′ 设置得过低",
		"There are %d activities, none behind offset %d.":                            "共有 %d 个活动，偏移 %d 之后没有。",
		"altitude or distance was not recorded":                                      "没有记录海拔或距离",
		"speed or distance, or altitude, was not recorded":                           "没有记录速度或距离，或没有记录海拔",
		"no app, sensor or service recorded other streams for it":                    "没有应用、传感器或服务为它记录其他数据流",
		"it may reveal positions, so assistants see it only where they may see gps":  "它可能暴露位置，因此助手只有在可以看到 gps 时才能看到它",
		"%s gives it in a form that cannot be read here":                             "%s 提供它的格式无法在此读取",
		"%s has no such stream of this activity":                                     "%s 没有该活动的这一数据流",
		"none of its seconds match the recording":                                    "它没有一秒与该记录对应",
		"graded pace is computed for runs only":                                      "坡度校正配速只对跑步计算",
		"not in this stretch; the recording runs from %d s to %d s":                  "不在这一区段内；该记录从 %d 秒到 %d 秒",
		"there are no stream records":                                                "没有数据流记录",
		"Ask again with start_offset_s %d, fewer channels, or a coarser resolution.": "请用 start_offset_s %d、更少的通道或更粗的分辨率再查询。",
		"%d activities have no threshold on their day and could not be compared by percent or zone": "" +
			"%d 个活动在当天没有阈值，无法按百分比或区间比较",
		"%s withheld by the service, without sport or values: they are not listed here, though some may belong.": "" +
			"%s不由服务提供，没有运动和数值：它们没有列在这里，尽管其中有些可能属于这里。",
		"%d activities of these days are": "这些日期的 %d 个活动",

		// how a plan was followed
		"the best power over that time is not compared":                             "不比较该时长的最好功率",
		"the athlete's own zones at the service are not known here":                 "运动员在服务上的自定义区间在此未知",
		"no maximum heart rate is set; set max_hr_bpm with update_athlete_settings": "没有设置最大心率；请用 update_athlete_settings 设置 max_hr_bpm",
		"%d of %d done":           "完成 %[2]d 个中的 %[1]d 个",
		"all on target":           "全部达标",
		"on target":               "达标",
		"%d intervals":            "%d 个间歇",
		"%s besides":              "另有%s",
		"%d cut short":            "%d 个提前结束",
		"%s cut short at %.0f %%": "%s在 %.0f %% 处提前结束",
		"it was":                  "它",
		"the first":               "第一个",
		"the last":                "最后一个",
		"number %d":               "第 %d 个",
		"%s %s the range":         "%s%s",
		"all up to %s the range":  "全部最多%s",
		"%d up to %s the range":   "%d 个最多%s",
		"%.0f W over":             "高于范围 %.0f W",
		"%.0f W under":            "低于范围 %.0f W",
		"%.0f bpm over":           "高于范围 %.0f bpm",
		"%.0f bpm under":          "低于范围 %.0f bpm",
		"%.0f s/%s faster than":   "比范围快 %.0f s/%s",
		"%.0f s/%s slower than":   "比范围慢 %.0f s/%s",

		// why a value is not there
		"cadence was always zero":                                  "踏频始终为零",
		"pace varied too much (30 s speed above %.2f of its mean)": "配速变化过大（30 秒速度高于其平均值的 %.2f）",
		"only %d of the %d activities that it takes have both heart rate and a load by power": "" +
			"所需的 %[2]d 个活动中只有 %[1]d 个既有心率又有按功率的训练负荷",
		"heart rate falls by %.0f within a minute, which no heart does: the sensor lost it": "" +
			"心率在一分钟内下降 %.0f，没有心脏能做到：传感器丢失了信号",
		"%.0f %% of the heartbeat intervals are artefacts":              "%.0f %% 的心跳间期是伪差",
		"no grade-adjusted speed is known":                              "坡度校正速度未知",
		"there is no such method":                                       "没有这种方法",
		"FTP":                                                           "FTP",
		"no %s is set for the sport":                                    "没有为此运动设置%s",
		"neither %s nor a %s is set for the sport":                      "没有为此运动设置%s或%s",
		"no %s or %s is set for the sport":                              "没有为此运动设置%s或%s",
		"no power, pace, heart rate, perceived exertion or manual load": "没有功率、配速、心率、主观用力程度或手动填写的训练负荷",
		"by %s %.0f":                                                    "按%s %.0f",
		"The loads differ by more than a third: %s. A threshold may be out of date, or a sensor or the altitude wrong.": "" +
			"各训练负荷相差三分之一以上：%s。可能是阈值已过时，或传感器或海拔有误。",
		"there is no heart rate":                              "没有心率",
		"the grade is known for only %.0f %% of the distance": "只有 %.0f %% 的距离坡度已知",
		"%s in %s is beyond what a person can do in the sport (%s at most)": "" +
			"%[2]s 内 %[1]s 超出人在此运动中所能做到的（最多 %[3]s）",
		"%.0f W over %s is beyond what a person can do (%.0f W at most)":  "%[2]s 内 %.0[1]f W 超出人所能做到的（最多 %.0[3]f W）",
		"%s up in %s is beyond what a person can do (%s an hour at most)": "%[2]s 内上升 %[1]s 超出人所能做到的（每小时最多 %[3]s）",
		"a load of %.0f is beyond what a person can do; check the recording and the threshold that it rests on": "" +
			"%.0f 的训练负荷超出人所能做到的；请检查该记录及其依据的阈值",
		"the loads of its day add up to %.0f, beyond what a person can do (%.0f at most); check what was recorded twice and the thresholds": "" +
			"当天的训练负荷合计 %.0f，超出人所能做到的（最多 %.0f）；请检查是否重复记录，以及阈值",
		"%s covers only %.0f %% of the time":                                    "%s只覆盖 %.0f %% 的时间",
		"heart rate covers only %.0f %% of the time":                            "心率只覆盖 %.0f %% 的时间",
		"power varied too much (variability index above %.2f)":                  "功率变化过大（变异指数高于 %.2f）",
		"the recorded %s is 0 throughout":                                       "记录的%s始终为 0",
		"the recorded distance would need %s on average, which is not possible": "记录的距离需要平均 %s，这不可能",
		"power covers less than 80 % of the time, and the rest of the time would count as recovery": "" +
			"功率覆盖的时间不到 80 %，其余时间会被算作恢复",
		"heart rate was recorded for only %.0f s": "心率只记录了 %.0f 秒",
		"less than %d s of power":                 "功率不足 %d 秒",
		"no %s to compare heart rate with":        "没有可与心率比较的%s",

		// what is odd about a recording
		"The channel %s is left out: %s.":                         "通道 %s 被排除：%s。",
		"No %s was recorded; it is computed from other channels.": "没有记录 %s；它由其他通道计算得出。",
		"The device did not record every second; values between rows are held for up to %d s, power for up to %d s.": "" +
			"设备没有每秒记录；行间的数值最多沿用 %d 秒，功率最多 %d 秒。",
		"The device leaves coasting out of its own power values.":         "设备自己的功率数值不含滑行。",
		"1 value of %s was beyond what is possible and was left out.":     "%s的 1 个数值超出可能的范围，已排除。",
		"%d values of %s were beyond what is possible and were left out.": "%[2]s的 %[1]d 个数值超出可能的范围，已排除。",
		"The distance leaps %s, by %s in all, faster than is possible; that is not counted.": "" +
			"距离跳变 %s，共 %s，快于可能的速度；不计入。",
		"The position leaps %s further than anybody could go in the time; the distance between is not counted.": "" +
			"位置 %s跳到该时间内无法到达的地方；其间的距离不计入。",
		"%d times": "%d 次",
		"more":     "多",
		"less":     "少",
		"The power records add up to %.1f %% %s energy than the device's own total work, so its power values were " +
			"not computed from these records and may differ from ours.": "" +
			"功率数据合计的能量比设备自己的总做功%[2]s %.1[1]f %%，因此设备的功率数值不是由这些数据计算的，可能与我们的不同。",
		"The recording has %s for %.0f %% of its time.": "该记录有%s的时间占 %.0f %%。",
		"Power is far above its neighbours for a single second, %s: the sensor dropped out or spiked. The values are kept.": "" +
			"功率有 %s在单独一秒远高于前后：传感器掉线或出现尖峰。数值予以保留。",
		"Heart rate did not change for %.0f minutes: the sensor may have been stuck. The values are kept.": "" +
			"心率有 %.0f 分钟没有变化：传感器可能卡住了。数值予以保留。",
		"%s is short for normalized power (20 min).": "%s对标准化功率而言偏短（20 分钟）。",
		"%d s":   "%d 秒",
		"%d min": "%d 分钟",
		"The altitude is as rough as that of GPS: climbs of less than %s do not count, and grades are over %s.": "" +
			"海拔像 GPS 的一样粗糙：低于 %s 的爬升不计入，坡度按 %s 计算。",
		"%s: its power is not used for bests or thresholds.": "%s：其功率不用于最好成绩或阈值。",
		"%s: it is not used for loads, bests or thresholds.": "%s：它不用于训练负荷、最好成绩或阈值。",

		// channels, by their names with blanks
		"heart rate":             "心率",
		"position":               "位置",
		"altitude":               "海拔",
		"distance":               "距离",
		"temp":                   "温度",
		"left balance":           "左侧平衡",
		"vertical oscillation":   "垂直振幅",
		"ground contact":         "触地时间",
		"ground contact balance": "触地平衡",
		"step length":            "步长",
		"respiration":            "呼吸",
		"core temp":              "核心体温",

		// sports
		"cycling":  "骑行",
		"running":  "跑步",
		"swimming": "游泳",
		"walking":  "步行",
		"hiking":   "徒步",
		"rowing":   "划船",
		"paddling": "桨类运动",
		"skating":  "滑冰",
		"strength": "力量训练",
		"yoga":     "瑜伽",
		"fitness":  "健身",
		"diving":   "潜水",
		"other":    "其他运动",
	}
}
