package sentences

// ofApartWrites are those on changes at services whose terms let rows stay for
// some days only, and on what is asked of them by their name.
func ofApartWrites() map[string]string {
	return map[string]string{
		"words": "原有内容",

		// tools/activities/atservice.go, update.go
		"On an activity of %s nothing can be written but words behind its description.": "对 %s 的活动只能在其描述之后追加文字。",
		"Set target to description, or give the id of an activity that is here.":        "请把 target 设为 description，或给出本机活动的编号。",
		"%s cannot be told: %s.": "不能告诉 %s：%s。",
		"Give name, description, sport, commute, indoor, gear or hide_from_home; the rest by the id of an activity that is here.": "" +
			"请给出 name、description、sport、commute、indoor、装备（gear）或 hide_from_home；其余请用本机活动的编号。",
		"The description of %s has these words already.":       "%s 的描述中已有这些文字。",
		"Write others, or nothing.":                            "请写别的内容，或不写。",
		"Write less.":                                          "请写短一些。",
		"%s lets nobody set %s.":                               "%s 不允许设置 %s。",
		"hide_from_home is nothing that an activity here has.": "本机的活动没有 hide_from_home。",
		"Give the id that it has at Strava, such as strava:123; hidden_from_models hides it from assistants.": "" +
			"请给出它在 Strava 的编号，例如 strava:123；hidden_from_models 可对助手隐藏。",
		"Edit %s at %s.":                           "在 %[2]s 编辑 %[1]s。",
		"Add to the description of %s at %s.":      "在 %[2]s 为 %[1]s 的描述追加内容。",
		"%s has %s %q now.":                        "%s 现在的 %s 是 %q。",
		"what it said before, which is kept apart": "之前的内容（分开存放）",
		"what it said before, then %s":             "之前的内容，接着是 %s",

		// journal/outbox
		"It was changed at %s meanwhile.":      "它在 %s 已被更改。",
		"Make the change anew as you want it.": "请按需要重新更改。",
		"What %s said before may be kept for some days only and is gone, so nothing is changed there.": "" +
			"%s 之前的内容只能保留几天，现已删除，因此那里不作任何更改。",
		"Its terms keep what it says apart, so it is told only what is meant for it: call with its own id, or make it the home source.": "" +
			"它的条款要求把它的内容分开存放，因此只告诉它专门给它的更改：请用它自己的编号调用，或把它设为主来源。",
		"An undo does not delete the activity at the service, which lets no program do so; delete it there.": "" +
			"撤销不会删除服务上的活动，该服务不允许程序删除；请在那里删除。",

		// analysis/apart/facts.go
		"%s hands out no %s.": "%s 不提供 %s。", "%s does not say %s: %s": "%s 没有给出 %s：%s",
		"This is what %s says now. Nothing of it is kept or counted here.": "这是 %s 目前给出的内容。本机不保存也不计入。",
		"%s hands out no routes.": "%s 不提供路线。",
		"A file of a route says where it is, and what %s says of that is shown to no assistant.": "" +
			"路线文件会透露位置，而 %s 给出的位置不对任何助手显示。",
		"The athlete can run: lapkeep call export_route '{\"id\":\"%s\"}'.": "运动员可以运行：lapkeep call export_route '{\"id\":\"%s\"}'。",
		"points of this way":                          "这条轨迹的点",
		"There is no service %q that is shown apart.": "没有分开显示的服务 %q。",
		"%s lets nobody star a segment.":              "%s 不允许给路段加星标。",
		"profile":                                     "个人资料", "zones": "区间", "totals": "总量", "clubs": "俱乐部", "laps": "圈", "zone_times": "区间时间",
		"kudos": "点赞", "starred": "加星标的路段", "explore": "地图上的路段", "effort": "成绩", "routes": "路线", "route": "路线",
		"segment_way": "路段轨迹", "route_way": "路线轨迹", "effort_way": "成绩轨迹", "club": "俱乐部", "gear": "装备",

		// tools/routes, segments
		"The terms of the service let no file of its routes be kept, and this one is too long for an answer (%d bytes).": "" +
			"该服务的条款不允许保存其路线文件，而此文件太长，无法放入回答（%d 字节）。",
		"Get it on the route's page there.":                "请在那里的路线页面下载。",
		"bounds has %d numbers.":                           "bounds 有 %d 个数。",
		"Give four, in degrees: south, west, north, east.": "请给出四个度数：南、西、北、东。",
		"It is so already: %s at %s.":                      "已经如此：%[2]s 的 %[1]s。",
		"Star the segment %s.":                             "给路段 %s 加星标。",
		"Take the star off the segment %s.":                "取消路段 %s 的星标。",
		"No segment is made there.":                        "那里不会新建路段。",
		"No segment is deleted there.":                     "那里不会删除路段。",
		"%q is not an id of gear at %s.":                   "%q 不是 %s 的装备编号。",
		"Give it as strava:b123, or strava:g123 of shoes.": "请写成 strava:b123，鞋写成 strava:g123。",
		"%s has routes as GPX and TCX only.":               "%s 的路线只有 GPX 和 TCX 格式。",
		"Set format to gpx or tcx.":                        "请把 format 设为 gpx 或 tcx。",
		"%s lets only applications of its Extended Access tier look for segments on the map.": "" +
			"%s 只允许 Extended Access 级别的应用在地图上查找路段。",

		// connections/webhook.go, cli/connect/webhook.go
		"%s calls nobody when something changes.":                                   "%s 在内容变化时不会通知任何人。",
		"It is asked from time to time anyway.":                                     "反正会不时查询它。",
		"The address at which %s reaches the server is missing.":                    "缺少 %s 访问服务器的地址。",
		"%s calls no more when something changes; it is asked from time to time.\n": "%s 在内容变化时不再通知；会不时查询它。\n",
		"Start `lapkeep serve --http ADDR --public-url https://NAME`, then give --webhook https://NAME; --webhook off ends it.": "" +
			"请先运行 `lapkeep serve --http ADDR --public-url https://NAME`，再给出 --webhook https://NAME；--webhook off 可结束。",
		"%s calls %s when something changes there: what is deleted goes here at once. It is heard while lapkeep serve --http runs. " +
			"To end it: lapkeep connect %s --webhook off\n": "" +
			"%s 在内容变化时会调用 %s：在那里删除的内容会立即从这里删除。运行 lapkeep serve --http 时才能收到。要结束：lapkeep connect %s --webhook off\n",
		"have a connected service call lapkeep serve --http at this address when something changes there; off ends it": "" +
			"让已连接的服务在内容变化时调用此地址的 lapkeep serve --http；off 表示结束",
	}
}
