package sentences

// ofPageShare are those of the page that an activity is shared as.
func ofPageShare() map[string]string {
	return map[string]string{
		"Back to the activity":             "返回活动",
		"Charts":                           "图表",
		"Cut at the beginning and the end": "起点和终点截去",
		"Look at it first":                 "先预览",
		"Made with Lapkeep":                "由 Lapkeep 制作",
		"Numbers":                          "数据",
		"One file that you can send, or put on any web space. It has no script and loads nothing.": "一个可以发送或放到任何网页空间的文件。它没有脚本，也不加载任何内容。",
		"Parts": "内容",
		"Parts of the track are left out of the drawing and the charts.": "图形和图表中省略了轨迹的一部分。",
		"Positions are rounded to 10 m.":                                 "位置取整到 10 米。",
		"Save the page":                                                  "保存页面",
		"Scale: the line is %s long.":                                    "比例尺：线段长 %s。",
		"Share as a page":                                                "分享为网页",
		"The beginning and the end of the track, and perhaps other parts, are left out of the drawing and the charts.": "图形和图表中省略了轨迹的起点和终点部分，也可能省略了其他部分。",
		"The activity":                 "活动",
		"The day":                      "日期",
		"The month alone":              "仅月份",
		"The page":                     "页面",
		"The track, north up":          "轨迹，上方为北",
		"Track":                        "轨迹",
		"What is shown":                "显示内容",
		"above the lowest place shown": "相对于所示最低点",
		"nothing":                      "不截去",
		"The track and its charts are left out: too little remains of it once its ends are cut.": "省略了轨迹及其图表：截去两端后剩余太少。",
		"Your privacy zones are always cut out of the track and of its charts, and so are its beginning and its end, at least as far as you choose. The file holds no coordinates, but who knows the roads can recognise the shape of a track: leave the track out if nobody may.": "您的隐私区域始终会从轨迹及其图表中截去，起点和终点也至少按您选择的距离截去。文件不含坐标，但熟悉道路的人可能认出轨迹的形状：如果不想被认出，请不要包含轨迹。",
	}
}
