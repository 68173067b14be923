package sentences

// ofRecordings are why nothing was taken from a file, and what was odd about
// what was: one group after the other.
func ofRecordings() map[string]string {
	return map[string]string{
		"The SML file holds no log with a start.":                                       "SML 文件中没有带开始时间的记录。",
		"The XML holds no training data.":                                               "该 XML 中没有训练数据。",
		"The GPX file has no track.":                                                    "GPX 文件中没有轨迹。",
		"The file has a route without times; it was not recorded.":                      "文件中只有不带时间的路线，不是记录。",
		"The KML file has no track with times; it was not recorded.":                    "KML 文件中没有带时间的轨迹，不是记录。",
		"The logbook has no activity with a start and a duration.":                      "日志中没有带开始时间和时长的活动。",
		"The PWX file holds no workout that was recorded.":                              "PWX 文件中没有已记录的训练。",
		"The file is a companion that macOS made; it has no content.":                   "这是 macOS 生成的附属文件，没有内容。",
		"The session has no exercise with a start and a duration.":                      "该训练中没有带开始时间和时长的项目。",
		"The file holds no samples of a workout.":                                       "文件中没有训练的采样数据。",
		"The activity in the file is empty: it has no laps and no points.":              "文件中的活动是空的：没有圈，也没有轨迹点。",
		"The activity in the file is empty: it has no session, no laps and no records.": "文件中的活动是空的：没有会话、圈和数据点。",
		"The file holds nothing that Lapkeep knows to be an activity.":                  "文件中没有 Lapkeep 能识别为活动的内容。",
		"The file describes a device; it holds no activity.":                            "该文件描述的是设备，没有活动。",
		"The file holds device settings; it holds no activity.":                         "该文件是设备设置，没有活动。",
		"The file holds sport settings; it holds no activity.":                          "该文件是运动设置，没有活动。",
		"The file is a planned workout; it was not recorded.":                           "该文件是计划的训练课程，不是记录。",
		"The file is a course to follow; it was not recorded.":                          "该文件是用于导航的路线，不是记录。",
		"The file is a schedule of workouts; it holds no activity.":                     "该文件是训练课程安排，没有活动。",
		"The file holds weight measurements; it holds no activity.":                     "该文件是体重测量数据，没有活动。",
		"The file holds totals; it holds no activity.":                                  "该文件是累计数据，没有活动。",
		"The file holds goals; it holds no activity.":                                   "该文件是目标，没有活动。",
		"The file holds blood pressure measurements; it holds no activity.":             "该文件是血压测量数据，没有活动。",
		"The file holds all-day monitoring; it holds no activity.":                      "该文件是全天监测数据，没有活动。",
		"The file holds segments; it holds no activity.":                                "该文件是路段，没有活动。",

		"The file is cut or not well formed; what could be read was kept.":        "文件不完整或格式有误；已保留能读取的内容。",
		"The file could not be read to its end; what came before was kept.":       "文件无法读到末尾；已保留之前的内容。",
		"The compressed file is cut or damaged; what could be unpacked was read.": "压缩文件不完整或已损坏；已读取能解压的内容。",
		"The clock goes backwards in the recording; the records were put in order of time.": "" +
			"记录中的时钟有倒退；数据点已按时间排序。",
		"The clock goes backwards in the recording; the points were put in order of time.": "" +
			"记录中的时钟有倒退；轨迹点已按时间排序。",
		"The device's clock was not set: the date is wrong.":             "设备的时钟没有设置：日期有误。",
		"The file has no session summary; it was made from the records.": "文件没有会话摘要；已由数据点生成。",
		"The session's start does not fit its records; the first record's time was taken.": "" +
			"会话的开始时间与其数据点不符；已采用第一个数据点的时间。",
		"The file is cut after its last session summary; another session was made from the records after it.": "" +
			"文件在最后一个会话摘要之后中断；已由其后的数据点生成另一个会话。",
		"The power of the left pedal was left out: it is not certain what it counts.": "已排除左侧踏板的功率：无法确定其含义。",
		"The clock of the route is not that of the exercise; the route was moved to its beginning.": "" +
			"路线的时钟与训练不一致；已将路线移到训练的开始处。",
		"Read from the streams of Intervals.icu: laps and pauses are not in them.": "读取自 Intervals.icu 的数据流：其中没有圈和暂停。",

		"%d records have no time and were dropped.":                                     "%d 个数据点没有时间，已舍弃。",
		"%d points have no time and were dropped.":                                      "%d 个轨迹点没有时间，已舍弃。",
		"%d records are weeks away from the others and were dropped.":                   "%d 个数据点与其他数据点相差数周，已舍弃。",
		"%d points are weeks away from the others and were dropped.":                    "%d 个轨迹点与其他轨迹点相差数周，已舍弃。",
		"%d values are outside of what is possible and were dropped.":                   "%d 个数值超出可能的范围，已舍弃。",
		"%d values cannot be read or are outside of what is possible and were dropped.": "%d 个数值无法读取或超出可能的范围，已舍弃。",
		"repeats from step %d on, which comes after it":                                 "从步骤 %d 开始重复，而该步骤在它之后",
		"repeats from step %d on, which is not there or within another repeat":          "从步骤 %d 开始重复，而该步骤不存在或在另一个重复之内",

		// analysis/activity/messages
		"Only the newest are shown; the service has every message, and lapkeep export --all writes every note.": "" +
			"只显示最新的；服务上有全部消息，lapkeep export --all 会写出全部备注。",
	}
}
