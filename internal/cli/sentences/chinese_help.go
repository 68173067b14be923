package sentences

// ofHelp are texts that explain a topic. Names and what is written stay.
func ofHelp() map[string]string {
	return map[string]string{
		"Categories of events, and what each takes beside date, name and description:\nworkout: sport; " +
			"duration_s, distance_km, load or intensity_factor; in more target (power, hr or pace), " +
			"carbs_g_per_h and fluid_ml_per_h (to eat and drink). Paired with the " +
			"activity that does it.\nrace_a, race_b, race_c: a race by importance; needs a sport; may have " +
			"duration_s, distance_km, load; in more carbs_g_per_h, fluid_ml_per_h.\n" +
			"note: words for a day, or for days up to end_date.\ntarget: what a day, " +
			"or with the flag for_week a week, asks for: in more load_target, time_target_s, distance_target_km.\n" +
			"plan: a phase of the year (base, build, taper) up to end_date.\nseason_start: the first day of a " +
			"season.\nholiday, sick, injured: time off up to end_date; in more training_availability (normal, limited " +
			"or unavailable), max_training_time_s.\nset_eftp: an FTP from a day on at a service: in more ftp_w. " +
			"Lapkeep's own FTP is set with update_athlete_settings.\nset_fitness: fitness and fatigue of a day at a " +
			"service: in more ctl, atl.\nfitness_days: their time constants at a service: in more ctl_days, " +
			"atl_days.\nmore also takes color, sub_sport and work_kj. Flags: for_week, indoor, show_as_note, " +
			"show_on_ctl_line, not_on_fitness_chart, hide_from_athlete, athlete_cannot_edit; a list of them replaces " +
			"what was set.\nupdate_event: done_by pairs with an activity, or with none; clear takes own words back, " +
			"so that a service's show again.\nLoad of a workout is what it states, else hours x intensity_factor^2 x " +
			"100. An event of today counts as past.": "" +
			"事件的类别，以及各类别除 date、name 和 description 之外接受的内容：\n" +
			"workout：sport；duration_s、distance_km、load 或 intensity_factor；more 中的 target（power、hr 或 pace）、" +
			"carbs_g_per_h 和 fluid_ml_per_h（进食和饮水）。与完成它的活动配对。\n" +
			"race_a、race_b、race_c：按重要性区分的比赛；需要 sport；可以有 duration_s、distance_km、load；more 中的 carbs_g_per_h、fluid_ml_per_h。\n" +
			"note：某天的文字，或直到 end_date 各天的文字。\n" +
			"target：某天（加标志 for_week 则为一周）的目标：more 中的 load_target、time_target_s、distance_target_km。\n" +
			"plan：一年中直到 end_date 的阶段（base、build、taper）。\n" +
			"season_start：赛季的第一天。\n" +
			"holiday、sick、injured：直到 end_date 的停训；more 中的 training_availability（normal、limited 或 unavailable）、max_training_time_s。\n" +
			"set_eftp：某服务上从某天起的 FTP：more 中的 ftp_w。Lapkeep 自己的 FTP 用 update_athlete_settings 设置。\n" +
			"set_fitness：某服务上某天的体能和疲劳：more 中的 ctl、atl。\n" +
			"fitness_days：某服务上两者的时间常数：more 中的 ctl_days、atl_days。\n" +
			"more 还接受 color、sub_sport 和 work_kj。标志：for_week、indoor、show_as_note、show_on_ctl_line、not_on_fitness_chart、hide_from_athlete、" +
			"athlete_cannot_edit；给出的列表会取代之前设置的。\n" +
			"update_event：done_by 与某个活动配对，或不配对；clear 收回自己的说明，使服务的说明重新显示。\n" +
			"训练课程的训练负荷以其说明为准，否则为小时数 x intensity_factor^2 x 100。今天的事件视为过去。",
		"The description of a workout is its text, a step a line, in the language that Intervals.icu reads:\n" +
			"Warmup\n- 15m 55-65% 85-95rpm\nMain set 4x\n- 8m 95-100%\n- 4m 55%\n\nCooldown\n- 10m ramp 60-45%\n\nA " +
			"step begins with \"-\", then an optional cue, a duration (1h 10m 90s, 1h2m30s) or a distance (500mtr, " +
			"2km, 1mi; m is minutes), a target, a cadence.\nPower: 75%, 95-105% (of FTP), 220w, 200-240w, Z2, Z3-Z4. " +
			"Heart rate: 75-80% HR (of maximum), 90-95% LTHR, Z2 HR.\nPace: 78-82% Pace (of threshold), Z2 Pace, " +
			"5:00/km Pace, 1:45/100m Pace; the word Pace is needed.\nramp before a range climbs through it; freeride " +
			"and maxeffort have no target.\nRepeats: \"4x\", alone or at the end of a heading, right above their " +
			"steps, with an empty line before and after; they do not nest.\n\nInstead of a text, steps can be given " +
			"as a list: [{\"kind\": \"warmup\", \"duration_s\": 600, \"power\": \"50-65%\", \"ramp\": true},\n" +
			"{\"repeat\": 4, \"steps\": [{\"duration_s\": 480, \"power\": \"95-100%\", \"cadence\": \"90-95rpm\"}, " +
			"{\"duration_s\": 240, \"power\": \"55%\"}]},\n{\"until_lap\": true, \"kind\": \"cooldown\"}]. A step is " +
			"as long as one of duration_s, distance_m, calories_kcal or until_lap says.\nTargets are power, hr, pace, " +
			"speed, rpe and cadence, as texts in the units above (\"5:00-5:10/km\", \"90-95% LTHR\", \"6-7\" of 10); " +
			"the first leads.\nAlso kind (warmup, work, rest, cooldown), text, section, free, max_effort, rest_s, " +
			"cues [{\"at_s\": 60, \"text\": \"…\"}]; in strength sets, reps, weight_kg, percent_1rm.\ndescription is " +
			"then the words beside the steps. Duration and load follow from the steps and the thresholds of the day, " +
			"unless they are stated.": "" +
			"训练课程的 description 是其文字，每行一个步骤，使用 Intervals.icu 能读取的写法：\n" +
			"Warmup\n- 15m 55-65% 85-95rpm\nMain set 4x\n- 8m 95-100%\n- 4m 55%\n\nCooldown\n- 10m ramp 60-45%\n\n" +
			"步骤以 \"-\" 开头，其后是可选的提示、时长（1h 10m 90s、1h2m30s）或距离（500mtr、2km、1mi；m 是分钟）、目标、踏频。\n" +
			"功率：75%、95-105%（FTP 的）、220w、200-240w、Z2、Z3-Z4。心率：75-80% HR（最大心率的）、90-95% LTHR、Z2 HR。\n" +
			"配速：78-82% Pace（阈值的）、Z2 Pace、5:00/km Pace、1:45/100m Pace；必须写 Pace 一词。\n" +
			"范围前的 ramp 表示在其间渐变；freeride 和 maxeffort 没有目标。\n" +
			"重复：\"4x\"，单独一行或在标题末尾，紧接其步骤之上，前后各有一个空行；不能嵌套。\n\n" +
			"除文字外，步骤也可以列表给出：[{\"kind\": \"warmup\", \"duration_s\": 600, \"power\": \"50-65%\", \"ramp\": true},\n" +
			"{\"repeat\": 4, \"steps\": [{\"duration_s\": 480, \"power\": \"95-100%\", \"cadence\": \"90-95rpm\"}, " +
			"{\"duration_s\": 240, \"power\": \"55%\"}]},\n" +
			"{\"until_lap\": true, \"kind\": \"cooldown\"}]。步骤的长短由 duration_s、distance_m、calories_kcal 或 until_lap 之一给出。\n" +
			"目标有 power、hr、pace、speed、rpe 和 cadence，以上述单位的文字给出（\"5:00-5:10/km\"、\"90-95% LTHR\"、10 分制的 \"6-7\"）；以第一个为主。\n" +
			"还有 kind（warmup、work、rest、cooldown）、text、section、free、max_effort、rest_s、" +
			"cues [{\"at_s\": 60, \"text\": \"…\"}]；力量训练中有 sets、reps、weight_kg、percent_1rm。\n" +
			"此时 description 是步骤之外的文字。除非另有说明，时长和训练负荷由步骤和当天的阈值得出。",
		"Custom items by type, and what content holds.\n\nFields: input_field (a value of a day, beside " +
			"wellness), activity_field (of an activity), interval_field (of a lap or interval).\ncontent of a field: " +
			"{\"code\": \"Caffeine\", \"type\": \"numeric\", \"aggregate\": \"SUM\"}\ncode: the key of its values; a " +
			"capital letter, then letters and digits; once among the items of its type.\ntype: numeric, text or " +
			"select.\naggregate: of a numeric field, and needed there: MIN, SUM, MAX or AVERAGE.\nOther members " +
			"(units, select options) are kept as they are.\n\nDrawn: fitness_chart, fitness_table (pages over days), " +
			"trace_chart, activity_chart, activity_histogram, activity_heatmap, activity_map, activity_panel (on one " +
			"activity).\nComputed: activity_stream (a channel made of others), zones (a set of zones of one's own).\n" +
			"content: {} or left out when it is made; what draws it fills it in. Whatever object is given is kept as " +
			"it is.\n\nvisibility: private, followers or public, for services that share items; nothing here is " +
			"shared.\nLapkeep keeps items and shows them; it draws and computes none of them.": "" +
			"自定义项目的类型，以及 content 的内容。\n\n" +
			"字段：input_field（某天的数值，与身体状态并列）、activity_field（活动的）、interval_field（圈或间歇的）。\n" +
			"字段的 content：{\"code\": \"Caffeine\", \"type\": \"numeric\", \"aggregate\": \"SUM\"}\n" +
			"code：其数值的键；一个大写字母，其后为字母和数字；在同类型的项目中唯一。\n" +
			"type：numeric、text 或 select。\n" +
			"aggregate：用于 numeric 字段，且必须给出：MIN、SUM、MAX 或 AVERAGE。\n" +
			"其他成员（units、选项）照原样保留。\n\n" +
			"绘制的：fitness_chart、fitness_table（跨多天的页面）、trace_chart、activity_chart、activity_histogram、" +
			"activity_heatmap、activity_map、activity_panel（单个活动的）。\n" +
			"计算的：activity_stream（由其他通道得出的通道）、zones（一组自定义区间）。\n" +
			"content：新建时为 {} 或省略；由绘制它的程序填写。给出的任何对象都照原样保留。\n\n" +
			"visibility：private、followers 或 public，供会共享项目的服务使用；这里不共享任何内容。\n" +
			"Lapkeep 保存并显示这些项目；不绘制也不计算它们。",
		"content of a field: {\"code\": \"Caffeine\", \"type\": \"numeric\", \"aggregate\": \"SUM\"}\ncode: the " +
			"key of its values; a capital letter, then letters and digits; once among the items of its type.\ntype: " +
			"numeric, text or select.\naggregate: of a numeric field, and needed there: MIN, SUM, MAX or AVERAGE.\n" +
			"Other members (units, select options) are kept as they are.": "" +
			"字段的 content：{\"code\": \"Caffeine\", \"type\": \"numeric\", \"aggregate\": \"SUM\"}\n" +
			"code：其数值的键；一个大写字母，其后为字母和数字；在同类型的项目中唯一。\n" +
			"type：numeric、text 或 select。\n" +
			"aggregate：用于 numeric 字段，且必须给出：MIN、SUM、MAX 或 AVERAGE。\n" +
			"其他成员（units、选项）照原样保留。",
		"content: {} or left out when it is made; what draws it fills it in. Whatever object is given is kept as it is.": "" +
			"content：新建时为 {} 或省略；由绘制它的程序填写。给出的任何对象都照原样保留。",
	}
}
