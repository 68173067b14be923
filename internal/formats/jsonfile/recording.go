package jsonfile

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// recording makes a recording from an exercise, or returns nil if it took no time.
func (s *session) recording(e *exercise) *training.Recording {
	start, ok := clock(cmp.Or(e.head.Start, s.head.Start))
	if !ok {
		return nil
	}
	r := &training.Recording{Name: reading.Text(s.head.Name), Description: reading.Text(s.head.Note), LocalStart: true}
	r.Sport, r.SubSport = sportOf(e.head.Sport, s.head.Sport, r.Name)
	if _, _, isSport := training.ParseKind(r.Name); isSport {
		r.Name = "" // Polar names a session after its sport, which is not a name
	}
	r.Device = training.Device{Manufacturer: "polar", Product: reading.Text(s.head.Product.Model)}
	if e.power {
		r.Warnings = append(r.Warnings, string(i18n.Sentence("The power of the left pedal was left out: it is not certain what it measures.")))
	}
	g := grid{start: start.Truncate(time.Second), limit: s.limit}
	for i := range e.channels {
		g.channel(&e.channels[i])
	}
	g.way(e, r)
	var b reading.Builder
	g.into(&b)
	for _, p := range e.pauses {
		from, ok1 := clock(p.From)
		to, ok2 := clock(p.To)
		if ok1 && ok2 {
			b.Pause(from, to)
		}
	}
	timer := e.head.seconds()
	if b.Len() == 0 && timer == 0 {
		return nil
	}
	b.Build(r, g.start)
	reading.Timed(r, timer)
	e.head.figures(r, len(s.exercises) == 1, &s.head)
	minutes := firstOf(e.head.Minutes, e.head.OldMinutes, s.head.Minutes, s.head.OldMinutes)
	if minutes != nil && math.Abs(*minutes) <= 14*60 {
		offset := int(*minutes * 60)
		r.OffsetS, r.LocalStart = &offset, false
		r.Start = r.Start.Add(-time.Duration(offset) * time.Second)
	}
	return r
}

func firstOf(all ...*float64) *float64 {
	i := slices.IndexFunc(all, func(v *float64) bool { return v != nil })
	if i < 0 {
		return nil
	}
	return all[i]
}

// seconds returns the timer time in seconds, or 0 if it is missing.
func (h *head) seconds() float64 {
	if h.Millis > 0 {
		return h.Millis / 1000
	}
	d, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(h.Duration, "PT")))
	if err != nil {
		return 0
	}
	return max(0, d.Seconds())
}

// figures adds the values of the device. If only is set, the exercise is the only
// one and has the heart rate of the session.
func (h *head) figures(r *training.Recording, only bool, whole *head) {
	avg, highest := h.HeartRate.Avg, h.HeartRate.Max
	if only {
		avg, highest = cmp.Or(avg, whole.HRAvg), cmp.Or(highest, whole.HRMax)
	}
	for _, v := range []struct {
		metric training.Metric
		value  float64
	}{
		{training.MetricDistanceKM, cmp.Or(h.Metres, h.OldMetres) / 1000},
		{training.MetricCaloriesKcal, cmp.Or(h.Calories, h.OldKcal)},
		{training.MetricAvgHRBpm, avg},
		{training.MetricMaxHRBpm, highest},
	} {
		if v.value > 0 {
			r.DeviceValues = r.DeviceValues.Put(v.metric, v.value)
		}
	}
}

// grid holds one point per second. It is needed because the lists of values follow
// one another in the file. Its times are local.
type grid struct {
	start   time.Time
	limit   int
	points  []reading.Point
	refused int
}

// at returns the point at milliseconds since the start, or nil outside the limits.
func (g *grid) at(ms float64) *reading.Point {
	s := int(math.Floor(ms / 1000))
	if ms < 0 || s >= g.limit {
		return nil
	}
	for len(g.points) <= s {
		g.points = append(g.points, reading.Point{})
	}
	p := &g.points[s]
	p.Time = g.start.Add(time.Duration(s) * time.Second)
	return p
}

// kinds maps the kinds of lists to channels, with the factor to the channel's unit.
var kinds = map[string]struct {
	channel training.Channel
	scale   float64
}{
	"HEART_RATE": {training.HeartRate, 1}, "SPEED": {training.Speed, 1 / 3.6}, "DISTANCE": {training.Distance, 1},
	"ALTITUDE": {training.Altitude, 1}, "CADENCE": {training.Cadence, 1}, "TEMPERATURE": {training.Temperature, 1},
}

// channel adds the values of a list. An altimeter reports zero until it has settled.
func (g *grid) channel(c *channel) {
	k, known := kinds[c.kind]
	if !known || c.interval < 0 || c.times == nil && c.interval < 1 {
		return
	}
	settled := k.channel != training.Altitude
	for i, v := range c.values {
		if settled = settled || v != 0; !settled || v != v || k.channel == training.HeartRate && v == 0 {
			continue
		}
		ms := float64(i) * c.interval
		if c.times != nil {
			ms = float64(c.times[i] - g.start.UnixMilli())
		}
		p := g.at(ms)
		if p != nil && !p.Set(k.channel, float64(v)*k.scale) {
			g.refused++
		}
	}
}

// way adds the positions. In some real files, the clock of the route is off by more
// than an hour; such a route is assumed to begin with the exercise.
func (g *grid) way(e *exercise, r *training.Recording) {
	begin := float64(0)
	if at, ok := clock(e.routeAt); ok {
		begin = float64(at.UnixMilli() - g.start.UnixMilli())
	}
	when := func(w *waypoint) float64 {
		if at, ok := clock(w.At); ok {
			return float64(at.UnixMilli() - g.start.UnixMilli())
		}
		return begin + w.Millis
	}
	shift := 0.0
	if len(e.route) > 0 {
		const slackMS = 60_000
		first, length := when(&e.route[0]), max(e.head.seconds()*1000, float64(len(g.points))*1000)
		if first < -slackMS || first > length+slackMS {
			shift = first
			r.Warnings = append(r.Warnings,
				string(i18n.Sentence("The route's clock differs from the exercise's clock, so the route was moved to the start of the exercise.")))
		}
	}
	for i := range e.route {
		w := &e.route[i]
		p := g.at(when(w) - shift)
		if p == nil || w.Lat == nil || w.Lon == nil || *w.Lat == 0 && *w.Lon == 0 {
			continue
		}
		if !p.Set(training.Latitude, float64(*w.Lat)) || !p.Set(training.Longitude, float64(*w.Lon)) {
			g.refused++
			p.DropNoFix()
			continue
		}
		if w.Altitude != nil && *w.Altitude != 0 && !p.Has(training.Altitude) {
			p.Set(training.Altitude, float64(*w.Altitude))
		}
	}
}

// into adds all points that have a value to a builder.
func (g *grid) into(b *reading.Builder) {
	b.Expect(len(g.points))
	for _, p := range g.points {
		if !p.Time.IsZero() {
			b.Add(p)
		}
	}
	for range g.refused {
		b.Refuse()
	}
}

// sportOf returns the sport from its number in the newer format, its word in the
// older one, or its name in the athlete's language.
func sportOf(own, whole any, name string) (training.Sport, string) {
	for _, said := range []any{own, whole} {
		switch v := said.(type) {
		case string:
			if sport, sub, ok := training.ParseKind(v); ok {
				return sport, sub
			}
		case map[string]any:
			id, _ := v["id"].(string)
			if k, ok := sports[id]; ok {
				return k.sport, k.sub
			}
		}
	}
	if sport, sub, ok := training.ParseKind(name); ok {
		return sport, sub
	}
	return training.Other, ""
}

type kind struct {
	sport training.Sport
	sub   string
}

// sports lists sports by Polar's numbers, from its page of sport settings.
var sports = map[string]kind{
	"1": {training.Running, ""}, "4": {training.Running, ""}, "17": {training.Running, training.SubIndoor},
	"19": {training.Running, training.SubRoad}, "27": {training.Running, training.SubTrail}, "36": {training.Running, training.SubTrack},
	"2": {training.Cycling, ""}, "5": {training.Cycling, training.SubMountain}, "18": {training.Cycling, training.SubIndoor},
	"38": {training.Cycling, training.SubRoad},
	"3":  {training.Walking, ""}, "9": {training.Walking, ""}, "11": {training.Hiking, ""},
	"6": {training.AlpineSki, ""}, "7": {training.AlpineSki, ""}, "22": {training.AlpineSki, "snowboard"},
	"24": {training.CrossCountry, "skate"}, "25": {training.CrossCountry, ""},
	"59": {training.CrossCountry, "roller_ski"}, "60": {training.CrossCountry, "roller_ski"},
	"8": {training.Rowing, ""}, "10": {training.Skating, ""}, "28": {training.Skating, "ice"},
	"29": {training.Skating, "inline"}, "30": {training.Skating, ""},
	"23": {training.Swimming, ""}, "15": {training.Strength, ""}, "33": {training.Yoga, ""}, "65": {training.Yoga, "pilates"},
	"20": {training.Fitness, ""}, "32": {training.Fitness, ""}, "34": {training.Fitness, "crossfit"},
	"55": {training.Fitness, "elliptical"}, "57": {training.Fitness, ""},
}

// app is a program for trainers.
type app struct {
	name   string
	course bool // the app simulates a course, so a distance is covered
	words  []string
}

// apps returns the apps for trainers. They are recognised by whole words in the device and
// app names, which are joined and lower-cased first. Manufacturers are named as in the FIT
// profile.
func apps() []app {
	return []app{
		{"Zwift", true, []string{"zwift"}},
		{"ROUVY", true, []string{"rouvy", "virtualtraining"}},
		{"MyWhoosh", true, []string{"mywhoosh", "mynewactivity"}}, // the latter is the name of its files
		{"BKOOL", true, []string{"bkool"}},
		{"TrainingPeaks Virtual", true, []string{"trainingpeaksvirtual", "indievelo", "tpv"}},
		{"RGT Cycling", true, []string{"rgtcycling", "wahoorgt", "roadgrandtours"}},
		{"FulGaz", true, []string{"fulgaz"}},
		{"Tacx", true, []string{"tacx"}},
		{"Kinomap", true, []string{"kinomap"}},
		{"OneLap", true, []string{"onelap"}},
		{"TrainerRoad", false, []string{"trainerroad"}},
		{"Wahoo SYSTM", false, []string{"wahoosystm", "systm", "sufferfest"}},
		{"icTrainer", false, []string{"ictrainer"}},
	}
}

// Refine marks a recording as virtual or indoors if an app for trainers made it and the
// file does not say so. It recognises the app by the contents or the name of the file.
func Refine(r *training.Recording, file string) {
	if r.SubSport == training.SubVirtual || !onTrainer(r.Sport) {
		return
	}
	a, sure := appOf(r, file)
	if a == nil || !open(r.SubSport, sure) {
		return
	}
	placed := r.Columns.Has(training.Latitude)
	sub, what := training.SubVirtual, i18n.Sentencef("%s simulates its course: the activity counts as virtual.", a.name)
	switch {
	case !placed && (!a.course || r.SubSport == training.SubIndoor):
		sub, what = training.SubIndoor, i18n.Sentencef("%s recorded no position: the activity counts as indoor.", a.name)
	case !a.course:
		return // a workout ridden outside
	}
	if r.Sport == training.Other || r.Sport == training.Fitness {
		r.Sport = training.Cycling
	}
	if r.SubSport == sub {
		return
	}
	r.SubSport = sub
	r.Warnings = reading.AppendNew(r.Warnings, []string{string(what)})
}

func onTrainer(s training.Sport) bool {
	switch s {
	case training.Cycling, training.Running, training.Walking, training.Rowing, training.CrossCountry, training.Fitness, training.Other:
		return true
	}
	return false
}

// open reports whether a sub-sport may be replaced. Apps write "road" for a course on roads,
// so "road" is replaced only if sure is set.
func open(sub string, sure bool) bool {
	return sub == "" || sub == training.SubIndoor || sure && sub == training.SubRoad
}

// appOf returns the app that made a recording, or nil if none did. sure is set if
// the file itself names the app as the recording device. An application that is
// named in addition to a device may only have displayed or exported the recording.
func appOf(r *training.Recording, file string) (found *app, sure bool) {
	all := apps()
	by := func(said []string) *app {
		i := slices.IndexFunc(all, func(a app) bool {
			return slices.ContainsFunc(a.words, func(w string) bool { return slices.Contains(said, w) })
		})
		if i < 0 {
			return nil
		}
		return &all[i]
	}
	if a := by(phrases(r.Device.Manufacturer + " " + r.Device.Product)); a != nil {
		return a, true
	}
	if a := by(beginnings(names(r.App))); a != nil || r.Device.Manufacturer != "" {
		return a, false
	}
	// If the device is unknown, look for the names that apps give to files and activities.
	said := parts(file)
	if first, _, titled := strings.Cut(r.Name, " - "); titled { // "Zwift - Watopia"
		said = append(said, phrases(first)...)
	}
	return by(said), false
}

// names returns the words of a name in lower case, without numbers at their ends.
// It leaves out web addresses next to a name.
func names(s string) (out []string) {
	all := strings.Fields(strings.ReplaceAll(strings.ToLower(s), "_", " "))
	for _, w := range all {
		if len(all) > 1 && (strings.Contains(w, "://") || strings.HasPrefix(w, "www.")) {
			continue
		}
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if part = strings.TrimRightFunc(part, unicode.IsDigit); part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}

// phrases returns the words of a name, and all joined runs of consecutive words.
func phrases(s string) (out []string) {
	words := names(s)
	for i := range words {
		out = append(out, beginnings(words[i:])...)
	}
	return out
}

// beginnings returns the first word, the first two words joined, and so on.
func beginnings(words []string) (out []string) {
	for i := range words {
		out = append(out, strings.Join(words[:i+1], ""))
	}
	return out
}

// parts returns the words in the name of a file, without its folder.
func parts(file string) []string {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	return strings.FieldsFunc(strings.ToLower(file), func(r rune) bool { return !unicode.IsLetter(r) })
}
