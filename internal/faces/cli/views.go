package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/ordered"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// view prints what people look for in an answer, and returns the rest.
type view func(p *page, o object) (rest object)

// col returns a column of a sheet. Its head is translated; a column of numbers without a head
// shows only their unit.
func (p *page) col(key, head string) column {
	if head != "" {
		head = p.say(head)
	}
	return column{key: key, head: head}
}

// sheet prints the rows with the given columns in their order. If a terminal is too narrow for
// all, names are shortened, and then the last columns are left out.
func (p *page) sheet(title string, all []object, cols ...column) {
	for i := range cols {
		p.fill(&cols[i], all)
	}
	cols = slices.DeleteFunc(cols, func(c column) bool {
		return !slices.ContainsFunc(c.cells, func(text string) bool { return text != "" })
	})
	if len(cols) == 0 {
		return
	}
	total := 0
	for i := range cols {
		total += cols[i].width + len(step)
	}
	if p.width > 0 && total > p.width {
		for i := range cols {
			if cols[i].key == "name" {
				cols[i].cut(max(leastName, 2*p.width/7))
			}
		}
	}
	p.lay("", title, cols, nil, len(all))
}

// leastName is the width to which names may be shortened.
const leastName = 12

// cut shortens the cells of a column.
func (c *column) cut(width int) {
	for i, text := range c.cells {
		c.cells[i] = displaywidth.TruncateString(text, width, "…")
	}
	c.widen()
}

// fill sets the cells of a column from the members of the rows.
func (p *page) fill(c *column, all []object) {
	c.cells = make([]string, len(all))
	key := c.key[strings.LastIndex(c.key, ".")+1:]
	unit, numbers := "", true
	for i, row := range all {
		v := row.At(c.key)
		c.cells[i], _ = p.inline(key, v)
		switch v := v.(type) {
		case json.Number:
			c.cells[i], unit = p.cell(key, v), cmp.Or(unit, p.shownIn(key, v))
		case bool:
			c.cells[i] = map[bool]string{true: p.say("yes")}[v]
		case string:
			if slices.Contains([]string{"sport", "state"}, key) {
				c.cells[i] = p.word(v)
			}
		}
		numbers = numbers && isNumber(v)
	}
	if c.right = c.right || numbers; numbers && unit != "" {
		c.head = strings.TrimPrefix(c.head+", "+unit, ", ")
	}
	c.widen()
}

// word returns a word of an answer in the reader's language.
func (p *page) word(said string) string {
	return p.say("%s", i18n.Word(strings.ReplaceAll(said, "_", " ")))
}

// name returns the name of a member of an answer, as pages and pictures call it.
func (p *page) name(key string) string { return cmp.Or(tools.OwnLabel(p.say, key), label(key)) }

// head returns the name of a column. An abbreviation of the English name leaves room for others.
func (p *page) head(key string) string {
	name, short := p.name(key), label(key)
	if name == tools.OwnLabel(nil, key) && len(short) < len(name) {
		return short
	}
	return name
}

// part returns the name of a member that consists of others.
func (p *page) part(key string) string {
	return cmp.Or(tools.AllNames().Members[key+"[]"].In(p.say), p.name(key))
}

// lines prints the members of an object that are there, each on a line with its head.
func (p *page) lines(o object, cols ...column) {
	var pairs [][2]string
	for _, c := range cols {
		if text, ok := p.inline(c.key, o.Get(c.key)); ok && text != "" {
			pairs = append(pairs, [2]string{c.head, text})
		}
	}
	p.pairs("", pairs)
}

// signed returns a difference with its unit and sign.
func (p *page) signed(key string, v any) string {
	text := p.quantity(key, v)
	if f, _ := float(v); f > 0 {
		return "+" + text
	}
	return text
}

func viewActivities(p *page, o object) object {
	p.sentences(o.Get("words"))
	all := o.Rows("activities")
	p.sheet("", all, p.col("local_date", "Date"), p.col("name", "Name"), p.col("duration_s", "Time"), p.col("distance_km", ""),
		p.col("sport", "Sport"), p.col("tss", "Load"), p.col("avg_hr_bpm", "HR"), p.col("normalized_power_w", "NP"),
		p.col("elevation_gain_m", "Climb"), column{key: "id", head: "ID", keep: true})
	if total, _ := float(o.Get("total")); int(total) > len(all) {
		p.gap()
		for _, line := range p.wrapped("", p.say("%d of %d activities. For more: lapkeep activities --limit 50", len(all), int(total))) {
			p.line("", line)
		}
	}
	return without(o, "activities", "total", "sports")
}

func viewActivity(p *page, o object) object {
	sport, _ := o.Get("sport").(string)
	p.reader.OnFoot, p.reader.Swims = training.Sport(sport).OnFoot(), sport == string(training.Swimming)
	p.sentences(o.Get("words"))
	p.sentences([]any{strings.Join([]string{p.cell("", o.Get("start_local")), p.word(sport), p.cell("", o.Get("name"))}, step)})
	p.sentences([]any{cmp.Or(p.cell("", o.Get("digest")), p.cell("", o.Get("computed_digest")))})
	summary, _ := o.Get("summary").(object)
	p.lines(summary, p.col("duration_s", "Time"), p.col("elapsed_time_s", "Elapsed time"), p.col("distance_km", "Distance"),
		p.col("pace_s_per_km", "Pace"), p.col("pace_s_per_100m", "Pace"), p.col("avg_speed_kmh", "Average speed"),
		p.col("elevation_gain_m", "Climb"), p.col("avg_hr_bpm", "Average heart rate"), p.col("max_hr_bpm", "Maximum heart rate"),
		p.col("avg_power_w", "Average power"), p.col("normalized_power_w", "Normalized power"), p.col("tss", "Load"),
		p.col("intensity_factor", "Intensity"), p.col("avg_cadence_rpm", "Average cadence"), p.col("work_kj", "Work"),
		p.col("decoupling_pct", "Decoupling"), p.col("perceived_exertion", "Perceived exertion"), p.col("avg_temp_c", "Temperature"))
	p.lines(o, p.col("gear", "Gear"), p.col("id", "ID"))
	pace := p.col("avg_speed_kmh", "Speed")
	if p.reader.OnFoot {
		pace = p.col("pace_s_per_km", "Pace")
	}
	p.sheet(p.say("Laps"), o.Rows("laps"), p.col("lap", "Lap"), p.col("duration_s", "Time"), p.col("distance_km", ""), pace,
		p.col("pace_s_per_100m", "Pace"), p.col("avg_hr_bpm", "HR"), p.col("avg_power_w", "Power"), p.col("avg_cadence_rpm", "Cadence"),
		p.col("elevation_gain_m", "Climb"))
	sets, _ := o.Get("sets").(object)
	p.sheet(p.say("Exercises"), sets.Rows("exercises"), p.col("exercise", "Exercise"), p.col("sets", "Sets done"),
		p.col("reps", "Repetitions"), p.col("top_load_kg", "Heaviest"), p.col("volume_kg", "Volume"), p.col("estimated_1rm_kg", "Estimated 1RM"))
	p.sheet(p.say("Strength sets"), sets.Rows("rows"), p.col("set", "Set"), p.col("exercise", "Exercise"), p.col("kind", "Kind"),
		p.col("reps", "Repetitions"), p.col("load_kg", "Weight lifted"), p.col("duration_s", "Time"), p.col("rest_s", "Rest afterwards"),
		p.col("rpe", "Perceived exertion"))
	return without(o, "sets", "id", "start_local", "sport", "name", "gear_id", "gear", "edited", "external_ids", "digest", "digest_by",
		"computed_digest", "power_source", "summary", "thresholds", "device", "device_check", "laps", "recordings")
}

// viewRoster prints a line for each athlete, and below it the reasons to look at them.
func viewRoster(p *page, o object) object {
	all := o.Rows("athletes")
	p.sheet("", all, p.col("athlete", "ID"), p.col("name", "Name"), p.col("attention", "Attention"), p.col("tsb", "Form"),
		p.col("ctl", "Fitness"), p.col("last_activity.local_date", "Last activity"), p.col("adherence_pct", "Done"),
		p.col("readiness", "Readiness"), p.col("pain", "Pain"))
	for _, row := range all {
		if why, _ := row.Get("why").([]any); len(why) > 0 {
			p.gap()
			p.line("", cmp.Or(p.cell("", row.Get("name")), p.cell("", row.Get("athlete"))))
			p.sentences(why)
		}
	}
	return without(o, "athletes")
}

// viewSettings prints a line for each threshold and for each kind of zones, without the dates of
// earlier values.
func viewSettings(p *page, o object) object {
	p.lines(o, p.col("name", "Name"), p.col("sex", "Sex"), p.col("birth_year", "Year of birth"), p.col("units", "Units"),
		p.col("language", "Language"), p.col("week_start", "Week start"), p.col("time_zone", "Time zone"))
	var all []object
	add := func(sport, key string, set object) {
		row := object{
			{Key: "setting", Value: p.name(key)},
			{Key: "value", Value: p.quantity(key, set.Get("value"))},
			{Key: "since", Value: set.Get("since")},
			{Key: "sport", Value: sport},
		}
		for _, h := range o.Rows("histories") {
			if of, _ := h.Get("sport").(string); h.Get("setting") == key && (of == "" || of == sport) {
				row = append(row, member{Key: "changes", Value: p.shape(h.List("values"))})
			}
		}
		all = append(all, row)
	}
	if weight, ok := o.Get("weight_kg").(object); ok {
		add("", "weight_kg", weight)
	}
	var zones [][2]string
	for _, t := range o.Rows("thresholds") {
		sport, _ := t.Get("sport").(string)
		settings, _ := t.Get("settings").(object)
		for _, m := range settings {
			if set, ok := m.Value.(object); ok {
				add(sport, m.Key, set)
			}
		}
		for _, z := range t.Rows("zones") {
			zones = append(zones, [2]string{p.word(sport) + ", " + p.zoneKind(z), p.borders(z)})
		}
	}
	p.sheet("", all, p.col("setting", "Setting"), column{key: "value", head: p.say("Value"), right: true}, p.col("since", "Since"),
		p.col("sport", "Sport"), p.col("changes", "Changes"))
	if len(zones) > 0 {
		p.heading("", p.say("Where each zone begins"))
		p.pairs(step, zones)
	}
	var shared, kept []string
	sharing, _ := o.Get("sharing").(object)
	for _, m := range sharing {
		if m.Value == true {
			shared = append(shared, p.word(m.Key))
		} else {
			kept = append(kept, p.word(m.Key))
		}
	}
	said := object{{Key: "shared", Value: strings.Join(shared, ", ")}, {Key: "kept", Value: strings.Join(kept, ", ")}}
	p.lines(said, p.col("shared", "Shared with assistants"), p.col("kept", "Not shared with assistants"))
	return without(o, "name", "sex", "birth_year", "units", "language", "week_start", "weight_kg", "thresholds", "histories", "sharing",
		"default_athlete", "athlete_id", "demo", "local_date")
}

// borders returns the lower end of each zone that has one, with the unit behind the last.
func (p *page) borders(zones object) string {
	names := zones.List("names")
	var parts []string
	unit := ""
	for _, m := range zones {
		list, _ := m.Value.([]any)
		if m.Key == "names" || len(list) != len(names) {
			continue
		}
		for i, v := range list {
			if f, _ := float(v); f > 0 {
				parts, unit = append(parts, p.cell("", names[i])+" "+p.cell(m.Key, v)), " "+p.shownIn(m.Key, v)
			}
		}
	}
	return strings.Join(parts, ", ") + unit
}

// zoneKind returns the name of what the zones divide.
func (p *page) zoneKind(zones object) string {
	return map[any]string{"hr": p.say("Heart rate"), "power": p.say("Power"), "pace": p.say("Pace")}[zones.Get("kind")]
}

// lists returns the members of an object that are lists of values, all as long as the first.
func lists(o object) (out []member) {
	for _, m := range o {
		list, _ := m.Value.([]any)
		if len(list) > 0 && ordered.Scalars(list) && (out == nil || len(list) == len(out[0].Value.([]any))) {
			out = append(out, m)
		}
	}
	return out
}

func viewCurve(p *page, o object) object {
	p.sentences(o.Get("words"))
	curve, _ := o.Get("curve").(object)
	laidOut := lists(curve)
	if laidOut == nil {
		return o
	}
	all := ordered.Across(laidOut)
	before, _ := o.At("compare").(object)
	change, _ := o.Get("change").([]any)
	cols := []column{p.col("duration_s", "Time"), p.col("distance_m", "Distance")}
	for _, m := range laidOut {
		if slices.Contains([]string{"duration_s", "distance_m", "local_dates", "activity_ids"}, m.Key) {
			continue
		}
		cols = append(cols, column{key: m.Key, head: p.head(m.Key)})
		was, _ := before.Get(m.Key).([]any)
		if len(was) != len(all) || len(change) != len(all) {
			continue
		}
		for i := range all {
			all[i] = append(all[i], member{Key: "before_" + m.Key, Value: was[i]}, member{Key: "change", Value: p.signed(m.Key, change[i])})
		}
		changed := p.col("change", "Change")
		changed.right = true
		cols = append(cols, p.col("before_"+m.Key, "Before"), changed)
	}
	p.sheet("", all, append(cols, p.col("local_dates", "Date"), p.col("activity_ids", "Activity"))...)
	return viewRanking(p, without(o, "kind", "sports", "curve", "change", "compare", "read_as"))
}

// viewRanking shows the ranking at one duration or distance, if there is one.
func viewRanking(p *page, o object) object {
	ranking, _ := o.Get("ranking").(object)
	laidOut := lists(ranking)
	if laidOut == nil {
		return o
	}
	names, _ := o.Get("names").(object)
	all, cols := ordered.Across(laidOut), []column{p.col("rank", "Rank")}
	for i := range all {
		id, _ := all[i].Get("activity_ids").(string)
		all[i] = append(all[i], member{Key: "rank", Value: json.Number(strconv.Itoa(i + 1))}, member{Key: "name", Value: names.Get(id)})
	}
	for _, m := range laidOut {
		if !slices.Contains([]string{"duration_s", "distance_m", "local_dates", "activity_ids"}, m.Key) {
			cols = append(cols, column{key: m.Key, head: p.head(m.Key)})
		}
	}
	p.sheet(p.say("Ranking"), all, append(cols, p.col("local_dates", "Date"), p.col("name", "Name"), p.col("activity_ids", "Activity"))...)
	return without(o, "ranking", "names")
}

func viewGear(p *page, o object) object {
	p.sentences(o.Get("words"))
	all := o.Rows("gear")
	p.sheet("", all, p.col("name", "Name"), p.col("distance_km", ""), p.col("duration_s", "Time"), p.col("last_date", "Last used"),
		p.col("kind", "Kind"), p.col("part_of", "Part of"), p.col("activities", "Activities"), p.col("id", "ID"))
	var reminders []object
	for _, g := range all {
		for _, r := range g.Rows("reminders") {
			r = append(r, member{Key: "gear", Value: g.Get("name")})
			for _, of := range []string{"km", "hours", "days", "activities"} {
				if every := r.Get("every_" + of); every != nil {
					used := p.quantity("used_"+of, r.Get("used_"+of))
					r = append(r, member{Key: "use", Value: used + " / " + p.quantity("every_"+of, every) + counted(p, of)})
				}
			}
			reminders = append(reminders, r)
		}
	}
	slices.SortStableFunc(reminders, func(a, b object) int {
		x, _ := float(a.Get("used_pct"))
		y, _ := float(b.Get("used_pct"))
		return cmp.Compare(y, x)
	})
	p.sheet(p.say("Reminders, the next one first"), reminders, p.col("text", "Reminder"), p.col("due", "Due"),
		p.col("use", "Use"), p.col("used_pct", "Used"), p.col("last_done", "Last done"), p.col("gear", "Gear"))
	return without(o, "gear", "due", "retired_left_out")
}

// counted returns the word after a number of things that have no unit.
func counted(p *page, of string) string {
	switch of {
	case "hours":
		return " h"
	case "days":
		return " " + p.say("days")
	case "activities":
		return " " + p.say("activities")
	}
	return ""
}

func viewGoals(p *page, o object) object {
	all := o.Rows("goals")
	if len(all) == 0 {
		p.sentences(o.Get("words"))
		return without(o, "goals")
	}
	for i, g := range all {
		measure, _ := g.Get("measure").(string)
		for _, key := range []string{"done", "target", "needed_per_day"} {
			if v := g.Get(key); v != nil {
				all[i] = append(without(all[i], key), member{Key: key, Value: p.quantity(measure, v)})
			}
		}
	}
	right := func(c column) column { c.right = true; return c }
	p.sheet("", all, p.col("period_days.end_date", "Until"), p.col("name", "Name"), right(p.col("done", "Done")),
		right(p.col("target", "Target")), p.col("done_pct", ""), right(p.col("needed_per_day", "Per day")), p.col("state", "State"),
		p.col("sport", "Sport"), p.col("id", "ID"))
	return without(o, "goals")
}

func viewLoad(p *page, o object) object {
	p.sentences(o.Get("words"))
	rest := without(o, "model", "today", "form_band", "ramp_band", "range", "coverage", "peak", "heaviest_week")
	actual, _ := o.Get("actual").(object)
	if s, ok := seriesOf(without(actual, "as_of", "partial", "resolution")); ok {
		p.heading("", p.say("%s to %s", s.from, s.to))
		p.pairs(step, p.curves(s))
		rest = without(rest, "actual")
	}
	best := object{}
	if at, ok := o.Get("peak").(object); ok {
		best = append(best, member{Key: "ctl", Value: p.say("%s on %s", p.cell("ctl", at.Get("ctl")), at.Get("date"))})
	}
	if at, ok := o.Get("heaviest_week").(object); ok {
		best = append(best, member{Key: "week", Value: p.say("%s from %s on", p.cell("load", at.Get("load")), at.Get("week_start"))})
	}
	p.lines(best, p.col("ctl", "Highest fitness"), p.col("week", "Heaviest week"))
	if list, ok := o.Get("alerts").([]any); ok && len(list) == 0 {
		rest = without(rest, "alerts")
	}
	return rest
}

func viewSegments(p *page, o object) object {
	p.sentences(o.Get("words"))
	p.sheet("", o.Rows("segments"), p.col("name", "Name"), p.col("own_best_s", "Best time"), p.col("times_ridden", "Times"),
		p.col("distance_km", ""), p.col("elevation_gain_m", "Climb"), p.col("avg_grade_pct", "Grade"), p.col("kind", "Kind"),
		p.col("category", "Category"), p.col("id", "ID"))
	return without(o, "segments", "total")
}

func viewWeek(p *page, o object) object {
	p.sentences(o.Get("words"))
	var all []object
	for _, c := range []column{
		p.col("activities", "Activities"), p.col("duration_s", "Time"), p.col("distance_km", "Distance"),
		p.col("elevation_gain_m", "Climb"), p.col("tss", "Load"), p.col("work_kj", "Work"),
	} {
		now, before := o.At("totals."+c.key), o.At("previous.totals."+c.key)
		if now == nil && before == nil {
			continue
		}
		all = append(all, object{
			{Key: "what", Value: c.head},
			{Key: "now", Value: p.quantity(c.key, now)},
			{Key: "before", Value: p.quantity(c.key, before)},
			{Key: "change", Value: p.signed(c.key, o.At("change."+c.key))},
			{Key: "percent", Value: p.signed("", o.At("change.percent."+c.key))},
		})
	}
	from := func(key, of string) column {
		return column{key: key, head: p.cell("", o.At(of+".start_date")), right: true}
	}
	change, percent := p.col("change", "Change"), column{key: "percent", head: "%"}
	change.right, percent.right = true, true
	p.sheet("", all, p.col("what", "From"), from("now", "period"), from("before", "previous"), change, percent)
	p.sheet(p.say("By sport"), o.Rows("by_sport"), p.col("sport", "Sport"), p.col("activities", "Activities"),
		p.col("duration_s", "Time"), p.col("distance_km", ""), p.col("tss", "Load"), p.col("elevation_gain_m", "Climb"))
	p.zones(o.Rows("time_in_zones"))
	return without(o, "period", "totals", "previous", "change", "load_coverage", "by_sport", "time_in_zones", "longest", "streaks", "read_as")
}

// zones prints a line for each kind of zones: the shape and the shares that are not zero.
func (p *page) zones(all []object) {
	var pairs [][2]string
	for _, z := range all {
		names, _ := z.Get("names").([]any)
		shares, _ := z.Get("share_pct").([]any)
		var parts []string
		high := 0.0
		for i, v := range shares {
			if f, _ := float(v); f > 0 && i < len(names) {
				high = max(high, f)
				parts = append(parts, p.cell("", names[i])+" "+p.quantity("zone_share_pct", v))
			}
		}
		of, _ := z.Get("sports").([]any)
		sports := make([]string, len(of))
		for i, s := range of {
			sports[i] = p.word(fmt.Sprint(s))
		}
		pairs = append(
			pairs,
			[2]string{p.zoneKind(z), p.spark(shares, 0, high) + step + strings.Join(parts, ", ") + " (" + strings.Join(sports, ", ") + ")"},
		)
	}
	if len(pairs) > 0 {
		p.heading("", p.say("Time in zones"))
		p.pairs(step, pairs)
	}
}

func viewWellness(p *page, o object) object {
	p.sentences(o.Get("words"))
	if ready, ok := o.Get("readiness").(object); ok {
		p.sentences(append([]any{p.say("Readiness: %s.", p.cell("", ready.Get("meaning")))}, ready.List("because")...))
	}
	trends, _ := o.Get("trends").(object)
	laidOut := lists(trends)
	if laidOut == nil {
		return o
	}
	all := ordered.Across(laidOut)
	for i, row := range all {
		key, _ := row.Get("field").(string)
		shown := object{{Key: "what", Value: p.name(key)}, {Key: "latest_date", Value: row.Get("latest_date")}}
		for _, of := range []string{"latest", "mean_7d", "mean_28d"} {
			shown = append(shown, member{Key: of, Value: p.quantity(key, row.Get(of))})
		}
		if values := o.List("days.values." + key); len(values) > 0 {
			shown = append(shown, member{Key: "days", Value: p.shape(values)})
		}
		all[i] = shown
	}
	right := func(c column) column { c.right = true; return c }
	p.sheet("", all, p.col("what", "Value"), right(p.col("latest", "Latest")), right(p.col("mean_7d", "7 days")),
		right(p.col("mean_28d", "28 days")), column{key: "days", head: p.say("since %s", o.At("range.start_date"))}, p.col("latest_date", "On"))
	return without(o, "range", "readiness", "trends", "days", "hrv_band", "resting_hr_band", "weight")
}
