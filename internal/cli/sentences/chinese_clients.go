package sentences

// ofClients are those of the clients that assistants run in.
func ofClients() map[string]string {
	return map[string]string{
		// clients/client.go
		"There is no client %q.": "没有客户端 %q。",
		"Known: %s. Others read the block that lapkeep mcp config prints.": "支持的客户端：%s。其他客户端可读取 lapkeep mcp config 显示的内容。",
		"%s cannot be told that in a file.":                                "无法通过文件告知 %s。",
		"See: lapkeep mcp config %s":                                       "参见：lapkeep mcp config %s",

		// clients/graft/graft.go
		"Line %d is not valid %s: %s.":                                 "第 %d 行不是有效的 %s：%s。",
		"Correct that line, or restore the file; nothing was changed.": "请改正该行，或恢复该文件；没有任何改动。",
		"the file ends too early":                                      "文件过早结束",
		"there is more after the end":                                  "结尾之后还有内容",
		"the file should be an object in braces":                       "文件应当是花括号中的一个对象",
		"a comment, which this file may not have":                      "一处注释，而此文件不能有注释",
		"a comment does not end":                                       "注释没有结束",
		"a stray /":                                                    "一个多余的 /",
		"it is nested too deeply":                                      "嵌套过深",
		"a value is missing or misspelt":                               "缺少一个值，或其写法有误",
		"single quotes":                                                "使用了单引号",
		"a text is not closed":                                         "文字没有闭合",
		"a text has a wrong escape; a backslash is written twice":      "文字中的转义有误；反斜杠要写两次",
		"a text has a wrong escape; a backslash is written twice, or the text in single quotes": "" +
			"文字中的转义有误；反斜杠要写两次，或把文字放在单引号中",
		"a name in quotes is missing, or there is a comma too many":   "缺少带引号的名称，或多了一个逗号",
		"a comma or a closing brace is missing":                       "缺少逗号或右花括号",
		"a comma or a closing bracket is missing":                     "缺少逗号或右方括号",
		"a closing bracket is missing":                                "缺少右方括号",
		"a colon is missing":                                          "缺少冒号",
		"an = is missing":                                             "缺少 =",
		"a name is missing":                                           "缺少名称",
		"there is more on the line than belongs there":                "该行有多余的内容",
		"it is not a mapping":                                         "它不是映射",
		"a second document, which this file may not have":             "有第二个文档，而此文件不能有",
		"written on one line":                                         "写在一行中的内容",
		"written in another way":                                      "以其他方式写成的内容",
		"written without a table of its own":                          "没有自己的表的内容",
		"a list":                                                      "列表",
		"a name with an escape":                                       "带转义的名称",
		"no mapping":                                                  "非映射的内容",
		"no object in braces":                                         "非花括号对象的内容",
		"%q is %s in this file.":                                      "此文件中的 %q 是 %s。",
		"The file is written in a way that cannot be changed safely.": "该文件的写法无法安全地修改。",
		"Edit it by hand: lapkeep mcp config prints the block.":       "请手动编辑：lapkeep mcp config 会显示所需内容。",

		// clients/merge.go
		"%s was changed by another program meanwhile.":                             "%s 在此期间被另一程序修改。",
		"Close the client and run the command again.":                              "请关闭该客户端，再运行一次命令。",
		"Check the permissions of the file and its folder; the file is as it was.": "请检查该文件及其文件夹的权限；文件保持原样。",
		"%s is not a configuration file.":                                          "%s 不是配置文件。",
		"Name the right one with --file.":                                          "请用 --file 指定正确的文件。",
		"Check its permissions, or name another file with --file.":                 "请检查其权限，或用 --file 指定另一个文件。",

		// clients/place.go
		"%s has no configuration file.":                                          "%s 没有配置文件。",
		"Do what lapkeep mcp config %s says.":                                    "请按 lapkeep mcp config %s 的说明操作。",
		"%s does not run on %s, or keeps its file in a place that is not known.": "%s 不能在 %s 上运行，或其文件位置未知。",
		"Name the file with --file.":                                             "请用 --file 指定该文件。",
		"%s reads no skills from a folder.":                                      "%s 不从文件夹读取 skill。",
		"Use the prompts that the server offers, or name a folder with --dir.":   "请使用服务器提供的 prompt，或用 --dir 指定文件夹。",

		// clients/table_agents.go
		"Start a new session.": "请开始新的会话。",
		"Claude Code writes this file too: end it before you install, or use its own command.": "" +
			"Claude Code 也会写这个文件：请先退出再安装，或使用它自己的命令。",
		"Start a new session. The file serves the command line, the app and the extension.": "请开始新的会话。命令行、应用和扩展都使用此文件。",
		"codex mcp list, and /mcp in a session":                                             "codex mcp list，以及会话中的 /mcp",
		"gemini mcp list (in a trusted folder)":                                             "gemini mcp list（在受信任的文件夹中）",
		"Nothing: the gateway reads it for the next run.":                                   "无需操作：网关在下次运行时读取。",
		"copilot mcp get lapkeep, and /mcp show in a session":                               "copilot mcp get lapkeep，以及会话中的 /mcp show",
		"ask in a session which MCP servers there are":                                      "在会话中询问有哪些 MCP 服务器",
		"The command line and Cline for JetBrains read this file; the extension in VS Code has its own.": "" +
			"命令行和 JetBrains 版 Cline 读取此文件；VS Code 中的扩展有自己的文件。",

		// clients/table_chats.go
		"Quit Claude Desktop (also from the tray or menu bar) and start it again.": "退出 Claude Desktop（包括托盘或菜单栏中的），再重新启动。",
		"the tools are listed in Settings, Developer, and behind the button below the message": "" +
			"工具列在 Settings、Developer 中，以及消息下方的按钮后面",
		"Servers over HTTP are added as a connector of the account, not in this file: see claude.ai.": "" +
			"HTTP 服务器要作为账号的连接器添加，而不是写在此文件中：见 claude.ai。",
		"A call may take about a minute.":                         "一次调用最长约一分钟。",
		"Save in the program's own editor, or start it again.":    "在该程序自己的编辑器中保存，或重新启动该程序。",
		"the server has a switch in the Program tab on the right": "服务器在右侧 Program 标签页中有一个开关",
		"With a local model nothing leaves the machine. Choose a model that calls tools, and a context of 16k tokens or more.": "" +
			"使用本地模型时，数据不会离开本机。请选择会调用工具的模型，上下文至少 16k token。",
		"Some installations on macOS keep the file in ~/.cache/lm-studio; the link finds it.": "" +
			"macOS 上有些安装把该文件放在 ~/.cache/lm-studio；链接能找到它。",
		"Run lapkeep where it can stay on, and give it a public HTTPS name: docs/remote.md.": "" +
			"请在可以一直运行的地方运行 Lapkeep，并给它一个公开的 HTTPS 域名：docs/remote.md。",
		"On claude.ai open Settings, Connectors, Add custom connector.":    "在 claude.ai 上打开 Settings、Connectors、Add custom connector。",
		"Name it Lapkeep and give the URL of your server, ending in /mcp.": "命名为 Lapkeep，并填入您的服务器的 URL，以 /mcp 结尾。",
		"The connector cannot send a key of your own. Put a proxy with OAuth in front, or use the unguessable path that the " +
			"server offers if you ask for it: docs/remote.md.": "" +
			"该连接器不能发送您自己的密钥。请在前面放置带 OAuth 的代理，或使用服务器按您的要求提供的无法猜到的路径：docs/remote.md。",
		"In a chat, switch the connector on and ask: What data does Lapkeep have of me?": "在对话中打开该连接器，并询问：Lapkeep 有我的哪些数据？",
		"The connection comes from Anthropic's cloud, not from your browser: 127.0.0.1 cannot work, and what you ask for " +
			"leaves your machine.": "" +
			"连接来自 Anthropic 的云端，而不是您的浏览器：127.0.0.1 不可用，您询问的内容会离开本机。",
		"In ChatGPT open Settings, Apps and connectors, Advanced, and switch developer mode on.": "" +
			"在 ChatGPT 中打开 Settings、Apps and connectors、Advanced，并打开开发者模式。",
		"Create a connector: name Lapkeep, the URL of your server, ending in /mcp.": "创建连接器：名称 Lapkeep，填入您的服务器的 URL，以 /mcp 结尾。",
		"In a chat choose developer mode, switch the connector on and ask: What data does Lapkeep have of me?": "" +
			"在对话中选择开发者模式，打开该连接器，并询问：Lapkeep 有我的哪些数据？",
		"The connection comes from OpenAI's cloud, not from your browser: 127.0.0.1 cannot work, and what you ask for leaves " +
			"your machine.": "" +
			"连接来自 OpenAI 的云端，而不是您的浏览器：127.0.0.1 不可用，您询问的内容会离开本机。",

		// clients/table_editors.go
		"Switch the server on in Settings, MCP.":      "在 Settings、MCP 中打开该服务器。",
		"the server has a green dot in Settings, MCP": "服务器在 Settings、MCP 中显示绿点",
		"It uses about 40 tools of all servers together; a server's name and a tool's name may have 60 characters together.": "" +
			"它总共使用所有服务器约 40 个工具；服务器名称与工具名称合计最多 60 个字符。",
		"Start the server with the link above its entry, or with MCP: List Servers.": "用条目上方的链接或 MCP: List Servers 启动服务器。",
		"MCP: List Servers in the command palette says that it runs":                 "命令面板中的 MCP: List Servers 显示它正在运行",
		"The key is asked for once and kept by VS Code.":                             "VS Code 会询问一次密钥并保存。",
		"Open the tools list of Copilot Chat in agent mode.":                         "在 Copilot Chat 的 agent 模式下打开工具列表。",
		"the tools are listed in Copilot Chat, agent mode":                           "工具列在 Copilot Chat 的 agent 模式中",
		"Press refresh in the list of MCP servers.":                                  "在 MCP 服务器列表中点击刷新。",
		"the server is listed with its tools in Settings, Cascade, MCP servers":      "服务器及其工具列在 Settings、Cascade、MCP servers 中",
		"Press refresh in Manage MCP servers.":                                       "在 Manage MCP servers 中点击刷新。",
		"the server is listed with its tools in Manage MCP servers":                  "服务器及其工具列在 Manage MCP servers 中",
		"Nothing: the file is watched.":                                              "无需操作：程序会监视该文件。",
		"the server has a green dot in the agent panel's settings":                   "服务器在 agent 面板的设置中显示绿点",
		"the server is green under MCP Servers, Configure":                           "服务器在 MCP Servers、Configure 下显示绿色",
		"The file is that of the extension in VS Code; that of the command line is cline-cli, elsewhere name it with --file.": "" +
			"此文件属于 VS Code 中的扩展；命令行的文件为 cline-cli，其他位置请用 --file 指定。",
		"the server is green in the MCP settings":                                      "服务器在 MCP 设置中显示绿色",
		"The file is that of the extension in VS Code; elsewhere name it with --file.": "此文件属于 VS Code 中的扩展；其他位置请用 --file 指定。",
	}
}
