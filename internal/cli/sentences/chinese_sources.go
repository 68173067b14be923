package sentences

// ofSources are those of services.
func ofSources() map[string]string {
	return map[string]string{
		// source/intervalsicu/activities.go
		"%q is not an activity of Intervals.icu.":         "%q 不是 Intervals.icu 的活动。",
		"Give the id as a listing shows it: i123 or 123.": "请按列表显示的形式给出 id：i123 或 123。",

		// source/intervalsicu/client.go
		"Intervals.icu does not give this activity. %s": "Intervals.icu 不提供此活动。%s",
		"%q is not an athlete of Intervals.icu.":        "%q 不是 Intervals.icu 的运动员。",
		"Write the id as i12345 or 12345, as Settings, Developer shows it; leave it out for yourself.": "" +
			"请按 Settings、Developer 中显示的形式写 id：i12345 或 12345；自己的可以省略。",

		// source/intervalsicu/edit.go
		"Intervals.icu does not allow %q of an activity to be set.": "Intervals.icu 不允许设置活动的 %q。",
		"No field to change was named.":                             "没有给出要修改的字段。",
		"Name at least one field.":                                  "请至少给出一个字段。",

		// source/intervalsicu/event.go
		"Intervals.icu already has a target of %s, event %s.": "Intervals.icu 已有 %s 的目标，事件 %s。",
		"Change that event instead.":                          "请改为修改那个事件。",

		// source/intervalsicu/gear.go
		"%q is not gear of Intervals.icu.":  "%q 不是 Intervals.icu 的装备。",
		"Give the id that list_gear shows.": "请给出 list_gear 显示的 id。",

		// source/intervalsicu/library.go
		"A workout of Intervals.icu needs a folder and a sport.": "Intervals.icu 的训练课程需要文件夹和运动。",
		"Give folder_id and sport.":                              "请给出 folder_id 和 sport。",

		// source/intervalsicu/messages.go
		"Intervals.icu no longer says which chat the message is in.": "Intervals.icu 已不再说明该消息在哪个聊天中。",
		"Delete it on the page of the activity there.":               "请在那里的活动页面上删除它。",
		"The message is empty.":                                      "消息是空的。",
		"Write at least a word.":                                     "请至少写一个词。",

		// source/intervalsicu/upload.go
		"a file could not be packed for Intervals.icu: %w": "无法为 Intervals.icu 打包文件：%w",

		// source/intervalsicu/wellness.go
		"Intervals.icu has locked %s and took nothing.":                   "Intervals.icu 锁定了 %s，没有接受任何内容。",
		"Unlock the day on the service's own page; its interface cannot.": "请在该服务的网页上解锁这一天；其接口无法解锁。",

		// source/intervalsicu/wire/gear.go
		"Intervals.icu has no gear of the type %q.":                       "Intervals.icu 没有 %q 类型的装备。",
		"Use Bike, Shoes, Chain, Cassette, Tyre or another of its types.": "请使用 Bike、Shoes、Chain、Cassette、Tyre 或其他类型。",

		// source/intervalsicu/wire/json.go
		"%q is not an id of Intervals.icu.":         "%q 不是 Intervals.icu 的 id。",
		"Give the number that a listing shows.":     "请给出列表显示的数字。",
		"Intervals.icu cannot set %s of %s.":        "Intervals.icu 不能设置 %[2]s 的 %[1]s。",
		"Leave the field out; it can be kept here.": "请去掉该字段；它可以保留在这里。",

		// source/intervalsicu/wire/sport.go
		"Intervals.icu has no sport %q.": "Intervals.icu 没有运动 %q。",
		"Use one of cycling, running, swimming and the other common ones, or \"other\".": "" +
			"请使用 cycling、running、swimming 等常见运动，或 \"other\"。",

		// source/intervalsicu/wire/stream.go
		"The recording's times are not seconds.": "该记录的时间不是以秒为单位。",

		// source/intervalsicu/wire/things.go
		"Intervals.icu has no custom item of the type %q.": "Intervals.icu 没有 %q 类型的自定义项目。",
		"Use INPUT_FIELD, ACTIVITY_FIELD, FITNESS_CHART or another of its types.": "" +
			"请使用 INPUT_FIELD、ACTIVITY_FIELD、FITNESS_CHART 或其他类型。",
		"Use PRIVATE, FOLLOWERS or PUBLIC.":                   "请使用 PRIVATE、FOLLOWERS 或 PUBLIC。",
		"%q is not a visibility.":                             "%q 不是可见范围。",
		"Write {…}.":                                          "请写 {…}。",
		"The content of a custom item must be a JSON object.": "自定义项目的内容必须是 JSON 对象。",

		// source/intervalsicu/wire/wellness.go
		"Intervals.icu cannot clear %s through its interface.": "Intervals.icu 不能通过接口清除 %s。",
		"Clear it on the service's own page.":                  "请在该服务的网页上清除。",
		"Intervals.icu has no field for %s.":                   "Intervals.icu 没有 %s 字段。",
		"Leave it out; it can be kept here.":                   "请去掉它；它可以保留在这里。",

		// source/jsonapi/ask.go
		"a request to %s could not be made: %w":    "无法创建对 %s 的请求：%w",
		"a request to %s could not be written: %w": "无法写出对 %s 的请求：%w",

		// source/jsonapi/client.go
		"The base address of %s is not a web address.": "%s 的基础地址不是网址。",
		"Write it as %s, or leave it out.":             "请写成 %s，或不设置。",

		// source/jsonapi/file.go
		"%s sent a file of more than %d MiB.":                                                "%s 发来的文件超过 %d MiB。",
		"The file host of %s leads to another place, where the file was not sent.":           "%s 的文件服务器指向另一个地址，文件没有发送到那里。",
		"The file host of %s %s.":                                                            "%s 的文件服务器%s。",
		"does not give the file":                                                             "没有提供该文件",
		"does not take the file":                                                             "不接受该文件",
		"%s takes no file of more than %d MiB.":                                              "%s 不接受超过 %d MiB 的文件。",
		"iGPSport takes FIT files, and this is none.":                                        "iGPSport 只接受 FIT 文件，而这不是 FIT 文件。",
		"export_activity writes the activity as FIT; import that on its site or in its app.": "export_activity 可以把活动写成 FIT；请在其网站或应用中导入。",
		"A recording is sent in a call of its own.":                                          "发送记录要单独调用一次。",
		"Give nothing but id and send_to.":                                                   "只提供 id 和 send_to。",
		"The activity has no file of a recording that could be sent.":                        "该活动没有可以发送的记录文件。",
		"%s takes no recordings.":                                                            "%s 不接受记录文件。",
		"export_activity writes a file.":                                                     "export_activity 可以写出文件。",
		"Run lapkeep connect.":                                                               "请运行 lapkeep connect。",
		"Its file holds several activities, so it is not sent.":                              "它的文件包含多个活动，因此不会发送。",
		"The setting %s is %g, which no athlete has.":                                        "设置 %s 的值为 %g，没有运动员会有这样的数值。",
		"Give a number from %g to %g, or leave the setting out.":                             "请填写 %g 到 %g 之间的数值，或不设置。",
		"%s names an address for a file that is none of its file hosts; it was not asked.": "" +
			"%s 给出的文件地址不属于其文件服务器，因此没有请求该地址。",

		// source/policy.go
		"The terms of %s do not allow its data to be kept with that of others.": "%s 的条款不允许将其数据与其他来源的数据一起保存。",

		// source/token/keeper.go
		"The key of %s was given for %s and is not sent to %s.": "%s 的密钥是为 %s 提供的，不会发送到 %s。",
		"Remove that address from the settings, or run `lapkeep connect %s` and type the key for it.": "" +
			"请从设置中删除该地址，或再次运行 `lapkeep connect %s` 并输入其密钥。",
		"The account of %s is of region %s and is not used in %s.": "%s 的账号属于区域 %s，不会在区域 %s 使用。",
		"the service's own address":                                "该服务自己的地址",
		"no region":                                                "（无区域）",
		"Remove that region from the settings, or run `lapkeep connect %s` with an account of it.": "" +
			"请从设置中删除该区域，或用该区域的账号运行 `lapkeep connect %s`。",
		"The folder of the keys cannot be made: %w": "无法创建存放密钥的文件夹：%w",

		// source/token/vault.go
		"The keyring no longer has the key of %s.":                                   "系统密钥环中已没有 %s 的密钥。",
		"The keyring does not give the key of %s.":                                   "系统密钥环不提供 %s 的密钥。",
		"Unlock the keyring, or run `lapkeep connect %s` to keep the key in a file.": "请解锁系统密钥环，或运行 `lapkeep connect %s` 把密钥保存在文件中。",
		"The key of %s cannot be read.":                                              "无法读取 %s 的密钥。",
		"Run `lapkeep connect %s` again.":                                            "请再次运行 `lapkeep connect %s`。",
		"The key of %s could not be saved.":                                          "无法保存 %s 的密钥。",
		"See that %s can be written.":                                                "请确认 %s 可写。",
		"Run `lapkeep connect %s`.":                                                  "请运行 `lapkeep connect %s`。",

		// source/transport/guard.go
		"No request was sent to %s for %s: %s.":                          "没有为 %[2]s 向 %[1]s 发送请求：%[3]s。",
		"If the address is right, set it as the service's base address.": "如果该地址正确，请把它设为该服务的基础地址。",

		// source/transport/unreached.go
		"Install this system's CA certificates (the package ca-certificates) or set SSL_CERT_FILE, and check the clock. Where " +
			"a proxy opens connections, add its certificate to them.": "" +
			"请安装本系统的 CA 证书（ca-certificates 软件包）或设置 SSL_CERT_FILE，并检查时钟。如果有代理拆开连接，请把其证书加入其中。",
		"The connection to %s is not trusted: its certificate cannot be checked.": "与 %s 的连接不受信任：无法验证其证书。",
		"The name %s cannot be resolved to an address.":                           "无法将域名 %s 解析为地址。",
		"Check that this machine is online and that its DNS works; what was fetched before is still here.": "" +
			"请检查本机是否联网以及 DNS 是否正常；之前取得的数据仍在本机。",
		"No connection to %s can be made.": "无法连接到 %s。",
		"Check that this machine is online and that no firewall or proxy stands between; what was fetched before is still here.": "" +
			"请检查本机是否联网，以及中间没有防火墙或代理阻挡；之前取得的数据仍在本机。",

		// source/transport/whole.go
		"%s sent more than %d MiB.": "%s 发来的内容超过 %d MiB。",

		// syncer/syncer.go
		"Nothing is read from %s before you agreed to its terms.":     "在您同意其条款之前，不会从 %s 读取任何内容。",
		"Another process is reading %s already.":                      "另一个进程已在读取 %s。",
		"Wait for it; should it have been ended, try again after %s.": "请等待它完成；如果它已结束，请在 %s 之后重试。",
	}
}
