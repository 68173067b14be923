package sentences

// ofKeeping are those of the store, the journal and what follows from it.
func ofKeeping() map[string]string {
	return map[string]string{
		// app/athletes.go
		"Several athletes are called %q.": "有多位运动员名为 %q。",
		"Give the id: %s.":                "请给出 id：%s。",
		"There is no athlete %q here.":    "这里没有运动员 %q。",
		"The athletes are %s.":            "这里的运动员：%s。",

		// app/demo.go
		"The demo's %s was not imported: %s %s": "演示的 %s 未能导入：%s %s",

		// app/greet.go
		"This program was built by go run and will be gone when it ends.": "此程序由 go run 生成，结束后就不存在了。",
		"Install it first: go install ./cmd/lapkeep":                      "请先安装：go install ./cmd/lapkeep",

		// app/http.go
		"%q is not a path.": "%q 不是路径。",
		"Write it as /mcp.": "请写成 /mcp 这样的形式。",

		// app/intake/routes.go
		"The route %s cannot be read: %w.": "无法读取路线 %s：%w。",

		// app/intake/sink.go
		"The terms of %s ask that its activities are deleted with the connection, so none is stored.": "" +
			"%s 的条款要求断开连接时删除其活动，因此不保存任何活动。",

		// app/keep.go
		"The database in %s is gone; other files of the store are there.": "%s 中的数据库不见了；存储的其他文件还在。",
		"Run lapkeep verify --repair, which takes back what it can, or restore a backup into another home.": "" +
			"请运行 lapkeep verify --repair 尽量找回数据，或把备份恢复到另一个主目录。",

		// app/kept.go
		"The folder %s below the home could not be removed (%v).":              "无法删除主目录下的文件夹 %s（%v）。",
		"Delete it: it holds values of activities that are hidden or deleted.": "请删除它：其中有已隐藏或已删除活动的数值。",

		// app/keys.go
		"Make the folder writable, or set LAPKEEP_API_KEY.":           "请使该文件夹可写，或设置 LAPKEEP_API_KEY。",
		"The key comes from %s, and a new key would not change that.": "密钥来自 %s，生成新密钥不会改变它。",
		"Change it there, or remove it there and run this again.":     "请在那里修改，或在那里删除后再运行一次。",
		"The key in %s cannot be read: %w.":                           "无法读取 %s 中的密钥：%w。",
		"Check the file's permissions.":                               "请检查该文件的权限。",
		"The key cannot be kept in %s: %w.":                           "无法把密钥保存在 %s 中：%w。",

		// derive/follow.go
		"A defect of Lapkeep stopped the computation of its metrics (%s).": "Lapkeep 的一个缺陷使其指标的计算中止（%s）。",

		// derive/primitive/kind.go
		"A stored %s cannot be decoded.":                                             "无法解码已保存的 %s。",
		"Run lapkeep verify; what is derived is computed again from the recordings.": "请运行 lapkeep verify；派生的数据会从记录重新计算。",

		// metrics/route/way.go
		"Choose a way of %s to %s.":                                            "请选择 %s 到 %s 长的路径。",
		"A segment needs a way of two points or more.":                         "路段需要至少有两个点的路径。",
		"A segment cannot lie nearer to a pole than %.0f degrees of latitude.": "路段离极点不能近于纬度 %.0f 度。",
		"The way is %s long, which is too short for a segment.":                "路径长 %s，作为路段太短。",
		"The way is %s long, which is too long for a segment.":                 "路径长 %s，作为路段太长。",

		// httpguard/door.go
		"%q is not an address: %w.": "%q 不是地址：%w。",
		"Write 127.0.0.1:8642.":     "请写成 127.0.0.1:8642。",
		"Without a key the server may be reached from this machine only.": "没有密钥时，只能从本机访问服务器。",
		"Leave --no-auth out, or listen on 127.0.0.1 without --public-url and --trusted-proxy.": "" +
			"请去掉 --no-auth，或监听 127.0.0.1，并且不用 --public-url 和 --trusted-proxy。",
		"%s is reachable from other machines, and the key would travel unencrypted.": "%s 可从其他机器访问，而密钥会不加密地传输。",
		"Add --tls-cert and --tls-key, or name the proxy that ends TLS with --trusted-proxy; else listen on 127.0.0.1.": "" +
			"请加上 --tls-cert 和 --tls-key，或用 --trusted-proxy 指定终止 TLS 的代理；否则请监听 127.0.0.1。",
		"A certificate and its key are needed together.": "证书及其私钥必须一起提供。",
		"Give both --tls-cert and --tls-key.":            "请同时给出 --tls-cert 和 --tls-key。",
		"The certificate cannot be used: %w.":            "无法使用该证书：%w。",
		"Check the files of --tls-cert and --tls-key: PEM, and made for each other.": "" +
			"请检查 --tls-cert 和 --tls-key 的文件：须为 PEM 格式且互相匹配。",
		"%q is not the network of a proxy.":                            "%q 不是代理的网络。",
		"Write it as 10.0.0.7/32 or 172.16.0.0/12, not every address.": "请写成 10.0.0.7/32 或 172.16.0.0/12，不要写所有地址。",

		// httpguard/key.go
		"Use at least %d characters without spaces, or leave it out and one is made.": "请使用至少 %d 个不含空格的字符，或不设置而由程序生成。",
		"The key of the HTTP server is too short or has spaces.":                      "HTTP 服务器的密钥太短或含有空格。",

		// httpguard/listen.go
		"%q is not a port.":                      "%q 不是端口。",
		"Use a number up to 65535.":              "请使用不大于 65535 的数。",
		"Cannot listen on %s: %w.":               "无法监听 %s：%w。",
		"Choose another address.":                "请选择另一个地址。",
		"Another program listens on %s.":         "另一个程序正在监听 %s。",
		"Stop it, or choose another port.":       "请停止它，或选择另一个端口。",
		"The ports from %d to %d are all taken.": "从 %d 到 %d 的端口都已被占用。",
		"Choose another port.":                   "请选择另一个端口。",

		// httpguard/names.go
		"%q is not the address of a server.":       "%q 不是服务器的地址。",
		"Write it as https://lapkeep.example.org.": "请写成 https://lapkeep.example.org。",

		// journal/consent.go
		"The stored preview cannot be read: %w.": "无法读取已保存的预览：%w。",
		"This approval was used or has expired.": "此批准已使用或已过期。",
		"Ask the assistant to try again.":        "请让助手重试。",
		"This approval was used already.":        "此批准已经使用过。",
		"Call without it to be asked again.":     "请不带批准再次调用，以便重新询问。",
		"This approval has expired.":             "此批准已过期。",
		"What was approved is not what would happen now: the arguments or the target changed.": "批准的内容与现在将发生的不同：参数或目标已改变。",
		"No person has approved this yet.": "还没有人批准此操作。",

		// journal/outbox/delivery.go
		"the row %d to undo is not there":                          "找不到要撤销的行 %d",
		"%s does not have it any more.":                            "%s 上已经没有它了。",
		"Run lapkeep sync, then look again.":                       "请运行 lapkeep sync，然后再查看。",
		"To have it there again, delete it here and make it anew.": "如果那里也要有，请在这里删除后重新创建。",
		"%s does not have it any more, so it is kept here only.":   "%s 上已经没有它了，因此只保留在这里。",
		"This version cannot send a change of the kind %q.":        "此版本无法发送 %q 类的改动。",
		"%s cannot take this change.":                              "%s 无法接受此改动。",

		// journal/outbox/kinds/activities/activity.go
		"The service has no activity %q.":          "该服务上没有活动 %q。",
		"The service does not take it back.":       "该服务不会收回它。",
		"an activity that is none":                 "不是活动的活动",
		"a word on an activity cannot be kept: %w": "无法保存对活动的说明：%w",

		// journal/outbox/kinds/activities/deleted.go
		"It was not deleted there, since it could not be brought back: there is no file of its recording.": "" +
			"没有在那里删除它，因为无法恢复：没有其记录的文件。",
		"It was not deleted there, since it could not be brought back: its file there differs from the one kept here.": "" +
			"没有在那里删除它，因为无法恢复：那里的文件与这里保存的不同。",
		"It was not deleted there, since it could not be brought back alone: its file holds several activities.": "" +
			"没有在那里删除它，因为无法单独恢复：其文件包含多个活动。",
		"Import it again.": "请重新导入。",
		"The file of its recording is no longer here.":                   "其记录的文件已不在这里。",
		"a deletion without an id: %w":                                   "没有 id 的删除：%w",
		"The service made %d activities of the file, not one.":           "该服务把此文件变成了 %d 个活动，而不是一个。",
		"Upload the file there: lapkeep call export_activity writes it.": "请在那里上传该文件：lapkeep call export_activity 会写出它。",

		// journal/outbox/kinds/activities/entry.go
		"It was not made there, so there is nothing to change.": "它没有在那里创建，因此没有可修改的内容。",
		"Enter it again with create_activities.":                "请用 create_activities 重新录入。",

		// journal/outbox/kinds/activities/messages.go
		"The service does not have the activity.":    "该服务上没有这个活动。",
		"Leave target out, and the note stays here.": "请去掉 target，备注就保留在这里。",
		"A message is not changed.":                  "消息不能修改。",
		"The service has no message %q.":             "该服务上没有消息 %q。",

		// journal/outbox/kinds/activities/ownstreams.go
		"streams that are none":                 "不是数据流的数据流",
		"The streams of %s cannot be read: %w.": "无法读取 %s 的数据流：%w。",
		"streams cannot be kept: %w":            "无法保存数据流：%w",
		"a stream cannot be told: %w":           "无法写出数据流：%w",

		// journal/outbox/kinds/gear/gear.go
		"The entries on gear cannot be read: %w.": "无法读取装备的条目：%w。",
		"The service has no gear %q.":             "该服务上没有装备 %q。",
		"gear that is none":                       "不是装备的装备",

		// journal/outbox/kinds/layers.go
		"What was to be sent cannot be read: %w.": "无法读取要发送的内容：%w。",
		"A document cannot be read: %w.":          "无法读取文档：%w。",
		"a thing cannot be told: %w":              "无法写出内容：%w",

		// journal/outbox/kinds/planned/event.go
		"an event that cannot be read": "无法读取的事件",

		// journal/outbox/kinds/planned/library.go
		"The folder still has %d workouts there.": "该文件夹在那里还有 %d 个训练课程。",
		"Delete or move them first.":              "请先删除或移走它们。",

		// journal/outbox/kinds/refs.go
		"What it belongs to (%s) is kept here only.": "它所属的内容（%s）只保存在这里。",
		"Save that for the service first.":           "请先为该服务保存它。",

		// journal/outbox/kinds/settings/appliedsettings.go
		"The service has no settings %q.":      "该服务上没有设置 %q。",
		"Settings are applied where they are.": "设置在其所在处应用。",

		// journal/outbox/kinds/settings/profile.go
		"An athlete is not deleted.": "运动员不能删除。",

		// journal/outbox/kinds/things.go
		"The service has no %s %q.": "该服务上没有 %s %q。",
		"a %s that is none":         "不是 %s 的内容",

		// journal/outbox/kinds/wellness/wellness.go
		"What was to be sent of %s cannot be read.": "无法读取要发送的 %s 的内容。",
		"a day that cannot be read":                 "无法读取的一天",
		"The day %s cannot be read: %w.":            "无法读取 %s 这一天：%w。",
		"a day cannot be kept: %w":                  "无法保存一天的数据：%w",
		"a value of wellness cannot be told: %w":    "无法写出身体状态的数值：%w",
		"a word of wellness cannot be told: %w":     "无法写出身体状态的文字：%w",

		// journal/outbox/make.go
		"%s still has it.": "%s 上仍有它。",
		"Delete it there.": "请在那里删除它。",

		// journal/outbox/revert.go
		"It is being sent just now.": "它正在发送。",
		"Try again in a moment.":     "请稍后再试。",

		// journal/outbox/send.go
		"Another process is sending just now.":                                   "另一个进程正在发送。",
		"Wait for it; if it was ended, sending continues after %s.":              "请等待它完成；如果它已结束，发送会在 %s 之后继续。",
		"It is sent later: by itself while a server runs, or with lapkeep sync.": "稍后发送：服务器运行时自行发送，或用 lapkeep sync 发送。",

		// journal/question.go
		"%d changes are too many for one question, so nobody was asked and nothing was changed.": "" +
			"%d 处改动太多，无法一次询问，因此没有询问任何人，也没有任何改动。",
		"Make several calls with fewer things or fewer days; each is asked by itself.": "请分几次调用，每次涉及较少的内容或日子；每次单独询问。",

		// journal/steps.go
		"This version does not know the step %q.":                            "此版本不认识步骤 %q。",
		"Undo it with the version of Lapkeep that wrote it, or a newer one.": "请用写入它的 Lapkeep 版本或更新的版本撤销。",
		"A step of the journal cannot be read: %w.":                          "无法读取操作日志中的步骤：%w。",

		// journal/told.go
		"a change of %s does not say what it is of": "对 %s 的改动没有说明属于什么",

		// journal/undo.go
		"%s shows what still stands.":              "%s 显示仍然有效的内容。",
		"There is nothing to undo.":                "没有可撤销的内容。",
		"%s shows what was written.":               "%s 显示写入过的内容。",
		"The athlete can undo it first: %s":        "运动员可以先撤销它：%s",
		"A later write changed the same thing.":    "之后的写入改动了同一内容。",
		"A later write changed the same thing: %s": "之后的写入改动了同一内容：%s",
		"Undo it first: %s":                        "请先撤销它：%s",
		"%s was not written by an assistant.":      "%s 不是助手写入的。",
		"The athlete can take it back: %s":         "运动员可以撤销它：%s",
		"The inverse of %s cannot be read: %w.":    "无法读取 %s 的反向操作：%w。",

		// mcpserver/consent.go
		"The athlete did not agree, so nothing was changed.": "运动员没有同意，因此没有任何改动。",
		"Ask what to do instead.":                            "请询问应该怎么做。",
		"Consent cannot be given here.":                      "此处无法表示同意。",
		"Use lapkeep approve.":                               "请使用 lapkeep approve。",
		"Call again without an answer to be asked again.":    "请不带回答再次调用，以便重新询问。",
		"The answer belongs to another call.":                "该回答属于另一次调用。",
		"The answer came too late.":                          "该回答来得太晚。",

		// store/activity.go
		"There is no activity %q.": "没有活动 %q。",

		// store/athlete.go
		"There is no setting %s from %s.":                        "没有从 %[2]s 起的设置 %[1]s。",
		"The setting %s is %g, which no athlete has.":            "设置 %s 为 %g，没有运动员有这样的数值。",
		"Give a number from %g to %g, or leave the setting out.": "请给出 %g 到 %g 之间的数字，或去掉该设置。",
		"get_athlete_profile lists the settings.":                "get_athlete_profile 列出这些设置。",
		"There is no athlete %q.":                                "没有运动员 %q。",
		"get_status lists the athletes.":                         "get_status 列出运动员。",

		// store/segmentway.go
		"The ways of segments are read by the matcher only.": "路段的路径只由匹配程序读取。",

		// store/document/document.go
		"The fields of a document are a JSON object.": "文档的字段是一个 JSON 对象。",
		"%s is before %s.":                   "%s 早于 %s。",
		"Give an end on or after the start.": "结束请不早于开始。",

		// store/document/layers.go
		"The layers of a document are read by an export only.": "文档的各层只由导出读取。",

		// store/document/reader.go
		"There is no %s %q.":                              "没有 %s %q。",
		"List what there is, and use an id of that list.": "请先列出现有内容，再使用列表中的 id。",

		// store/document/writer.go
		"A document needs an id, and what is said of it a source.": "文档需要 id，对它的说明需要来源。",

		// store/gear/own.go
		"There is no gear %q.":                 "没有装备 %q。",
		"list_gear shows what there is.":       "list_gear 列出现有的装备。",
		"Gear needs an id, a kind and a name.": "装备需要 id、类型和名称。",
		"%s are not fields of gear %q.":        "%s 不是装备 %q 的字段。",
		"Give them as list_gear shows them.":   "请按 list_gear 显示的形式给出。",

		// store/layer/activity.go
		"An activity needs an id, a sport and a start.":                "活动需要 id、运动和开始时间。",
		"The local day %s does not fit a start at %s.":                 "本地日期 %s 与开始时间 %s 不符。",
		"Give the day that the start has in the activity's time zone.": "请给出开始时间在该活动时区中的日期。",

		// store/layer/audience.go
		"A read without a scope.":                           "没有范围的读取。",
		"%q is not an athlete's id.":                        "%q 不是运动员的 id。",
		"Use up to 64 lower-case letters, digits, - and _.": "请使用不超过 64 个小写字母、数字、- 和 _。",

		// store/layer/ignored.go
		"%d stretches are more than %d": "%d 个区段多于 %d 个",
		"%q is not a channel":           "%q 不是数据通道",
		"%d to %d s is not a stretch":   "%d 到 %d 秒不是一个区段",

		// store/layer/override.go
		"An activity has no field %q that can be edited.":     "活动没有可编辑的字段 %q。",
		"%s is not a value for %s: %w.":                       "%s 不是 %s 的有效值：%w。",
		"Give it in the form in which get_activity shows it.": "请按 get_activity 显示的形式给出。",

		// store/ledger/approval.go
		"The approval %s was not granted yet.":          "批准 %s 尚未获得同意。",
		"The approval %s has expired.":                  "批准 %s 已过期。",
		"There is no approval %q.":                      "没有批准 %q。",
		"Ask for the write again to get a new preview.": "请再次请求该写入，以获得新的预览。",
		"The approval %s was used already.":             "批准 %s 已经使用过。",

		// store/ledger/journal.go
		"There is a journal entry %q already.":   "已有操作日志条目 %q。",
		"%s was undone already.":                 "%s 已经撤销过。",
		"There is no journal entry %q.":          "没有操作日志条目 %q。",
		"lapkeep undo --list shows the entries.": "lapkeep undo --list 显示这些条目。",

		// store/list.go
		"A list around an activity is in order of time and has one page.": "围绕某个活动的列表按时间排序，并且只有一页。",
		"Leave out the sort order and the cursor.":                        "请去掉排序方式和游标。",

		// store/listing/filter.go
		"Activities cannot be sorted or bounded by %q.": "活动不能按 %q 排序或限定范围。",
		"The metrics are %s.":                           "可用的指标：%s。",

		// store/listing/order.go
		"The cursor does not belong to this list.":                              "该游标不属于此列表。",
		"Pass the cursor of the page before with the same sort order, or none.": "请传入前一页的游标和相同的排序方式，或不传。",

		// store/mark/mark.go
		"The mark of the last write (%s) is damaged.": "最后一次写入的标记（%s）已损坏。",
		"The next write makes it anew.":               "下一次写入会重新生成它。",

		// store/naming/naming.go
		"The list of what activities are called (%s) is damaged.": "活动名称的列表（%s）已损坏。",

		// store/note.go
		"A note needs an id.":                                "备注需要 id。",
		"There is no note %q.":                               "没有备注 %q。",
		"get_activity_notes lists the notes of an activity.": "get_activity_notes 列出活动的备注。",

		// store/open.go
		"There is no store in %s.": "%s 中没有存储。",
		"Import a folder of recordings first, or name another home with --home.": "请先导入一个含有记录的文件夹，或用 --home 指定另一个主目录。",

		// store/originals.go
		"An original file holds the position, which assistants may not see.":             "原始文件含有位置，助手不能查看。",
		"Let the athlete share position in the settings, or export on the command line.": "请由运动员在设置中共享位置，或在命令行导出。",

		// store/originals/get.go
		"There is no original %q.":            "没有原始文件 %q。",
		"%q is not a SHA-256 in hexadecimal.": "%q 不是十六进制的 SHA-256。",

		// store/primitive.go
		"There is no %s of the activity %q.": "活动 %[2]q 没有 %[1]s。",

		// store/putrecording.go
		"There is no recording %q.":                          "没有记录 %q。",
		"An import run has an id.":                           "一次导入要有 id。",
		"A recording needs an id and a start.":               "记录需要 id 和开始时间。",
		"There is another recording with the id %q.":         "已有另一条 id 为 %q 的记录。",
		"The original %s was not kept before its recording.": "原始文件 %s 没有先于其记录保存。",

		// store/recording.go
		"There is no recording %s:%s.": "没有记录 %s:%s。",

		// store/resolve.go
		"%s already stands for %s.":      "%s 已经代表 %s。",
		"Take that redirect back first.": "请先取消那个重定向。",
		"%q is not an external id.":      "%q 不是外部 id。",
		"Write it as source:id.":         "请写成 source:id。",

		// store/sqlitedb/errors.go
		"The store failed: %w": "存储出错：%w",

		// store/sqlitedb/open.go
		"The store is of an older schema (%d of %d) and was opened for reading only.":               "该存储的结构较旧（%d，当前为 %d），已以只读方式打开。",
		"Open it once for writing, so that it is migrated.":                                         "请以可写方式打开一次，以便迁移。",
		"The store was opened for reading only.":                                                    "存储已以只读方式打开。",
		"If its folder or disk is read-only for this user, make it writable, then start again.":     "如果其文件夹或磁盘对该用户只读，请改为可写，然后重新启动。",
		"The store was written by a newer Lapkeep (schema %d; this one knows %d).":                  "该存储由更新版本的 Lapkeep 写入（结构 %d；此版本认识到 %d）。",
		"Install that version or a newer one, or restore a backup from before into another folder.": "请安装该版本或更新的版本，或把之前的备份恢复到另一个文件夹。",

		// store/sqlitedb/tx.go
		"The store is closed.": "存储已关闭。",

		// store/sqlitedb/value.go
		"A row cannot be stored: %w.":            "无法保存一行数据：%w。",
		"Leave out numbers that are not finite.": "请去掉非有限的数值。",
		"A row of the store cannot be read: %w.": "无法读取存储中的一行数据：%w。",

		// store/statements/reader.go
		"What services say is read for exports alone.": "服务给出的内容只为导出而读取。",

		// store/summary.go
		"%s is not a finite number.": "%s 不是有限的数值。",

		// store/upkeep/backup.go
		"%s is not a name for a backup.": "%s 不是备份的文件名。",
		"End it in .tar or .tar.zst.":    "文件名请以 .tar 或 .tar.zst 结尾。",
		"%s exists already.":             "%s 已经存在。",
		"Give the backup a new name.":    "请给备份一个新的文件名。",
		"The backup cannot be written: %w.": "无法写入备份：%w。",
		"Choose another place.": "请选择其他位置。",

		// store/upkeep/restore.go
		"There is a store in %s already.":                                  "%s 中已有存储。",
		"Name an empty folder with --home, or move that store away first.": "请用 --home 指定空文件夹，或先移走该存储。",
		"Check its path.":                  "请检查其路径。",
		"The backup cannot be opened: %w.": "无法打开备份：%w。",

		// words of the system
		"no such file or directory": "没有该文件或文件夹",
		"permission denied":         "权限不足",
		"is a directory":            "是文件夹",
		"not a directory":           "不是文件夹",
		"no space left on device":   "磁盘空间不足",
		"file exists":               "文件已存在",
		"read-only file system":     "文件系统只读",
		"connection refused":        "连接被拒绝",
		"context deadline exceeded": "超过时限",
		"unexpected EOF":            "内容意外结束",
		"too many open files":       "打开的文件过多",
		"input/output error":        "输入输出错误",
	}
}
