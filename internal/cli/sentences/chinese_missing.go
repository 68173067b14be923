package sentences

// ofMissing are why a value is left out of an answer.
func ofMissing() map[string]string {
	return map[string]string{
		// what was not recorded
		"not recorded":                                                         "没有记录",
		"no sensor recorded it":                                                "没有传感器记录它",
		"no power was recorded":                                                "没有记录功率",
		"no heart rate was recorded":                                           "没有记录心率",
		"no cadence was recorded":                                              "没有记录踏频",
		"no speed was recorded":                                                "没有记录速度",
		"no altitude was recorded":                                             "没有记录海拔",
		"no distance was recorded":                                             "没有记录距离",
		"no distance, position or speed was recorded":                          "没有记录距离、位置或速度",
		"no load was entered":                                                  "没有填写训练负荷",
		"no position was recorded":                                             "没有记录位置",
		"no lengths were recorded":                                             "没有记录泳池趟数",
		"no heartbeat intervals (RR) were recorded":                            "没有记录心跳间期（RR）",
		"no heartbeat intervals were recorded":                                 "没有记录心跳间期",
		"no speed, distance, power or cadence was recorded":                    "没有记录速度、距离、功率或踏频",
		"no power, pace or heart rate was recorded to find intervals in":       "没有记录可用来找出间歇的功率、配速或心率",
		"neither %s of way nor %s of way with altitude was recorded":           "既没有记录 %s 的路线，也没有记录 %s 带海拔的路线",
		"no route of %s or more was recorded, or it has not been computed yet": "没有记录 %s 以上的路线，或尚未计算",
		"altitude is known over less than %s of the way":                       "已知海拔的路线不足 %s",
		"no activity has a distance":                                           "没有活动有距离",
		"no service and no device says how warm it was outdoors":               "没有服务或设备说明户外气温",
		"no distance was covered":                                              "没有移动距离",
		"the recording does not say":                                           "该记录没有说明",
		"the recording has no duration":                                        "该记录没有时长",
		"the activity has no duration":                                         "该活动没有时长",
		"the recording has no laps":                                            "该记录没有圈",
		"the recording has no pool lengths":                                    "该记录没有泳池趟数",
		"the recording has no rows to compute it from":                         "该记录没有可供计算的数据行",
		"the recording has no values of the device's own":                      "该记录没有设备自己的数值",
		"the recording is shorter than five minutes":                           "该记录短于五分钟",
		"the recording is shorter than 5 s":                                    "该记录短于 5 秒",
		"the recording spans more than 24 days":                                "该记录跨越 24 天以上",
		"it was entered by hand and has no recording":                          "它是手动填写的，没有记录",
		"it is not computed yet; ask again in a moment":                        "尚未计算；请稍后再查询",
		"the route has no altitude":                                            "该路线没有海拔",
		"it is shorter than %s, or its track is not known":                     "它短于 %s，或其轨迹未知",

		// what is not set
		"no FTP is set":                                "没有设置 FTP",
		"no threshold heart rate is set":               "没有设置阈值心率",
		"no threshold pace is set":                     "没有设置阈值配速",
		"no weight is set":                             "没有设置体重",
		"no resting heart rate is set":                 "没有设置静息心率",
		"no maximum heart rate is set":                 "没有设置最大心率",
		"no lactate test is set":                       "没有设置乳酸测试",
		"the athlete's sex is not set":                 "没有设置运动员的性别",
		"the athlete's year of birth is not set":       "没有设置运动员的出生年份",
		"resting and maximum heart rate are not set":   "没有设置静息心率和最大心率",
		"no heart rates at the two thresholds are set": "没有设置两个阈值处的心率",
		"no FTP is set for this sport; set ftp_w with update_athlete_settings": "" +
			"没有为此运动设置 FTP；请用 update_athlete_settings 设置 ftp_w",
		"critical power and W′ are not both set for this sport; set critical_power_w and w_prime_j with update_athlete_settings": "" +
			"没有为此运动同时设置临界功率和 W′；请用 update_athlete_settings 设置 critical_power_w 和 w_prime_j",
		"no threshold heart rate is set; set lthr_bpm with update_athlete_settings": "" +
			"没有设置阈值心率；请用 update_athlete_settings 设置 lthr_bpm",
		"no threshold is set for this sport; set one with update_athlete_settings": "" +
			"没有为此运动设置阈值；请用 update_athlete_settings 设置",
		"no weight is set; set weight_kg with update_athlete_settings": "没有设置体重；请用 update_athlete_settings 设置 weight_kg",
		"not set; set it with update_athlete_settings":                 "没有设置；请用 update_athlete_settings 设置",
		"no weight is set, or the athlete does not share it with assistants": "" +
			"没有设置体重，或运动员不向助手提供体重",
		"none is set; estimate_thresholds suggests some, update_athlete_settings sets them": "" +
			"都没有设置；estimate_thresholds 会给出建议，update_athlete_settings 可以设置",
		"max_hr_bpm and resting_hr_bpm are not both set; set them with update_athlete_settings": "" +
			"没有同时设置 max_hr_bpm 和 resting_hr_bpm；请用 update_athlete_settings 设置",
		"no power or heart rate with zones for it; set ftp_w or lthr_bpm with update_athlete_settings": "" +
			"没有带区间的功率或心率；请用 update_athlete_settings 设置 ftp_w 或 lthr_bpm",
		"no power or heart rate with zones of three, five or more; set ftp_w or lthr_bpm with update_athlete_settings": "" +
			"没有带三个、五个或更多区间的功率或心率；请用 update_athlete_settings 设置 ftp_w 或 lthr_bpm",
		"nothing is set; save_sport_settings sets it, estimate_thresholds suggests": "" +
			"没有任何设置；save_sport_settings 可以设置，estimate_thresholds 会给出建议",
		"there is no FTP, threshold heart rate or threshold pace to divide them by": "没有可用来划分区间的 FTP、阈值心率或阈值配速",
		"there are no zones of this kind":                                           "没有这种区间",

		// what is kept from assistants
		"position is kept from assistants; the athlete can allow it in the settings (sharing)": "" +
			"位置不向助手提供；运动员可以在设置（sharing）中允许",
		"weight is kept from assistants; the athlete can allow it in the settings (sharing)": "" +
			"体重不向助手提供；运动员可以在设置（sharing）中允许",
		"notes are kept from assistants; the athlete can allow them in the settings (sharing)": "" +
			"备注不向助手提供；运动员可以在设置（sharing）中允许",
		"other athletes' names are kept from assistants; lapkeep call shows them to the athlete": "" +
			"其他运动员的姓名不向助手提供；lapkeep call 会显示给运动员本人",
		"an activity with an effort is kept from assistants": "含有该成绩的活动不向助手提供",
		"the athlete does not share weight with assistants":  "运动员不向助手提供体重",
		"the athlete left heart rate out":                    "运动员排除了心率",

		// activities
		"average power is zero": "平均功率为零",
		"no work stands out from the rest, so there are no intervals": "没有明显高于其余部分的用力，因此没有间歇",
		"no connected service has intervals for it":                   "没有已连接的服务提供其间歇",
		"the planned workout has no steps: no service has turned its text into steps": "" +
			"计划的训练课程没有步骤：没有服务把它的文字转换为步骤",
		"no note is kept here; get_activity_notes also asks services for messages, add_activity_note writes one": "" +
			"这里没有备注；get_activity_notes 还会向服务查询消息，add_activity_note 可以写备注",
		"nobody has written a note; add_activity_note writes one": "没有人写过备注；add_activity_note 可以写备注",
		"no service that was read says what the weather was":      "读取过的服务都没有说明天气",
		"none of the activities has it":                           "这些活动都没有",
		"not all of the activities have it":                       "并非所有活动都有",
		"the history is not compared here":                        "此处不与历史比较",
		"there are no single seconds of power":                    "没有逐秒的功率",
		"there is no normalized power":                            "没有标准化功率",
		"there is no pace":                                        "没有配速",
		"it comes to nothing: too short, or heart rate at rest":   "结果为零：太短，或心率处于静息水平",
		"no climb was found in these days":                        "这些日期中没有找到爬坡",
		"no climb of %s or more that is steep enough":             "没有 %s 以上且足够陡的爬坡",
		"climbs are found only in sports on wheels, on foot and on cross-country skis": "" +
			"只在轮式、步行跑步和越野滑雪运动中查找爬坡",

		// the calendar and the library
		"it has no text to read steps from": "它没有可读取步骤的文字",
		"its text has no steps that can be read; check_workout says what is wrong with it": "" +
			"它的文字中没有可读取的步骤；check_workout 会说明有什么问题",
		"it states no duration": "它没有说明时长",
		"it states no load and no duration with an intensity_factor": "它没有说明训练负荷，也没有说明时长和 intensity_factor",
		"its day is not over and no activity fits it yet":            "当天还没有结束，也还没有与之相符的活动",
		"no activity of its sport on its day, or of about its length on another day of its week; update_event with done_by pairs one": "" +
			"当天没有该运动的活动，同一周的其他日子也没有长度相近的；update_event 加 done_by 可手动配对",
		"no load is planned in the calendar for these days; pass planned or assumed_daily_load": "" +
			"日历中这些日期没有计划训练负荷；请传入 planned 或 assumed_daily_load",
		"nothing was both planned and recorded that could be compared": "没有既有计划又有记录、可以比较的内容",
		"the activity that the calendar pairs it with is not here":     "日历与之配对的活动不在这里",
		"the workout has faults":                               "该训练课程有错误",
		"the workout has none":                                 "该训练课程没有",
		"there are no activities yet, so fitness is not known": "还没有活动，因此体能未知",
		"the planned workout has no step of work":              "计划的训练课程没有训练步骤",

		// services, segments and gear
		"no connected service hands out segments":                       "没有已连接的服务提供路段",
		"the service has none":                                          "该服务没有",
		"nothing was done with it, and it was never done":               "没有用它做过活动，也从未完成过保养",
		"none of its activities has a distance":                         "它的活动都没有距离",
		"the day it was mounted is not known; set since with save_gear": "安装日期未知；请用 save_gear 设置 since",

		// wellness
		"it needs both bands: of HRV (rMSSD) and of resting heart rate":         "需要两个范围：HRV（rMSSD）和静息心率的",
		"no weight was measured in these days":                                  "这些日期没有测量体重",
		"none of the fields has a value on these days":                          "这些字段在这些日期都没有数值",
		"nothing is known about these days or the weeks before them":            "这些日期及之前数周没有任何数据",
		"the last 28 days have no values":                                       "最近 28 天没有数值",
		"fewer than 3 of the last 7 days have a value":                          "最近 7 天中有数值的不到 3 天",
		"fewer than 25 of the 60 days before have a value":                      "之前 60 天中有数值的不到 25 天",
		"only SDNN was measured, which is not rMSSD and is never mixed with it": "只测量了 SDNN，它不是 rMSSD，从不与之混用",
		"no device and no service says how many calories were burnt":            "没有设备或服务说明消耗了多少热量",
	}
}

// ofMissingModels are why a rule or a model gives nothing.
func ofMissingModels() map[string]string {
	return map[string]string{
		"it holds for none of these races":                             "它对这些比赛都不成立",
		"it takes 28 days since the first activity":                    "需要自第一个活动起满 28 天",
		"there was no load to compare":                                 "没有可比较的训练负荷",
		"the range ends before today":                                  "该范围在今天之前结束",
		"the range holds no whole week":                                "该范围不含完整的一周",
		"there are no activities yet":                                  "还没有活动",
		"there is no activity yet":                                     "还没有活动",
		"there is no activity in the period":                           "该时段没有活动",
		"there is no activity before the period":                       "该时段之前没有活动",
		"there is no best of 3 to 60 minutes":                          "没有 3 到 60 分钟的最好成绩",
		"it is not a run":                                              "它不是跑步",
		"pace gives a load to runs and swims alone":                    "配速只能得出跑步和游泳的训练负荷",
		"it is not a swim":                                             "它不是游泳",
		"no movement in the first half":                                "前半段没有移动",
		"no power in the first half":                                   "前半段没有功率",
		"no perceived exertion was given":                              "没有填写主观用力程度",
		"shorter than 20 minutes":                                      "短于 20 分钟",
		"shorter than the shortest distance":                           "短于最短的距离",
		"faster than the sport's records":                              "快于该运动的世界纪录",
		"too short, or faster than the sport's records":                "太短，或快于该运动的世界纪录",
		"the speed is beyond what is possible":                         "速度超出可能的范围",
		"speed is 0 throughout":                                        "速度始终为 0",
		"less than 5 minutes of speed":                                 "速度数据不足 5 分钟",
		"heart rate has too many gaps":                                 "心率中断过多",
		"heart rate never fell within a minute":                        "心率从未在一分钟内下降",
		"heart rate was below the range of the estimate":               "心率低于该估算的范围",
		"no 20 minutes of heart rate without a gap":                    "没有 20 分钟不中断的心率",
		"the maximum heart rate is not above the resting one":          "最大心率不高于静息心率",
		"the threshold heart rate is not above the resting one":        "阈值心率不高于静息心率",
		"the second threshold is not above the first":                  "第二阈值不高于第一阈值",
		"a lactate test needs three steps":                             "乳酸测试需要三级",
		"lactate does not rise with heart rate":                        "乳酸没有随心率上升",
		"critical power and W′ are not both above zero":                "临界功率和 W′ 没有都大于零",
		"fewer than three best powers between 3 and 20 minutes":        "3 到 20 分钟之间的最好功率不到三个",
		"the best powers between 3 and 20 minutes do not look maximal": "3 到 20 分钟之间的最好功率看来不是全力",
		"no best effort over a distance between 8 minutes and 2 hours": "没有 8 分钟到 2 小时之间的距离最好成绩",
		"no best efforts over 200 and 400 m":                           "没有 200 m 和 400 m 的最好成绩",
		"the best efforts over 200 and 400 m do not look maximal":      "200 m 和 400 m 的最好成绩看来不是全力",
		"no model holds for these efforts":                             "没有模型适用于这些成绩",
		"it needs maximal bests of seconds, of minutes and of more than 40 minutes": "" +
			"需要数秒、数分钟和 40 分钟以上的全力最好成绩",
		"it needs maximal efforts of 2 to 40 minutes over two distances, one at least twice the other": "" +
			"需要两个距离上 2 到 40 分钟的全力成绩，其中一个距离至少是另一个的两倍",
		"it needs maximal efforts over two distances, one at least twice the other, that do not slow by more than an exponent of 1.2": "" +
			"需要两个距离上的全力成绩，其中一个距离至少是另一个的两倍，且减速的指数不超过 1.2",
		"it needs sprints, hard bests of 2 to 20 minutes and one of over 40 minutes": "" +
			"需要冲刺、2 到 20 分钟的全力最好成绩，以及一个 40 分钟以上的",
		"it needs three hard bests of 3 to 20 minutes": "需要三个 3 到 20 分钟的全力最好成绩",
		"no ride of the last two years has an effort of 3 minutes or longer with power": "" +
			"最近两年的骑行中没有 3 分钟以上的带功率成绩",
		"no ride of these days holds five minutes of power":               "这些日期的骑行中没有五分钟的功率",
		"no run of these days holds a best time of 3½ minutes to 4 hours": "这些日期的跑步中没有 3½ 分钟到 4 小时的最好成绩",
		"no runs in the last 182 days":                                    "最近 182 天没有跑步",
		"the bests of 3 minutes to 2 hours do not fall as maximal efforts do": "" +
			"3 分钟到 2 小时的最好成绩不像全力成绩那样递减",
		"the bests up to 20 minutes do not lie on such a curve; sprints may be missing": "" +
			"20 分钟以内的最好成绩不在这样的曲线上；可能缺少冲刺",
		"the shortest time is below what the sport's records allow": "最短时间超出了该运动的世界纪录",
		"these days have fewer than three maximal efforts with power between 3 minutes and 2 hours": "" +
			"这些日期中 3 分钟到 2 小时的带功率全力成绩不到三个",
		"by this rule no 30 s of power are complete": "按此规则，没有完整的 30 秒功率",
	}
}
