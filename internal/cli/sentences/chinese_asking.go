package sentences

// ofAsking are those on connecting a service in a conversation.
func ofAsking() map[string]string {
	return map[string]string{ // #nosec G101 -- sentences, no credentials
		// cli/connect
		"type only what must be typed, the terms and the app; an assistant then gives the address to open (connect_source)": "" +
			"只输入必须亲自输入的内容：条款与应用；之后由助手给出要打开的地址（connect_source）",
		"What must be typed for %s is kept; nothing was asked of it yet. Ask the assistant to connect it: connect_source gives the " +
			"address that you open.\n": "" +
			"%s 需要亲自输入的内容已保存；尚未向它请求任何内容。请让助手进行连接：connect_source 会给出您要打开的地址。\n",

		// source/token
		"A code alone does not show that it answers the address that was given.": "仅凭代码无法确认它是对所给地址的回应。",
		"Give the whole address at which the browser ended, with state and code in it.": "" +
			"请给出浏览器最后停留的完整地址，其中含 state 和 code。",
		"That is no address at which a browser ends after agreeing.": "这不是同意之后浏览器停留的地址。",
		"Give the whole address of the page at which the browser ended, with what stands behind the question mark.": "" +
			"请给出浏览器最后停留的页面的完整地址，包括问号之后的内容。",
		"That answers another address than the one that was given last.": "这回应的不是最后给出的地址。",
		"Open the address that was given last, agree there, and give the address at which the browser then ends.": "" +
			"请打开最后给出的地址，在该处同意，然后给出浏览器停留的地址。",
		"No answer is waited for: an address comes first, and its answer is taken once.": "没有在等待回应：要先有地址，而其回应只接受一次。",
		"The answer comes too late: the address was given for %d minutes.":               "回应来得太晚：该地址只在 %d 分钟内有效。",

		// app/connections/ask.go
		"There is nothing to prepare for %s.": "%s 没有需要预先准备的内容。",
		"Run `%s`.":                           "请运行 `%s`。",
		"%s is not connected by an address that is opened.":                       "%s 不是通过打开地址来连接的。",
		"That is longer than any address at which a browser ends after agreeing.": "这比同意之后浏览器停留的任何地址都长。",
		"Give the address alone.":                                                 "请只给出地址。",
		"The settings name another address of %s since.":                          "此后设置中改了 %s 的地址。",
		"the athlete's agreement to the terms of %s, which they type":             "运动员本人输入的对 %s 条款的同意",
		"the client ID and secret of the athlete's own application at %s":         "运动员自己在 %s 的应用的 Client ID 和 Client secret",
		"The athlete logs in there with the account that is connected, or disconnects it first: disconnect_source.": "" +
			"请运动员用已连接的账户在该处登录，或先断开连接：disconnect_source。",
		"The athlete copies both from the application's settings at %s and types them at a terminal: %s --prepare. " +
			"Then call connect_source again.": "" +
			"请运动员从 %s 的应用设置中复制这两项，并在终端输入：%s --prepare。然后再次调用 connect_source。",
		"Call connect_source with source %s for a new address, and have %s left ticked there.": "" +
			"请以 source %s 调用 connect_source 获取新地址，并在该处保留 %s 的勾选。",
		"The athlete opens the application's settings at %s and does what it asks for; then call connect_source again.": "" +
			"请运动员打开 %s 的应用设置，按要求处理；然后再次调用 connect_source。",
		"Call connect_source with source %s for a new address, have it opened, and answer with the address at which the browser ends.": "" +
			"请以 source %s 调用 connect_source 获取新地址，请人打开它，并以浏览器停留的地址作为回应。",

		"After %s, call connect_source with source %s for a new address.": "请在 %s 之后以 source %s 调用 connect_source 获取新地址。",

		// tools/account/connect.go, tools/alias.go
		"An answer is of one service, and none was named.": "回应只属于一项服务，而没有指明是哪一项。",
		"Give source beside answer.":                       "请同时给出 source 和 answer。",
		"It answers the address that was given. Without dry_run it is used, once.": "" +
			"它回应了所给的地址。不带 dry_run 时会使用它，且只使用一次。",
		"These rights were asked for and not given, so that what they are for is left out: %s.": "以下权限已请求但未授予，相应内容将被略过：%s。",
		"Assistants see nothing of what is read there before the athlete types a second agreement at a terminal: " +
			"lapkeep connect %s --assistants": "" +
			"在运动员于终端输入第二份同意之前，助手看不到从该处读取的任何内容：lapkeep connect %s --assistants",
		"Before %s can be connected, this is missing, and no assistant can give it: %s. A person runs at a terminal: %s. Then call " +
			"connect_source again; or they run %s, which does all of it there.": "" +
			"连接 %s 之前还缺少以下内容，助手无法提供：%s。请本人在终端运行：%s。然后再次调用 connect_source；或者运行 %s，在终端一次完成。",
		"To connect %s, the athlete opens the address in a browser and agrees there. The browser ends at a page that it cannot open: " +
			"its whole address goes into connect_source as answer, before %s.": "" +
			"要连接 %s，请运动员在浏览器中打开该地址并表示同意。浏览器最后会停在一个打不开的页面：请在 %s 之前把该页面的完整地址作为 answer 交给 connect_source。",
		"%s can be connected; without dry_run an address is given that the athlete opens.": "%s 可以连接；不带 dry_run 时会给出由运动员打开的地址。",
		"No tool takes a key, a token or a password: a person types them at a terminal, with lapkeep connect. It takes %s.": "" +
			"任何工具都不接受密钥、令牌或密码：请本人在终端用 lapkeep connect 输入。它接受：%s。",

		// analysis/apart
		"%s hands out no messages.":                             "%s 不提供消息。",
		"nobody has written anything at %s":                     "没有人在 %s 写过内容",
		"get_activity_notes asks %s for what was written on it": "get_activity_notes 会向 %s 询问写在上面的内容",
		"Nothing is computed of what %s says but the section trimp, if it is asked for.": "" +
			"除了在请求时给出 trimp 部分之外，不会用 %s 的内容计算任何数值。",
		"No activity of %s is here for these days and filters.": "这些日期和筛选条件下没有 %s 的活动。",
		"TRIMP of what %s says, from each average heart rate and moving time: less than the samples give wherever heart rate varied.": "" +
			"%s 所给内容的 TRIMP，由每次的平均心率和移动时间得出：凡心率有变化之处，都低于逐点计算的结果。",
		"%s here from a file too, and counted in the report without source alone.": "%s也有来自文件的记录，只计入不带 source 的报告。",
	}
}
