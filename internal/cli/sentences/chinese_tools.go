package sentences

// ofTools are those of tools.
func ofTools() map[string]string {
	return map[string]string{
		// tools/account/homes.go
		"%s takes no changes as it is connected, so it cannot be a home.": "%s 以目前的连接方式不接受更改，因此不能作为主来源。",
		"Name another service, or local; a person can connect it again and allow changes.": "" +
			"请指定其他服务，或 local；也可以由用户重新连接并允许更改。",
		"It was connected without the right to change this, so the change is kept here only; a person can connect it again and allow it.": "" +
			"连接时没有授予更改此内容的权限，因此更改只保留在本机；可以由用户重新连接并允许更改。",
		"%s does not take %s, so it cannot be their home.": "%s 不接受 %s，因此不能作为其主来源。",
		"The home source of %s can be: %s.":                "%s 的主来源可以是：%s。",
		"%q names no home source.":                         "%q 没有指定主来源。",
		"Two home sources are given for everything.":       "为全部内容指定了两个主来源。",
		"Two home sources are given for %s.":               "为 %s 指定了两个主来源。",
		"%q is not a kind of things that services take.":   "%q 不是服务所接受的内容种类。",
		"Give one for everything, such as \"intervals\" or \"local\", or one by kind: \"calendar=intervals, workouts=local\". The kinds " +
			"are %s.": "" +
			"请为全部内容指定一个，例如 \"intervals\" 或 \"local\"，或按种类指定：\"calendar=intervals, workouts=local\"（日历、训练课程）。种类有：%s。",

		// tools/account/notes.go
		"Shorten them.": "请缩短它们。",
		"The notes are longer than %d characters.":                           "备注长于 %d 个字符。",
		"No service that was read keeps notes on the athlete.":               "已读取的服务都不保存关于运动员的备注。",
		"Connect one and call sync_now; create_events puts a note on a day.": "请连接这样的服务并调用 sync_now；create_events 可以把备注放到某一天。",
		"Run lapkeep verify.":                       "请运行 lapkeep verify。",
		"The athlete's profile cannot be read: %w.": "无法读取运动员的个人资料：%w。",
		"The notes were changed meanwhile.":         "备注在此期间被修改。",
		"Read them again, then call again.":         "请重新读取，然后再次调用。",

		// tools/account/person.go
		"Only the athlete can share %s with assistants.": "只有运动员本人可以向助手共享 %s。",
		"The athlete can run: lapkeep call update_athlete_settings '{\"share\": [\"%s\"]}'": "" +
			"运动员可以运行：lapkeep call update_athlete_settings '{\"share\": [\"%s\"]}'",
		"birth_year %d is not the year of birth of an athlete.":    "birth_year %d 不是运动员的出生年份。",
		"Give a year up to %d.":                                    "请给出不晚于 %d 的年份。",
		"%q is not a time zone.":                                   "%q 不是时区。",
		"Give an IANA name such as Europe/Berlin or Asia/Kolkata.": "请给出 IANA 名称，例如 Europe/Berlin 或 Asia/Shanghai。",

		// tools/account/plan.go
		"%s is set and cleared at once.": "%s 同时被设置和清除。",
		"Do one of the two.":             "请只做其中之一。",
		"%q is not a threshold.":         "%q 不是阈值。",
		"Clear one of %s.":               "可清除：%s。",
		"No setting was named.":          "没有给出任何设置。",
		"Give at least one of ftp_w, lthr_bpm, max_hr_bpm, resting_hr_bpm, threshold_pace_s_per_km, weight_kg, time_zone, …": "" +
			"请至少给出 ftp_w、lthr_bpm、max_hr_bpm、resting_hr_bpm、threshold_pace_s_per_km、weight_kg、time_zone 等之一。",

		// tools/account/sync.go
		"A person runs `%s` at a terminal.": "请由人在终端运行 `%s`。",

		// tools/activities/addnote.go
		"The home source of messages is this machine, where nobody else reads one.": "消息的主来源是本机，别人不会在这里读消息。",
		"Name the service as home_source with update_athlete_settings; or leave target out, and the note stays here.": "" +
			"请用 update_athlete_settings 把该服务设为 home_source；或去掉 target，备注就保留在这里。",
		"%s is not connected, or does not have the %s.":                              "%s 未连接，或没有%s。",
		"%s takes no messages.":                                                      "%s 不接受消息。",
		"Leave target out, and the note stays here; or write it to the description.": "请去掉 target，备注就保留在这里；或写到活动说明中。",
		"The description would be longer than %d characters.":                        "活动说明会超过 %d 个字符。",
		"Write less, or leave target out: the note then stands by itself.":           "请写短一些，或去掉 target：备注就单独保存。",
		"This message was sent already.":                                             "这条消息已经发送过。",
		"Change its words; undo takes the first one back.":                           "请修改其文字；撤销会收回第一条。",
		"The note has no text.":                                                      "备注没有文字。",
		"Give text.":                                                                 "请给出 text。",

		// tools/allowed/allowed.go
		"An assistant may not import from any folder.": "助手不能从任何文件夹导入。",
		"The user can allow some with the setting import_dirs, or run: lapkeep import PATH": "" +
			"用户可以用 import_dirs 设置允许某些文件夹，或运行：lapkeep import PATH",
		"Check the path.":                                        "请检查路径。",
		"There is no file or folder %s.":                         "没有文件或文件夹 %s。",
		"%s is not inside a folder that is allowed for imports.": "%s 不在允许导入的文件夹内。",
		"The allowed folders are %s.":                            "允许的文件夹：%s。",

		// tools/activities/create.go
		"The external_id %q is taken.":       "external_id %q 已被占用。",
		"Give another one, or none.":         "请另给一个，或不给。",
		"Give each its own.":                 "请分别给出不同的值。",
		"the external_id %q is there twice.": "external_id %q 出现了两次。",

		// tools/activities/edit.go
		"sport and indoor contradict each other.":                                   "sport 和 indoor 互相矛盾。",
		"Leave indoor out.":                                                         "请去掉 indoor。",
		"A swim is in a pool or in open water, not indoors or outdoors.":            "游泳分泳池和开放水域，不分室内和室外。",
		"Nothing would change.":                                                     "不会有任何改变。",
		"Give at least one field whose value differs from what get_activity shows.": "请至少给出一个与 get_activity 显示的值不同的字段。",

		// tools/activities/export.go
		"The activity was entered by hand and has no original file.": "该活动是手动录入的，没有原始文件。",
		"The activity has no recording to export.":                   "该活动没有可导出的记录。",
		"get_activity shows what is known of it.":                    "get_activity 显示已知的内容。",
		"The activity has no position, and GPX holds nothing else.":  "该活动没有位置，而 GPX 只包含位置。",
		"Ask for fit or tcx.":                                        "请改用 fit 或 tcx。",

		// tools/activities/fixstreams.go
		"%d to %d s is not a stretch.": "%d 到 %d 秒不是一个区段。",
		"Give an end_offset_s after start_offset_s, or neither for the whole channel.": "" +
			"请给出大于 start_offset_s 的 end_offset_s，或两者都不给，表示整个通道。",
		"Name something in drop or restore that is not already so; data_quality of get_activity shows it.": "" +
			"请在 drop 或 restore 中给出尚未如此的内容；get_activity 的 data_quality 会显示。",
		"Nothing recorded this activity.":                                "该活动没有任何记录。",
		"update_activity and create_activities change what was entered.": "update_activity 和 create_activities 可以修改录入的内容。",
		"%q is not a channel that can be left out.":                      "%q 不是可以去掉的通道。",
		"The channels are %s.":                                           "可用的通道：%s。",
		"%s is both dropped and restored.":                               "%s 同时被去掉和恢复。",

		// tools/activities/list.go
		"Both range and from or to were given.": "同时给出了 range 和 from 或 to。",
		"Give either range, or from and to.":    "请只给出 range，或只给出 from 和 to。",
		"The range %s is empty.":                "范围 %s 是空的。",
		"Give from on or before to.":            "from 请不晚于 to。",

		// tools/activities/manual.go
		"%q is not a start time.": "%q 不是开始时间。",
		"Write it as 2026-05-01T07:30 in the athlete's zone, or with an offset.": "请按运动员的时区写成 2026-05-01T07:30，或带上偏移。",
		"Give an IANA name such as Europe/Berlin.":                               "请给出 IANA 名称，例如 Europe/Berlin。",
		"%s is in the future.":                                                   "%s 在将来。",
		"Plan with create_events; enter only what was done.":                     "计划请用 create_events；这里只录入已完成的内容。",

		// tools/activities/ownstream.go
		"The service that defines %s does not have this activity.":                    "定义 %s 的服务没有此活动。",
		"Choose an activity that came from there; get_activity has its external_ids.": "请选择来自该服务的活动；get_activity 有其 external_ids。",
		"No stream %q is defined at a service.":                                       "没有服务定义数据流 %q。",
		"list_custom_items shows those there are, save_custom_item makes one of the type activity_stream.": "" +
			"list_custom_items 列出现有的数据流，save_custom_item 可以创建 activity_stream 类型的。",
		"The activity has no recorded seconds to enter values at.":       "该活动没有逐秒的记录，无法录入数值。",
		"Choose one that a device recorded.":                             "请选择由设备记录的活动。",
		"%d s is outside the recording.":                                 "%d 秒在记录之外。",
		"Give offsets from %d to %d s.":                                  "请给出 %d 到 %d 秒之间的偏移。",
		"Make two calls.":                                                "请分两次调用。",
		"Give stream alone, without drop and restore.":                   "请单独给出 stream，不带 drop 和 restore。",
		"There are %d offsets_s and %d values.":                          "有 %d 个 offsets_s 和 %d 个 values。",
		"Give one value for each offset; empty lists delete the stream.": "每个偏移请给出一个值；空列表会删除该数据流。",
		"get_activity_streams with channels others shows what there is.": "get_activity_streams 加 channels others 显示现有的数据流。",
		"The streams of the activity cannot be read: %w.":                "无法读取该活动的数据流：%w。",

		// tools/pick/pick.go
		"There is no activity that %q could mean.": "没有 %q 可能指的活动。",
		"list_activities shows what there is.":     "list_activities 显示现有的活动。",
		"%q could be one of %d activities: %s.":    "%q 可能是 %d 个活动之一：%s。",
		"Give the id of one.":                      "请给出其中一个的 id。",

		// tools/activities/search.go
		"interval_s and its bounds contradict each other.":       "interval_s 与其上下限互相矛盾。",
		"Give interval_s, or min_interval_s and max_interval_s.": "请给出 interval_s，或 min_interval_s 和 max_interval_s。",
		"The smallest %s is above the largest.":                  "最小的 %s 大于最大的。",
		"Put the smaller one into min_%s.":                       "请把较小的放入 min_%s。",
		"The fastest pace is slower than the slowest.":           "最快配速比最慢配速还慢。",
		"Put fewer seconds into fastest_pace_s_per_km.":          "fastest_pace_s_per_km 的秒数应更小。",

		// tools/alias.go
		"%s has no argument %q.":         "%s 没有参数 %q。",
		"%s has no member %q.":           "%s 没有成员 %q。",
		"Did you mean %s? It takes %s.":  "您是指 %s 吗？可用：%s。",
		"It takes %s.":                   "可用：%s。",
		"%s and %s mean the same in %s.": "%s 和 %s 在 %s 中意思相同。",
		"Give %s alone.":                 "请只给出 %s。",

		// tools/athletes.go
		"%s cannot be %s.": "%s 不能为 %s。",
		"Give the id or the name of one athlete; get_status lists them.": "请给出一位运动员的 id 或名称；get_status 列出他们。",
		"Give one athlete.":        "请给出一位运动员。",
		"%s is given twice in %s.": "%[2]s 中给出了两次 %[1]s。",

		// tools/calendar/category.go
		"%q is not a category of events.":                                        "%q 不是事件的类别。",
		"The categories are %s; list_events with help categories explains them.": "可用的类别：%s；list_events 加 help categories 有说明。",

		// tools/calendar/change.go
		"The event %s cannot be read: %w.": "无法读取事件 %s：%w。",
		"%s cannot be kept: %w.":           "无法保存 %s：%w。",

		// tools/calendar/check.go
		"The event has no name.": "该事件没有名称。",
		"Give date.":             "请给出 date。",
		"The event has no date.": "该事件没有日期。",
		"Give an end_date on or after date, or clear it.":        "请给出不早于 date 的 end_date，或清除它。",
		"The event would end on %s, before it begins on %s.":     "该事件将在 %s 结束，早于 %s 的开始。",
		"Give sport; use other for several.":                     "请给出 sport；多种运动用 other。",
		"A race needs a sport.":                                  "比赛需要运动项目。",
		"Give power, hr or pace, or leave it out for automatic.": "请给出 power、hr 或 pace，或不给以自动选择。",
		"%q is not a target.":                                    "%q 不是目标。",
		"Give normal, limited or unavailable.":                   "请给出 normal、limited 或 unavailable。",
		"%q is not a training_availability.":                     "%q 不是 training_availability。",
		"%s cannot be %g.":                                       "%s 不能为 %g。",

		// tools/calendar/create.go
		"Give each event its own.":           "请给每个事件不同的值。",
		"The external_id %q is there twice.": "external_id %q 出现了两次。",

		// tools/calendar/delete.go
		"These events are of today or earlier: %s.":                                      "这些事件在今天或更早：%s。",
		"Leave them out; the athlete can allow it with writes: full in the config file.": "请去掉它们；运动员可以在配置文件中用 writes: full 允许。",

		// tools/calendar/duplicate.go
		"That would be %d events.":   "那将有 %d 个事件。",
		"Make at most %d at a time.": "每次最多创建 %d 个。",

		// tools/calendar/event.go
		"more has no %q.":                    "more 没有 %q。",
		"%q is not a flag.":                  "%q 不是标志。",
		"Give a number.":                     "请给出数字。",
		"end_date (%s) is before date (%s).": "end_date（%s）早于 date（%s）。",
		"Give the last day of the event, or leave end_date out.": "请给出事件的最后一天，或去掉 end_date。",
		"%q is not a time of day.":                               "%q 不是一天中的时间。",
		"Write it as 07:30, on the athlete's clock.":             "请按运动员的时钟写成 07:30。",

		// tools/calendar/update.go
		"%q cannot be cleared.":              "%q 不能清除。",
		"Clear some of %s.":                  "可清除：%s。",
		"Give at least one field, or clear.": "请至少给出一个字段，或 clear。",

		// tools/calendar/write.go
		"The event %s was changed meanwhile.": "事件 %s 在此期间被修改。",

		// tools/custom/kind.go
		"The content's code %q is not a capital letter followed by letters and digits.": "内容的 code %q 不是大写字母开头、后接字母和数字。",
		"The content's type %q is none of numeric, text and select.":                    "内容的 type %q 不是 numeric、text 或 select。",
		"The content's aggregate %q is none of MIN, SUM, MAX and AVERAGE.":              "内容的 aggregate %q 不是 MIN、SUM、MAX 或 AVERAGE。",
		"Give content such as {\"code\":\"Caffeine\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}; list_custom_items with help " +
			"explains it.": "" +
			"请给出内容，例如 {\"code\":\"Caffeine\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}；list_custom_items 加 help 有说明。",
		"The content is not a JSON object.": "内容不是 JSON 对象。",

		// tools/custom/save.go
		"The item is a %s, and stays one.":                                "该项目是 %s，不能改变。",
		"Leave type out, or make a new item without id.":                  "请去掉 type，或不带 id 新建项目。",
		"The entries on the item %s cannot be read: %w.":                  "无法读取项目 %s 的条目：%w。",
		"The code %s belongs to the item %s already.":                     "代码 %s 已属于项目 %s。",
		"Choose another code, or change that item by its id.":             "请选择另一个代码，或按 id 修改那个项目。",
		"Give one as text, {} for none; get_custom_item shows an item's.": "请以文本给出，{} 表示没有；get_custom_item 显示项目的内容。",
		"A new custom item needs a type and a name.":                      "新的自定义项目需要类型和名称。",
		"Give both, or the id of an item that is there; list_custom_items shows them, and with help the types.": "" +
			"请给出两者，或已有项目的 id；list_custom_items 列出它们，加 help 列出类型。",

		// tools/dated/lactate.go
		"Give bpm and mmol/l of 3 to 12 steps in turn, such as 120, 1.1, 140, 1.7, 160, 3.2; or the A and B of the curve.": "" +
			"请依次给出 3 到 12 级的 bpm 和 mmol/l，例如 120, 1.1, 140, 1.7, 160, 3.2；或曲线的 A 和 B。",
		"%g and %g are not constants of a lactate curve: A is 0.01 to 10, B 0.5 to 8.": "" +
			"%g 和 %g 不是乳酸曲线的常数：A 为 0.01 到 10，B 为 0.5 到 8。",
		"lactate_test has %d numbers.":                         "lactate_test 有 %d 个数。",
		"A step of %g bpm and %g mmol/l is not possible.":      "%g bpm 和 %g mmol/l 的一级是不可能的。",
		"The steps of lactate_test do not rise in heart rate.": "lactate_test 各级的心率没有递增。",

		// tools/dated/plan.go
		"lthr_bpm (%g) would not be below max_hr_bpm (%g).":               "lthr_bpm（%g）不会低于 max_hr_bpm（%g）。",
		"Give both as they hold from %s.":                                 "请给出两者自 %s 起的值。",
		"resting_hr_bpm (%g) would not be below lthr_bpm and max_hr_bpm.": "resting_hr_bpm（%g）不会低于 lthr_bpm 和 max_hr_bpm。",
		"Give them as they hold from %s.":                                 "请给出它们自 %s 起的值。",
		"There is no %s entry of %s.":                                     "没有 %[2]s 的 %[1]s 条目。",
		"get_athlete_profile shows the day that each setting holds from; give that day, with its sport.": "" +
			"get_athlete_profile 显示每项设置从哪天起有效；请给出那一天及其运动。",

		// tools/dated/setting.go
		"%s is not in order: each zone must be harder than the one before.": "%s 的顺序不对：每个区间必须比前一个更难。",
		"Give the lower bounds of zones 2, 3, … from easy to hard.":         "请从易到难给出区间 2、3……的下限。",
		"%s has %d bounds.":       "%s 有 %d 个界限。",
		"%s holds %g.":            "%s 含有 %g。",
		"Give bounds above zero.": "请给出大于零的界限。",

		// tools/exportfile/exportfile.go
		"The folder of exports is full: it may hold %d MB.":        "导出文件夹已满：最多 %d MB。",
		"Ask the athlete to move or delete files in %s.":           "请让运动员移走或删除 %s 中的文件。",
		"The export could not be written: %w.":                     "无法写入导出文件：%w。",
		"Check the disk and the permissions of the export folder.": "请检查磁盘和导出文件夹的权限。",

		// tools/fitness/curves.go
		"Give distances_m.": "请给出 distances_m。",
		"durations_s has no meaning for best times by distance.": "durations_s 对按距离的最好成绩没有意义。",
		"distances_m has no meaning for a %s curve.":             "distances_m 对 %s 曲线没有意义。",
		"Give durations_s, or kind distance.":                    "请给出 durations_s，或 kind distance。",

		// tools/fitness/load.go
		"days cannot be %d.":          "days 不能是 %d。",
		"Give a number from 1 to %d.": "请给出 1 到 %d 的数。",

		// tools/fitness/predict.go
		"A ride's time over a distance cannot be predicted honestly: it depends on air, weight and course.": "" +
			"骑行某段距离的用时无法如实预测：它取决于空气、体重和路线。",
		"Give durations_s to learn the power.":             "请给出 durations_s 来了解功率。",
		"durations_s are for time trials on the bike.":     "durations_s 用于自行车计时赛。",
		"Give distances_m, or sport cycling.":              "请给出 distances_m，或 sport cycling。",
		"Give both or neither.":                            "两者请都给出，或都不给。",
		"race_distance_m and race_time_s belong together.": "race_distance_m 和 race_time_s 必须一起给出。",

		// tools/fitness/rows.go
		"%s and %s contradict each other.": "%s 和 %s 互相矛盾。",
		"Give one of them.":                "请给出其中之一。",

		// tools/foreign.go
		"%s is %q, and only number 0 is known to mean a sport, cycling.": "%s 为 %q，而已知表示运动的数字只有 0（骑行）。",
		"Write the sport as a word, such as run.":                        "请用单词写出运动，例如 run。",

		// tools/gear/delete.go
		"There is no reminder %q.":              "没有提醒 %q。",
		"list_gear shows both.":                 "list_gear 会列出两者。",
		"Give the id of gear or of a reminder.": "请给出装备或提醒的 id。",

		// tools/gear/patch.go
		"The entries on %s cannot be read: %w.":                                  "无法读取 %s 的条目：%w。",
		"Give at least one field whose value differs from what list_gear shows.": "请至少给出一个与 list_gear 显示的值不同的字段。",

		// tools/gear/reminder.go
		"The text is empty.":         "文字是空的。",
		"Say what is to be done.":    "请说明要做什么。",
		"The reminder has no limit.": "该提醒没有界限。",
		"Give every_km, every_hours, every_activities, every_days or due_date.": "" +
			"请给出 every_km、every_hours、every_activities、every_days 或 due_date。",
		"%s is not over yet.":                  "%s 还没有过去。",
		"Give the day on which it was done.":   "请给出完成的那一天。",
		"The reminder belongs to the gear %s.": "该提醒属于装备 %s。",
		"Make a new one for other gear.":       "其他装备请新建提醒。",
		"A new reminder needs a text.":         "新提醒需要文字。",
		"Say in text what is to be done.":      "请在 text 中说明要做什么。",

		// tools/gear/save.go
		"It would be mounted until %s, before %s.":                        "它的安装结束日 %s 早于 %s。",
		"Give since on or before until.":                                  "since 请不晚于 until。",
		"Only a component is mounted on something.":                       "只有部件才安装在其他装备上。",
		"Give kind component, or leave part_of out.":                      "请给出 kind component，或去掉 part_of。",
		"%s is a part itself.":                                            "%s 本身就是部件。",
		"Give the bike or the shoes as part_of.":                          "part_of 请给出自行车或跑鞋。",
		"New gear needs a kind and a name.":                               "新装备需要类型和名称。",
		"Give both, or the id of gear that is there; list_gear shows it.": "请给出两者，或已有装备的 id；list_gear 列出它们。",

		// tools/invoke.go
		"%s took longer than %s: %w.": "%s 的用时超过 %s：%w。",

		// tools/period/language.go
		"%q can mean different days.": "%q 可以指不同的日子。",

		// tools/period/period.go
		"%q is not a date or a range of dates.": "%q 不是日期或日期范围。",
		"Write 2026-05-01, 2026-05, 2026-05-01..2026-05-31, or words such as last week, this month, last 30 days.": "" +
			"请写 2026-05-01、2026-05、2026-05-01..2026-05-31，或“上周”“本月”“最近30天”等词。",
		"The range %q ends before it begins.": "范围 %q 的结束早于开始。",
		"Give the earlier date first.":        "请把较早的日期放在前面。",

		// tools/read.go
		"%s needs %s.":                   "%s 需要 %s。",
		"Give %s":                        "请给出 %s",
		"from (%s) is after to (%s).":    "from（%s）晚于 to（%s）。",
		"Give the earlier date in from.": "请把较早的日期放入 from。",
		"%s has %s.":                     "%s 有%s。",
		"The arguments of %s are not a JSON object.": "%s 的参数不是 JSON 对象。",
		"Send an object with %s.":                    "请发送含有 %s 的对象。",

		// tools/readdate.go
		"It takes from and to.":      "它接受 from 和 to。",
		"%s has the same end twice.": "%s 的同一端给出了两次。",

		// tools/research/fetch.go
		"There is nothing with the id %q.": "没有 id 为 %q 的内容。",
		"search gives ids.":                "search 会给出 id。",

		// tools/research/search.go
		"Give words, days or a sport, such as: long rides in May 2026.": "请给出词、日期或运动，例如：long rides in May 2026。",
		"The query is empty.": "查询是空的。",

		// tools/result.go
		"The answer of %s would have %d KB; at most %d fit.": "%s 的回答会有 %d KB；最多可容 %d KB。",

		// tools/routes/rows.go
		"Give them the other way round.":            "请对调两者。",
		"max_distance_km is below min_distance_km.": "max_distance_km 小于 min_distance_km。",

		// tools/row.go
		"The arguments of %s do not fit.":    "%s 的参数不合适。",
		"%s of %s does not fit.":             "%[2]s 的 %[1]s 不合适。",
		"The arguments of %s do not fit: %s": "%s 的参数不合适：%s",
		"See the tool's input schema.":       "请看该工具的输入 schema。",

		// tools/scalar.go
		"%s is %q, one kind of %s, and %s writes for all kinds of a sport.":                        "%s 是 %q，即 %s 的一种，而 %s 为一项运动的所有种类写入。",
		"Write %s if all of them are meant. Of one kind alone only a service keeps settings: " +
			"save_sport_settings takes their sport_id, which get_sport_settings shows.": "" +
			"若指所有种类，请写 %s。只有服务会为其中一种单独保存设置：save_sport_settings 接受其 sport_id，get_sport_settings 会显示它。",
		"%s is %q, and %s writes for one sport.":                                                   "%s 是 %q，而 %s 是为一种运动写入。",
		"Name it, or leave it out where that may be: the tool's description says what then holds.": "请指定运动，或在允许时去掉：工具的说明写明去掉后的含义。",
		"%s is %q, which can mean several sports.":                                                 "%s 是 %q，可以指多种运动。",
		"Write which, in English: %s.":                                                             "请用英语写明是哪一种：%s。",
		"%s has an unknown sport, %q.":                                                             "%s 含有未知的运动 %q。",
		"Did you mean %s? Known are %s.":                                                           "您是指 %s 吗？已知：%s。",
		"Known are %s.":                                                                            "已知：%s。",
		"%s cannot be %q.":                                                                         "%s 不能为 %q。",
		"Did you mean %s? It can be %s.":                                                           "您是指 %s 吗？可用：%s。",
		"It can be %s.":                                                                            "可用：%s。",

		// tools/selection.go
		"%q is not a write mode.": "%q 不是写入模式。",
		"Use none, safe or full.": "请使用 none、safe 或 full。",

		// tools/settings/apply.go
		"No such setting of %s is set for the sport itself.": "没有为 %s 这项运动本身设置这样的值。",
		"get_sport_settings shows what holds; save_sport_settings sets it from any day on.": "" +
			"get_sport_settings 显示有效的设置；save_sport_settings 可以从任意一天起设置。",
		"%s is after today.": "%s 在今天之后。",
		"Give today or an earlier day; save_sport_settings sets values from a day to come on.": "" +
			"请给出今天或更早的一天；save_sport_settings 可以从将来某天起设置。",
		"%q is not a setting of a sport.": "%q 不是运动的设置。",
		"Name some of %s.":                "可用：%s。",

		// tools/settings/delete.go
		"There are no such settings of %s.": "没有 %s 的此类设置。",
		"get_sport_settings with history shows what was set for which days; what holds for all sports is changed with " +
			"update_athlete_settings.": "" +
			"get_sport_settings 加 history 显示为哪些日子设置了什么；对所有运动有效的设置用 update_athlete_settings 修改。",

		// tools/settings/entry.go
		"Give sport, or the sport_id of one service's settings; get_sport_settings shows both.": "请给出 sport，或某服务一项设置的 sport_id；get_sport_settings 两者都显示。",
		"It is not said whose settings are meant.": "没有说明指的是哪些设置。",
		"Give bounds that rise, and with them the threshold that they are a part of.": "请给出递增的界限，并一并给出它们所依据的阈值。",
		"No connected service has settings of sports, so there is no sport_id %q.": "没有已连接的服务有运动设置，因此没有 sport_id %q。",
		"No service has settings with the sport_id %q.": "没有服务有 sport_id 为 %q 的设置。",
		"Leave sport out, or give one of: %s.": "请去掉 sport，或给出其中之一：%s。",
		"Give one of: %s.": "请给出其中之一：%s。",
		"Give sport instead.": "请改为给出 sport。",
		"Leave out %s.": "请去掉 %s。",
		"The settings %s are those of several sports.": "设置 %s 属于多项运动。",
		"The settings %s are not those of %s.": "设置 %s 不属于 %s。",
		"Give as sport which of them is meant too: %s.": "请另用 sport 说明指的是哪一项：%s。",
		"%s has the settings %s for today alone, and nothing is kept here for one kind of a sport.": "%s 的设置 %s 只适用于今天，而这里不为运动的单独一种保存任何内容。",
		"The athlete's dated settings of %s stay here.": "运动员在这里按日期保存的 %s 设置保留。",
		"The service cannot be told %s.": "无法把 %s 告诉该服务。",
		"%s has %d names, and there are %d zones.": "%s 有 %d 个名称，而区间有 %d 个。",
		"Give one name a zone.": "请为每个区间给出一个名称。",
		"Give both.": "请两者都给出。",
		"Set %s of %s at %s.": "设置 %s（%s，位于 %s）。",
		"Delete the settings of %s at %s.": "删除 %s 在 %s 的设置。",

		// tools/settings/rows.go
		"%s is not connected, so its settings stay as they are.": "%s 未连接，因此其设置保持不变。",
		"Connect it first, or give sport for what holds here.": "请先连接它，或给出 sport 以设置在这里适用的值。",
		"%s is not connected, so nobody applies settings to the past there.": "%s 未连接，因此没有人在那里把设置应用到过去。",
		"Connect it first, or leave at_service out: here values follow the settings of their day.": "" +
			"请先连接，或去掉 at_service：在这里，数值按当天的设置计算。",

		// tools/settings/save.go
		"The threshold pace of %s is given another way.": "%s 的阈值配速用另一种方式给出。",
		"Give css_pace_s_per_100m for swimming, threshold_pace_s_per_km for other sports.": "" +
			"游泳请给出 css_pace_s_per_100m，其他运动请给出 threshold_pace_s_per_km。",
		"sweet_spot_pct is not a band of FTP.":                                         "sweet_spot_pct 不是 FTP 的一个范围。",
		"Give the lowest and the highest percent within 50 and 120, such as [84, 97].": "请给出 50 到 120 之间的最低和最高百分比，例如 [84, 97]。",
		"Give at least one of %s, or names of zones.":                                  "请至少给出 %s 之一，或区间的名称。",

		// tools/settings/there.go
		"No service has settings of %s.":                                      "没有服务有 %s 的设置。",
		"Leave at_service out: here values follow the settings of their day.": "请去掉 at_service：在这里，数值按当天的设置计算。",

		// tools/settings/words.go
		"The settings of %s were changed meanwhile.":                 "%s 的设置在此期间被修改。",
		"%s has a name that is empty or there twice.":                "%s 有空的或重复的名称。",
		"Give one name a zone, or an empty list for the usual ones.": "请给每个区间一个名称，或用空列表表示通常的名称。",

		// tools/stepsarg/stepsarg.go
		"The workout has %d faults. %s":            "该训练课程有 %d 处错误。%s",
		"Mend them; check_workout tells them all.": "请改正；check_workout 会全部列出。",
	}
}
