package sentences

// ofWorkouts are those of workouts and their forms.
func ofWorkouts() map[string]string {
	return map[string]string{
		// words of what a target lacks
		"the FTP":                          "FTP",
		"the lactate threshold heart rate": "乳酸阈值心率",
		"the maximum heart rate":           "最大心率",
		"the threshold pace":               "阈值配速",
		"the best power over that time":    "该时长的最好功率",
		"what the athlete's own zones are": "运动员自己的区间",
		"Set ftp_w":                        "请设置 ftp_w",
		"Set lthr_bpm":                     "请设置 lthr_bpm",
		"Set max_hr_bpm":                   "请设置 max_hr_bpm",
		"Set threshold_speed_mps":          "请设置 threshold_speed_mps",
		"Give a percentage of FTP":         "请给出 FTP 百分比",
		"Give a zone":                      "请给出区间",
		"time per distance":                "每段距离的用时",
		"threshold":                        "阈值",
		"threshold heart rate":             "阈值心率",
		"maximum heart rate":               "最大心率",
		"threshold pace":                   "阈值配速",
		"Set ftp_w with update_athlete_settings, or give the step watts.": "请用 update_athlete_settings 设置 ftp_w，或给该步骤瓦数。",
		"Set lthr_bpm with update_athlete_settings, or give the step beats a minute.": "" +
			"请用 update_athlete_settings 设置 lthr_bpm，或以每分钟心跳数给出该步骤。",
		"Set max_hr_bpm with update_athlete_settings, or give the step beats a minute.": "" +
			"请用 update_athlete_settings 设置 max_hr_bpm，或以每分钟心跳数给出该步骤。",
		"Set it with update_athlete_settings, or give the step a pace in minutes and seconds.": "" +
			"请用 update_athlete_settings 设置它，或以分和秒给出该步骤的配速。",

		// workout/erg/read.go
		"Put MINUTES WATTS or MINUTES PERCENT into the [COURSE HEADER].": "请在 [COURSE HEADER] 中写 MINUTES WATTS 或 MINUTES PERCENT。",
		"Line %d: %s.": "第 %d 行：%s。",
		"[COURSE DATA] comes before it is said what its numbers are":                           "[COURSE DATA] 之前没有说明其中数值的含义",
		"“%s” is not minutes and power":                                                        "“%s”不是分钟数和功率",
		"the time goes back from %s to %s":                                                     "时间从 %s 倒退到 %s",
		"%s is no power":                                                                       "%s 不是功率值",
		"“%s” is not seconds and a text":                                                       "“%s”不是秒数和文字",
		"Line %d: the file is a course of slopes, and no workout.":                             "第 %d 行：该文件是坡度路线，不是训练课程。",
		"Give a file of MINUTES WATTS or MINUTES PERCENT.":                                     "请给出 MINUTES WATTS 或 MINUTES PERCENT 的文件。",
		"Write minutes and power with a tab between them: 5.00\t250.":                          "请写分钟和功率，中间用制表符隔开：5.00\t250。",
		"Put the points in the order of time; the minutes count from the start of the course.": "请按时间顺序排列各点；分钟从路线开始计起。",
		"Split it.":                           "请拆分。",
		"The course has more than %d points.": "该路线多于 %d 个点。",
		"Check whether the numbers are what the header says.":                             "请检查这些数是否与文件头所说的一致。",
		"Write seconds, a text and how many seconds it is shown, with tabs between them.": "请写秒数、文字和显示的秒数，中间用制表符隔开。",
		"This is not an ERG or MRC file: it says neither MINUTES WATTS nor MINUTES PERCENT.": "" +
			"这不是 ERG 或 MRC 文件：既没有 MINUTES WATTS，也没有 MINUTES PERCENT。",
		"Give an .erg or .mrc file.":                                  "请给出 .erg 或 .mrc 文件。",
		"The file ends before its points do.":                         "该文件在各点结束之前就结束了。",
		"Export it again: after the points it has [END COURSE DATA].": "请重新导出：各点之后应有 [END COURSE DATA]。",

		// workout/erg/write.go
		"Step %d %s, and this format has minutes alone.":               "步骤 %d %s，而此格式只有分钟。",
		"No step has a target of power, and this format has no other.": "没有步骤有功率目标，而此格式只有功率目标。",
		"Give power in W or percent of FTP, or write a FIT file.":      "请以 W 或 FTP 百分比给出功率，或写成 FIT 文件。",

		// workout/forms/forms.go
		"%q is no form of workouts.": "%q 不是训练课程的格式。",

		// workout/igpsport/intensity.go
		"Step %d asks for %s, and no %s is set.": "步骤 %d 要求 %s，但没有设置%s。",

		// workout/igpsport/json.go
		"The workout has more than %d KB.":          "该训练课程大于 %d KB。",
		"Repeat steps instead of writing them out.": "请使用重复步骤，而不是逐个写出。",
		"The workout is not JSON: %w.":              "该训练课程不是 JSON：%w。",
		"Give a JSON object.":                       "请给出 JSON 对象。",

		// workout/igpsport/read.go
		"The JSON holds no workout of iGPSport.":        "该 JSON 中没有 iGPSport 的训练课程。",
		"Give an object with title and structure.":      "请给出含有 title 和 structure 的对象。",
		"Nothing of the workout's structure is a step.": "该训练课程的结构中没有步骤。",
		"Its items have the type Step or Repetition.":   "其各项的类型为 Step 或 Repetition。",

		// workout/igpsport/write.go
		"The workout has no name.":                                "该训练课程没有名称。",
		"Name it: iGPSport lists workouts by their names.":        "请给它名称：iGPSport 按名称列出训练课程。",
		"Give it steps: iGPSport takes no workout of text alone.": "请给它步骤：iGPSport 不接受只有文字的训练课程。",
		"iGPSport takes no workout of %s.":                        "iGPSport 不接受 %s 的训练课程。",
		"It takes those of cycling and running.":                  "它接受骑行和跑步的训练课程。",

		// workout/losses.go
		"The file has %d bytes, and a workout has at most %d.": "该文件有 %d 字节，而训练课程最多 %d 字节。",
		"Give the file of one workout.":                        "请给出单个训练课程的文件。",
		"The file holds no step.":                              "该文件没有步骤。",
		"Give the file of a workout with steps.":               "请给出有步骤的训练课程文件。",
		"The workout has no step.":                             "该训练课程没有步骤。",
		"Give it steps.":                                       "请给它步骤。",

		// workout/resolve.go
		"Step %d asks for %s.": "步骤 %d 要求 %s。",
		"Give at most %s.":     "请给出不超过 %s 的值。",
		"Step %d asks for %s, and %s is not known for the day.": "步骤 %d 要求 %s，但当天的%s未知。",
		"%s, or give the target in %s.":                         "%s，或以%s给出目标。",

		// workout/sessions/read.go
		"The session %s cannot be read: %s.":  "无法读取训练课 %s：%s。",
		"Write it as the others are written.": "请按其他训练课的写法书写。",

		// workout/zwo/block.go
		"Block %d (%s) %s.":                "第 %d 块（%s）%s。",
		"The file %s.":                     "文件%s。",
		"has a %s of “%s”":                 "的 %s 为“%s”",
		"has no %s":                        "没有 %s",
		"has a %s of %g":                   "的 %s 为 %g",
		"has a %s of %g, which is %.0f %%": "的 %s 为 %g，即 %.0f %%",
		"has a %s of %g rpm":               "的 %s 为 %g rpm",
		"Give one in seconds, or in metres if durationType is distance.": "请以秒给出；如果 durationType 为 distance，则以米给出。",
		"Give at most %d.":                        "请给出不超过 %d 的值。",
		"Power is a share: 0.88 is 88 %% of FTP.": "功率是比例：0.88 即 FTP 的 88 %%。",
		"Give a zone from 1.":                     "请给出从 1 起的区间。",
		"Give at most %g rpm.":                    "请给出不超过 %g rpm 的值。",
		"Give a number from 0.":                   "请给出从 0 起的数。",

		// workout/zwo/intervals.go
		"has a Repeat of %g":                "的 Repeat 为 %g",
		"Give a whole number from 1 to %d.": "请给出 1 到 %d 的整数。",

		// workout/zwo/read.go
		"The file nests more than %d elements.":                                                 "该文件的元素嵌套超过 %d 层。",
		"A workout file nests four: workout_file, workout, a block and its texts.":              "训练课程文件嵌套四层：workout_file、workout、块及其文字。",
		"This is not a workout file of Zwift: it does not begin with the element workout_file.": "这不是 Zwift 的训练课程文件：它不以元素 workout_file 开头。",
		"Give a .zwo file.": "请给出 .zwo 文件。",
		"The file ends before its last element does, or is not XML.":          "该文件在最后一个元素结束之前就结束了，或不是 XML。",
		"Export it again: it has to end where the element workout_file does.": "请重新导出：它必须以元素 workout_file 的结尾结束。",
		"The file has no element workout.":                                    "该文件没有元素 workout。",
		"Put the steps into an element workout.":                              "请把步骤放入元素 workout。",
		"Split the workout.":                                                  "请拆分该训练课程。",
		"The file has more than %d blocks.":                                   "该文件多于 %d 个块。",
		"Give bike, run or swim.":                                             "请给出 bike、run 或 swim。",
		"The file has a sportType of “%s”.":                                   "该文件的 sportType 为“%s”。",
		"The file has a document type or entities of its own.":                "该文件含有自己的文档类型或实体。",
		"Remove the declarations DOCTYPE and ENTITY.":                         "请删除 DOCTYPE 和 ENTITY 声明。",

		// workout/zwo/write.go
		"Zwift has workouts of cycling and running, and this one is of %s.": "Zwift 有骑行和跑步的训练课程，而这是 %s 的。",
		"Write it as a FIT file.": "请写成 FIT 文件。",
		"Step %d is as long as a distance, and a ride in Zwift has times.": "步骤 %d 以距离为长度，而 Zwift 的骑行以时间为长度。",
		"Give it a duration, or write a FIT file.":                         "请给出时长，或写成 FIT 文件。",
		"Step %d is as long as a distance and step %d as a time, and a file of Zwift has one of them.": "" +
			"步骤 %d 以距离为长度，步骤 %d 以时间为长度，而 Zwift 文件只能用其中一种。",
		"Give all a distance or all a duration, or write a FIT file.": "请都给出距离或都给出时长，或写成 FIT 文件。",
		"Step %d %s, and a step in Zwift has a time.":                 "步骤 %d %s，而 Zwift 中的步骤以时间为长度。",
	}
}
