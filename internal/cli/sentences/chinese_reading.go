package sentences

// ofReading are those of reading files and archives.
func ofReading() map[string]string {
	return map[string]string{
		// archive/apple/read.go
		"The file holds no health data.":                        "该文件没有健康数据。",
		"Export it again from the Health app.":                  "请从“健康”应用重新导出。",
		"The file is cut off; what comes before that was read.": "该文件被截断；截断之前的内容已读取。",
		"Copy or export it again.":                              "请重新复制或导出。",

		// archive/apple/scan.go
		"The head of the file is larger than %d KiB.":       "文件头大于 %d KiB。",
		"Check where the file comes from.":                  "请检查该文件的来源。",
		"The file defines XML entities, which are refused.": "该文件定义了 XML 实体，因此被拒绝。",
		"Export the health data again; Apple writes none.":  "请重新导出健康数据；Apple 不会写入实体。",

		// archive/disk.go
		"There are more than %d files.":              "文件多于 %d 个。",
		"Import the folders below %s one by one.":    "请逐个导入 %s 下的文件夹。",
		"The folder lies more than %d folders deep.": "该文件夹的层级超过 %d 层。",
		"Import it by itself.":                       "请单独导入它。",

		// archive/export/collection.go
		"The %s %q cannot be exported: %w.": "无法导出 %s %q：%w。",

		// archive/export/document.go
		"Export again.":                           "请重新导出。",
		"The export cannot be read: %w.":          "无法读取导出文件：%w。",
		"The file is not an export of Lapkeep.":   "该文件不是 Lapkeep 的导出文件。",
		"Update Lapkeep.":                         "请更新 Lapkeep。",
		"The export was made by a newer Lapkeep.": "该导出由更新版本的 Lapkeep 生成。",

		// archive/export/gear.go
		"The export holds gear without an id, a kind or a name.": "导出文件中有装备缺少 id、类型或名称。",

		// archive/export/parsecollection.go
		"Its first line does not say what it holds.":          "它的第一行没有说明内容。",
		"It is cut off within line %d; it held %d documents.": "它在第 %d 行内被截断；原有 %d 个文档。",
		"Line %d is not a document of the collection %s.":     "第 %d 行不是集合 %s 的文档。",
		"It holds %d documents and says that it has %d.":      "它有 %d 个文档，却声明有 %d 个。",
		"Nothing of it was taken; export again.":              "其中的内容都未采用；请重新导出。",

		// archive/export/sink.go
		"The export to %s failed: %w.":    "导出到 %s 失败：%w。",
		"%s already exists.":              "%s 已经存在。",
		"Name a new folder or .zip file.": "请指定新的文件夹或 .zip 文件。",

		// archive/export/write.go
		"The export cannot be written: %w.": "无法写入导出文件：%w。",

		// archive/fitbit/table.go
		"It is not a table of exercises of Fitbit or Google Health: %w.": "它不是 Fitbit 或 Google Health 的运动表：%w。",

		// archive/garmin/table.go
		"The table is damaged, or in a form that is not known: %w.":      "该表已损坏，或格式未知：%w。",
		"Request the archive again; what could be read of it was taken.": "请重新申请存档；能读取的部分已采用。",

		// archive/listing/export.go
		"The file is larger than %d MiB.":                 "该文件大于 %d MiB。",
		"Recordings are smaller; check what the file is.": "运动记录没有这么大；请检查这是什么文件。",

		// archive/polar/days.go
		"It is not a day of Polar Flow, or it is damaged: %w.": "它不是 Polar Flow 的一天数据，或已损坏：%w。",
		"Export the archive again.":                            "请重新导出存档。",

		// archive/runkeeper/table.go
		"It is not a table of Runkeeper activities: %w.": "它不是 Runkeeper 的活动表：%w。",

		// archive/strava/activities.go
		"The table is empty.":        "该表是空的。",
		"Request the archive again.": "请重新申请存档。",

		// archive/strava/form.go
		"Its date, %q, cannot be read.":                        "无法识别它的日期 %q。",
		"Request the archive with the account set to English.": "请把账号语言设为英语后再申请存档。",

		// archive/strava/layout.go
		"The table has none of the columns that a Strava archive is known to have: %s.": "该表没有 Strava 存档中已知的任何一列：%s。",
		"Request the archive again with the account set to English, or import its activities folder by itself.": "" +
			"请把账号语言设为英语后重新申请存档，或单独导入其中的 activities 文件夹。",

		// archive/strava/table.go
		"The table is not text.":           "该表不是文本。",
		"The table cannot be read: %w.":    "无法读取该表：%w。",
		"The table has more than %d rows.": "该表多于 %d 行。",

		// archive/trainingpeaks/table.go
		"It is not a table of TrainingPeaks workouts: %w.": "它不是 TrainingPeaks 的训练表：%w。",
		"Export the workout summary again.":                "请重新导出训练汇总。",

		// archive/walk.go
		"%s may not be read by this user.": "该用户无权读取 %s。",
		"%s is not a file: it is a link, a pipe, a device or a socket, or was changed while it was read.": "" +
			"%s 不是普通文件：它是链接、管道、设备或套接字，或在读取时被更改。",
		"Copy its contents to a regular file and import that.": "请把它的内容复制到普通文件再导入。",
		"%s cannot be read: %w.":                               "无法读取 %s：%w。",
		"Check the disk and try again.":                        "请检查磁盘后重试。",

		// archive/watch/folder.go
		"%s cannot be read (%v).":             "无法读取 %s（%v）。",
		"Check its permissions and the disk.": "请检查其权限和磁盘。",

		// archive/zip.go
		"Its name points outside the archive; it was not read.":                "它的名称指向存档之外；未读取。",
		"Check where the archive comes from.":                                  "请检查该存档的来源。",
		"The member is encrypted.":                                             "该成员已加密。",
		"Unpack the archive with its password first.":                          "请先用密码解压该存档。",
		"The member is compressed in a way that Lapkeep cannot read.":          "该成员的压缩方式 Lapkeep 无法读取。",
		"Unpack the archive first.":                                            "请先解压该存档。",
		"%s is damaged: its checksum is wrong; what was read of it was taken.": "%s 已损坏：校验和不符；已读取的部分已采用。",
		"Download or copy the archive again.":                                  "请重新下载或复制该存档。",
		"%s unpacks to far more than it should.":                               "%s 解压后远大于应有的大小。",
		"The inner archive is too large to open.":                              "内层存档太大，无法打开。",
		"Unpack the outer one and import the folder.":                          "请解压外层存档，再导入文件夹。",
		"%s is a damaged archive: %w.":                                         "%s 是损坏的存档：%w。",
		"Download or copy it again.":                                           "请重新下载或复制。",
		"The archive is nested in more than %d others.":                        "该存档的嵌套超过 %d 层。",
		"Unpack them and import what is in it.":                                "请解压后导入其中的内容。",
		"The archive has more than %d members.":                                "该存档的成员多于 %d 个。",
		"Unpack it and import the folder.":                                     "请解压后导入文件夹。",
		"Get it again from where it came from.":                                "请从原处重新获取。",
		"The members of the archive overlap.":                                  "该存档的成员互相重叠。",
		"The archive unpacks to more than %d MiB, far more than it should.":    "该存档解压后超过 %d MiB，远大于应有的大小。",
		"Unpack it and import what is in it.":                                  "请解压后导入其中的内容。",
		"Unpack it and import its folders one by one.":                         "请解压后逐个导入其中的文件夹。",

		// archive/zst.go
		"The file unpacks to far more than it should.": "该文件解压后远大于应有的大小。",
		"The compressed file is damaged: %w.":          "该压缩文件已损坏：%w。",
		"Copy it again.":                               "请重新复制。",

		// ingest/batch.go
		"No id is free for the recording %s.": "没有可用于记录 %s 的 id。",

		// ingest/decode.go
		"The file unpacks to more than it says.": "该文件解压后大于其声明的大小。",
		"Reading took longer than %v.":           "读取时间超过 %v。",
		"Check what the file is.":                "请检查这是什么文件。",

		// ingest/duplicates/plan.go
		"%s and %s are one activity.":                                                     "%s 和 %s 是同一个活动。",
		"Name two, or take it apart: lapkeep duplicates split %s":                         "请给出两个，或将其拆开：lapkeep duplicates split %s",
		"Nothing recorded %s or %s.":                                                      "%s 或 %s 没有任何记录。",
		"Delete the one that is not wanted.":                                              "请删除不需要的那个。",
		"Nothing needs to be split.":                                                      "没有需要拆分的内容。",
		"%s has only one recording.":                                                      "%s 只有一条记录。",
		"Which part of %s should be split off?":                                           "要从 %s 中拆出哪一部分？",
		"Name one of: %s.":                                                                "请给出其中之一：%s。",
		"%s and %s are parts of one multisport recording.":                                "%s 和 %s 是同一次多项运动记录的组成部分。",
		"They stay apart; their parent holds them together.":                              "它们保持分开；由它们的上级活动联系在一起。",
		"%s and %s have no time in common.":                                               "%s 和 %s 没有共同的时间。",
		"Leave them apart: of two recordings at different times only one would be shown.": "请让它们保持分开：时间不同的两条记录合并后只会显示一条。",

		// ingest/manual.go
		"The activity has no start.":   "该活动没有开始时间。",
		"Give its date and time.":      "请给出日期和时间。",
		"%s was recorded by a device.": "%s 由设备记录。",
		"Change its name, sport and notes with update_activity; its numbers come from the recording.": "" +
			"请用 update_activity 修改其名称、运动和备注；数值来自记录。",

		// ingest/merge.go
		"No id is free for the new activity.":                             "没有可用于新活动的 id。",
		"%s cannot be merged with itself.":                                "%s 不能与自己合并。",
		"Name two activities.":                                            "请给出两个活动。",
		"An activity that was entered by hand has no recording to merge.": "手动录入的活动没有可合并的记录。",
		"Delete it and keep the recorded one.":                            "请删除它，保留有记录的那个。",
		"get_activity lists its recordings.":                              "get_activity 列出其记录。",
		"%s has no recording %s.":                                         "%s 没有记录 %s。",

		// ingest/overlay.go
		"There is no activity %s.":                 "没有活动 %s。",
		"list_activities shows the ids there are.": "list_activities 列出现有的 id。",

		// ingest/place.go
		"The time zone %s cannot be read: %w.": "无法读取时区 %s：%w。",

		// ingest/workouts.go
		"%d new workouts": "%d 个新训练课程",
		"%d new folders":  "%d 个新文件夹",

		// ingest/workouts/index.go
		"What a file says of the workout %s cannot be read: %w.": "无法读取文件对训练课程 %s 的说明：%w。",
		"Run lapkeep verify to see what is damaged.":             "请运行 lapkeep verify 查看哪里损坏。",

		// ingest/workouts/store.go
		"What is kept of the folder %s cannot be read: %w.": "无法读取文件夹 %s 的保存内容：%w。",

		// recording/course/write.go
		"The route has no track to write.": "该路线没有可写出的轨迹。",
		"Import it again from its file.":   "请从其文件重新导入。",

		// recording/course/xml.go
		"Split the route.": "请拆分该路线。",

		// recording/fit/decode/classify.go
		"The FIT file is damaged: nothing in it can be read.": "该 FIT 文件已损坏：其中没有可读取的内容。",

		// recording/fit/decode/plan.go
		"repeats, and does not say how often": "是重复步骤，但没有说明重复几次",
		"Give a count from 1":                 "请给出从 1 起的次数",
		"repeats itself":                      "重复了自己",
		"A repeat names the index of an earlier step, from which on it repeats": "重复步骤应给出更早的步骤的序号，从该步骤起重复",
		"A repeat begins where a step or a whole repeat begins":                 "重复应从某个步骤或某个完整重复的开头开始",
		"The step with index %d %s.":                                            "序号为 %d 的步骤%s。",
		"This is not a FIT file: its header is missing.":                        "这不是 FIT 文件：缺少文件头。",
		"Give a .fit file of a workout.":                                        "请给出训练课程的 .fit 文件。",
		"The file is %d FIT files in one.":                                      "该文件是 %d 个 FIT 文件合在一起。",
		"Give each workout as a file of its own.":                               "请把每个训练课程作为单独的文件给出。",
		"The file is damaged. %s":                                               "该文件已损坏。%s",
		"Export the workout again.":                                             "请重新导出该训练课程。",
		"The file says that it has %d steps, and has %d.":                       "该文件声明有 %d 个步骤，实际有 %d 个。",
		"The FIT file is no workout; %s.":                                       "该 FIT 文件不是训练课程；%s。",
		"Give a file of the type workout; recordings are imported.":             "请给出 workout 类型的文件；运动记录请导入。",
		"is there twice":                     "出现了两次",
		"Give each step an index of its own": "请给每个步骤不同的序号",

		// recording/fit/decode/read.go
		"Export the activity again from the device or service.": "请从设备或服务重新导出该活动。",
		"The file holds more than %d records.":                  "该文件多于 %d 条数据。",

		// recording/fit/encode/write.go
		"There is no recording to write.":       "没有可写出的记录。",
		"Choose an activity that was recorded.": "请选择有记录的活动。",

		// recording/goldencheetah/read.go
		"The activity has no samples.":                   "该活动没有采样数据。",
		"Add its figures in GoldenCheetah, or leave it.": "请在 GoldenCheetah 中补充其数值，或不处理。",

		// recording/goldencheetah/ride.go
		"It is not a GoldenCheetah activity, or it is damaged: %w.": "它不是 GoldenCheetah 的活动，或已损坏：%w。",
		"Open it in GoldenCheetah and save it again.":               "请在 GoldenCheetah 中打开并重新保存。",

		// recording/gpx/write.go
		"The activity has no positions, which GPX is made of.": "该活动没有位置，而 GPX 由位置组成。",
		"Export it as FIT or TCX.":                             "请导出为 FIT 或 TCX。",

		// recording/read.go
		"%s is XML, but not of a format that holds recordings.": "%s 是 XML，但不是运动记录的格式。",
		"Export the activity as FIT, TCX or GPX.":               "请把活动导出为 FIT、TCX 或 GPX。",
		"%s is not a recording that Lapkeep knows.":             "%s 不是 Lapkeep 认识的记录。",
		"Reading the file took longer than %s.":                 "读取该文件的时间超过 %s。",
		"%s is empty.":                                          "%s 是空的。",
		"%s is an archive, not a recording.":                    "%s 是存档，不是记录。",
		"Import it as an archive, or unpack it first.":          "请作为存档导入，或先解压。",

		// recording/reading/result.go
		"The file holds more than %d points.":                "该文件多于 %d 个点。",
		"Split the recording and import its parts.":          "请拆分该记录，再导入各部分。",
		"The %s file is damaged: nothing in it can be read.": "该 %s 文件已损坏：其中没有可读取的内容。",
		"Copy or export the file again.":                     "请重新复制或导出该文件。",

		// recording/samples/samples.go
		"The samples %s.":               "采样数据%s。",
		"Sync or import it again.":      "请重新同步或导入。",
		"samples cannot be written: %w": "无法写入采样数据：%w",

		// recording/unpack.go
		"The file is larger than %d MB.":                   "该文件大于 %d MB。",
		"The compressed file is cut or damaged.":           "该压缩文件被截断或已损坏。",
		"The file is compressed more than %d times over.":  "该文件的压缩超过 %d 层。",
		"Unpack it first.":                                 "请先解压。",
		"The file unpacks to more than %d times its size.": "该文件解压后超过其大小的 %d 倍。",
		"Unpack it first, if you trust it.":                "如果您信任它，请先解压。",

		// recording/xmlscan/scanner.go
		"Export the activity again; no recorder writes such a file.":    "请重新导出该活动；没有记录设备会写出这样的文件。",
		"The file defines XML entities, which Lapkeep does not expand.": "该文件定义了 XML 实体，Lapkeep 不会展开。",
	}
}
