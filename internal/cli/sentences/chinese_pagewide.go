package sentences

// ofPageBesides are those of units, states, and the page beyond this machine.
func ofPageBesides() map[string]string {
	return map[string]string{
		"Each address works once, for two minutes. After that a browser enters with the key: lapkeep key show\n": "" +
			"每个地址只能用一次，两分钟内有效。之后浏览器用密钥进入：lapkeep key show\n",
		"Browsers that were let in":  "已进入的浏览器",
		"%s, with a printed address": "%s，用打印的地址",
		"%s, with the key":           "%s，用密钥",
		"this browser":               "此浏览器",
		"Sign out here":              "退出此浏览器",
		"Sign out all browsers":      "退出所有浏览器",
		"All end when the dashboard stops. The next start prints an address that lets a browser in.": "" +
			"仪表盘停止时全部退出。下次启动会打印一个让浏览器进入的地址。",
		"End the sessions of all browsers that a dashboard let in": "结束仪表盘已让其进入的所有浏览器会话",
		"show how many there are, and end none":                    "显示有多少个，不结束任何会话",
		"Sessions that would end: %d.\n":                           "将结束的会话：%d。\n",
		"Sessions that were ended: %d.\n":                          "已结束的会话：%d。\n",
		"The sessions could not be ended: %w.":                     "会话无法结束：%w。",
		"Stop the dashboard: all its sessions end with it.":        "请停止仪表盘：其所有会话随之结束。",
		"Enter":                             "进入",
		"Entering needs the page's script.": "进入需要页面脚本。",
		"open to who has the key":           "持有密钥者可访问",
		"The key is wrong, or this address was used already.": "密钥有误，或此地址已用过。",
		"The key, which lapkeep key show prints":              "密钥（由 lapkeep key show 显示）",
		"Show your training in a browser.\n" +
			"Another address than loopback needs TLS (--tls-cert and --tls-key), or a proxy that ends it (--trusted-proxy).\n" +
			"Browsers of other machines enter with the key (lapkeep key show).\n" +
			"A browser that was let in stays in until the dashboard stops, or until lapkeep dashboard sign-out.\n" +
			"With --terminal an assistant for the command line runs in a terminal of the page, as you and with your rights,\n" +
			"for browsers of this machine alone, and the port is another each time unless --addr names one. The config file can\n" +
			"rule that out (terminal: none).": "" +
			"在浏览器中查看训练。\n" +
			"监听回环以外的地址需要 TLS（--tls-cert 和 --tls-key），或终止 TLS 的代理（--trusted-proxy）。\n" +
			"其他机器的浏览器用密钥进入（lapkeep key show）。\n" +
			"进入后的浏览器一直有效，直到仪表盘停止，或运行 lapkeep dashboard sign-out。\n" +
			"用 --terminal 可让命令行助手在页面的终端里运行：以你的身份和权限，\n" +
			"且只限本机的浏览器；未用 --addr 指定时，每次使用不同的端口。配置文件可以禁止（terminal: none）。",
		"address to listen on; the next free port is taken":  "监听地址；被占用时取下一个空闲端口",
		"addresses of a tunnel or proxy in front":            "前置隧道或代理的地址",
		"%s: last %s (%s), lowest %s (%s), highest %s (%s).": "%s：最近 %s（%s），最低 %s（%s），最高 %s（%s）。",
		"Load this again": "重新加载",
		"No threshold is known yet. Set one below, or look under Start at what your activities suggest.": "还没有已知的阈值。可在下方设置，或在“开始”页查看根据您的活动给出的建议。",
		"Files of assistants are not changed while other machines reach this page.":                      "其他机器能访问此页面时，不会修改助手的文件。",
		"Run %s on the machine that has the file.":                                                       "请在文件所在的机器上运行 %s。",
		"Nothing needs your attention.":                                                                  "没有需要注意的事项。",
		"Sentences say it in your units too; tables as CSV stay in kilometres, metres and kilograms.":    "句子也用您的单位；CSV 表格仍用公里、米和千克。",
	}
}
