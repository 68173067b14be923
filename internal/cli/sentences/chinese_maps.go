package sentences

// ofMaps are those of the map beneath a track, and of what is dragged.
func ofMaps() map[string]string {
	return map[string]string{
		"Height of the map":       "地图的高度",
		"Zoom in":                 "放大",
		"Zoom out":                "缩小",
		"Whole track":             "整条轨迹",
		"Width of the navigation": "导航栏的宽度",
		"Width of the weeks":      "周栏的宽度",
		"map_tiles holds a name or a password before its host, which browsers do not send for pictures.": "" +
			"map_tiles 的主机名前带有用户名或密码，浏览器取图片时不会发送它们。",
		"The map is read from a file on your own disk. Nobody learns where you were.": "地图读自您自己磁盘上的文件，没有人会知道您去过哪里。",
		"If you show the map, your browser asks %s for it, and that server learns where you ride and your network address.": "" +
			"如果显示地图，您的浏览器会向 %s 请求地图，该服务器会知道您在哪里骑行以及您的网络地址。",
		"PMTiles file with vector or raster tiles, in place of a server": "含矢量或栅格图块的 PMTiles 文件，用来代替服务器",
		"Name a PMTiles file with vector tiles (MVT) or raster tiles (PNG, JPEG or WebP) as map_file in config.yaml.": "" +
			"请在 config.yaml 的 map_file 中指定含矢量图块（MVT）或栅格图块（PNG、JPEG 或 WebP）的 PMTiles 文件。",
		"Some parts of the map could not be loaded. The track is complete. Hide the map and show it again to try once more.": "" +
			"地图的部分内容无法加载。轨迹是完整的。要再试一次，请先隐藏地图再显示。",
		"map_tiles must begin with https, or with http on this machine.":        "map_tiles 必须以 https 开头；本机可用 http。",
		"The map has no tiles for so wide an area.":                             "地图没有覆盖这么大范围的图块。",
		"The map file is damaged.":                                              "地图文件已损坏。",
		"Show the map beneath":                                                  "显示底图",
		"Look at map_file in config.yaml: the file must be there and readable.": "请检查 config.yaml 中的 map_file：文件必须存在且可读。",
		"address of map tiles with {z}, {x} and {y}; its server learns where you ride": "" +
			"地图图块的地址，含 {z}、{x} 和 {y}；其服务器会知道您在哪里骑行",
		"map_tiles lacks %s, or has it more than once.":                     "map_tiles 缺少 %s，或出现了不止一次。",
		"The map file has no tile there.":                                   "地图文件在该处没有图块。",
		"The map file cannot be opened.":                                    "无法打开地图文件。",
		"The map file is not a PMTiles archive of version 3.":               "地图文件不是第 3 版的 PMTiles 归档。",
		"The map file is packed in a way that the dashboard does not read.": "地图文件的打包方式仪表板无法读取。",
		"Get the file again, or name another as map_file in config.yaml.":   "请重新获取该文件，或在 config.yaml 的 map_file 中指定另一个。",
		"Write it in config.yaml like this: https://tiles.example.org/{z}/{x}/{y}.png": "" +
			"请在 config.yaml 中这样写：https://tiles.example.org/{z}/{x}/{y}.png",
		"whom the dashboard names beside the map":     "仪表板在地图旁注明的来源",
		"map_tiles is not the address of a map tile.": "map_tiles 不是地图图块的地址。",
		"Name another file as map_file in config.yaml, or convert it with the program pmtiles.": "" +
			"请在 config.yaml 的 map_file 中指定另一个文件，或用程序 pmtiles 转换它。",
	}
}
