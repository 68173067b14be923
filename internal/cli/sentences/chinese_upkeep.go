package sentences

// ofUpkeep are what a check finds, what a repair does, what was odd about a
// file, and values before and after a write that are no data.
func ofUpkeep() map[string]string {
	return map[string]string{
		// what a check finds
		"The database cannot be checked: %v": "无法检查数据库：%v",
		"The database is damaged: %s.":       "数据库已损坏：%s。",
		"The %s cannot be checked: %v":       "无法检查%s：%v",
		"counts":                             "计数",
		"references":                         "引用关系",
		"originals":                          "原始文件",
		"columns":                            "数据列",
		"mark":                               "写入标记",
		"names":                              "名称列表",
		"other originals":                    "其他原始文件",
		"copies":                             "副本",
		"The recording %s of %s names an original that was never kept.":           "%[2]s 的记录 %[1]s 指向从未保存的原始文件。",
		"The activity %s of %s is stored but not shown.":                          "%[2]s 的活动 %[1]s 已保存但没有显示。",
		"The activity %s of %s is shown but not stored.":                          "%[2]s 的活动 %[1]s 有显示但没有保存。",
		"The merged activity %s of %s leads nowhere.":                             "%[2]s 的已合并活动 %[1]s 没有去向。",
		"Something was derived from the activity %s of %s, which is not there.":   "有数据由 %[2]s 的活动 %[1]s 推算而来，但该活动不存在。",
		"An effort on a segment names the activity %s of %s, which is not there.": "某个路段成绩指向 %[2]s 的活动 %[1]s，但该活动不存在。",
		"There are efforts on the segment %s of %s, which is not there.":          "有 %[2]s 的路段 %[1]s 的成绩，但该路段不存在。",
		"The recording %s of %s has rows but no clock.":                           "%[2]s 的记录 %[1]s 有数据行但没有时间。",
		"A row of %s names one of %s that is not there.":                          "%s 的一行指向不存在的 %s 的行。",
		"%s (athlete %s)": "%s（运动员 %s）",
		"Column %d of the recording %s of %s is damaged.":                                 "%[3]s 的记录 %[2]s 的第 %[1]d 列已损坏。",
		"The list of what activities are called has not the activity %s of %s.":           "活动名称的列表中没有 %[2]s 的活动 %[1]s。",
		"The copy %s from before a migration is damaged.":                                 "迁移之前的副本 %s 已损坏。",
		"Delete it if the store itself is whole.":                                         "如果存储本身完好，请删除它。",
		"Of %d original files of %s there is no recording.":                               "%[2]s 有 %[1]d 个原始文件没有对应的记录。",
		"Import the file again, or restore a backup.":                                     "请重新导入该文件，或恢复备份。",
		"What is derived cannot be computed again: %v":                                    "无法重新计算推算的数据：%v",
		"What is stored of the activity %s of %s is not what its recordings give.":        "%[2]s 的活动 %[1]s 保存的数据与其记录不符。",
		"Efforts on segments cannot be found again: %v":                                   "无法重新查找路段成绩：%v",
		"In the cache, %s damaged.":                                                       "缓存中有 %s已损坏。",
		"The mark of the last write is damaged, so that a lost log would not be seen.":    "最后一次写入的标记已损坏，因此日志丢失时无法发现。",
		"The mark of the last write is missing, so that a lost log would not be seen.":    "最后一次写入的标记缺失，因此日志丢失时无法发现。",
		"Its log was lost, or an older database was put in its place.":                    "可能是日志丢失，或被换成了较旧的数据库。",
		"Run lapkeep verify --repair, which reads them again, or import the files again.": "请运行 lapkeep verify --repair 重新读取，或重新导入这些文件。",
		"Writes that were acknowledged are missing: the last was number %d, the database has %d.": "" +
			"缺少已确认的写入：最后一次是第 %d 次，而数据库只到第 %d 次。",
		"Writes that were acknowledged are missing: the last was number %d, the database has %d (of the change log, changes %d to %d).": "" +
			"缺少已确认的写入：最后一次是第 %d 次，而数据库只到第 %d 次（变更日志中缺少第 %d 到 %d 条）。",
		"The file of the original %s… is not what was written; what it holds can still be read. (athlete %s)": "" +
			"原始文件 %s… 与写入时不同，但内容仍可读取。（运动员 %s）",
		"The efforts on segments that are stored of the activity %s of %s are not what its recordings give.": "" +
			"%[2]s 的活动 %[1]s 保存的路段成绩与其记录不符。",
		"Nothing is lost: the damaged part is never used and is made again. Run lapkeep verify --repair to remove it.": "" +
			"没有丢失任何内容：损坏的部分不会被使用，并会重新生成。可运行 lapkeep verify --repair 将其移除。",

		// what a repair does
		"%d rows":                              "%d 行",
		"%d original files":                    "%d 个原始文件",
		"%s were brought into a new database.": "已将 %s移入新的数据库。",
		"Bring %s that can be read into a new database, and keep the damaged one as %s.": "" +
			"将可读取的 %s移入新的数据库，并把损坏的数据库保存为 %s。",
		"Read the original files again for everything that is missing, and compute what follows from it.": "" +
			"重新读取原始文件以找回缺失的内容，并重新计算由其推算的数据。",
		"Keep a copy of the database in the folder backups of the home.": "在主目录的 backups 文件夹中保留数据库的副本。",
		"Read %s again.": "重新读取 %s。",
		"Compute again what follows from recordings.":             "重新计算由记录推算的数据。",
		"What derives from recordings was computed again for %s.": "已为 %s重新计算由记录推算的数据。",
		"Recordings of %s were read again from %s.":               "已从 %[2]s重新读取 %[1]s 的记录。",
		"The original %s… of %s cannot be read: %s":               "无法读取 %[2]s 的原始文件 %[1]s…：%[3]s",
		"Rows of the table %s on damaged pages; what is in original files is read again from there.": "" +
			"表 %s 中位于损坏页面上的行；原始文件中有的内容会从中重新读取。",

		// what was odd about a file
		"Timer time %.1f s is more than elapsed time %.1f s: both are kept.":                 "计时时间 %.1f s 大于总用时 %.1f s：两者都保留。",
		"Timer time: the laps say %.0f s, the points span %.0f s; the points were believed.": "计时时间：各圈合计 %.0f s，轨迹点跨度 %.0f s；以轨迹点为准。",
		"Timer time: the laps say %.0f s, the points %.0f s; the laps were believed.":        "计时时间：各圈合计 %.0f s，轨迹点为 %.0f s；以各圈为准。",
		"The file says that it took %.0f s; its points span %.0f s and were believed.":       "文件称用时 %.0f s，轨迹点跨度 %.0f s；以轨迹点为准。",
		"The session claims %.0f s, its records span %.0f s; the records were believed.":     "会话声称 %.0f s，数据点跨度 %.0f s；以数据点为准。",
		"%s comes from the developer field %s: the device recorded none itself.":             "%s来自开发者字段 %s：设备自身没有记录。",
		"%v and then %v": "%v，其后为 %v",
		"%s simulates its course: the activity counts as virtual.":                      "%s 模拟路线：该活动计为虚拟活动。",
		"%s recorded no position: the activity counts as indoor.":                       "%s 没有记录位置：该活动计为室内活动。",
		"The file is cut: %d of %d bytes are there.":                                    "文件不完整：只有 %d/%d 字节。",
		"The file is cut: its checksum is missing.":                                     "文件不完整：缺少校验和。",
		"The file was never closed by the device: its header gives no length.":          "设备没有正常结束该文件：文件头没有长度。",
		"The checksum is wrong: the file may be damaged.":                               "校验和错误：文件可能已损坏。",
		"%d bytes are damaged and were skipped.":                                        "%d 字节已损坏，已跳过。",
		"%d bytes between or after the parts of the file are not FIT and were skipped.": "文件各部分之间或之后有 %d 字节不是 FIT 数据，已跳过。",
		"%d field definitions named a type that does not exist; they were read by the nearest one.": "" +
			"%d 个字段定义使用了不存在的类型；已按最接近的类型读取。",
		"Laps or lengths that begin more than a day before or after the recording were left out: %d.": "" +
			"已排除开始时间与记录相差超过一天的圈或趟：%d。",
		"The file holds two heart rates: the strap's own stands in %d of %d rows, the watch's in the others that have one.": "" +
			"文件中有两种心率：%[2]d 行中有 %[1]d 行采用心率带的数据，其余有心率的行采用手表的数据。",
		"The file names no sport; from %s it is taken as %s. Change the activity's sport if that is wrong.": "" +
			"文件没有注明运动类型；根据%s判断为 %s。如有误，请更改该活动的运动类型。",
		"The file names no sport, and neither its name nor its speed shows which it is; it is kept as other.": "" +
			"文件没有注明运动类型，名称和速度也无法判断；已记为其他运动。",
		"its name":                 "其名称",
		"its speed (%s as a rule)": "其速度（通常 %s）",
		"its lifts and descents":   "其缆车上行和下滑",
		"its speed and its climbs": "其速度和爬升",
		"Cadence":                  "踏频/步频",
		"Speed":                    "速度",
		"Altitude":                 "海拔",
		"Ground contact":           "触地时间",
		"Respiration":              "呼吸频率",
		"Core temperature":         "核心体温",

		// before and after a write
		"created":                         "新建",
		"deleted":                         "删除",
		"sent to %s":                      "发送到 %s",
		"by itself":                       "单独的活动",
		"a part of %s":                    "%s 的一部分",
		"may be %s":                       "可能就是 %s",
		"another activity":                "另一个活动",
		"the athlete's own":               "运动员自己的设置",
		"as it was before":                "与之前相同",
		"as they were":                    "与之前相同",
		"not shared with assistants":      "不与助手共享",
		"what was read from there":        "从那里读取的内容",
		"by the settings of then":         "按当时的设置",
		"%s (since %s)":                   "%s（自 %s 起）",
		"%s, %.0f min":                    "%s，用时 %.0f min",
		"%s, %g min":                      "%s，用时 %g min",
		"%s, load %g":                     "%s，负荷 %g",
		"%d values, %g to %g":             "%d 个值，%g 到 %g",
		"Give a number from 0 to %g.":                                      "请给出 0 到 %g 之间的数。",
		"others, in what the text does not say":                            "有所不同，差异不在文字中",
		"the athlete's choice of activity":                                 "运动员选择的活动",
		"the calendar's choice of activity":                                "日历选择的活动",
		"%d activities, and what else was read from there":                 "%d 个活动，以及从那里读取的其他内容",
		"by the settings that it has now (get_sport_settings shows them)": "" +
			"按它现在的设置（可用 get_sport_settings 查看）",
		"none, except what was made here, activities that other files also hold, and gear": "" +
			"无，但在这里创建的内容、其他文件中也有的活动和装备除外",
	}
}
