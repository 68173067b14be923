package sentences

// ofFitness are what answers on load, fitness, bests and races say.
func ofFitness() map[string]string {
	return map[string]string{
		// load, fitness and form
		"On %s fitness (CTL) is %g, %s in %d days: %s (%s).":  "%[1]s 的体能（CTL）为 %[2]g，%[4]d 天内变化 %[3]s：%[5]s（%[6]s）。",
		"Fatigue (ATL) is %g and form (TSB) %s: %s (%s), %s.": "疲劳（ATL）为 %g，状态（TSB）为 %s：%s（%s），%s。",
		"%s below %g":       "%s 低于 %g",
		"%s %g and above":   "%s %g 及以上",
		"%s %g to below %g": "%s %g 至低于 %g",
		"Intervals.icu's form zones on TSB; a description of load, no medical statement": "" +
			"Intervals.icu 按 TSB 划分的状态区间；只描述训练负荷，不是医学结论",
		"a coaches' rule of thumb on CTL per week; no medical statement": "教练关于每周 CTL 变化的经验法则；不是医学结论",
		"high risk":                             "高风险",
		"load is far above what is usual":       "训练负荷远高于平常",
		"optimal":                               "最佳",
		"building: load is above what is usual": "正在积累：训练负荷高于平常",
		"grey zone":                             "灰色区",
		"load is about what is usual":           "训练负荷与平常相当",
		"fresh":                                 "轻松",
		"load is below what is usual; good for a race": "训练负荷低于平常；适合比赛",
		"transition":                               "过渡",
		"rested for long; fitness is falling":      "休息已久；体能正在下降",
		"falling fast":                             "快速下降",
		"fitness falls quickly, as in a long rest": "体能快速下降，如同长期休息",
		"falling": "下降",
		"fitness falls slowly, as in an easy week": "体能缓慢下降，如同轻松的一周",
		"steady":        "平稳",
		"fitness holds": "体能保持",
		"rising":        "上升",
		"fitness rises at a rate that most athletes hold for weeks": "体能上升，大多数运动员能连续数周保持这一速度",
		"rising fast": "快速上升",
		"fitness rises at a rate that few hold for long": "体能上升，很少有人能长期保持这一速度",
		"rising very fast": "极快上升",
		"a rate for a training camp, followed by rest": "训练营的速度，之后需要休息",
		"%s withheld by the service in the %g days before the range: fitness (CTL) begins too low.": "" +
			"该范围之前的 %[2]g 天内%[1]s不被服务提供：体能（CTL）的起点过低。",
		"%d of %d activities have no load and count as rest here; coverage says why.": "" +
			"%[2]d 个活动中有 %[1]d 个没有训练负荷，在此按休息计；coverage 说明原因。",
		"%s withholds %s, whose load it counts and Lapkeep cannot: the values here are too low. By its own rules " +
			"fitness (CTL) on %s is %g, fatigue (ATL) %g, form %s.": "" +
			"%s 不提供%s，它计入这些训练负荷而 Lapkeep 不能：此处的数值过低。按它自己的规则，%s 的体能（CTL）为 %g，疲劳（ATL）为 %g，状态为 %s。",
		"The history begins on %s and CTL starts there at 0: it is shorter than 3 × %g days, so fitness reads too " +
			"low and form too negative. Import older recordings to correct it.": "" +
			"历史从 %s 开始，CTL 在那时从 0 起算：它短于 3 × %g 天，因此体能偏低、状态偏负。导入更早的记录即可修正。",
		"There are %s of history and fitness (CTL) takes %d to settle: until then it reads too low and form too negative. " +
			"Import older recordings (lapkeep import PATH, or import_files), or connect a service that has them.": "" +
			"历史只有%s，而体能（CTL）需要 %d 天才能稳定：在那之前体能偏低、状态偏负。" +
			"请导入更早的记录（lapkeep import PATH 或 import_files），或连接有这些记录的服务。",
		"Only load by %s counts, so these values are not those by all methods.": "" +
			"只计入以%s得出的训练负荷，因此这些数值与按所有方法得出的不同。",
		"Load that is to come counts as it is planned, by whatever method.": "将来的训练负荷按计划的数值计入，不论方法。",
		"The load of some days is estimated by heart rate or feel, in a sport whose load power or pace measures on other days.": "" +
			"某些日子的训练负荷由心率或感觉估算，而该运动在其他日子的训练负荷由功率或配速测得。",
		"perceived exertion":                         "主观用力程度",
		"no activity from %s to %s has a load":       "从 %s 到 %s 没有一个活动有训练负荷",
		"fitness begins with what is known of today": "体能要从今天已知的数值开始推算",
		"Load needs a threshold: FTP, threshold heart rate or threshold pace. estimate_thresholds suggests them, " +
			"update_athlete_settings sets them; then ask again.": "" +
			"训练负荷需要阈值：FTP、阈值心率或阈值配速。estimate_thresholds 给出建议，update_athlete_settings 写入；然后再问一次。",
		"The history begins on %s and CTL starts there at 0: fitness before %s reads too low.": "" +
			"历史从 %s 开始，CTL 在那时从 0 起算：%s 之前的体能偏低。",
		"%s by the service, without a sport: some may belong here, and none is counted.": "" +
			"服务%s，且没有说明运动：其中有些可能属于这里，但都没有计入。",
		"%d activities of these days are withheld": "不提供这些日期的 %d 个活动",
		"If that load is done, on %s fitness would be %g and form %s. This is a projection, not a fact.": "" +
			"如果完成这些训练负荷，%s 的体能将为 %g，状态为 %s。这是预测，不是事实。",
		"load planned in the calendar on %d of %d days":                                  "%[2]d 天中有 %[1]d 天在日历中计划了训练负荷",
		"load passed in planned on %d of %d days":                                        "%[2]d 天中有 %[1]d 天在 planned 中给出了训练负荷",
		"an assumed load of %g on each of the other %s":                                  "其余%[2]s每天假定训练负荷为 %[1]g",
		"no load on the other %s":                                                        "其余%s没有训练负荷",
		"no day of the range has passed since the first activity on %s":                  "自 %s 的第一个活动以来，该范围内还没有一天过去",
		"CTL rose by more than %g in %d days":                                            "CTL 在 %[2]d 天内上升超过 %[1]g",
		"TSB is below %d":                                                                "TSB 低于 %d",
		"%d or more days in a row have a load":                                           "连续 %d 天或更多天有训练负荷",
		"%d or more days up to today have no load":                                       "到今天为止有 %d 天或更多天没有训练负荷",
		"more than %g %% of the activities have no load, so every number here reads low": "超过 %g %% 的活动没有训练负荷，因此这里的每个数字都偏低",
		"monotony of the last 7 days is above %g while their load is not below the usual week's": "" +
			"最近 7 天的单调性高于 %g，而其训练负荷不低于平常一周",
		"the last 7 days hold more than %g times the usual week of the 28 days before; it predicts no injury": "" +
			"最近 7 天的训练负荷超过之前 28 天中平常一周的 %g 倍；这不预示受伤",

		// what differs between periods
		"The sensors changed: of %s %s is in %d of %d activities of these days and in %d of %d of those compared " +
			"with, so what rests on it (load too) does not compare.": "" +
			"传感器有变：%s 的%s在这些日期的 %[4]d 个活动中有 %[3]d 个，在所比较的 %[6]d 个中有 %[5]d 个，因此依据它的数值（包括训练负荷）不可比较。",
		"The power meter changed: cycling power is by %s in %d activities of these days and by %s in %d of those " +
			"compared with, and two meters may differ by some percent.": "" +
			"功率计有变：这些日期的骑行功率在 %[2]d 个活动中来自 %[1]s，所比较的在 %[4]d 个中来自 %[3]s，两个功率计可能相差百分之几。",

		// summaries
		"%s: %s on %s": "%s：%s，共%s",
		"%.1f h":       "%.1f 小时",
		"load %.0f":    "训练负荷 %.0f",
		"The %s runs until %s, so this is a part of it.": "该%s到 %s 结束，因此这只是其中一部分。",
		"The %s runs until %s, so this is a part of it; it is compared with the first %s of the one before.": "" +
			"该%s到 %s 结束，因此这只是其中一部分；与前一个的前%s比较。",
		"The %s of %s":             "%[2]s 起的%[1]s",
		"Everything from %s to %s": "从 %s 到 %s 的全部",
		"%s to %s":                 "%s 至 %s",
		"week":                     "周",
		"month":                    "月",
		"season":                   "赛季",
		"year":                     "年",
		"day":                      "日",
		"%d activities are":        "%d 个活动",
		"%s without a load; load_coverage says why.": "%s没有训练负荷；load_coverage 说明原因。",
		// training impulse
		"TRIMP (Banister) adds up to %g, %g on average.": "TRIMP（Banister）训练冲量合计 %g，平均 %g。",
		"%s without a TRIMP; trimp.without says why.":    "%s没有 TRIMP；trimp.without 说明原因。",
		"intensity by TRIMP a minute: hard above %g, moderate above %g, else easy": "" +
			"强度按每分钟 TRIMP：高于 %g 为 hard，高于 %g 为 moderate，否则为 easy",
		"Only the %d least usual of %d activities are shown. Ask for fewer days, or one sport.": "只显示 %[2]d 个活动中最不寻常的 %[1]d 个。请减少天数，或只查询一项运动。",
		"Its load (TSS) may be known by another method: see load_coverage. With perceived_exertion, update_activity gives it one.": "" +
			"其训练负荷（TSS）可能由其他方法得出：见 load_coverage。用 update_activity 填写 perceived_exertion 可给它一个。",
		"Set sex with update_athlete_settings.":                           "请用 update_athlete_settings 设置 sex。",
		"Set resting_hr_bpm and max_hr_bpm with update_athlete_settings.": "请用 update_athlete_settings 设置 resting_hr_bpm 和 max_hr_bpm。",
		"%s shown by the service that has it, so the totals lack what was done in it.": "" +
			"%s服务显示，因此合计中缺少它的内容。",
		"%d more activities are there but not":        "另有 %d 个活动存在，但不由拥有它的",
		"Calories are known for %d of %d activities.": "%[2]d 个活动中有 %[1]d 个的热量已知。",
		"For %d of them a connected service gives them, because the recordings have none.": "" +
			"其中 %d 个由已连接的服务给出，因为记录中没有。",

		// bests and records
		"The best of %s with the data, %s.":            "有数据的%s中的最好成绩，%s。",
		"Against %s: better at %d steps, worse at %d.": "与 %s 相比：%d 档更好，%d 档更差。",
		"%d indoor activities":                         "%d 个室内活动",
		"%d outdoor activities":                        "%d 个室外活动",
		"no %s%s activity from %s has %s":              "%[3]s期间没有带%[4]s的%[1]s%[2]s活动",
		"indoor ":                                      "室内",
		"outdoor ":                                     "室外",
		"recorded":                                     "有记录的",
		"recorded power":                               "记录的功率",
		"5 minutes of recorded power":                  "5 分钟记录的功率",
		"recorded heart rate":                          "记录的心率",
		"a measured distance":                          "测得的距离",
		"a measured distance that is long enough":      "足够长的测得距离",
		"so much work with recorded power":             "这么多带功率记录的做功",
		"%s with altitude":                             "%s和海拔",
		"%s may hold more at the steps that are not kept, but what was recorded is not here any more; they count " +
			"at the standard steps alone.": "" +
			"%s在未保存的档位上可能更好，但其记录已不在这里；它们只在标准档位上计入。",
		"Power by other sources is another measure and left out: %s; power_source chooses.": "" +
			"其他来源的功率是另一种测量，已排除：%s；可用 power_source 选择。",
		"%g is answered at %g, the nearest there is.": "%g 以最接近的 %g 回答。",
		"Work by weight cannot be counted. Set the weight, or ask with fatigued_after_kj.": "" +
			"无法按体重计算做功。请设置体重，或用 fatigued_after_kj 查询。",
		"%d of the bests of 3 to 20 minutes lie below the line between others and did not enter critical power.": "" +
			"3 到 20 分钟的最好成绩中有 %d 个低于其他成绩的连线，未计入临界功率。",
		"%d of the bests of 3 to 20 minutes lie below the line between others and did not enter.": "" +
			"3 到 20 分钟的最好成绩中有 %d 个低于其他成绩的连线，未计入。",
		"Of %d records of all time in %s, %d were set in the last 365 days.": "%[2]s的 %[1]d 项历史纪录中，有 %[3]d 项创于最近 365 天。",
		"There is no %s activity from %s to %s.":                             "从 %[2]s 到 %[3]s 没有%[1]s活动。",
		"no %s activity of these days has it, or is long enough":             "这些日期没有%s活动有它，或都不够长",

		// thresholds
		"Cross-check: critical power from the same days is %.0f ± %.0f W beside %.0f W of %s.": "" +
			"交叉核对：同样日期的临界功率为 %.0f ± %.0f W，而 %[4]s 为 %.0[3]f W。",
		"no %s with power, heart rate or distance in these days": "这些日期没有带功率、心率或距离的%s",
		"It rests on the efforts of critical_power_w.":           "它依据 critical_power_w 的成绩。",
		"95 %% of critical power from the same days is %.0f W, %.0f %% away.": "" +
			"同样日期临界功率的 95 %% 为 %.0f W，相差 %.0f %%。",
		"no best power of 3 minutes or longer, and %s":  "没有 3 分钟或更长的最好功率，而且%s",
		"No cross-check by critical power: %s.":         "无法用临界功率交叉核对：%s。",
		"A second hard half-hour reads %.0f bpm.":       "另一个高强度半小时为 %.0f bpm。",
		"An effort of another activity over %s agrees.": "另一活动中 %s 的表现与之一致。",
		"Confirm with a 20-minute test: all out after a thorough warm-up, 95 % of its average power.": "" +
			"请用 20 分钟测试确认：充分热身后全力进行，取其平均功率的 95 %。",
		"Confirm with maximal efforts of about 3, 6 and 12 minutes, each after full rest.": "" +
			"请用约 3、6 和 12 分钟的全力表现确认，每次之前充分休息。",
		"Confirm with 30 minutes alone at the hardest even effort: the average heart rate of the last 20.": "" +
			"请独自以最高的均匀强度进行 30 分钟来确认：取最后 20 分钟的平均心率。",
		"Confirm with a test: 400 m and 200 m all out, with full rest between them.": "请用测试确认：全力游 400 m 和 200 m，之间充分休息。",
		"Confirm with 30 minutes alone at the hardest even pace, on flat ground: the average speed.": "" +
			"请独自在平地以最快的均匀配速跑 30 分钟来确认：取平均速度。",
		"Of the VO2max values %s counts: %s.": "VO2max 的数值中以 %s 为准：%s。",
		"by the newest maximal effort; vo2max_uth, by heart rates alone, is the roughest, and no device reports one": "" +
			"依据最新的全力表现；只凭心率的 vo2max_uth 最粗略，而且没有设备报告数值",
		"%g by %s on %s, as it rests on many sessions; the others rest on one effort each, or on heart rates alone": "" +
			"%[2]s 在 %[3]s 给出的 %[1]g，因为它依据许多次训练；其他的各只依据一次表现，或只凭心率",
		"eftp_w of each week's best effort of 3 to 60 minutes; cut where the asymmetric absolute deviation of " +
			"their logs (0.9 above, 0.1 below) is least, each cut at a price; a change is of over 2 % and has two " +
			"efforts within 2 % on its side. A rise shows at its second effort, a decline only after months without " +
			"efforts at the old level.": "" +
			"每周 3 到 60 分钟最好成绩的 eftp_w；在其对数的非对称绝对偏差（上方 0.9，下方 0.1）最小处分段，每次分段有代价；变化须超过 2 %，且其一侧有两个相差 2 % 以内的成绩。" +
			"上升在第二个成绩时显现，下降只在数月没有原有水平的成绩之后显现。",
		"time: zones 1–2, 3–4 and above (three zones as they are). sessions, by heart rate or else power: hard " +
			"with 4 minutes or 10 % above the second threshold, else threshold with 15 minutes or 25 % above the " +
			"first, else easy": "" +
			"time：区间 1–2、3–4 及以上（三区间则照原样）。sessions 按心率，否则按功率：高于第二阈值 4 分钟或 10 % 为高强度，否则高于第一阈值 15 分钟或 25 % 为阈值强度，其余为轻松",

		// races
		"t·(d2/d1)^1.06 from the nearest maximal effort: endurance as the average runner's; made for 3½ minutes to 4 hours": "" +
			"由最接近的全力表现按 t·(d2/d1)^1.06 推算：耐力如普通跑者；适用于 3½ 分钟到 4 小时",
		"fitted to records of 400 m to 80 km, from the nearest maximal effort": "由最接近的全力表现推算，按 400 m 到 80 km 的世界纪录拟合",
		"Daniels' oxygen cost and drop with time, from the nearest maximal effort: endurance to match the distance": "" +
			"由最接近的全力表现，按 Daniels 的耗氧量及其随时间的下降推算：假定耐力与距离相称",
		"your own exponent through all maximal efforts; followed to four times the longest of them": "" +
			"由您所有全力表现得出的个人指数；外推到其中最长者的四倍",
		"d = CS·t + D′ through efforts of 2 to 40 minutes; holds for such races alone": "由 2 到 40 分钟的表现得出 d = CS·t + D′；只适用于这样的比赛",
		"P = W′/t + CP through the bests of 3 to 20 minutes that lie on their upper hull; holds for 2 to 40 minutes": "" +
			"由 3 到 20 分钟最好成绩的上包络得出 P = W′/t + CP；适用于 2 到 40 分钟",
		"your own exponent through the bests of 3 minutes to 2 hours; followed to four times the longest": "" +
			"由您 3 分钟到 2 小时最好成绩得出的个人指数；外推到最长者的四倍",
		"Puchowicz 2020 through the bests of sprints to hours, those above the model weighing more": "" +
			"Puchowicz 2020，由冲刺到数小时的最好成绩得出，高于模型者权重更大",
		"Marathon shape is %.0f %%: weekly distance and long runs are below what this speed asks for over a " +
			"marathon, so that the slow end is likelier, or slower still.": "" +
			"马拉松准备度为 %.0f %%：每周距离和长跑低于以此速度跑马拉松所需，因此更可能接近较慢的一端，甚至更慢。",
		"Nothing is predicted: %s. %s":                                "没有作出预测：%s。%s",
		"no %s of these days has a best effort of 3½ minutes or more": "这些日期的%s没有 3½ 分钟以上的最好成绩",
		"Record a hard effort, give race_distance_m and race_time_s, ask for more days, or call get_status to see what there is.": "" +
			"请记录一次高强度表现、给出 race_distance_m 和 race_time_s、查询更多天，或调用 get_status 查看现有的内容。",
		"Record hard efforts over two distances, one at least twice the other.": "请记录两个距离上的高强度表现，其中一个至少是另一个的两倍。",
		"Record some with a power meter, ask for more days, or call get_status to see what there is.": "" +
			"请用功率计记录一些、查询更多天，或调用 get_status 查看现有的内容。",
		"Record hard efforts of about 3, 6, 12 and 30 minutes.": "请记录约 3、6、12 和 30 分钟的高强度表现。",
		"%s: no model holds.":                 "%s：没有适用的模型。",
		"%s: %s to %s (%s confidence).":       "%s：%s 至 %s（可信度%s）。",
		"%s: %.0f to %.0f W (%s confidence).": "%s：%.0f 至 %.0f W（可信度%s）。",
		"high":                                "高",
		"medium":                              "中",
		"low":                                 "低",
		"Half marathon":                       "半程马拉松",
		"Marathon":                            "马拉松",
	}
}
