package sentences

import "maps"

// chinese are the sentences in simplified Chinese. Commands, flags, names and
// states stay as they are written.
func chinese() map[string]string {
	all := map[string]string{
		"Stopped.": "已停止。",
		"What was done until then is kept; the same command continues from there.": "已完成的部分会保留；再次运行同一命令即可继续。",
	}
	maps.Copy(all, beginning())
	maps.Copy(all, connecting())
	maps.Copy(all, services())
	maps.Copy(all, ofFaults())
	maps.Copy(all, signingIn())
	maps.Copy(all, ofSettings())
	return all
}

// connecting are those of connect, disconnect, check and sync.
func connecting() map[string]string {
	return map[string]string{
		"The key will be sent to %s, which %s names: it is not the service's own address.\n": "密钥将发送到 %s（由 %s 指定）：这不是该服务自己的地址。\n",
		"The key is the one of %s.\n":                              "使用 %s 中的密钥。\n",
		"%s needs %s.\n":                                           "%s 需要%s。\n",
		"Key (it is not shown): ":                                  "密钥（输入时不显示）：",
		"The key could not be read: %w.":                           "无法读取密钥：%w。",
		"No key was given.":                                        "没有提供密钥。",
		"Give %s: at a terminal, or on standard input.":            "请提供%s：在终端输入，或通过标准输入传入。",
		"%s is connected as %s.\n":                                 "%s 已连接，账号为 %s。\n",
		"The key is kept in the %s. %s\n":                          "密钥保存在%s。%s\n",
		"Read from there: %s.\n":                                   "从该服务读取：%s。\n",
		"Changes are sent back of: %s. To send what is new too:\n": "以下内容的修改会发送回去：%s。如果新增的内容也要发送：\n",
		"Next: lapkeep sync (a running server syncs by itself).\n": "下一步：lapkeep sync（正在运行的服务器会自行同步）。\n",
		"access: ":                               "权限：",
		"tags: ":                                 "标签：",
		"notes: ":                                "备注：",
		"home, in a file that only you can read": "主目录中只有您能读取的文件里",
		"keyring":                                "系统密钥环里",
		"It may: %s.":                            "权限：%s。",
		"It may read and write everything.":      "可以读写全部内容。",
		"It may read everything.":                "可以读取全部内容。",
		"What was read no longer appears in any answer. To bring it back: %s\n":            "从该服务读取的内容不再出现在任何回答中。恢复命令：%s\n",
		"Disconnected. The key is forgotten here; you may delete it at the service too.\n": "已断开连接。这里的密钥已删除；您也可以到该服务上删除它。\n",
		"What was read is deleted for good.\n":                                             "从该服务读取的内容已永久删除。\n",
		"Not connected: %s. To connect: lapkeep connect %s --athlete %s --as NAME\n": "未连接：%s。" +
			"连接命令：lapkeep connect %s --athlete %s --as NAME\n",
		"%s  %s: %s, key in the %s, %s\n":                                "%s  %s：%s，密钥在%s，%s\n",
		"      here as %s: %s\n":                                         "      在此名为 %s：%s\n",
		"      not connected: %s\n":                                      "      未连接：%s\n",
		"      last sync %s, %d activities stored\n":                     "      上次同步 %s，已保存 %d 个活动\n",
		"%d of %d connections do not work.":                              "%[2]d 个连接中有 %[1]d 个不可用。",
		"See above.":                                                     "详情见上。",
		"%s: %d stored, %d deleted there, %d withheld, %d failed\n":      "%s：保存 %d 个，服务端已删除 %d 个，未提供 %d 个，失败 %d 个\n",
		"  The history is here back to %s; run it again for the rest.\n": "  历史数据已读取到 %s；再次运行可读取其余部分。\n",
		"%s is not connected.":                                           "%s 未连接。",
		"Run: %s":                                                        "请运行：%s",
		"No service is connected.":                                       "没有已连接的服务。",
		"Run: lapkeep connect SERVICE":                                   "请运行：lapkeep connect SERVICE",
	}
}

// services are what services hand out, and what is said where they cannot be connected.
func services() map[string]string {
	return map[string]string{
		"activities": "活动", "calendar": "日历", "wellness": "身体状态", "workouts": "训练课程", "gear": "装备", "sport settings": "运动设置",
		"messages": "消息", "custom items": "自定义项目", "profile": "个人资料", "routes": "路线", "segments": "路段", "statistics": "统计",
		"the API key that stands at https://intervals.icu/settings under Developer Settings": " API 密钥" +
			"（在 https://intervals.icu/settings 的 Developer Settings 下）",

		"%q is connected to %s of %s already.":                                      "%q 已连接到 %[3]s 的 %[2]s。",
		"Give %s a name of their own with --as NAME, or disconnect first.":          "请用 --as NAME 给 %s 另起一个名字，或先断开连接。",
		"The key of %s comes from %s.":                                              "%s 的密钥来自 %s。",
		"The terms of %s ask that what was read from it goes with the connection.":  "%s 的条款要求断开连接时一并删除从该服务读取的内容。",
		"Disconnect without keeping it.":                                            "请在断开连接时不保留这些内容。",
		"Remove it there; then disconnect to delete what was read.":                 "请先在那里删除密钥，再断开连接，以删除已读取的内容。",
		"Lapkeep cannot be connected to %q.":                                        "Lapkeep 无法连接 %q。",
		"It can be connected to: %s.":                                               "可以连接：%s。",
		"The key of %s comes from %s and is not sent to the address that %s names.": "%s 的密钥来自 %s，不会发送到 %s 指定的地址。",
		"Set both in one place, or remove one of them.":                             "请在同一处设置两者，或删除其中之一。",
		"%s is being read just now.":                                                "正在读取 %s 的数据。",
		"Stop the server or sync that reads it, or try again after %s.":             "请停止正在读取它的服务器或同步，或在 %s 之后重试。",
		"Run `%s` at a terminal.":                                                   "请在终端运行 `%s`。",
	}
}

// ofFaults are what is said where a service fails.
func ofFaults() map[string]string {
	return map[string]string{ // #nosec G101 -- sentences, no credentials
		"%s does not answer as it should.":     "%s 没有正常应答。",
		"%s does not accept the key.":          "%s 不接受该密钥。",
		"%s does not allow this with the key.": "%s 不允许用该密钥进行此操作。",
		"%s accepts no more requests for now.": "%s 暂时不再接受请求。",
		"%s has no such thing.":                "%s 没有这项内容。",
		"%s does not accept the request.":      "%s 不接受该请求。",
		"%s no longer answers as described.":   "%s 的应答格式已改变。",
		"%s sent a file that does not unpack.": "%s 发来的文件无法解压。",
		"%s broke off its answer.":             "%s 的应答中途中断。",
		"%s answered with a web page instead of data; a proxy or sign-in page between may have sent it.": "" +
			"%s 返回的是网页而不是数据；可能来自中间的代理或登录页面。",
		"%s answered in a form that this version does not know.": "%s 的应答格式是此版本不认识的。",
		"%s has no %s.":                 "%s 没有%s。",
		"file of this activity":         "此活动的文件",
		"streams of this activity":      "此活动的数据流",
		"such workout":                  "此训练课程",
		"such segment":                  "此路段",
		"such activity of this athlete": "该运动员的此活动",
		"%s does not accept the request and gives no reason; there may be no such data.": "%s 不接受该请求，也没有说明原因；可能没有这样的数据。",
		"%s does not accept the request. It says: %s":                                    "%s 不接受该请求，其提示为：%s",
		"%s refuses the request with code %d.":                                           "%s 拒绝了该请求，代码 %d。",
		"%s gives no key.":                                                               "%s 没有给出密钥。",
		"%s no longer accepts the key.":                                                  "%s 不再接受该密钥。",
		"Another process has been refreshing the key for too long.":                      "另一个进程更新密钥的时间过长。",
		"The requests that %s allows are used up for now.":                               "%s 允许的请求数暂时已用完。",
		"The requests of the kind %s that %s allows are used up for now.":                "%[2]s 允许的 %[1]s 类请求数暂时已用完。",
		"The requests that %s allows in %s are used up.":                                 "%s 在%s内允许的请求数已用完。",
		"The requests of the kind %s that %s allows in %s are used up.":                  "%[2]s 在%[3]s内允许的 %[1]s 类请求数已用完。",
		"15 minutes": "15 分钟",
		"an hour":    "一小时",
		"a day":      "一天",
		"%s gives the same page again and again.":                                               "%s 反复给出同一页。",
		"iGPSport has no such thing.":                                                           "iGPSport 没有这项内容。",
		"iGPSport says that it made the workout, and does not have it.":                         "iGPSport 表示已创建该训练课程，但那里没有。",
		"The service did not say which event it made.":                                          "该服务没有说明它创建了哪个事件。",
		"The service did not say which reminder it saved.":                                      "该服务没有说明它保存了哪个提醒。",
		"The service did not say which activity it made.":                                       "该服务没有说明它创建了哪个活动。",
		"%s gives this to subscribers only.":                                                    "%s 只向订阅用户提供此内容。",
		"Subscribe at %s to have it; everything else goes on without.":                          "如需此内容，请在 %s 订阅；其余内容不受影响。",
		"%s was connected without the right that this needs.":                                   "连接 %s 时没有授予此操作所需的权限。",
		"Run `lapkeep connect %s` again and allow everything that it asks for.":                 "请再次运行 `lapkeep connect %s`，并允许其请求的全部权限。",
		"Run `lapkeep connect %s` again and allow %s.":                                          "请再次运行 `lapkeep connect %s`，并允许 %s。",
		"%s says that the application registered there is not active.":                          "%s 表示在该处注册的应用未启用。",
		"Open your application's settings at %s, see what it asks for, and sync again.":         "请在 %s 打开您的应用设置，按其要求处理后再同步。",
		"%s has locked the account after wrong passwords.":                                      "因密码多次错误，%s 已锁定该账号。",
		"Wait an hour, then run `lapkeep connect %s` with the right password.":                  "请等一小时，再用正确的密码运行 `lapkeep connect %s`。",
		"%s does not know the application by this id and secret.":                               "%s 无法以此 ID 和密钥识别该应用。",
		"Copy both from your application's settings at %s, and run `lapkeep connect %s` again.": "请从 %s 的应用设置中重新复制两者，再运行 `lapkeep connect %s`。",
		"%s does not let this application connect one more athlete.":                            "%s 不允许此应用再连接一名运动员。",
		"Make an application of the athlete's own at %s, or have another athlete withdraw the access there.": "请在 %s 为该运动员创建其自己的应用，" +
			"或让另一名运动员在该处撤回授权。",
		"Nothing is sent before %s. After that, run `lapkeep connect %s` with the right password.": "在 %s 之前不会发送任何请求。" +
			"之后请用正确的密码运行 `lapkeep connect %s`。",
		"Run `lapkeep connect %s` again with a valid key.":        "请用有效的密钥再次运行 `lapkeep connect %s`。",
		"Check at %s whether the key may do this.":                "请到 %s 查看该密钥是否有此权限。",
		"Try again after %s.":                                     "请在 %s 之后重试。",
		"Try again in a few minutes.":                             "请过几分钟再试。",
		"Try again later; what was fetched before is still here.": "请稍后再试；之前取得的数据仍在本机。",
		"Look for a newer version of Lapkeep.":                    "请查看 Lapkeep 是否有新版本。",
	}
}

// ofSettings are what is said of settings that cannot be read.
func ofSettings() map[string]string {
	return map[string]string{
		"The file %s is not there.":                                           "文件 %s 不存在。",
		"Name an existing file with --env-file, or leave the flag out.":       "请用 --env-file 指定存在的文件，或去掉该参数。",
		"The home folder of this user is not known.":                          "无法确定该用户的主目录。",
		"Set HOME, or name a folder for Lapkeep with --home or LAPKEEP_HOME.": "请设置 HOME，或用 --home 或 LAPKEEP_HOME 为 Lapkeep 指定文件夹。",
		"%s has a control character (%s).":                                    "%s 含有控制字符（%s）。",
		"Remove it. In YAML, write a path of Windows in single quotes or none: within double quotes \\ begins an escape.": "请删除它。" +
			"在 YAML 中，Windows 路径请用单引号或不用引号：双引号内 \\ 表示转义。",
		"%q begins with the home folder of another user.":                "%q 以另一用户的主目录开头。",
		"Write the whole path; for a name that begins with ~ write ./~.": "请写完整路径；名称以 ~ 开头时请写 ./~。",
		"~ in %q means this user's home folder, which is not known.":     "%q 中的 ~ 表示该用户的主目录，但无法确定其位置。",
		"Set HOME, or write the whole path.":                             "请设置 HOME，或写完整路径。",
		"%s has a word that it does not know (%s).":                      "%s 的取值无法识别（%s）。",
		"%s is %q (%s).":                  "%s 的取值为 %q（%s）。",
		"Use one of: %s.":                 "可用的取值：%s。",
		"The home %s cannot be read: %w.": "无法读取主目录 %s：%w。",
		"Check the permissions of the folder and of those above it.": "请检查该文件夹及其上级文件夹的权限。",
		"%s is not a folder.":                        "%s 不是文件夹。",
		"Name a folder with --home or LAPKEEP_HOME.": "请用 --home 或 LAPKEEP_HOME 指定文件夹。",
		"The home %s belongs to another user.":       "主目录 %s 属于另一用户。",
		"Run this as that user, or name a folder of your own with --home or LAPKEEP_HOME.": "请以该用户身份运行，" +
			"或用 --home 或 LAPKEEP_HOME 指定您自己的文件夹。",
		"The home %s can be read by other users (mode %o).":    "主目录 %s 可被其他用户读取（权限 %o）。",
		"The home %s can be written by other users (mode %o).": "主目录 %s 可被其他用户写入（权限 %o）。",
		"See that all in it is yours, then run: chmod 700 %s":  "请确认其中内容都属于您，然后运行：chmod 700 %s",

		"Run: chmod 700 %s":                 "请运行：chmod 700 %s",
		"The folder %s cannot be read: %w.": "无法读取文件夹 %s：%w。",
		"Check its permissions.":            "请检查其权限。",

		"%s is a link or not a regular file, and a home holds neither.": "%s 是链接或不是普通文件，主目录中不能有这两者。",
		"If you made it, put the file or folder itself in its place; if not, name another home with --home.": "如果它是您创建的，" +
			"请换成文件或文件夹本身；否则请用 --home 指定另一个主目录。",
		"The folder %s cannot be made: %w.":                             "无法创建文件夹 %s：%w。",
		"Choose another with --home.":                                   "请用 --home 另选一个。",
		"Line %d of %s is not NAME=value.":                              "%[2]s 的第 %[1]d 行不是 NAME=value 的形式。",
		"Write one NAME=value a line, comments after #.":                "每行写一个 NAME=value，注释写在 # 之后。",
		"Put the file itself in its place.":                             "请换成文件本身。",
		"Make it smaller: settings take a few lines.":                   "请缩小该文件：设置只需几行。",
		"The file %s cannot be read: %w.":                               "无法读取文件 %s：%w。",
		"The config file %s is not valid YAML: %w.":                     "配置文件 %s 不是有效的 YAML：%w。",
		"Write one \"name: value\" a line.":                             "每行写一个 \"name: value\"。",
		"The config file %s has an unknown setting %q.":                 "配置文件 %s 中有未知的设置 %q。",
		"Known settings: %s.":                                           "可用的设置：%s。",
		"The list of trusted files %s cannot be read.":                  "无法读取受信任文件的列表 %s。",
		"Delete it, then name each folder again: lapkeep trust-env DIR": "请删除它，然后重新指定每个文件夹：lapkeep trust-env DIR",
		"There is no %s.":                                               "%s 不存在。",
		"Name the folder in which it lies.":                             "请指定它所在的文件夹。",
		"%s holds nothing that Lapkeep reads from a folder.":            "%s 中没有 Lapkeep 会从文件夹读取的设置。",
		"It reads there: %s.":                                           "会读取的设置：%s。",
		"%s is not trusted.":                                            "%s 不受信任。",
		"See what is: lapkeep trust-env --list":                         "查看受信任的文件：lapkeep trust-env --list",
		"The list of trusted files cannot be written: %w.":              "无法写入受信任文件的列表：%w。",
		"Make %s writable.":                                             "请使 %s 可写。",
	}
}

// beginning is what setup and lapkeep without a command say.
func beginning() map[string]string {
	return map[string]string{
		"There is no command %q.": "没有命令 %q。",

		"What would you like to do?":                      "您想做什么？",
		"Try it with a demo athlete (two invented years)": "用演示运动员试用（两年的虚构数据）",
		"Import recordings from a file or folder":         "从文件或文件夹导入记录",
		"Connect %s (%s)":                                 "连接 %s（%s）",
		"Check this installation":                         "检查本机安装",
		"Show all commands":                               "显示所有命令",
		"Which file or folder?":                           "哪个文件或文件夹？",
		"FIT, TCX and GPX files, each also gzipped. You can drag a folder here.":    "FIT、TCX 和 GPX 文件，也可以是 gzip 压缩的。可以把文件夹拖到这里。",
		"  lapkeep connect %s, then lapkeep sync\n%24sread what stands at %s: %s\n": "  lapkeep connect %s，然后 lapkeep sync\n%24s读取 %s 上的数据：%s\n",
		"Next, connect your assistant: %s\n":                                        "下一步，连接您的助手：%s\n",
		"Also on this machine: %s\n":                                                "本机上还有：%s\n",
		"Clients that are known: lapkeep mcp list\n":                                "支持的客户端：lapkeep mcp list\n",
		`Lapkeep keeps your training data on your machine and answers your assistant's questions from it.

  lapkeep demo          try it with an invented athlete
  lapkeep import PATH   import FIT, TCX and GPX files from a folder
%s  lapkeep mcp install CLIENT
                        connect your assistant
  lapkeep today         see how you stand
  lapkeep doctor        check this installation
  lapkeep --help        all commands

Everything is kept in %s.
`: `Lapkeep 把您的训练数据保存在您自己的电脑上，并据此回答您的助手提出的问题。

  lapkeep demo          用虚构的运动员试用
  lapkeep import PATH   从文件夹导入 FIT、TCX 和 GPX 文件
%s  lapkeep mcp install CLIENT
                        连接您的助手
  lapkeep today         查看当前状态
  lapkeep doctor        检查本机安装
  lapkeep --help        所有命令

所有数据都保存在 %s。
`,
	}
}
