package sentences

// ofStrava are those of Strava.
func ofStrava() map[string]string {
	return map[string]string{ // #nosec G101 -- sentences, no credentials
		// app/connections/strava.go
		"an application of your own there, by its client ID and secret, and a subscription of its owner": "" +
			"您自己在该处创建的应用（其 Client ID 和 Client secret），以及应用所有者的订阅",
		"Open https://www.strava.com/settings/api and log in.": "打开 https://www.strava.com/settings/api 并登录。",
		"Application name: any name without the word Strava, such as \"Training at home\". Category: any.": "" +
			"Application name（应用名称）：任意名称，但不得含 Strava 一词，例如 \"Training at home\"。Category（类别）任选。",
		"Website: any address of yours, or http://localhost.": "Website（网站）：您的任意网址，或 http://localhost。",
		"Authorization callback domain: localhost":            "Authorization callback domain（授权回调域）：localhost",
		"Create it and upload any picture. The page then shows the client ID and, behind \"Show\", the client secret.": "" +
			"创建应用并上传任意图片。随后页面会显示 Client ID，点击 \"Show\" 可显示 Client secret。",
		"client ID of your application at Strava":                   "您在 Strava 的应用的 Client ID",
		"its secret; `lapkeep connect strava` keeps it more safely": "其密钥；用 `lapkeep connect strava` 保存更安全",
		"access token that is there already; counts only when Strava is connected, and never over one that is kept": "" +
			"已有的访问令牌；仅在连接 Strava 时使用，且绝不取代已保存的令牌",
		"refresh token, as strava_access_token": "刷新令牌，用法同 strava_access_token",
		"address of Strava's API, if it is not the usual one; from 2027 on it is at https://api-v3.strava.com too": "" +
			"Strava API 的地址（如果不是通常的地址）；自 2027 年起也可用 https://api-v3.strava.com",
		"address at which Strava connects athletes, if it is not the usual one": "Strava 连接运动员的地址（如果不是通常的地址）",
		// source/strava
		"%s does not take the code: it was used already, or is too old.": "%s 不接受该代码：它已被使用过，或者太旧。",
		"%s no longer gives access: it was withdrawn there, or this sign-in was replaced by another.": "" +
			"%s 不再给予访问：授权已在该处撤回，或此登录已被另一个取代。",
		"The access to %s is of the athlete %s, and %s is connected.": "对 %s 的授权属于运动员 %s，而已连接的是 %s。",
		"%q is not an id of %s.":       "%q 不是 %s 的 id。",
		"%q is no page of %s's lists.": "%q 不是 %s 列表的分页。",
		"Strava has no sport %q.":      "Strava 没有运动类型 %q。",
		"Use one of cycling, running, swimming and the other common ones, or fitness.": "" +
			"请使用骑行（cycling）、跑步（running）、游泳（swimming）等常见类型，或 fitness。",
		"Strava lets nobody set %s.":                                     "Strava 不允许设置 %s。",
		"It can be set here; the service keeps what it has.":             "可以在本机设置；该服务保留其原有内容。",
		"Strava lets no application delete an activity.":                 "Strava 不允许任何应用删除活动。",
		"Delete it on its page there.":                                   "请在该处的活动页面上删除。",
		"Strava takes no activity that does not say how long it lasted.": "Strava 不接受没有说明时长的活动。",
		"Give its duration.":                                             "请给出其时长。",
		"Strava takes files of the forms FIT, TCX and GPX, and this is none.": "" +
			"Strava 接受 FIT、TCX 和 GPX 格式的文件，而此文件不是。",
		"export_activity writes the activity as one.":         "export_activity 可将活动写成其中一种。",
		"%s could not read the file.":                         "%s 无法读取该文件。",
		"Strava hands out no rankings of segments.":           "Strava 不提供路段排名。",
		"The segment's page there shows them.":                "请查看该处的路段页面。",
		"Strava does not say which segments an athlete made.": "Strava 不说明哪些路段是运动员创建的。",
		"Strava counts this year alone.":                      "Strava 只统计今年。",
		"Ask for a day of %d.":                                "请查询 %d 年内的某一天。",
		"From Strava, with the device that recorded it.":      "来自 Strava，并注明记录设备。",
		`Before Lapkeep asks Strava for anything:

- There is a way that asks nothing of this: the archive that Strava makes of your data on request, and the files of your
  devices. Lapkeep reads both, keeps them as long as you want and computes everything from them: lapkeep import FOLDER
- Strava's API Policy of 2026-06-01 does not allow that data from its API is used by AI applications or offered by an MCP server,
  and names no exception for personal use. Strava's own MCP server, https://mcp.strava.com/mcp, is what it allows for that.
- You act as the developer of an application of your own, which Strava can close, and with it your access to the API. Its
  owner needs a subscription of Strava.
- What is asked: your profile, activities with their streams and comments, segments that you starred, routes, gear and clubs, by
  OAuth and by asking from time to time. If you agree to changes, what you write is sent. It is for showing it to you on this
  machine, and for nothing else.
- It is kept here for 7 days at most, apart from everything else; what is deleted there goes here. It is in no backup and no export,
  and no total, curve or record is made of it with other data.
- To end it: lapkeep disconnect strava, or https://www.strava.com/settings/apps. What was read is then deleted, and you are told.
- Data of Garmin devices is shown with the device's name. Lapkeep is not made or endorsed by Strava; its names are its own.
- Questions about this program go to whoever you have it from; SECURITY.md says what it keeps and sends.`: `在 Lapkeep 向 Strava 请求任何内容之前：

- 有一种方式不受下述限制：Strava 按您的申请生成的数据存档，以及您设备上的文件。Lapkeep 可以读取两者，保存多久由您决定，
  并据此计算全部内容：lapkeep import FOLDER
- Strava 2026-06-01 的 API 政策不允许 AI 应用使用来自其 API 的数据，也不允许 MCP 服务器提供这些数据，并且没有写明个人使用的例外。
  允许用于此目的的是 Strava 自己的 MCP 服务器：https://mcp.strava.com/mcp
- 您将作为您自己的应用的开发者行事。Strava 可以关闭该应用，您对 API 的访问也随之终止。应用的所有者需要订阅 Strava。
- 请求的内容：您的个人资料、活动及其数据流和评论、您加星标的路段、路线、装备和俱乐部；方式为 OAuth 授权并不时查询。如果您同意修改，您写的内容会被发送。
  目的只是在本机向您展示，别无他用。
- 这些内容在本机最多保存 7 天，与其他数据分开；在那里删除的，这里也会删除。它不进入任何备份和导出，也不与其他数据一起计算总量、曲线或纪录。
- 结束方式：lapkeep disconnect strava，或 https://www.strava.com/settings/apps。之后已读取的内容会被删除，并会告知您。
- Garmin 设备的数据会注明设备名称。Lapkeep 不是由 Strava 制作或认可的，其名称归 Strava 所有。
- 关于本程序的问题请联系您获取它的来源；SECURITY.md 说明它保存和发送什么。`,
		`Before assistants see what was read from Strava:

- Strava's API Policy of 2026-06-01 forbids to put data of its API before an AI model, also your own data and also with your
  consent. You would do so, and Strava can close your application for it.
- What an assistant asks for goes to the company whose model it uses.
- The archive of your data and the files of your devices carry no such limit: lapkeep import FOLDER`: `在助手看到从 Strava 读取的内容之前：

- Strava 2026-06-01 的 API 政策禁止把其 API 的数据交给 AI 模型，即使是您自己的数据、即使您同意也不行。如果这样做，Strava 可能因此关闭您的应用。
- 助手查询的内容会发送给提供其模型的公司。
- 您的数据存档和设备上的文件没有这种限制：lapkeep import FOLDER`,
	}
}
