package sentences

// ofEstimates are of the power that no meter measured, and of what is eaten and
// drunk on the way.
func ofEstimates() map[string]string {
	return map[string]string{
		"Power without a meter":            "没有功率计的功率",
		"Average power, estimated":         "平均功率（估计）",
		"Error of the estimated power":     "估计功率的误差",
		"Eaten and drunk on the way":       "途中的饮食",
		"Drunk on the way":                 "途中饮水量",
		"Carbohydrate by the hour":         "每小时碳水化合物",
		"Fluid by the hour":                "每小时饮水量",
		"Carbohydrate burnt, by a service": "消耗的碳水化合物（服务给出）",

		"a meter measured power, so nothing is estimated":      "功率计已测得功率，因此不作估计",
		"power is estimated of rides on a bicycle only":        "只对自行车骑行估计功率",
		"the motor works too, and how much is not known":       "电机也在出力，出力多少未知",
		"no second of it has both a speed and a slope":         "没有任何一秒同时有速度和坡度",
		"the track is not known here, so the wind is left out": "这里不知道轨迹，因此不计风",
		"indoors no air and no hill has to be overcome, so that speed does not tell the power": "" +
			"室内没有空气阻力和坡度要克服，速度不能说明功率",
		"the drag of this kind of bicycle is not known; the values are those of upright bicycles": "" +
			"不知道这种自行车的空气阻力；现有数值只适用于普通自行车",
		"the athlete's tag drafting says that others broke the wind, and by how much is not known": "" +
			"运动员的标签 drafting 说明有人在前面破风，省力多少未知",
		"no weight of the bicycle is known; set weight_kg of the gear with save_gear, " +
			"or bike_kg in power_estimate with update_athlete_settings": "" +
			"不知道自行车的重量；请用 save_gear 设置装备的 weight_kg，或用 update_athlete_settings 在 power_estimate 中设置 bike_kg",
		"it was compared with meters on roads only, on no other ground":                 "只在公路上与功率计比较过，没有在其他路面上比较",
		"it was compared with meters only where a barometer gave the altitude":          "只在海拔来自气压计的记录上与功率计比较过",
		"the rides that it was compared on took 20 minutes and more, at 100 W and more": "用来比较的骑行都在 20 分钟以上、100 W 以上",
		"no service that was read says what the wind was, so none is in it":             "读取过的服务都没有说明风况，因此不计风",
		"more than three tenths of the time went down steep slopes, where speed does not tell what was pedalled": "" +
			"超过十分之三的时间在下陡坡，此时速度不能说明踩踏功率",
		"speed and slope are known for less than four fifths of the time": "已知速度和坡度的时间不到五分之四",
		"all of it goes down steep slopes, or has no speed or slope":      "全程都在下陡坡，或没有速度或坡度",

		"%q cannot be read as a value of the estimated power.": "无法把 %q 读作估计功率的数值。",
		"Give each once, separated by commas: %s.":             "每项给出一次，用逗号分隔：%s。",
		"Give a number from %g to %g.":                         "请给出 %g 到 %g 之间的数字。",

		"%s cannot be %.0f %s in %.1f h.":                          "%s 不可能是 %.0f %s（%.1f 小时内）。",
		"Give what was taken on the way, at most %.0f %s an hour.": "请给出途中的摄入量，每小时最多 %.0f %s。",
		"under 75 minutes the literature names no amount but small ones, or a rinse of the mouth": "" +
			"75 分钟以内，文献没有给出用量，只提到少量摄入或漱口",
		"nobody said what was eaten; update_activity takes carbs_g":  "没有人说明吃了多少；可用 update_activity 填写 carbs_g",
		"nobody said what was drunk; update_activity takes fluid_ml": "没有人说明喝了多少；可用 update_activity 填写 fluid_ml",
		"no service that was read says how much carbohydrate was burnt, and nothing here computes it": "" +
			"读取过的服务都没有说明消耗了多少碳水化合物，这里也不计算",
		"the activity is shorter than half an hour, or its duration is not known": "活动不到半小时，或时长未知",
		"neither a device nor a service says it, and it cannot be estimated":      "设备和服务都没有给出，也无法估计",
		"no event that the activity is paired with says what to eat or drink; update_event takes both in more": "" +
			"与该活动配对的日程没有说明吃喝多少；可用 update_event 在 more 中填写",
	}
}
