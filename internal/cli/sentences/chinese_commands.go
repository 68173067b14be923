package sentences

// ofCommands are those of commands with their help.
func ofCommands() map[string]string {
	return map[string]string{
		// cli/approve.go
		"Agree, at a terminal, to a write that an assistant asked for": "在终端同意助手请求的写入",
		"approve needs a person at a terminal.":                        "approve 需要有人在终端操作。",
		"Run it in a terminal window, not from a program.":             "请在终端窗口中运行，而不是从程序中运行。",
		"For the athlete %s:\n":                                        "运动员 %s：\n",
		"Approved. Ask the assistant to make the same call again; it counts once, for exactly this.\n": "" +
			"已批准。请让助手再次发出同样的调用；批准只生效一次，且只对这次调用有效。\n",

		// cli/call.go
		"A person must agree to this at a terminal.":         "此操作须由人在终端同意。",
		"Run: %s (until %s), then make the same call again.": "请运行：%s（%s 之前有效），然后再次发出同样的调用。",
		"Type %s to agree: ":                                 "输入 %s 表示同意：",
		"Nothing was changed: the code was not typed.":       "没有任何改动：未输入代码。",
		"Call one tool and print its answer":                 "调用一个工具并显示其回答",
		"Call one tool and print its answer: as JSON, or for a person at a terminal as tables and words.\nArguments are one " +
			"JSON object, or - to read it from standard input.": "" +
			"调用一个工具并显示其回答：以 JSON 显示，在终端上则以表格和文字显示。\n参数为一个 JSON 对象，或用 - 从标准输入读取。",

		// cli/collect/duplicates.go
		"    If they are one: %s\n    If they are two: %s\n\n": "    如果是同一个：%s\n    如果是两个：%s\n\n",
		"%d pairs are":   "%d 对",
		"%s in doubt.\n": "%s存疑。\n",
		"%s is now activity %s, separate from %s.":                "%s 现在是活动 %s，与 %s 分开。",
		"%s and %s stay two activities.":                          "%s 和 %s 仍是两个活动。",
		"%s and %s are now one activity: %s.":                     "%s 和 %s 现在是一个活动：%s。",
		"%s\nTo take it back: %s\n":                               "%s\n撤销命令：%s\n",
		"List the activities that may be one, and decide by hand": "列出可能是同一个的活动，并由您决定",
		"%s  %s  %s, %s, %s, from %s":                             "%s  %s  %s，%s，%s，来自 %s",
		" and ":                                                   " 和 ",

		// cli/collect/import.go
		"files":     "个文件",
		"MiB of %s": "%s 的 MiB 数",
		"%s: %d imported, %d updated, %d duplicate, %d ignored, %d failed\n": "%s：导入 %d 个，更新 %d 个，重复 %d 个，忽略 %d 个，失败 %d 个\n",
		"%d files":                         "%d 个文件",
		"Among them for the library: %s\n": "其中存入课程库：%s\n",
		"To take it back: %s\n":            "撤销命令：%s\n",
		"Import recordings (FIT, TCX, GPX and more), workout files, folders of them and export archives": "" +
			"导入记录（FIT、TCX、GPX 等）、训练课程文件、含有它们的文件夹以及导出存档",

		// cli/collect/report.go
		"%-9s %s more: %s\n": "%-9s 另有%s：%s\n",

		// cli/collect/watch.go
		"Run: lapkeep import %s": "请运行：lapkeep import %s",
		"%s in %s:":              "%[2]s 中有%[1]s：",
		"%d new files":           "%d 个新文件",
		"imported  %s as %s\n":   "imported  %s，即 %s\n",
		"Import what appears in folders, also on a device's drive, until it is stopped": "持续导入文件夹（包括设备盘）中新出现的文件，直到被停止",
		"Import what appears in folders until it is stopped (Ctrl-C). A file is imported when it is whole: unchanged over\n" +
			"two looks, and finished by its own marks or not grown for ten minutes. What was imported is remembered, so that it\n" +
			"can be stopped and started at any moment. A folder that is not there, such as a device's drive, is waited for; of\n" +
			"a Garmin device's drive its activities alone are read.": "" +
			"持续导入文件夹中新出现的文件，直到被停止（Ctrl-C）。文件完整后才导入：连续两次查看都未改变，并且按其自身的标记已写完，或十分钟没有再增长。\n已导入的内容会被记住，因此可以随时停止和启动。不存在的文件夹（例如设备盘）会一直等待；\n对于 Garmin " +
			"设备盘，只读取其中的活动。",
		"%d files are": "%d 个文件",
		"%s is not finished. It is imported when it is, or when it has not grown for %s.": "%s 尚未写完。写完后，或 %s没有再增长时，将会导入。",
		"Watching %s, where %s known. Ctrl-C stops.": "正在监视 %s，其中已知%s。按 Ctrl-C 停止。",

		// cli/connect/check.go
		"Ask each connected service whose key it is and what it may do": "询问每个已连接的服务：密钥属于谁，有哪些权限",
		"Language: %s.\n": "语言：%s。\n",

		// cli/connect/connect.go
		"Forget a service's key and delete what was read from it; shows what first": "删除某个服务的密钥以及从该服务读取的内容；先显示将删除什么",

		// cli/connect/sync.go
		"Read what is new at the connected services": "读取已连接服务上的新内容",
		"Read what is new at the connected services. The first time this reads the whole history, newest first;\nit may be " +
			"stopped at any moment and continues where it stopped.": "" +
			"读取已连接服务上的新内容。第一次会读取全部历史，从最新的开始；\n可以随时停止，之后从停止处继续。",

		// cli/connections.go
		"%s, key in %s":         "%s，密钥在 %s",
		", last sync %s":        "，上次同步 %s",
		"Run: lapkeep check %s": "请运行：lapkeep check %s",

		// cli/demo.go
		"%s holds data that is not the demo's.": "%s 中有不属于演示的数据。",
		"Choose an empty folder with --home.":   "请用 --home 选择一个空文件夹。",
		"Demo athlete ready in %.1f s: two years of rides, runs and swims, all invented.\n\n": "" +
			"演示运动员已就绪（%.1f 秒）：两年的骑行、跑步和游泳，全部是虚构的。\n\n",
		"Ask your assistant, for example:\n":          "例如，可以这样问您的助手：\n",
		"\nOne answer (analyze_training_load):\n%s\n": "\n一个回答（analyze_training_load）：\n%s\n",
		"\nMCP server: %s\n":                          "\nMCP 服务器：%s\n",
		"Key:        %s\n":                            "密钥：      %s\n",
		"Try it:     claude mcp add --transport http %s %s --header \"Authorization: Bearer %s\"\n": "" +
			"试一试：    claude mcp add --transport http %s %s --header \"Authorization: Bearer %s\"\n",
		"Stop with Ctrl-C. The demo stays in its own folder; delete it and it is gone.\n": "按 Ctrl-C 停止。演示保存在自己的文件夹中；删除该文件夹即可。\n",
		"Make a demo athlete in a home of its own, show an answer, and serve it":          "在单独的主目录中生成演示运动员，显示一个回答并提供服务",
		"An earlier version made this demo; it stays as it is. `lapkeep demo --fresh` makes it anew, up to today.\n": "" +
			"此演示由较早的版本生成，保持不变。`lapkeep demo --fresh` 会重新生成，数据到今天为止。\n",
		"The demo athlete is in %s (%.1f s).\n": "演示运动员在 %s 中（%.1f 秒）。\n",

		// cli/doctor.go
		"%s is not there yet; the first import makes it":              "%s 尚不存在；第一次导入时会创建",
		"Set the computer's clock: today and this week depend on it.": "请校准电脑的时钟：“今天”和“本周”都取决于它。",
		"no store yet":            "还没有存储",
		"%d pairs":                "%d 对",
		"%s in doubt":             "%s存疑",
		"Run: lapkeep duplicates": "请运行：lapkeep duplicates",
		"no activities yet":       "还没有活动",
		"%s from %s to %s, %s, %.1f MB of originals, %.1f MB database": "%[1]s，%[2]s 至 %[3]s；%[4]s；原始文件 %.1[5]f MB，数据库 %.1[6]f MB",
		"%d activities": "%d 个活动",
		"%d recordings": "%d 条记录",
		"up to date":    "已是最新",
		"%d changes are processed at the next start":      "%d 处改动将在下次启动时处理",
		"Make the folder, or remove it from import_dirs.": "请创建该文件夹，或从 import_dirs 中删除它。",
		"%s fine. All of them, and every setting with its origin: lapkeep doctor --all\n": "" +
			"%s正常。查看全部检查以及每项设置的来源：lapkeep doctor --all\n",
		"%d checks are":          "%d 项检查",
		"lapkeep %s\n\nChecks\n": "lapkeep %s\n\n检查\n",
		"\nSettings\n":           "\n设置\n",
		"  %14s note: %s\n":      "  %14s 备注：%s\n",
		"Check settings, folders and the store; changes nothing": "检查设置、文件夹和存储；不做任何改动",

		// cli/flags and tables of commands
		"Connect a service (%s), after it was tried": "连接一个服务（%s），并先试用",
		"Connect a service: asks for its key, or reads it from standard input or the settings, or asks for the account\n" +
			"and its password, which is typed or comes from the settings. It tries them at the service and keeps them in\n" +
			"the system's keyring, or else in a file that only you can read.": "" +
			"连接一个服务：询问其密钥（也可从标准输入或设置读取），或询问账号和密码（密码由您输入，或来自设置）。\n" +
			"向该服务试用之后，保存在系统密钥环中，否则保存在只有您能读取的文件里。",
		"FTP in W, in place of the one of today":                          "以 W 为单位的 FTP，代替今天的值",
		"Hide activities from assistants":                                 "对助手隐藏活动",
		"Keep A and B as two activities, and do not ask again":            "让 A 和 B 保持为两个活动，不再询问",
		"Let assistants see activities again":                             "让助手重新看到活动",
		"List activities, the latest first":                               "列出活动，最新的在前",
		"Make B a part of A: both are one activity":                       "把 B 并入 A：两者是同一个活动",
		"Make a fresh key; the old one ends with the servers that use it": "生成新密钥；使用旧密钥的服务器停止后，旧密钥失效",
		"Print the key; one is made if there is none":                     "显示密钥；没有则生成",
		"Say what is wrong with a workout (.txt, .json, .fit, .zwo, .erg, .mrc), what it takes and what each form would lose": "" +
			"指出训练课程（.txt、.json、.fit、.zwo、.erg、.mrc）的问题、所需的时间和负荷，以及每种格式会丢失什么",
		"Show one activity":     "显示一个活动",
		"Show personal records": "显示个人纪录",
		"Show sleep, resting heart rate, weight and the like":                    "显示睡眠、静息心率、体重等",
		"Show the best efforts by duration or distance":                          "按时长或距离显示最好成绩",
		"Show training load, fitness and form":                                   "显示训练负荷、体能和状态",
		"Show what a week, or another period, adds up to":                        "显示一周或其他时段的合计",
		"Take a recording (its file or its id) or an entry out of A":             "从 A 中取出一条记录（其文件或 id）或一个条目",
		"Write a workout in another form, by the thresholds of today":            "按今天的阈值把训练课程写成另一种格式",
		"also what is fine, and every setting with its origin":                   "同时显示正常的项目，以及每项设置及其来源",
		"also where the existing entry allows less, or starts something else":    "即使已有条目允许的更少或启动的是别的程序",
		"as tools/list answers":                                                  "与 tools/list 的回答相同",
		"check the whole past for edits and deletions":                           "检查全部历史中的修改和删除",
		"connect to the server that listens at this URL instead of starting one": "连接在此 URL 监听的服务器，而不是启动一个",
		"day of the calendar to put it on, such as tomorrow":                     "放到日历的哪一天，例如 tomorrow",
		"draw its course into this file (.svg or .png)":                          "把强度曲线画入此文件（.svg 或 .png）",
		"everything that Lapkeep keeps":                                          "Lapkeep 保存的全部内容",
		"file to write; else standard output":                                    "要写入的文件；不给则写到标准输出",
		"show what is damaged or missing and what can be restored, then restore it; no other Lapkeep may be running": "" +
			"先显示损坏或缺失的内容以及可恢复的内容，然后恢复；期间不能有其他 Lapkeep 在运行",
		"only show what --repair would do": "只显示 --repair 将执行的操作",
		"folder to write into, which must be there":                   "要写入的文件夹，必须已存在",
		"Begin: a demo athlete, an import, or a service step by step": "开始使用：演示运动员、导入，或按步骤设置服务",
		"Set up a service: asks for the account, tries it, puts down your thresholds and connects your assistant.\nEvery answer can " +
			"be given by a flag or by the service's settings instead; a password is typed or stands in the\nenvironment, never in an " +
			"argument or a pipe. Without a service it offers what there is to begin with.": "" +
			"设置一个服务：询问账号并尝试登录，记下您的阈值，并连接您的助手。\n每个回答也可以用标志或该服务的设置给出；密码只能输入或放在环境变量中，" +
			"\n不能放在命令行参数或管道里。不指定服务时，列出可以从哪里开始。",
		"functional threshold power in watts, from today":                          "功能阈值功率（FTP），单位瓦，自今天起生效",
		"heart rate at lactate threshold, from today":                              "乳酸阈值心率，自今天起生效",
		"the assistant's client to connect, as in lapkeep mcp list":                "要连接的助手客户端，名称见 lapkeep mcp list",
		"use the account or sign-in in the file of the server that you had before": "使用您以前的服务器的文件中的账号或登录",
		"ask for the rights to change things there too, of a service that an app of yours is connected to": "" +
			"对于通过您自己的应用连接的服务，同时请求在该处修改内容的权限",
		"user name of the account; the password is typed, or of a variable": "账号的用户名；密码由您输入，或来自环境变量",
		"where the account is, of a service whose accounts are apart":       "账号所在区域（用于账号按区域分开的服务）",
		"form of the file: fit, zwo, erg, mrc; else fit":                    "文件格式：fit、zwo、erg、mrc；不给则为 fit",
		"form: txt, json, fit, zwo, erg, mrc, igpsport, plain; else as the file of --out is called": "" +
			"格式：txt、json、fit、zwo、erg、mrc、igpsport、plain；不给则由 --out 的文件名决定",
		"how often to look":    "多久查看一次",
		"its radius in metres": "半径，以米为单位",
		"keep what was read":   "保留已读取的内容",
		"lactate threshold heart rate in bpm, in place of the one of today":                  "以 bpm 为单位的乳酸阈值心率，代替今天的值",
		"list the files that are used":                                                       "列出正在使用的文件",
		"look every time, also where the system tells of changes":                            "每次都查看，即使系统会通知改动",
		"make the athlete and stop":                                                          "生成运动员后停止",
		"make the athlete anew, up to today":                                                 "重新生成运动员，数据到今天为止",
		"one JSON object a file, then a summary of each import":                              "每个文件一个 JSON 对象，然后是每次导入的汇总",
		"one JSON object a file, then a summary":                                             "每个文件一个 JSON 对象，然后是汇总",
		"one JSON object a service":                                                          "每个服务一个 JSON 对象",
		"only show what would change":                                                        "只显示将有什么改动",
		"print JSON at a terminal too":                                                       "在终端上也输出 JSON",
		"print as JSON":                                                                      "以 JSON 输出",
		"print as lapkeep call does":                                                         "输出形式与 lapkeep call 相同",
		"read this .env file and no other":                                                   "只读取这个 .env 文件",
		"replace workflows that were edited, keeping a copy":                                 "替换被修改过的工作流，并保留副本",
		"serve MCP on standard input and output instead of HTTP":                             "通过标准输入输出而不是 HTTP 提供 MCP",
		"show the latest writes instead":                                                     "改为显示最近的写入",
		"sport of a file that names none":                                                    "文件未写明运动时采用的运动",
		"stop using the folder's file":                                                       "不再使用该文件夹的文件",
		"the athlete's name here; the one you work for if left out":                          "该运动员在此处的名称；不给则为当前运动员",
		"the client's configuration file, if it is not the usual one":                        "客户端的配置文件（如果不是通常的文件）",
		"the folder, if it is not a client's own":                                            "文件夹（如果不是客户端自己的）",
		"the service's id of an athlete whom you coach; yourself if left out":                "您所执教的运动员在该服务上的 id；不给则为您自己",
		"what the server is called in the client":                                            "服务器在客户端中的名称",
		"what you call it":                                                                   "您怎么称呼它",
		"with --http, write the key into the file of a client that can have it no other way": "与 --http 一起用：把密钥写入只能这样获得密钥的客户端的文件",
		"write over files of the same name and another content":                              "覆盖同名但内容不同的文件",
		"write them into this folder instead of a client's own":                              "写入此文件夹，而不是客户端自己的文件夹",
		"Help about any command":                                                             "查看任意命令的帮助",
		"Generate the autocompletion script for the specified shell":                         "为指定的 shell 生成自动补全脚本",
		"Found:":                              "发现：",
		"Lost:":                               "已丢失：",
		"Distance":                            "距离",
		"Work":                                "做功",
		"Normalized power":                    "标准化功率",
		"Load":                                "训练负荷",
		"duration":                            "时长",
		"load":                                "训练负荷",
		"a place":                             "某地点",
		"lapkeep serve --http, and try again": "lapkeep serve --http，然后重试",
		"%s is there again.":                  "%s 又出现了。",
		"%s is not there; waiting for it.":    "%s 不存在；正在等待。",
		"How is my form today, and how did I get here?":                                  "我今天的状态如何？是怎么形成的？",
		"Compare my last two threshold sessions.":                                        "比较我最近两次阈值训练。",
		"What were my best 20 minutes this season, and what does that say about my FTP?": "我本赛季最好的 20 分钟功率是多少？它说明我的 FTP 怎样？",
		"How did HRV and resting heart rate show my last illness?":                       "HRV 和静息心率是怎样反映我上次生病的？",
		"What was my best on Chapel Saddle, and when is my chain due?":                   "我在 Chapel Saddle 的最好成绩是多少？链条什么时候该换？",
		"Show me the laps of my last triathlon.":                                         "显示我上次铁人三项的各圈。",
		"How much did I train last month against the month before?":                      "我上个月的训练量与前一个月相比如何？",
		"Did I do what was planned last week, and what is planned up to my next race?":   "我上周完成计划了吗？到下一场比赛前有什么计划？",
		"\nA coach connects each athlete by itself, by the key given once: lapkeep connect %s --athlete ID --as NAME": "" +
			"\n教练用一次提供的密钥逐个连接运动员：lapkeep connect %s --athlete ID --as NAME",
		"version for %s": "%s 的版本",

		// cli/help.go
		"%s.\nAsks the tool %s, whose arguments are the flags: docs/tools.md explains them.": "" +
			"%s。\n调用工具 %s，其参数就是这里的标志：说明见 docs/tools.md。",
		"help for %s":         "%s 的帮助",
		"Usage:":              "用法：",
		"Available Commands:": "可用命令：",
		"Flags:":              "标志：",
		"Global Flags:":       "全局标志：",
		"Use \"%s [command] --help\" for more information about a command.": "用 \"%s [command] --help\" 查看某个命令的详细说明。",

		// cli/keep.go
		"%s with their original files: %s.\nlapkeep import %s brings them back, edits included.\n": "" +
			"%s及其原始文件：%s。\nlapkeep import %s 可以将它们（包括您的修改）导回。\n",
		"Write everything into one file (.tar.zst or .tar) that restore reads": "把全部内容写入一个文件（.tar.zst 或 .tar），可由 restore 读取",
		"Left out of %s, because a backup holds no secret: %s.\n":              "未包含 %s 中的以下内容，因为备份不含密钥：%s。\n",
		"The backup needs up to %.1f MB in %s while it is made.\n":             "备份过程中，%[2]s 最多需要 %.1[1]f MB 的空间。\n",
		"Backup written to %s and read back: %.1f MB, %s.\n":                   "备份已写入 %s 并读回检查：%.1f MB，%s。\n",
		"In this home, and so in the backup, %s damaged.":                      "主目录中（备份中也一样）有 %s已损坏。",
		"%d original files are":                                                "%d 个原始文件",
		"Run lapkeep verify, which says which.":                                "请运行 lapkeep verify 查看是哪些。",
		"Bring a backup back into an empty home":                               "把备份恢复到空的主目录",
		"This backup is from before backups had checksums: its database and its original files were checked, but not each " +
			"bit.\n": "" +
			"此备份来自备份还没有校验和的版本：数据库和原始文件已检查，但并非每一位都检查过。\n",
		"Restored into %s.\n": "已恢复到 %s。\n",
		"Its config.yaml holds now and allows an assistant more: %s. Remove these lines from it if you did not write them.\n": "" +
			"备份中的 config.yaml 现已生效，它允许助手做更多的事：%s。如果这些行不是您写的，请从中删除。\n",
		"Write everything in open formats into a folder or a .zip file": "把全部内容以开放格式写入文件夹或 .zip 文件",
		"export needs --all": "export 需要 --all",
		"One activity is exported by: lapkeep call export_activity '{\"id\":…}'": "导出单个活动：lapkeep call export_activity '{\"id\":…}'",

		// cli/key.go
		"Show or replace the key that clients of the HTTP server send":  "显示或更换 HTTP 服务器客户端所用的密钥",
		"From %s. Clients send: Authorization: Bearer KEY\n":            "来自 %s。客户端发送：Authorization: Bearer KEY\n",
		"Secret path, instead of the key: %s\n":                         "可代替密钥的秘密路径：%s\n",
		"The browsers of the dashboard are signed out. Restart servers that run, and give the key to your clients.\n": "" +
			"仪表盘的浏览器均已退出登录。请重启正在运行的服务器，并把密钥告知您的客户端。\n",

		// cli/mcp.go
		"%q cannot be a server's name.":                                    "%q 不能作为服务器的名称。",
		"Use letters, digits, - and _.":                                    "请使用字母、数字、- 和 _。",
		"The config file does not allow %s %s: the entry says %s.\n":       "配置文件不允许 %s %s：条目中写的是 %s。\n",
		"%q is not the URL of a server.":                                   "%q 不是服务器的 URL。",
		"Write it as in: --http http://127.0.0.1:8642/mcp":                 "请写成：--http http://127.0.0.1:8642/mcp",
		"Take Lapkeep out of a client's configuration":                     "从客户端的配置中移除 Lapkeep",
		"%s does not know %s: nothing to remove in %s.\n":                  "%s 中没有 %s：%s 中没有可移除的内容。\n",
		"Removed %s, which held nothing else.\n":                           "已删除 %s，其中没有其他内容。\n",
		"%s was removed from %s.\n":                                        "已从 %[2]s 中移除 %[1]s。\n",
		"%s forgets it when it is started again.\n":                        "%s 重新启动后生效。\n",
		"In the folder %s, %s has an entry of its own, in %s.":             "在文件夹 %s 中，%s 有单独的条目，位于 %s。",
		"The file of this folder has an entry too: %s. To take it out: %s": "此文件夹的文件中也有条目：%s。移除命令：%s",
		"Connect assistants: print, install or remove their configuration": "连接助手：显示、安装或移除其配置",
		"List the clients that are known, present and configured":          "列出支持的、本机已有的和已配置的客户端",

		// cli/mcp_install.go
		"%s can have the key only in its file, in clear.":                     "%s 只能把密钥以明文放在自己的文件里。",
		"Let it start Lapkeep itself (without --http), or add --key-in-file.": "请让它自己启动 Lapkeep（不带 --http），或加上 --key-in-file。",
		"Written: %s\n":        "已写入：%s\n",
		"It said before: %s\n": "原内容保存在：%s\n",
		"The entry is written, but the server does not answer: %v.":  "条目已写入，但服务器没有响应：%v。",
		"Run %s. To take the entry out again: lapkeep mcp remove %s": "请运行 %s。移除该条目：lapkeep mcp remove %s",
		"%s: OK, %d tools\n": "%s：正常，%d 个工具\n",
		"The client reads the key from %s: set it to what lapkeep key show prints.\n": "客户端从 %s 读取密钥：请设为 lapkeep key show 显示的值。\n",
		"Check: %s\n": "检查：%s\n",
		"Add Lapkeep to a client's configuration and try it": "把 Lapkeep 加入客户端的配置并试用",
		"Add Lapkeep to a client's configuration, keep a copy of the file beside it, and try what was written.\nNothing else " +
			"in the file changes; lapkeep mcp remove CLIENT brings it back to the byte.\nWhat --toolsets, --writes, --home, " +
			"--athlete and --athletes say is written too. An existing entry keeps what is not asked for.": "" +
			"把 Lapkeep 加入客户端的配置，在旁边保留文件副本，并试用写入的内容。\n文件中其他内容不变；lapkeep mcp remove CLIENT " +
			"会将其逐字节还原。\n--toolsets、--writes、--home、--athlete 和 --athletes 也会写入。已有条目中未要求更改的内容保持不变。",
		"%s already says so.\n": "%s 中已是如此。\n",
		"%s asks for the key itself, which takes a few lines more.": "%s 会自己询问密钥，需要多写几行。",
		"Copy them from: lapkeep mcp config %s --http %s":           "请从这里复制：lapkeep mcp config %s --http %s",

		// cli/mcp_keep.go
		"%s %s instead of %s":                                        "%[1]s 为 %[2]s，原为 %[3]s",
		"answering about the athlete %s":                             "可回答关于运动员 %s 的问题",
		"toolsets %s instead of %s":                                  "工具集为 %s，原为 %s",
		"importing from %s":                                          "可从 %s 导入",
		"%s has an entry %s, and the new one may allow more: %s.":    "%s 已有条目 %s，新条目可能允许更多：%s。",
		"%s It is written with --replace.\n":                         "%s 加上 --replace 才会写入。\n",
		"%s\nWrite it? [y/N] ":                                       "%s\n要写入吗？[y/N] ",
		"Nothing was changed: nobody agreed.":                        "没有任何改动：没有人同意。",
		"If you mean that, add --replace.":                           "如果确实如此，请加上 --replace。",
		"it would start a server of its own, and now connects to %s": "它将自己启动服务器，而现在连接到 %s",
		"what the server at %s allows is decided there, and it now starts one of its own": "%s 上的服务器允许什么由那里决定，而现在它自己启动服务器",
		"it now starts another program (%s)":                                              "它现在启动的是另一个程序（%s）",
		"what it allows now is not known: %w":                                             "无法得知它现在允许什么：%w",

		// cli/mcp_print.go
		"Key:              %s asks for it: lapkeep key show.\n": "密钥：            %s 会询问：lapkeep key show。\n",
		"Key:              replace KEY by it (lapkeep key show), and keep the file to yourself (chmod 600).\n": "" +
			"密钥：            请用它替换 KEY（lapkeep key show），并且只让自己能读该文件（chmod 600）。\n",
		"Key:              %s is read from the client's environment: set it to what lapkeep key show prints.\n": "" +
			"密钥：            从客户端的环境变量 %s 读取：请设为 lapkeep key show 显示的值。\n",
		"Warning:          over plain http everybody between here and there can read the key. Use https.\n": "" +
			"警告：            使用普通 http 时，途中任何人都能读到密钥。请使用 https。\n",
		"Note:             %s\n": "备注：            %s\n",
		"Print what a client must be told; without CLIENT, what most of them read": "显示客户端需要的配置；不带 CLIENT 时，显示多数客户端可读的配置",
		"Replace KEY by the key that lapkeep key show prints.\n":                   "请用 lapkeep key show 显示的密钥替换 KEY。\n",
		"Some clients want another form; name yours: lapkeep mcp config CLIENT, one of lapkeep mcp list.\n": "" +
			"有些客户端使用别的形式；请指定您的客户端：lapkeep mcp config CLIENT（见 lapkeep mcp list）。\n",
		"the client's configuration file":                          "客户端的配置文件",
		"%s, in %s:\n\n%s\n":                                       "%s，位于 %s：\n\n%s\n",
		"Or with its own command:\n\n  %s\n\n":                     "或使用它自己的命令：\n\n  %s\n\n",
		"Or with a link:\n\n  %s\n\n":                              "或使用链接：\n\n  %s\n\n",
		"Or let Lapkeep do it: lapkeep mcp install %s --http %s\n": "或让 Lapkeep 来做：lapkeep mcp install %s --http %s\n",
		"Or let Lapkeep do it: lapkeep mcp install %s\n":           "或让 Lapkeep 来做：lapkeep mcp install %s\n",
		"Then:             %s\nCheck:            %s\n":             "然后：            %s\n检查：            %s\n",

		// cli/privacy/mark.go
		"Nothing changed: the %s of %s is already set that way.\n": "没有任何改动：%[2]s 的 %[1]s 已是如此。\n",
		"Let assistants see the %s of %s.":                         "让助手可以看到 %[2]s 的 %[1]s。",
		"Hide the %s of %s from assistants.":                       "对助手隐藏 %[2]s 的 %[1]s。",

		// cli/privacy/privacy.go
		"Assistants see no position at all; lapkeep call update_athlete_settings with share would let them.\n": "" +
			"助手看不到任何位置；lapkeep call update_athlete_settings 加 share 可以允许。\n",
		"Assistants see every position. Hide your home: lapkeep privacy propose\n": "助手可以看到所有位置。隐藏您的住处：lapkeep privacy propose\n",
		"Assistants see positions outside of the zones.\n":                         "助手可以看到隐私区域以外的位置。\n",
		"zone %s: %s, %.0f m around%s\n":                                           "zone %s：%s，半径 %.0f 米，中心%s\n",
		"hidden %s: %s of %s%s\n":                                                  "hidden %[1]s：%[3]s 的 %[2]s%[4]s\n",
		"%d of %d activities are hidden from assistants.\n":                        "%[2]d 个活动中有 %[1]d 个对助手隐藏。\n",
		" its middle":                      "不显示",
		"%s needs a person at a terminal.": "%s 需要有人在终端操作。",
		"%s To take it back: %s\n":         "%s撤销命令：%s\n",
		"Show and decide what assistants never see: places, and single activities": "查看并决定助手永远看不到什么：地点和单个活动",
		"Positions within a privacy zone reach no assistant, even if you share positions; what you hide reaches none at " +
			"all.\nExports and your files keep everything.": "" +
			"隐私区域内的位置不会提供给任何助手，即使您共享位置；您隐藏的活动完全不会提供。\n导出的内容和您的文件保留全部数据。",

		// cli/privacy/zones.go
		"Hide %.0f m around %s from assistants.":                  "对助手隐藏 %[2]s 周围 %.0[1]f 米。",
		"Remove a zone: assistants may see positions there again": "移除一个隐私区域：助手又可以看到那里的位置",
		"Let assistants see positions around %s?":                 "让助手可以看到 %s 周围的位置？",
		"Nothing was changed.\n":                                  "没有任何改动。\n",
		"Remove the privacy zone %s.":                             "移除隐私区域 %s。",
		"There is no privacy zone %q.":                            "没有隐私区域 %q。",
		"lapkeep privacy lists them.":                             "lapkeep privacy 会列出它们。",
		"Propose zones around the places where activities begin and end, and keep those that you agree to": "" +
			"在活动的起点和终点附近建议隐私区域，并保留您同意的",
		"None of the places where %d activities with a track begin and end stands out%s.\n": "%d 个有轨迹的活动的起点和终点中，没有突出的地点%s。\n",
		"Place %d: %d of %d activities begin or end within %.0f m of%s.\n": "" +
			"地点 %d：%[3]d 个活动中有 %[2]d 个在以下位置 %.0[4]f 米之内开始或结束：%[5]s。\n",
		"Hide it from assistants?":     "对助手隐藏它吗？",
		"What do you call it (home)? ": "您怎么称呼它（home）？",
		"Nothing was changed: run lapkeep privacy propose in a terminal to agree to some.\n": "" +
			"没有任何改动：请在终端运行 lapkeep privacy propose 来选择同意。\n",
		" beyond the zones that there are": "（已有的隐私区域除外）",
		"Add a zone around a place, in degrees; its centre is moved at random and its radius grows by as much, so that its " +
			"edge does not reveal the place": "" +
			"在某地点（以度为单位）周围添加隐私区域；其中心会随机移动，半径相应增大，使边缘不会暴露该地点",
		"%q is not a place.": "%q 不是地点。",
		"Give latitude and longitude in degrees, such as 47.3769,8.5417.": "请以度给出纬度和经度，例如 47.3769,8.5417。",
		"A radius of %g m is too small or too large.":                     "半径 %g 米太小或太大。",
		"Give %d to %d m.": "请给出 %d 到 %d 米。",

		// cli/root.go
		"Keeps your training data on your machine and answers your assistant's questions from it": "把训练数据保存在您自己的电脑上，并据此回答助手的问题",

		// cli/serve.go
		"No key is asked for: every program on this machine may connect.\n":                   "不要求密钥：本机上的任何程序都可以连接。\n",
		"A key was made in %s. See it with: lapkeep key show\n":                               "已在 %s 中生成密钥。查看：lapkeep key show\n",
		"Whoever knows one of these addresses needs no key. They are shown only this once:\n": "知道以下任一地址的人不需要密钥。这些地址只显示这一次：\n",
		"Stop with Ctrl-C.\n": "按 Ctrl-C 停止。\n",
		"Answer MCP clients, on standard input and output or over HTTP": "通过标准输入输出或 HTTP 回答 MCP 客户端",
		"Answer one MCP client on standard input and output, or any number over HTTP with --http.\nOver HTTP every request " +
			"needs the key (lapkeep key show).": "" +
			"通过标准输入输出回答一个 MCP 客户端，或用 --http 通过 HTTP 回答任意多个。\n通过 HTTP 的每个请求都需要密钥（lapkeep key show）。",
		"--%s is for the server over HTTP, and this one answers on standard input and output.": "--%s 用于 HTTP 服务器，而此服务器通过标准输入输出回答。",
		"Add --transport http, or leave --%s out.":                                             "请加上 --transport http，或去掉 --%s。",
		"%q is not a number of requests a second.":                                             "%q 不是每秒请求数。",
		"Set %s to a number above 0.":                                                          "请把 %s 设为大于 0 的数。",
		"Lapkeep answers MCP clients at\n":                                                     "Lapkeep 在以下地址回答 MCP 客户端\n",
	}
}
