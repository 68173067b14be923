// Package drawn draws answers: each function turns the view that a tool returned into the
// blocks of a [picture.Sheet]. It computes nothing that is not in the view, so that a
// picture shows no more than the text beside it.
package drawn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// voice adds the words that several pictures use.
type voice struct {
	tools.Voice

	sport string // whose units are used
}

func (v voice) reader() i18n.Reader {
	of := training.Sport(v.sport)
	return i18n.Reader{Miles: v.Miles, Swims: of == training.Swimming, OnFoot: of == training.Running || of == training.Walking}
}

// sheet returns a picture with a title and the note beside it.
func (v voice) sheet(title, note string, blocks ...picture.Block) *picture.Sheet {
	return &picture.Sheet{Title: title, Note: note, Description: note, Asked: v.asked(), Blocks: blocks}
}

// seen are the arguments that a picture need not name: its days, its values or its blocks show
// them, or the members of the answer that are not drawn.
const seen = " picture range from to period date id ids sections channels fields resolution kind compare durations_s distances_m " +
	"per_kg models rank split from_row start_offset_s end_offset_s weeks break_days services correlate view by_sport " +
	"project_days project_to limit help part line version workouts with_calendar dry_run "

// asked says what the caller limited the answer to, or assumed.
func (v voice) asked() string {
	var said []string
	for _, name := range slices.Sorted(maps.Keys(v.Asked)) {
		if !strings.Contains(seen, " "+name+" ") {
			said = append(said, v.label(name)+": "+v.answer(v.Asked[name], !strings.Contains("tag gear source power_source", name)))
		}
	}
	return strings.Join(said, " · ")
}

// answer returns the value of an argument in words; ours means that it is a word of the program.
func (v voice) answer(value any, ours bool) string {
	switch x := value.(type) {
	case bool:
		if x {
			return v.Say("yes")
		}
		return v.Say("no")
	case []any:
		var all []string
		for _, one := range x {
			all = append(all, v.answer(one, ours))
		}
		return v.list(all)
	case map[string]any: // load that the caller planned
		return fmt.Sprint(x["date"], " ", x["load"])
	case string:
		if ours {
			return v.label(x)
		}
		return v.Name(x, "…")
	}
	return fmt.Sprint(value)
}

// list joins the entries of a list.
func (v voice) list(all []string) string { return strings.Join(all, v.Say(", ")) }

// explaining are the members of answers that explain the others, or that are the title, the
// days and the remarks of a picture.
const explaining = " range period sports only model words form_band ramp_band history coverage load_coverage notes names missing read_as " +
	"edited thresholds data_quality external_ids siblings tags more_gear device digest hrv_band resting_hr_band scales locked_dates " +
	"comments plan differences load_methods change stretch weight_settings "

// canvas draws a sheet that has blocks; otherwise why is the reason for not drawing. drawn are the
// members of the answer that the sheet shows; it names the others, and more.
func (v voice) canvas(s *picture.Sheet, why i18n.Sentence, drawn string, more ...string) (*picture.Canvas, i18n.Sentence) {
	if len(s.Blocks) == 0 {
		return nil, why
	}
	for _, name := range v.Members {
		if !strings.Contains(explaining+drawn+" ", " "+name+" ") {
			more = append(more, tools.Section(v.Say, name))
		}
	}
	var left []string
	for _, name := range more { // two members may have the same name
		if !slices.Contains(left, name) {
			left = append(left, name)
		}
	}
	if left != nil {
		s.Remarks = append(s.Remarks, v.Say("Not drawn: %s.", v.list(left)))
	}
	return s.Canvas(), ""
}

// members returns the names of the members of rows that are not drawn.
func (v voice) members(rows any, drawn string) (left []string) {
	text, err := json.Marshal(rows)
	var all []map[string]json.RawMessage
	if err != nil || json.Unmarshal(text, &all) != nil {
		return nil
	}
	keys := map[string]bool{}
	for _, row := range all {
		for key := range row {
			keys[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !strings.Contains(" "+drawn+" ", " "+key+" ") {
			left = append(left, tools.Section(v.Say, key))
		}
	}
	return left
}

// notes returns an answer's own remarks on what is drawn.
func (v voice) notes(all []i18n.Sentence) (out []string) {
	for _, n := range all {
		out = append(out, n.Say(v.Say))
	}
	return out
}

// cut says that an answer has only a part of what it was asked for.
func (v voice) cut(is bool) []string {
	if !is {
		return nil
	}
	return []string{v.Say("The answer is cut, so the picture is too.")}
}

// parts says which weeks or months are not whole.
func (v voice) parts(all ...[]answers.Part) []string {
	var said []string
	for _, p := range slices.Concat(all...) {
		said = append(said, v.Say("%s (%d of %d days)", p.Date, p.Days, p.Of))
	}
	if said == nil {
		return nil
	}
	return []string{v.Say("Not whole: %s.", v.list(said))}
}

// label returns the name of a member of an answer or of a value.
func (v voice) label(key string) string { return tools.Label(v.Say, key) }

// unit returns the unit of an answer's number, and how to convert the number to it.
func (v voice) unit(key string) (u i18n.FieldUnit, to i18n.Converted) {
	u = i18n.UnitOf(key)
	if to = u.For(v.reader(), 0); to.Shown == "rpm" && v.reader().Swims {
		to.Shown = "/min" // arms do not turn a crank
	}
	return u, to
}

// titled returns a name with its unit.
func (v voice) titled(key string) string {
	u, to := v.unit(key)
	name := v.label(key)
	switch {
	case inHours(key):
		to.Shown = i18n.Hours(v.Say)
	case key == "tss" || key == "load":
		to.Shown = "TSS"
	case u.Clock && to.Shown != "":
		to.Shown = i18n.Minutes(v.Say) + to.Shown
	}
	if to.Shown == "" {
		return name
	}
	return name + " (" + to.Shown + ")"
}

// inHours reports whether a duration is one of hours.
func inHours(key string) bool {
	return key == "duration_s" || strings.HasPrefix(key, "sleep_") && i18n.UnitOf(key).Clock
}

// paced reports whether less of a number is more.
func paced(key string) bool {
	return strings.HasPrefix(key, "pace_") || strings.HasPrefix(key, "gap_s_")
}

// told returns a number as people read it.
func (v voice) told(key string, x float64) string {
	u, to := v.unit(key)
	text, _ := u.Display(v.reader(), x, strconv.FormatFloat(x, 'f', -1, 64))
	if key == "pace_s_per_100m" { // tenths, because half a second would be rounded twice
		tenths := int(math.Round(10 * to.Of(x)))
		if text = i18n.Clock(float64(tenths / 10)); tenths%10 != 0 {
			text += "." + strconv.Itoa(tenths%10)
		}
	}
	switch {
	case to.Shown == "":
		return text
	case to.Shown[0] == '/' || to.Shown == "%":
		return text + to.Shown
	}
	return text + " " + to.Shown
}

// column returns a column of an answer in the reader's unit, long durations in hours, with NaN for what is missing.
func (v voice) column(key string, values []*float64) []float64 {
	_, to := v.unit(key)
	if inHours(key) {
		to.Factor = 1.0 / 3600
	}
	out := gaps(len(values))
	for i, x := range values {
		if x != nil {
			out[i] = to.Of(*x)
		}
	}
	return out
}

func gaps(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n) }

// empty reports whether all values are missing or zero.
func empty(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return !math.IsNaN(x) && x != 0 })
}

// known reports whether a column has a value.
func known(values []*float64) bool { return present(values) > 0 }

// present returns the number of values of a column.
func present(values []*float64) (n int) {
	for _, x := range values {
		if x != nil {
			n++
		}
	}
	return n
}

// number returns the number in a row of an answer, or nil.
func number(v any) *float64 {
	switch x := v.(type) {
	case float64:
		return &x
	case *float64:
		return x
	case int:
		f := float64(x)
		return &f
	case int32:
		f := float64(x)
		return &f
	}
	return nil
}

// facts returns a column of rows.
func facts(rows []activity.Facts, key string) []*float64 {
	out := make([]*float64, len(rows))
	for i, row := range rows {
		out[i] = number(row[key])
	}
	return out
}

// tiles returns the numbers of a row that are not 0, in the order of the keys.
func (v voice) tiles(row activity.Facts, keys ...string) (out picture.Tiles) {
	for _, key := range keys {
		if x := number(row[key]); x != nil && *x != 0 {
			out = append(out, picture.Tile{Name: v.label(key), Value: v.told(key, *x)})
		}
	}
	return out
}

// axis holds the entries that plots below each other share, and the labels below the last.
type axis struct {
	at, widths []float64
	ticks      []picture.Tick
}

// end returns the end of the last entry.
func (x axis) end() float64 {
	n := len(x.at) - 1
	return x.at[n] + x.widths[n]
}

// course is one number over the entries of an axis.
type course struct {
	key    string
	title  string // other than the name of the number
	values []*float64
	name   string // in a legend
	form   picture.Form
	paint  picture.Paint
	least  float64          // span of the vertical axis
	sparse bool             // values that are apart are joined
	behind []picture.Series // drawn behind it
}

// plots draws one plot for each course that has values, up to most. It returns the names of those without room.
func (v voice) plots(x axis, height float64, most int, all ...course) (out []picture.Block, left []string) {
	var last *picture.Plot
	for _, c := range all {
		values, u := v.column(c.key, c.values), i18n.UnitOf(c.key)
		none := !known(c.values) || c.form == picture.Bars && empty(values)
		if none && c.behind == nil {
			continue
		}
		if len(out) == most {
			left = append(left, v.label(c.key))
			continue
		}
		last = &picture.Plot{
			Title: cmp.Or(c.title, v.titled(c.key)), At: x.at, Widths: x.widths, Height: height, Least: c.least,
			Clock: u.Clock && !inHours(c.key), Down: paced(c.key), Series: c.behind,
		}
		if !none {
			last.Series = append(last.Series, picture.Series{Name: c.name, Values: values, Form: c.form, Paint: c.paint, Sparse: c.sparse})
		}
		out = append(out, last)
	}
	if last != nil {
		last.Ticks = x.ticks
	}
	return out, left
}

// date returns a day without its year.
func (v voice) date(d training.Day) string {
	_, month, day := d.Time(time.UTC).Date()
	return v.Say("%d %s", day, i18n.Month(int(month)).Say(v.Say))
}

// span returns a range of days, which is the note of most pictures.
func span(from, to training.Day) string {
	if from == to {
		return from.String()
	}
	return from.String() + " – " + to.String()
}

// monthly adds the label of a month, with its year if that has changed. January is the most important.
func (v voice) monthly(out []picture.Tick, at float64, d training.Day) []picture.Tick {
	year, month, _ := d.Time(time.UTC).Date()
	text := i18n.Month(int(month)).Say(v.Say)
	switch {
	case month == time.January:
		return slices.Insert(out, 0, picture.Tick{At: at, Text: v.Say("%s %d", text, year)})
	case len(out) == 0 && month != time.December: // the next label has a year, and needs the room
		text = v.Say("%s %d", text, year)
	}
	return append(out, picture.Tick{At: at, Text: text})
}

// labelled adds labels to an axis of days: below the middles of its entries, or where months and years begin.
func (v voice) labelled(x axis, first training.Day) axis {
	const week = 7
	if wide := slices.Max(x.widths); wide <= week {
		x.ticks = v.days(first, training.Day(x.end()-1), wide)
		return x
	}
	for i := range x.at {
		x.ticks = v.monthly(x.ticks, x.at[i]+x.widths[i]/2, training.Day(x.at[i]))
	}
	return x
}

// days returns the labels of an axis whose entries are as wide as the given number of days.
func (v voice) days(from, to training.Day, wide float64) (out []picture.Tick) {
	const ofDays, ofWeeks, ofTwo, ofMonths = 12, 63, 126, 1000
	for d := from; d <= to; d++ {
		year, month, day := d.Time(time.UTC).Date()
		text, at := "", float64(d)
		switch n := int(to-from) + 1; {
		case n <= ofDays, n <= ofWeeks && (d-from)%7 == 0, n > ofWeeks && n <= ofTwo && (d-from)%14 == 0:
			text, at = v.date(d), at+wide/2
		case n > ofTwo && n <= ofMonths && day == 1 && (n <= ofMonths/2 || month%3 == 1):
			out = v.monthly(out, float64(d), d)
		case n > ofMonths && day == 1 && month == 1:
			text = strconv.Itoa(year)
		}
		if text != "" {
			out = append(out, picture.Tick{At: at, Text: text})
		}
	}
	return out
}

// entries returns the axis of days, weeks or months that begin on the given days. The last is as wide as the one
// before, although it may not have ended.
func (v voice) entries(dates []training.Day) axis {
	var x axis
	least := math.Inf(1)
	for i, d := range dates {
		wide := 1.0
		if i > 0 {
			wide = float64(d - dates[i-1])
			x.widths[i-1], least = wide, min(least, wide)
		}
		x.at, x.widths = append(x.at, float64(d)), append(x.widths, wide)
	}
	for i, wide := range x.widths {
		if wide > 1.5*least { // entries are missing after it; months differ less
			x.widths[i] = least
		}
	}
	return v.labelled(x, dates[0])
}

// times returns the labels of an axis of seconds.
func times(from, to float64) (out []picture.Tick) {
	step := picture.RoundTime((to - from) / 9)
	for s := math.Ceil(from/step) * step; s <= to; s += step {
		out = append(out, picture.Tick{At: s, Text: i18n.Clock(s)})
	}
	return out
}

// The paints of series.
func blue() picture.Paint   { return picture.Zone(2) }
func green() picture.Paint  { return picture.Zone(3) }
func gold() picture.Paint   { return picture.Zone(4) }
func rust() picture.Paint   { return picture.Zone(5) }
func rose() picture.Paint   { return picture.Zone(6) }
func violet() picture.Paint { return picture.Zone(7) }
func grey() picture.Paint   { return picture.Zone(0) }
func pale() picture.Paint   { return picture.Zone(1) }

// paints returns the paints for series that must be distinguishable, in order.
func paints() []picture.Paint {
	return []picture.Paint{blue(), rust(), green(), gold(), violet(), rose(), grey()}
}

// faded returns a paint for what is only projected, planned or before.
func faded(p picture.Paint) picture.Paint { return p.As(p.Class+" projected", 0.45) }
