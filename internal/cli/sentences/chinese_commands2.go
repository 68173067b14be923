package sentences

// ofCommandsToo are more of commands with their help.
func ofCommandsToo() map[string]string {
	return map[string]string{
		// cli/settings/catalogue.go
		"folder that holds everything Lapkeep keeps": "存放 Lapkeep 全部数据的文件夹",
		"athlete to work for":                        "要处理的运动员",
		"athletes whom a server answers about besides its own: all, or ids separated by commas": "" +
			"服务器除自己的运动员外还回答哪些运动员的问题：all，或以逗号分隔的 id",
		"toolsets to offer: default, all, or names separated by commas":          "要提供的工具集：default、all，或以逗号分隔的名称",
		"toolsets that assistants may have offered besides, by use_toolset":      "助手可以通过 use_toolset 另外要求的工具集",
		"what assistants may write":                                              "助手可以写入什么",
		"folders that assistants may import from, separated as in PATH":          "助手可以从中导入的文件夹，分隔方式与 PATH 相同",
		"how much is logged on stderr":                                           "在 stderr 上记录多少日志",
		"language of sentences for people; the system's if unset":                "给人看的文字的语言；不设则用系统语言",
		"who may agree to a destructive write":                                   "谁可以同意破坏性的写入",
		"bearer key of the HTTP server; made on first start if unset":            "HTTP 服务器的 bearer 密钥；不设则在第一次启动时生成",
		"serve over HTTP at this address, such as 127.0.0.1:8642":                "在此地址通过 HTTP 提供服务，例如 127.0.0.1:8642",
		"how clients connect; all but stdio are HTTP":                            "客户端的连接方式；除 stdio 外都是 HTTP",
		"address to listen on, without its port":                                 "监听的地址，不含端口",
		"port to listen on":                                                      "监听的端口",
		"path of streamable HTTP":                                                "streamable HTTP 的路径",
		"addresses of a tunnel or proxy in front, separated by commas":           "前面的隧道或代理的地址，以逗号分隔",
		"file with the certificate chain (PEM)":                                  "证书链文件（PEM）",
		"file with the certificate's key (PEM)":                                  "证书私钥文件（PEM）",
		"networks (CIDR) of the proxy that ends TLS; nobody else may connect":    "终止 TLS 的代理所在的网络（CIDR）；其他人不能连接",
		"ask for no key; only on loopback":                                       "不要求密钥；仅限本机回环地址",
		"also answer at an unguessable path, for clients that cannot send a key": "同时在一个无法猜到的路径上回答，供不能发送密钥的客户端使用",
		"requests a second that one key may sustain":                             "一个密钥每秒可持续发出的请求数",
		"API key of Intervals.icu; `lapkeep connect intervals` keeps it more safely. API_KEY counts only beside an athlete id": "" +
			"Intervals.icu 的 API 密钥；`lapkeep connect intervals` 的保存方式更安全。API_KEY 只有与运动员 id 一起设置才有效",
		"athlete at Intervals.icu, such as i12345; the key's owner if unset": "Intervals.icu 上的运动员，例如 i12345；不设则为密钥的所有者",
		"address of Intervals.icu, if it is not the usual one":               "Intervals.icu 的地址（如果不是通常的地址）",
		"narrows what assistants may delete: none offers no delete tool, safe is as writes: safe": "" +
			"限制助手可以删除什么：none 不提供删除工具，safe 等同于 writes: safe",

		// cli/settings/settings.go
		"the config file does not allow %s": "配置文件不允许 %s",

		// cli/skill.go
		"as it was  %s\n": "as it was  %s（未变）\n",
		"differs    %s\n": "differs    %s（不同）\n",
		"written    %s\n": "written    %s（已写入）\n",
		"%d workflows were edited, or are of another version, and were left alone.": "%d 个工作流被修改过，或属于另一版本，因此未改动。",
		"To replace them, with a copy beside each: --force.":                        "要替换它们并在旁边各保留副本，请用：--force。",
		"%s cannot be written: %w.":                                                 "无法写入 %s：%w。",
		"Check the folder's permissions, or name another with --dir.":               "请检查该文件夹的权限，或用 --dir 另行指定。",
		"removed    %s\n":                                     "removed    %s（已移除）\n",
		"kept       %s (it was edited)\n":                     "kept       %s（被修改过，保留）\n",
		"Coaching workflows for assistants that read skills":  "供能读取 skill 的助手使用的教练工作流",
		"List the workflows":                                  "列出工作流",
		"Write the workflows where a client reads skills":     "把工作流写到客户端读取 skill 的位置",
		"Remove the workflows, except those that were edited": "移除工作流，被修改过的除外",
		"name a client or a folder (--dir)":                   "请指定客户端或文件夹（--dir）",
		"Clients: lapkeep mcp list":                           "客户端：lapkeep mcp list",

		// cli/tools.go
		"List the tools that an assistant is offered, or explain one": "列出提供给助手的工具，或说明其中一个",
		"There is no tool %q.":               "没有工具 %q。",
		"See: lapkeep tools --toolsets all":  "参见：lapkeep tools --toolsets all",
		"%s: %s (toolset %s)\n\n%s\n":        "%s：%s（工具集 %s）\n\n%s\n",
		"\nArguments\n":                      "\n参数\n",
		"%s, needed":                         "%s，必填",
		"\nCall it: lapkeep call %s '{…}'\n": "\n调用：lapkeep call %s '{…}'\n",

		// cli/trust.go
		"%s is trusted for %s.":                     "%s 受信任，用于 %s。",
		"If it is yours, run: lapkeep trust-env %s": "如果它是您的，请运行：lapkeep trust-env %s",
		"Lapkeep does not connect to these services. It imports the files that they export.": "Lapkeep 不连接这些服务。它导入这些服务导出的文件。",
		"Use the settings of services in a folder's .env when Lapkeep works in it":           "当 Lapkeep 在某文件夹中工作时，使用该文件夹 .env 中的服务设置",
		"Use the settings of a service that other servers keep in the .env of DIR, when Lapkeep works in that\nfolder. They " +
			"are used until the file changes; then name the folder again. Nothing else is ever read from a folder:\nLapkeep's own " +
			"settings come from the home, the environment and the command line.": "" +
			"当 Lapkeep 在文件夹 DIR 中工作时，使用其他服务器保存在该文件夹 .env 中的服务设置。\n文件一旦改变就不再使用；届时请重新指定该文件夹。除此之外不从任何文件夹读取设置：\nLapkeep " +
			"自己的设置来自主目录、环境变量和命令行。",
		"trust-env needs a folder":                          "trust-env 需要一个文件夹",
		"See: lapkeep trust-env --help":                     "参见：lapkeep trust-env --help",
		"%s is no longer used.\n":                           "不再使用 %s。\n",
		"%s is used in that folder until it changes: %s.\n": "在该文件夹中使用 %s，直到它改变：%s。\n",
		"No folder is trusted.\n":                           "没有受信任的文件夹。\n",
		"%s cannot be read as a file, and is ignored.":      "%s 无法作为文件读取，已忽略。",
		"Lapkeep's own settings are not read from a folder. Put them into .env or config.yaml in the home, if they are yours.": "" +
			"Lapkeep 自己的设置不从文件夹读取。如果它们是您的，请放到主目录的 .env 或 config.yaml 中。",
		"%s is ignored for %s.": "已忽略 %s 中的 %s。",

		// cli/undo.go
		"Take back the latest write of yours or of an assistant, or any by its id": "撤销您或助手最近的一次写入，或按 id 撤销任意一次",
		"%s %s: %q became %q\n": "%s %s：%q 变为 %q\n",
		"Nothing that is shown has changed. To bring back what was restored: %s\n":                             "显示的内容没有变化。要恢复撤销前的状态：%s\n",
		"There was nothing to restore: %s is as it was before that write.":                                     "没有可恢复的内容：%s 与那次写入之前相同。",
		"There was nothing to restore: the %s of %s is as it was before that write.":                           "没有可恢复的内容：%[2]s 的 %[1]s 与那次写入之前相同。",
		"The %s of %s was restored, but it is not shown: that activity was deleted, or its import was undone.": "%[2]s 的 %[1]s 已恢复，但不显示：该活动已被删除，或其导入已撤销。",
		"The %s of %s was restored, but it is not shown: %s has its own.":                                      "%[2]s 的 %[1]s 已恢复，但不显示：%[3]s 有自己的值。",
		"That entry is a part of %s, which was deleted.":                                                       "该手动记录属于已删除的 %s。",
		"Undo the deletion first; give another external_id, or another start, for another activity.":           "请先撤销删除；若是另一个活动，请给出另一个 external_id 或开始时间。",
		"Undone. To bring it back: %s\n":                                                                       "已撤销。恢复命令：%s\n",
		"Not undone, because a sync wrote it: %s To take that back: %s\n":                                      "未撤销，因为是同步写入的：%s 撤销命令：%s\n",
		"Nothing has been written yet.\n":                                                                      "还没有任何写入。\n",
		" (undone)":                                                                                            "（已撤销）",

		// cli/usage.go
		"The flags do not fit: %s":                      "标志有误：%s",
		"There is no flag %q.":                          "没有标志 %q。",
		"The flag %q needs a value.":                    "标志 %q 需要一个值。",
		"%q is not a value of --%s.":                    "%q 不是 --%s 的有效值。",
		"The arguments do not fit. It is called so: %s": "参数有误。正确用法：%s",
		"See: %s --help":                                "参见：%s --help",
		"There is no command %q.":                       "没有命令 %q。",
		"Did you mean: lapkeep %s?":                     "您是指：lapkeep %s 吗？",

		// cli/verify.go
		"Read everything that is kept and say what is damaged": "读取保存的全部内容，并指出哪里损坏",
		"The database from before is kept as %s.\n":            "之前的数据库保存为 %s。\n",
		"Nothing was changed.\n":                               "没有作任何更改。\n",
		"Repair now? [y/N] ":                                   "现在修复吗？[y/N] ",
		"Will do:":                                             "将执行：",
		"Restored:":                                            "已恢复：",
		"There was nothing to restore.\n":                      "没有需要恢复的内容。\n",
		"%d findings":                                          "%d 处发现",
		"Something is damaged: %s.":                            "有内容损坏：%s。",
		"Read %d activities, %d recordings, %d columns, %d original files; computed %d activities again.\n": "" +
			"已读取 %d 个活动、%d 条记录、%d 列数据、%d 个原始文件；重新计算了 %d 个活动。\n",

		// cli/version.go
		"Print which program this is": "显示程序版本",

		// cli/workout.go
		"%q is no sport.":                          "%q 不是一种运动。",
		"Write ride, run, swim or another sport.":  "请写 ride、run、swim 或其他运动。",
		"Workouts are not read from files of .%s.": "不能从 .%s 文件读取训练课程。",
		"Give one of another form.":                "请给出其他格式的文件。",
		"Check its name.":                          "请检查文件名。",
		"Structured workouts: list them, check one, write it in another form, or put it on a watch": "结构化训练课程：列出、检查、转换格式，或放到手表上",

		// cli/workout_check.go
		"End its name in .svg or .png.":                     "文件名请以 .svg 或 .png 结尾。",
		"Pictures are not drawn as %s.":                     "不支持绘制 %s 图片。",
		"End the name in .svg or .png.":                     "文件名请以 .svg 或 .png 结尾。",
		"There is no picture: %s.":                          "没有图片：%s。",
		"Check its folder.":                                 "请检查它所在的文件夹。",
		"The file %s cannot be written: %w.":                "无法写入文件 %s：%w。",
		"Its load is not known: %s.\n":                      "无法得知其训练负荷：%s。\n",
		"Its %s is an estimate: %s.\n":                      "其%s为估计值：%s。\n",
		"As %s it cannot be written: %s\n":                  "无法写成 %s：%s\n",
		"As %s it is written with %s:\n":                    "写成 %s 时有%s：\n",
		"%d changes":                                        "%d 处改变",
		"%s does not say what kind of picture it is to be.": "%s 没有说明是哪种图片。",

		// cli/workout_convert.go
		"It is not said what to write.":                 "没有说明要写成什么。",
		"Name the form with --to or a file with --out.": "请用 --to 指定格式，或用 --out 指定文件。",

		// cli/workout_folder.go
		"%s is there with another content.":                  "%s 已存在，内容不同。",
		"Add --force to write over it, or move it away.":     "请加上 --force 覆盖它，或先移走。",
		"Mount the watch, or make the folder first.":         "请先挂载手表，或创建该文件夹。",
		"%s is no folder.":                                   "%s 不是文件夹。",
		"Name the folder that the file is to be in.":         "请指定要放入文件的文件夹。",
		"There already: %s\n":                                "已存在：%s\n",
		"Check that the folder can be written and has room.": "请检查该文件夹可写且有空间。",

		// cli/workout_list.go
		"no sport": "无运动",
		"List the workouts of the library, and those with steps that are planned from today on": "列出课程库中的训练课程，以及今天起计划中有步骤的训练课程",
		"No workout is in the library, and none with steps is planned.\n":                       "课程库中没有训练课程，也没有计划有步骤的训练课程。\n",
		"%d steps": "%d 个步骤",
		"library":  "课程库",

		// cli/workout_push.go
		"There is no workout %q.": "没有训练课程 %q。",
		"Name a file, an id that lapkeep workout list shows, or a day such as tomorrow.": "" +
			"请给出文件、lapkeep workout list 显示的 id，或某一天，例如 tomorrow。",
		"%s is a workout of the library and an event.":                       "%s 既是课程库中的训练课程，又是事件。",
		"Name the event by its day.":                                         "请用日期指定该事件。",
		"%s: it has no steps that can be read, so it is not written.\n":      "%s：没有可读取的步骤，因此不写入。\n",
		"No workout with steps is planned from %s to %s.":                    "从 %s 到 %s 没有计划有步骤的训练课程。",
		"lapkeep workout list shows what is planned.":                        "lapkeep workout list 显示计划的内容。",
		"%s has no steps that can be read.":                                  "%s 没有可读取的步骤。",
		"Write its text into a file, and run lapkeep workout check on that.": "请把它的文字写入文件，再对该文件运行 lapkeep workout check。",
		"Put a workout into a folder of a watch, or into the calendar or library and so to the services": "" +
			"把训练课程放入手表的文件夹，或放入日历或课程库，由此发送到服务",
		"With --to, write a workout into a folder, such as GARMIN/NewFiles of a mounted watch: WORKOUT is a file,\nan id that " +
			"\"lapkeep workout list\" shows, or a day, which means what is planned for it.\nWithout, put a file into the library " +
			"or, with --on, a file or a workout of the library on a day of the calendar,\nfrom where it goes to the connected " +
			"services. What is planned for a day, or for days such as \"this week\", is put\ninto the library of the home source of " +
			"workouts, or of --source: of a service that has no calendar.": "" +
			"带 --to 时，把训练课程写入文件夹，例如已挂载手表的 GARMIN/NewFiles：WORKOUT 是文件、\n\"lapkeep workout list\" 显示的 id，或某一天（即当天计划的训练课程）。\n" +
			"不带 --to 时，把文件放入课程库；带 --on 时，把文件或课程库中的训练课程放到日历的某一天，\n由此发送到已连接的服务。某一天或若干天（例如 \"this week\"）计划的训练课程\n" +
			"会放入训练课程的主来源的课程库，或 --source 所指服务的课程库：用于没有日历的服务。",
		"service whose library gets what is planned, in place of the home source": "" +
			"把计划的训练课程放入其课程库的服务，代替主来源",
		"id of the folder of the library that gets what is planned, where a service asks for one": "" +
			"课程库中接收计划的训练课程的文件夹的 id（服务要求时）",
		"A folder of files has no days, and is at no service.":      "存放文件的文件夹没有日期，也不在任何服务上。",
		"Leave --on, --source and --folder out, or --to.":           "请去掉 --on、--source 和 --folder，或去掉 --to。",
		"%q is no form of devices.":                                 "%q 不是设备的格式。",
		"Use one of %s; lapkeep workout convert writes the others.": "可用：%s；其他格式由 lapkeep workout convert 写出。",

		// cli/workout_send.go
		"--form, --force, --ftp and --lthr are about a file that --to names the folder of.": "" +
			"--form、--force、--ftp 和 --lthr 用于写入 --to 所指文件夹的文件。",
		"Leave them out, or name a folder with --to, such as GARMIN/NewFiles of a mounted watch.": "" +
			"请去掉它们，或用 --to 指定文件夹，例如已挂载手表的 GARMIN/NewFiles。",
		"There is no workout %q in the library, and no such file.": "课程库中没有训练课程 %q，也没有这个文件。",
		"Name a file or an id of lapkeep workout list, or days such as \"this week\" without --on.": "" +
			"请给出文件或 lapkeep workout list 中的 id，或不带 --on 的若干天，例如 \"this week\"。",
		"%s is in the library already.":                          "%s 已在课程库中。",
		"Put it on a day with --on, or into a folder with --to.": "请用 --on 放到某一天，或用 --to 放入文件夹。",

		// cli/workout_today.go
		"An FTP of %g W is nobody's.":                   "没有人的 FTP 是 %g W。",
		"Give --ftp in W, such as 250.":                 "请以 W 给出 --ftp，例如 250。",
		"A threshold heart rate of %g bpm is nobody's.": "没有人的阈值心率是 %g bpm。",
		"Give --lthr in bpm, such as 168.":              "请以 bpm 给出 --lthr，例如 168。",

		// athletes, arguments and bounds
		"Add an athlete to this home, for whom commands then work with --athlete ID":          "在此主目录中添加一位运动员，之后命令可用 --athlete ID 为其工作",
		"List the athletes of this home, or add one":                                          "列出此主目录中的运动员，或添加一位",
		"%s is an athlete of this home. To import: lapkeep import --athlete %s PATH\n":        "%s 是此主目录中的运动员。导入：lapkeep import --athlete %s PATH\n",
		"The athletes are %s. To add this one: lapkeep athletes add %s":                       "现有运动员：%s。要添加这一位：lapkeep athletes add %s",
		"An argument is empty.":                                                               "有一个参数是空的。",
		"--%s is of the setup of a service, and none is named.":                               "--%s 用于设置服务，但没有指定服务。",
		"Name it: lapkeep setup SERVICE --%s …; your own values: %s":                          "请指定服务：lapkeep setup SERVICE --%s …；您自己的数值：%s",
		"Import that was interrupted":                                                         "中断的导入",
		"%d files were imported and are kept, and no entry for them could be written: %w.":    "已导入并保留 %d 个文件，但无法为其写入记录：%w。",
		"Once there is room, the athlete can take them back: %s":                              "有空间后，运动员可以撤销：%s",
		"%s cannot be looked into: %w.":                                                       "无法查看 %s：%w。",
		"Name a folder of yours with --home.":                                                 "请用 --home 指定您自己的文件夹。",
		"The JSON nests more than %d levels deep.":                                            "JSON 嵌套超过 %d 层。",
		"The JSON holds more than %d values.":                                                 "JSON 包含的值超过 %d 个。",
		"A part of the map file unpacks to more than %d MB.":                                  "地图文件的一部分解压后超过 %d MB。",
		"Name another file as map_file in config.yaml.":                                       "请在 config.yaml 中将 map_file 指定为另一个文件。",
		"%s of %s says where something is. Comparing it would tell where the athlete was, and positions are not shared with assistants.": "%s（%s）说明了某处的位置。与之比较会透露运动员到过哪里，而位置未与助手共享。",
		"Leave it out; or the athlete can run lapkeep call %s with it, or let assistants see positions: lapkeep call update_athlete_settings '{\"share\": [\"position\"]}'": "请去掉它；或者运动员可以带着它运行 lapkeep call %s，或让助手看到位置：lapkeep call update_athlete_settings '{\"share\": [\"position\"]}'",
	}
}
