package sentences

// ofIGPSport are those of iGPSport.
func ofIGPSport() map[string]string {
	return map[string]string{ // #nosec G101 -- sentences, no credentials
		// app/connections/igpsport.go
		"the name and password of your account; the name is the telephone number in China and the e-mail address elsewhere": "" +
			"账号名和密码；中国区的账号名为手机号，其他地区为电子邮箱",
		"China":           "中国",
		"international":   "国际",
		"everywhere else": "其他地区",

		// source/igpsport/account.go
		"The sign-in of iGPSport is of the athlete %s, and %s is connected.": "iGPSport 登录的是运动员 %s，而已连接的是 %s。",
		"Run `lapkeep connect igpsport` and sign in with the account that is connected, or disconnect it first.": "" +
			"请运行 `lapkeep connect igpsport` 并用已连接的账号登录，或先断开该连接。",

		// source/igpsport/activities.go
		"%q is not an id of iGPSport.":            "%q 不是 iGPSport 的 id。",
		"%q is no page of iGPSport's activities.": "%q 不是 iGPSport 活动列表的分页。",

		// source/igpsport/client.go
		"The sign-in of iGPSport is of another region than %s and is not sent there.": "iGPSport 的登录不属于区域 %s，不会发送到该区域。",
		"Run `lapkeep connect igpsport` and sign in there.":                           "请运行 `lapkeep connect igpsport` 并在该区域登录。",

		// source/igpsport/fault.go
		"iGPSport (%s) does not accept the sign-in.":        "iGPSport（%s）不接受该登录。",
		"iGPSport (%s) does not allow this.":                "iGPSport（%s）不允许此操作。",
		"Run `lapkeep connect igpsport` and sign in again.": "请运行 `lapkeep connect igpsport` 重新登录。",
		"Run `lapkeep connect igpsport` and sign in again. If it stays so, requests may have to be signed: name the file of a " +
			"key that signs in the setting %s.": "" +
			"请运行 `lapkeep connect igpsport` 重新登录。如果仍然如此，请求可能需要签名：请在设置 %s 中指定签名密钥文件。",
		"iGPSport (%s) does not accept the signature of the request.": "iGPSport（%s）不接受该请求的签名。",
		"Check this machine's clock and the key in the file that %s names; the service may have changed its key.": "" +
			"请检查本机时钟以及 %s 所指文件中的密钥；该服务可能已更换密钥。",
		"iGPSport (%s) refuses the request because it is not signed.": "iGPSport（%s）拒绝了该请求，因为请求没有签名。",
		"Lapkeep has no key that signs, for it is the maker's. If you have one, put it into a file, as hexadecimal digits, " +
			"base64 or a PEM private key, and name the file in the setting %s.": "" +
			"签名密钥属于厂商，Lapkeep 没有。如果您有密钥，请以十六进制、base64 或 PEM 私钥的形式放入文件，并在设置 %s 中指定该文件。",

		// source/igpsport/login.go
		"Signing in to iGPSport takes an account name and a password.":                "登录 iGPSport 需要账号名和密码。",
		"The name is the telephone number in China and the e-mail address elsewhere.": "中国区的账号名为手机号，其他地区为电子邮箱。",
		"iGPSport (%s) does not accept the password of %s.":                           "iGPSport（%s）不接受 %s 的密码。",
		"Type it again, or choose the other region: its accounts are others. Too many wrong passwords lock an account.": "" +
			"请重新输入，或选择另一个区域：两个区域的账号互不相通。密码多次错误会锁定账号。",
		"iGPSport (%s) does not let %s sign in. It says: %s (code %d)":                "iGPSport（%s）不允许 %s 登录，其提示为：%s（代码 %d）",
		"Sign in at %s to see what it asks for, then run `lapkeep connect igpsport`.": "请在 %s 登录，按其要求处理，然后运行 `lapkeep connect igpsport`。",

		// source/igpsport/recording.go
		"What iGPSport gives as the file of activity %s is no FIT file.": "iGPSport 为活动 %s 提供的文件不是 FIT 文件。",

		// source/igpsport/region.go
		"%q is not a region of iGPSport.": "%q 不是 iGPSport 的区域。",
		"Choose %s, for an account made in China, or %s, for any other.": "" +
			"在中国注册的账号请选 %s，其他账号请选 %s。",
		"The base address %s is not that of the region %s.": "基础地址 %s 不是区域 %s 的地址。",
		"Leave the address out, or set the region to %s.":   "请不设置该地址，或把区域设为 %s。",

		// source/igpsport/segments.go
		"%q is no page of iGPSport's segments.":                "%q 不是 iGPSport 路段列表的分页。",
		"iGPSport (%s) lists segments and gives no %s of one.": "iGPSport（%s）只列出路段，不提供路段的%s。",
		"details":           "详情",
		"ranking":           "排名",
		"The app shows it.": "可在其手机应用中查看。",

		// source/igpsport/sign.go
		"a signer without randomness":               "签名缺少随机数来源",
		"an id without randomness":                  "生成 id 缺少随机数来源",
		"no randomness: %w":                         "无法取得随机数：%w",
		"a request has no body to sign: %w":         "无法读取待签名请求的正文：%w",
		"The file that %s names cannot be read: %w": "无法读取 %s 所指的文件：%w",
		"Check the name, and that you may read it.": "请检查文件名，以及您是否有权读取。",

		"The private key in the file that %s names does not open the key of iGPSport.": "%s 所指文件中的私钥无法解开 iGPSport 的密钥。",
		"The service may have changed it; without the right one leave the setting empty.": "" +
			"该服务可能已更换密钥；没有正确的密钥时请不要填写该设置。",
		"The file that %s names holds no key that signs.":                    "%s 所指的文件中没有签名密钥。",
		"It holds hexadecimal digits, base64, or an RSA private key as PEM.": "该文件应为十六进制、base64 或 PEM 格式的 RSA 私钥。",

		// source/igpsport/workouts.go
		"iGPSport does not delete the workout %s.":       "iGPSport 没有删除训练课程 %s。",
		"It may be one of the maker's own, which stay.":  "它可能是厂商自带的训练课程，无法删除。",
		"The list of workouts at iGPSport does not end.": "iGPSport 的训练课程列表没有尽头。",
		"Nothing of it was taken over; try again later.": "没有采用其中任何内容；请稍后再试。",
	}
}
