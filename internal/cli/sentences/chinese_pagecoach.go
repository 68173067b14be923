package sentences

// ofPageCoach are those of the coach's terminal.
func ofPageCoach() map[string]string {
	return map[string]string{
		"%q is no command for the terminal.": "%q 不是可在终端运行的命令。",
		"%s does not have Lapkeep yet. Run: lapkeep mcp install %s\n": "" +
			"%s 还没有接入 Lapkeep。请运行：lapkeep mcp install %s\n",
		"%s does not run.":            "%s 未运行。",
		"%s ended, with the code %s.": "%s 已结束，退出码 %s。",
		"%s finds Lapkeep by the file %s, in this folder alone. It may ask whether you trust it.\n": "" +
			"%s 通过文件 %s 找到 Lapkeep，仅限此文件夹。它可能会问你是否信任。\n",
		"%s runs in the folder %s as you: what it does there, it does with your rights.": "" +
			"%s 以你的身份在文件夹 %s 中运行：它所做的一切都使用你的权限。",
		"%s runs.": "%s 正在运行。",
		"An assistant can run here. Stop the dashboard with Ctrl-C and start it with the assistant's command in place of COMMAND:": "" +
			"助手可以在这里运行。请用 Ctrl-C 停止仪表盘，再用下面的命令启动，把 COMMAND 换成助手的命令：",
		"Another page shows the terminal now: one page does at a time.": "终端现在显示在另一个页面：同时只能在一个页面显示。",
		"Any assistant": "任何助手",
		"Coach":         "教练",
		"In the terminal the Tab key is the program's. F6 leaves the terminal forwards, Shift and F6 backwards.": "" +
			"在终端里 Tab 键归程序使用。按 F6 向后离开终端，按 Shift 和 F6 向前离开。",
		"Lapkeep does not know %s. If it takes MCP servers, give it what this prints: lapkeep mcp config\n": "" +
			"Lapkeep 不认识 %s。如果它支持 MCP 服务器，请把此命令的输出交给它：lapkeep mcp config\n",
		"Leave --terminal out, or what rules it out.": "请去掉 --terminal，或去掉与之冲突的设置。",
		"Name a program, with its arguments if it needs any: --terminal %s": "" +
			"请写出程序，需要时带上参数：--terminal %s",
		"Nothing of the talk is kept by Lapkeep. When the dashboard stops, the program is stopped too.": "" +
			"Lapkeep 不保存对话内容。仪表盘停止时，程序也会停止。",
		"On Windows no program can run in the page's terminal.": "在 Windows 上，页面的终端不能运行程序。",
		"Show it here":    "在这里显示",
		"Start %s":        "启动 %s",
		"Start it again.": "请重新启动。",
		"Stop %s":         "停止 %s",
		"Talk to your assistant in its own window.": "请在助手自己的窗口中对话。",
		"Terminal": "终端",
		"The config file allows no terminal (terminal: none).":           "配置文件不允许终端（terminal: none）。",
		"The dashboard does not answer. The page tries again by itself.": "仪表盘没有响应。页面会自动重试。",
		"The dashboard is being stopped.":                                "仪表盘正在停止。",
		"The program could not be started: %w.":                          "程序无法启动：%w。",
		"The talk ended when the dashboard was stopped.":                 "仪表盘停止时，对话已结束。",
		"The terminal is off.":                                           "终端未开启。",
		"The terminal needs the page's script.":                          "终端需要页面脚本。",
		"There is no program %q for the terminal.":                       "没有可在终端运行的程序 %q。",
		"Too much was written to be read aloud.":                         "输出太多，无法朗读。",
		"Try the same command at a terminal.":                            "请在系统终端里试试同一命令。",
		"What runs in the terminal does so as you, with your rights, on this machine alone.": "" +
			"终端里运行的程序以你的身份和权限运行，且只在本机。",
		"What you type to %s": "输入给 %s 的内容",
		"While other machines reach the dashboard, it has no terminal: what runs there has your rights.": "" +
			"其他机器可以访问仪表盘时，没有终端：在那里运行的程序拥有你的权限。",
		"Write it as at a prompt, or its whole path.": "请按命令行的写法填写，或写出完整路径。",
		"You can talk in every program that takes MCP servers: in a window of its own, an editor or a terminal.": "" +
			"任何支持 MCP 服务器的程序都可以对话：独立窗口、编辑器或终端。",
		"Your own assistant, in a terminal of this page": "你自己的助手，在本页面的终端中",
		"what may run in the dashboard's terminal: nothing, or the program that dashboard --terminal names": "" +
			"仪表盘的终端里可以运行什么：什么都不行，或 dashboard --terminal 指定的程序",
		"command of an assistant that runs in the page's terminal, such as claude": "在页面终端里运行的助手命令，例如 claude",
	}
}
