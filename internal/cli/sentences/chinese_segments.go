package sentences

// ofSegments are those of the athlete's own segments.
func ofSegments() map[string]string {
	return map[string]string{
		// analysis/activity/segments.go
		"segments are not kept here":                                                  "此处不保存路段",
		"it went over no own segment; save_segment makes one":                         "未经过任何自有路段；save_segment 可以创建路段",
		"Only the first times over segments are shown; get_segment has those of one.": "仅显示最先经过的路段成绩；get_segment 给出某一路段的全部成绩。",

		// analysis/fitness/records/segments.go
		"no own segment was ridden in these days; save_segment makes one": "这些日子没有骑过自有路段；save_segment 可以创建路段",

		// analysis/segments/cutting.go
		"The activity %s has no positions, so that no segment can be cut from it.": "活动 %s 没有位置数据，无法从中截取路段。",
		"Choose one that was recorded with GPS.":                                   "请选择用 GPS 记录的活动。",
		"There is no part of %s from %g s to %g s.":                                "活动 %s 中没有从 %g 秒到 %g 秒的部分。",
		"Give from_s before to_s, both from 0 to %.0f.":                            "请让 from_s 早于 to_s，两者都在 0 到 %.0f 之间。",
		"It is not clear which part of the activity is meant.":                     "不清楚指的是活动的哪一部分。",
		"Give from_s and to_s, or from_km and to_km, or a lap.":                    "请给出 from_s 和 to_s，或 from_km 和 to_km，或一个计圈。",
		"The activity %s has no laps.":                                             "活动 %s 没有计圈。",
		"Give from_s and to_s, or from_km and to_km.":                              "请给出 from_s 和 to_s，或 from_km 和 to_km。",
		"The activity %s has no lap %d.":                                           "活动 %s 没有第 %d 圈。",
		"Its laps are 1 to %d.":                                                    "其计圈为 1 到 %d。",
		"The activity %s has no distance.":                                         "活动 %s 没有距离数据。",
		"Give from_s and to_s, or a lap.":                                          "请给出 from_s 和 to_s，或一个计圈。",
		"There is no part of %s from %s to %s.":                                    "活动 %s 中没有从 %s 到 %s 的部分。",
		"Choose a beginning before the end, both from 0 to %s.":                    "请选择早于终点的起点，两者都在 0 到 %s 之间。",

		// analysis/segments/detail.go
		"no activity that may be shown went over it":                              "没有可显示的活动经过该路段",
		"its altitude is not known":                                               "其海拔未知",
		"it is not saved: save_segment with this id has every time over it found": "尚未保存：用该 id 调用 save_segment 即可找出每次经过的成绩",

		// analysis/segments/list.go
		"The cursor is none of a list of segments.":                "该游标不属于路段列表。",
		"Give the cursor that the page before ends with, or none.": "请给出上一页末尾的游标，或不给游标。",

		// analysis/segments/own.go
		"%q could be one of %d segments: %s.": "%q 可能是 %d 个路段之一：%s。",
		"There is no segment %q.":             "没有路段 %q。",
		"list_segments shows their ids and names; its kinds are own, starred, climbs and proposed.": "" +
			"list_segments 列出其 id 和名称；其 kind 有 own、starred、climbs 和 proposed。",

		// analysis/segments/ranking.go
		"The cursor is none of this ranking.": "该游标不属于此排名。",

		// metrics/route/way.go
		"A segment needs a way of two points or more.":                         "路段至少需要两个点的轨迹。",
		"A segment cannot lie nearer to a pole than %.0f degrees of latitude.": "路段的纬度不能超过 %.0f 度。",
		"The way is %s long, which is too short for a segment.":                "该轨迹长 %s，作为路段太短。",
		"The way is %s long, which is too long for a segment.":                 "该轨迹长 %s，作为路段太长。",
		"Choose a way of %s to %s.":                                            "请选择 %s 到 %s 的轨迹。",

		// store/segmentway.go
		"The ways of segments are read by the matcher only.": "路段的轨迹只供匹配程序读取。",

		// tools/segments/cut.go
		"A new segment is cut from one thing, and %d were given.":       "新路段只能来自一个来源，而给出了 %d 个。",
		"Give one of activity_id, path, gpx, and the id of a proposal.": "请给出 activity_id、path、gpx 和建议的 id 中的一个。",
		"A part of an activity is named, and no activity.":              "指定了活动的一部分，却没有指定活动。",
		"Give activity_id too.":                                         "请同时给出 activity_id。",
		"There is no own segment and no proposal %q.":                   "没有自有路段或建议 %q。",
		"list_segments shows own ones, and what could be one by kind climbs or proposed. A service's cannot be copied.": "" +
			"list_segments 列出自有路段；kind 为 climbs 或 proposed 时列出可以成为路段的。服务的路段无法复制。",
		"The file holds %d ways of two points or more.": "该文件含有 %d 条至少两个点的轨迹。",
		"Give a GPX with one track or route.":           "请给出只含一条轨迹或路线的 GPX。",
		"%s is no file with a way.":                     "%s 不是含有轨迹的文件。",

		// tools/segments/save.go
		"Of the segment %s only the name can be changed.":                     "路段 %s 只能更改名称。",
		"Leave the other arguments out, or leave id out to make a new one.":   "请不给其他参数；若要新建，请不给 id。",
		"The way does not lead up, as far as its altitude is known.":          "就已知海拔而言，该轨迹并不上升。",
		"Choose a part that climbs, or save it as a segment.":                 "请选择上升的部分，或将其保存为 segment。",
		"The times over it are still being found; get_segment has them then.": "经过该路段的成绩仍在查找中；之后 get_segment 会给出。",
		"The segment %s (%s) is the same way.":                                "路段 %s（%s）是同一条路。",
		"Nothing changed: the segment already says this.":                     "没有变化：该路段已是如此。",
		"The segment %s was deleted meanwhile.":                               "路段 %s 已在此期间被删除。",
		"list_segments shows what there is.":                                  "list_segments 列出现有的路段。",
		"The segment %s cannot be read: %w.":                                  "无法读取路段 %s：%w。",

		// tools/segments/star.go
		"%s is not the athlete's own, and no connected service lets it be changed.": "%s 不是运动员自己的路段，已连接的服务也不允许更改。",
		"Change it in the service's own app; of a proposal, save_segment makes a segment first.": "" +
			"请在该服务自己的应用中更改；若是建议，请先用 save_segment 创建路段。",
		"There is no own segment %q.":              "没有自有路段 %q。",
		"list_segments shows their ids and names.": "list_segments 列出其 id 和名称。",

		// what answers and writes say
		"it takes efforts in %d months, and there are %d":   "需要 %d 个月有路段成绩，现有 %d 个月",
		"none has this in its name":                         "没有名称包含该文字的路段",
		"no climb was ridden that is long and steep enough": "没有骑过足够长且足够陡的爬坡",
		"no climb was ridden twice and no stretch four times in the last two years that is not saved": "" +
			"过去两年中，没有骑过两次的爬坡或骑过四次的路段尚未保存",
		"there is no connected service with segments, and none is saved here: save_segment makes one; kind proposed shows what could be one": "" +
			"没有提供路段的已连接服务，此处也没有保存路段：save_segment 可以创建；kind 为 proposed 时显示可作为路段的部分",
		"Add the segment %s.":               "添加路段 %s。",
		"Rename the segment %s.":            "重命名路段 %s。",
		"Delete the segment %s.":            "删除路段 %s。",
		"Star the segment %s.":              "收藏路段 %s。",
		"Take the star off the segment %s.": "取消收藏路段 %s。",
		// analysis/fitness/heat.go
		"There are not two bands of five degrees with three activities each to compare.": "没有两个各有三次活动的五度温度区间可供比较。",
		"Outdoors in %s: from %s %s, from %s %s.":                                        "户外 %s：%s 起 %s，%s 起 %s。",
		"%s at %.0f bpm (%s)": "时速 %s，心率 %.0f bpm（%s）",
		"Hills and how hard it was meant to be differ too: compare the bands' climb and power before heat is blamed.": "" +
			"坡度和计划强度也会不同：在归因于高温之前，请比较各区间的爬升和功率。",
	}
}
