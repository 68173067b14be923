package sentences

// signingIn is what is asked of a person who connects a service, and said
// where that does not work.
func signingIn() map[string]string {
	return map[string]string{ // #nosec G101 -- questions for passwords
		"%s is not a whole number (%s).":    "%s 不是整数（%s）。",
		"Write it in digits, such as 250.":  "请用数字填写，例如 250。",
		"User name: ":                       "用户名：",
		"Password (it is not shown): ":      "密码（输入时不显示）：",
		"Client ID of your app: ":           "您的应用的 Client ID：",
		"Client secret (it is not shown): ": "Client secret（输入时不显示，即应用密钥）：",
		"No user name was given.":           "没有填写用户名。",

		"Give it at a terminal, or with --user.": "请在终端输入，或用 --user 指定。",
		"The password is the one of %s.\n":       "使用 %s 中的密码。\n",

		"No password was given; it is not read from a pipe or an argument.": "没有填写密码；密码不会从管道或命令行参数读取。",

		"Type it at a terminal, or set %s.": "请在终端输入，或设置 %s。",
		"%s has no regions.":                "%s 不分区域。",
		"Leave --region out.":               "请去掉 --region。",
		"There is no region %q.":            "没有区域 %q。",

		"Accounts of %s are apart by region, and none was named.": "%s 的账号按区域分开，但没有指定区域。",

		"Name it with --region: %s.":           "请用 --region 指定：%s。",
		"Region of the account (1 to %d): ":    "账号所在区域（1 到 %d）：",
		"Run it again.":                        "请重新运行。",
		"FTP in watts (Enter leaves it out): ": "FTP（瓦，直接回车则跳过）：",

		"Open this page in a browser and agree there:\n  %s\n": "请在浏览器中打开此页面并同意授权：\n  %s\n",
		"If the browser ends at a page that it cannot open, paste the address of that page here, or the code in it.\n": "如果浏览器最后停在" +
			"打不开的页面，请把该页面的地址或其中的 code 粘贴到这里。\n",
		"To make an application of your own at %s, if you have none yet:\n":                       "如果您在 %s 还没有自己的应用，请这样创建：\n",
		"Is Lapkeep to change things at %s too, which takes the rights %s? [y/N] ":                "是否也让 Lapkeep 修改 %s 上的内容（需要权限 %s）？[y/N] ",
		"The sign-in is the one of %s.\n":                                                         "使用 %s 中的登录。\n",
		"These rights were asked for and not given, so that what they are for is left out: %s.\n": "以下权限已请求但未授予，相应内容将被略过：%s。\n",
		"%s has a sign-in at %s. Use it? [y/N] ":                                                  "%s 中有 %s 的登录。要使用它吗？[y/N] ",
		"%s stays as it is. Lapkeep renews the sign-in, and then the one in that file may no longer open anything: " +
			"delete it once you no longer need it.\n": "%s 保持不变。Lapkeep 会更新该登录，之后文件中的登录可能失效；不再需要时请自行删除。\n",
		"Nothing was saved: a question was not answered.": "未保存任何内容：有问题没有回答。",

		"Heart rate at lactate threshold (Enter leaves it out): ": "乳酸阈值心率（直接回车则跳过）：",
		"Which assistant is to use Lapkeep (1 to %d)? ":           "让哪个助手使用 Lapkeep（1 到 %d）？",

		"There is no account of another program to take over, or %s is connected already.": "没有可接管的其他程序的账号，或者 %s 已经连接。",

		"Leave --take-over out.":                                                              "请去掉 --take-over。",
		"%s has an account. Use it, with its password? [y/N] ":                                "%s 中有一个账号。要使用它和其中的密码吗？[y/N] ",
		"%s stays as it is, with the password in it. Delete it once you no longer need it.\n": "%s 保持不变，其中仍有密码。不再需要时请自行删除。\n",
		"%s cannot be read as the settings that it was.":                                      "无法按原来的设置格式读取 %s。",
		"Leave it, and type what is asked for.":                                               "请不要使用它，直接输入所询问的内容。",

		"none":                                  "都不用",
		"%s is not a number from %d to %d.":     "%s 不是 %d 到 %d 之间的数。",
		"%s %s holds from today.\n":             "%s %s 自今天起生效。\n",
		"%s %s holds from today, as %s says.\n": "%s %s 自今天起生效（来自 %s）。\n",

		"Give it in whole numbers, or leave it out.": "请填写整数，或不填。",

		"%s did not accept the password of the account.":                                                  "%s 没有接受该账号的密码。",
		"Correct it where it is set; until then it is not sent again, so that the account is not locked.": "请在设置它的地方更正；在此之前不会再次发送，以免账号被锁定。",
		"Run `lapkeep connect %s` and type it anew; until then it is not sent again, so that the account is not locked.": "请运行 " +
			"`lapkeep connect %s` 重新输入；在此之前不会再次发送密码，以免账号被锁定。",
		"%s has locked the account until %s.": "%s 已锁定该账号，直到 %s。",
		"Wait until then: nothing is sent there before. If the password is another by now, run `lapkeep connect %s`.": "请等到那时：" +
			"在此之前不会向其发送任何请求。如果密码已更改，请运行 `lapkeep connect %s`。",

		"That %s refused to sign in could not be kept: %w.": "无法记录 %s 拒绝登录一事：%w。",
		"See that %s can be written.":                       "请确认 %s 可写入。",
		"No port of this machine can be listened at: %w.":   "无法监听本机的任何端口：%w。",

		"That is not the address to which the service sent the browser.": "这不是该服务把浏览器转到的地址。",
		"Copy the whole address of the page at which the browser ended, with what stands behind the question mark.": "请复制浏览器最后" +
			"所在页面的完整地址，包括问号后面的部分。",
		"The service says that access was not allowed.": "该服务表示未获得授权。",
		"Begin again, and agree on the service's page.": "请重新开始，并在该服务的页面上同意授权。",
		"Nobody agreed within %d minutes.":              "%d 分钟内没有人同意授权。",
		"Run `lapkeep connect %s` again.":               "请再次运行 `lapkeep connect %s`。",
	}
}
