package workouttest

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"lapkeep/test/intervalstest/apitest"
)

// What a step's words can be. The service reads more than this; what matters
// here is that text it understands comes back as steps, and that what it does
// not understand is lost without a word.
var (
	stepTime     = regexp.MustCompile(`(?i)(?:^|\s)((?:\d+h)?(?:\d+m)?(?:\d+s?)?|\d+'(?:\d+")?|\d+")(?:\s|$)`)
	stepDistance = regexp.MustCompile(`(?i)(?:^|\s)(\d+(?:\.\d+)?)(mtr|km|mi|yrd)(?:\s|$)`)
	stepZone     = regexp.MustCompile(`(?i)(?:^|\s)Z(\d)(?:-Z(\d))?(\s+(?:HR|Pace|Power))?(?:\s|$)`)
	stepPercent  = regexp.MustCompile(`(?i)(?:^|\s)(\d+(?:\.\d+)?)%?(?:-(\d+(?:\.\d+)?))?%(\s+(?:HR|LTHR|Pace|Power|MMP))?(?:\s|$)`)
	stepWatts    = regexp.MustCompile(`(?i)(?:^|\s)(\d+)w?(?:-(\d+))?w(?:\s|$)`)
	stepBeats    = regexp.MustCompile(`(?i)(?:^|\s)(\d+)(?:-(\d+))?bpm(?:\s|$)`)
	stepPace     = regexp.MustCompile(`(?i)(?:^|\s)(\d+):(\d\d)(?:-(\d+):(\d\d))?(/km|/mi|/100m|/500m)?\s+Pace(?:\s|$)`)
	stepCadence  = regexp.MustCompile(`(?i)(?:^|\s)(\d+)(?:-(\d+))?rpm(?:\s|$)`)
	repeatLine   = regexp.MustCompile(`(?i)^(?:.*\s)?(\d+)x$`)
)

// readText is the document that the service makes of a workout's description:
// nil if no line of it is a step.
func readText(description string) doc {
	var steps []any
	var block *[]any
	var repeat doc
	section := ""
	end := func() {
		if repeat != nil && len(*block) > 0 {
			repeat["steps"] = *block
			steps = append(steps, repeat)
		}
		repeat, block = nil, nil
	}
	for raw := range strings.Lines(description) {
		line := strings.TrimRight(raw, "\r\n ")
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "-") {
			indented := line[0] != '-'
			step := readStep(strings.TrimLeft(strings.TrimLeft(line, " \t"), "- "), section)
			switch {
			case step == nil:
			case repeat != nil && !indented:
				*block = append(*block, step)
			default: // an indented line falls out of its repeat
				end()
				steps = append(steps, step)
			}
			continue
		}
		end()
		switch word := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(line), " ", "")); word {
		case "warmup", "cooldown":
			section = word
			continue
		case "":
			continue
		}
		section = ""
		if m := repeatLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			n, _ := strconv.Atoi(m[1]) // the pattern has digits only
			repeat, block = doc{"reps": float64(n), "text": strings.TrimSpace(strings.TrimSuffix(line, m[1]+"x"))}, &[]any{}
		}
	}
	end()
	if len(steps) == 0 {
		return nil
	}
	seconds, metres, _ := measure(steps)
	return doc{"steps": steps, "duration": seconds, "distance": metres}
}

// readStep is one line without its dash; nil if it says neither how long nor
// how far.
func readStep(line, section string) doc {
	d := doc{}
	first := -1
	if m := stepTime.FindStringSubmatchIndex(line); m != nil {
		if s := seconds(line[m[2]:m[3]]); s > 0 {
			d["duration"], first = s, m[2]
		}
	}
	if m := stepDistance.FindStringSubmatchIndex(line); m != nil {
		n, _ := strconv.ParseFloat(line[m[2]:m[3]], 64) // the pattern has a number
		d["distance"] = apitest.Round(n*map[string]float64{
			"mtr": 1, "km": 1000, "mi": 1609.344,
			"yrd": 0.9144,
		}[strings.ToLower(line[m[4]:m[5]])], 1)
		if first < 0 || m[2] < first {
			first = m[2]
		}
	}
	if len(d) == 0 {
		return nil
	}
	if cue := strings.TrimSpace(line[:first]); cue != "" {
		d["text"] = cue
	}
	if section != "" {
		d[section] = true
	}
	rest := " " + line[first:] + " "
	for _, word := range []string{"ramp", "freeride", "maxeffort", "hidepower"} {
		if strings.Contains(strings.ToLower(rest), " "+word+" ") {
			d[word] = true
		}
	}
	target(d, rest)
	if m := stepCadence.FindStringSubmatch(rest); m != nil {
		d["cadence"] = band(m[1], m[2], "rpm")
	}
	if low := strings.ToLower(rest); strings.Contains(low, "press lap") || strings.Contains(low, "lap press") {
		d["until_lap_press"] = true
	}
	return d
}

// target sets what a step aims at: power, heart rate or pace.
func target(d doc, rest string) {
	if m := stepPace.FindStringSubmatch(rest); m != nil {
		per := map[string]string{
			"": "secs/km", "/km": "secs/km", "/mi": "secs/mi", "/100m": "secs/100m",
			"/500m": "secs/500m",
		}[strings.ToLower(m[5])]
		clock := func(minutes, secs string) string {
			a, _ := strconv.Atoi(minutes) // the pattern has digits only
			b, _ := strconv.Atoi(secs)
			return strconv.Itoa(60*a + b)
		}
		to := ""
		if m[3] != "" {
			to = clock(m[3], m[4])
		}
		d["pace"] = band(clock(m[1], m[2]), to, per)
		return
	}
	kinds := map[string][3]string{ // by the word behind: what, unit of a percentage, unit of a zone
		"": {"power", "%ftp", "power_zone"}, "power": {"power", "%ftp", "power_zone"}, "mmp": {"power", "%mmp", ""},
		"hr": {"hr", "%hr", "hr_zone"}, "lthr": {"hr", "%lthr", ""}, "pace": {"pace", "%pace", "pace_zone"},
	}
	if m := stepPercent.FindStringSubmatch(rest); m != nil {
		k := kinds[strings.ToLower(strings.TrimSpace(m[3]))]
		d[k[0]] = band(m[1], m[2], k[1])
	} else if m := stepZone.FindStringSubmatch(rest); m != nil {
		k := kinds[strings.ToLower(strings.TrimSpace(m[3]))]
		d[k[0]] = band(m[1], m[2], k[2])
	} else if m := stepWatts.FindStringSubmatch(rest); m != nil {
		d["power"] = band(m[1], m[2], "w")
	} else if m := stepBeats.FindStringSubmatch(rest); m != nil {
		d["hr"] = band(m[1], m[2], "bpm")
	}
}

func band(from, to, units string) doc {
	a, _ := strconv.ParseFloat(from, 64) // the patterns have numbers
	if to == "" {
		return doc{"value": a, "units": units}
	}
	b, _ := strconv.ParseFloat(to, 64)
	return doc{"start": a, "end": b, "units": units}
}

var timePart = regexp.MustCompile(`(\d+)([hms'"]?)`)

// seconds reads 1h2m30s, 1m30, 5' and 30". A bare number is no time.
func seconds(s string) float64 {
	if _, err := strconv.Atoi(s); err == nil {
		return 0
	}
	total := 0.0
	for _, m := range timePart.FindAllStringSubmatch(strings.ToLower(s), -1) {
		n, _ := strconv.ParseFloat(m[1], 64) // the pattern has digits only
		total += n * map[string]float64{"h": 3600, "m": 60, "'": 60, "s": 1, "\"": 1, "": 1}[m[2]]
	}
	return total
}

// measure is how long and how far steps are and the sum of intensity² by
// seconds, with what has no power counted as nothing.
func measure(steps []any) (duration, distance, work float64) {
	for _, s := range steps {
		d, _ := s.(doc)
		if inner, ok := d["steps"].([]any); ok {
			t, m, w := measure(inner)
			n := apitest.Number(d, "reps")
			duration, distance, work = duration+n*t, distance+n*m, work+n*w
			continue
		}
		t := apitest.Number(d, "duration")
		if t == 0 { // about so long
			t = apitest.Round(apitest.Number(d, "distance")/3, 0)
		}
		duration, distance, work = duration+t, distance+apitest.Number(d, "distance"), work+t*math.Pow(intensity(d), 2)
	}
	return duration, distance, work
}

// intensity is a step's share of the threshold.
func intensity(d doc) float64 {
	for _, kind := range []string{"power", "pace", "hr"} {
		t, ok := d[kind].(doc)
		if !ok {
			continue
		}
		v := apitest.Number(t, "value")
		if v == 0 {
			v = (apitest.Number(t, "start") + apitest.Number(t, "end")) / 2
		}
		switch units := apitest.Text(t, "units"); {
		case strings.HasPrefix(units, "%"):
			return v / 100
		case strings.HasSuffix(units, "_zone"):
			return []float64{0, 0.5, 0.65, 0.83, 0.98, 1.13, 1.35, 1.6}[min(int(v), 7)]
		case units == "w":
			return v / 250
		case strings.HasPrefix(units, "secs"):
			return min(1.2, 270/v)
		}
	}
	return 0
}

// Read puts into a workout what its text says. Text without a step
// leaves what the client supplied.
func Read(d, patch doc) {
	made := readText(apitest.Text(d, "description"))
	if made == nil {
		d["workout_doc"] = doc{}
		return
	}
	d["workout_doc"] = made
	duration, distance, work := measure(made["steps"].([]any))
	d["moving_time"] = duration
	if distance > 0 {
		d["distance"] = distance
	}
	switch {
	case apitest.Text(d, "type") == "WeightTraining" || work == 0:
		if _, told := patch["icu_training_load"]; !told {
			delete(d, "icu_training_load")
		}
	default:
		d["icu_training_load"] = apitest.Round(work/3600*100, 0)
		d["icu_intensity"] = apitest.Round(math.Sqrt(work/duration)*100, 1)
	}
}
