package intervalstest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The words of a step. Distances have no m, which means minutes.
var (
	stepWord  = regexp.MustCompile(`\S+`)
	timeForms = []*regexp.Regexp{ // hours, minutes and seconds
		regexp.MustCompile(`^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$`), // 1h2m30s
		regexp.MustCompile(`^()(\d+)m(\d+)$`),                     // 1m30
		regexp.MustCompile(`^()(?:(\d+)')?(?:(\d+)")?$`),          // 1'30"
	}
	clockForm    = regexp.MustCompile(`^(?:(\d+):)?(\d+):([0-5]\d)$`)
	distanceForm = regexp.MustCompile(`^(\d+(?:\.\d+)?)(mtr|km|mi|yrd)$`)
	paceForm     = regexp.MustCompile(`^(\d+):([0-5]\d)(/[a-z0-9]+)?(?:-(\d+):([0-5]\d)(/[a-z0-9]+)?)?$`)
	percentForm  = regexp.MustCompile(`^(?:(\d+(?:\.\d+)?)%?-)?(\d+(?:\.\d+)?)%$`)
	levelForm    = regexp.MustCompile(`^(?:(\d+)(?:w|bpm|rpm)?-)?(\d+)(w|bpm|rpm)$`)
	zoneForm     = regexp.MustCompile(`^(c?)z(\d+)(?:-c?z(\d+))?$`)
)

// metres returns the length in metres of a word for a distance.
func metres(word string) float64 {
	return map[string]float64{"mtr": 1, "km": 1000, "mi": 1609.344, "yrd": 0.9144}[word]
}

// paceMetres returns the distance of a unit of pace in metres. The service was
// seen to write secs/km and secs/mi; the other units follow their example.
func paceMetres(units string) float64 {
	return map[string]float64{
		"secs/km": 1000, "secs/mi": 1609.344, "secs/100m": 100, "secs/100y": 91.44, "secs/250m": 250, "secs/400m": 400, "secs/500m": 500,
	}[units]
}

// stepReader reads one line. Of several words of one kind the last applies.
type stepReader struct {
	step
	words     []string // in lower case
	paceUnits string
	shown     string // the field that a target of power is for
}

// readStep returns the step of one line without its dash, or false if it has
// neither a duration nor a distance. The part before the first length or target
// is the text, or the part before <!> if there is one; timed texts and languages
// stay as written.
func readStep(line, paceUnits string) (step, bool) {
	s := stepReader{step: step{doc: Doc{}}, paceUnits: paceUnits}
	at := stepWord.FindAllStringIndex(line, -1)
	for _, w := range at {
		s.words = append(s.words, strings.ToLower(line[w[0]:w[1]]))
	}
	text, first := line, 0
	if divider := slices.Index(s.words, "<!>"); divider >= 0 {
		text, first = line[:at[divider][0]], divider+1
	}
	for i := first; i < len(s.words); {
		n := s.take(i)
		switch {
		case n > 0 && len(text) == len(line):
			text = line[:at[i][0]]
		case n == 0 && len(text) < len(line):
			s.flag(s.words[i])
		}
		i += max(n, 1)
	}
	if !s.long() {
		return step{}, false
	}
	if text = strings.TrimSpace(text); text != "" {
		s.doc["text"] = text
	}
	for i := range s.words[1:] { // anywhere, even in the text
		if pair := s.words[i] + " " + s.words[i+1]; pair == "press lap" || pair == "lap press" {
			s.doc["until_lap_press"] = true
		}
	}
	if power, ok := s.doc["power"].(Doc); ok && s.shown != "" {
		power["target"] = s.shown
	}
	return s.step, true
}

func (s *stepReader) long() bool { return s.doc["duration"] != nil || s.doc["distance"] != nil }

// take reads a length or a target and returns its number of words.
func (s *stepReader) take(i int) int {
	for _, read := range []func(int) int{s.time, s.distance, s.pace, s.clock, s.percent, s.level, s.zone} {
		if n := read(i); n > 0 {
			return n
		}
	}
	return 0
}

// flag reads a word that is not a target. It means something only after one.
func (s *stepReader) flag(word string) {
	switch word {
	case "ramp", "maxeffort", "hidepower", "freeride":
		s.doc[word] = true
	case "free":
		s.doc["freeride"] = true
	}
	kinds := []string{"warmup", "active", "rest", "cooldown", "recovery", "interval", "other"}
	if kind, ok := strings.CutPrefix(word, "intensity="); ok && slices.Contains(kinds, kind) {
		s.doc["intensity"] = kind
	}
	if field, ok := strings.CutPrefix(word, "power="); ok && slices.Contains([]string{"lap", "1s", "3s", "10s", "30s"}, field) {
		s.shown = field
	}
}

// next returns the next word, "" for none.
func (s *stepReader) next(i int) string {
	if i+1 < len(s.words) {
		return s.words[i+1]
	}
	return ""
}

// time reads the duration of a step, or a rest after it. "30s rest" is known
// after a distance; without anything before it, it is read as a step.
func (s *stepReader) time(i int) int {
	secs := seconds(s.words[i])
	switch {
	case secs == 0:
		return 0
	case s.next(i) == "rest" && s.long():
		s.restS = secs
		return 2
	}
	s.doc["duration"] = secs
	return 1
}

// seconds parses 1h2m30s, 1m30, 5' and 30"; 0 is no time.
func seconds(word string) float64 {
	for _, form := range timeForms {
		if m := form.FindStringSubmatch(word); m != nil {
			return 3600*number(m[1]) + 60*number(m[2]) + number(m[3])
		}
	}
	return 0
}

// number returns the number of a pattern, which has digits or nothing. It
// returns 0 for a number larger than in any workout.
func number(digits string) float64 {
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || n > 1e6 {
		return 0
	}
	return n
}

func (s *stepReader) distance(i int) int {
	m := distanceForm.FindStringSubmatch(s.words[i])
	if m == nil || number(m[1]) == 0 {
		return 0
	}
	s.doc["distance"] = Round(number(m[1])*metres(m[2]), 3)
	return 1
}

// pace reads a pace followed by its unit; without one the pace is lost. The
// bounds stay in the written order.
func (s *stepReader) pace(i int) int {
	m := paceForm.FindStringSubmatch(s.words[i])
	if m == nil || s.next(i) != "pace" {
		return 0
	}
	units := s.paceUnits
	for _, per := range []string{m[3], m[6]} {
		if per != "" {
			units = "secs" + per
		}
	}
	if paceMetres(units) == 0 || m[4] != "" && m[3] != "" && m[3] != m[6] { // such paces are unknown
		return 0
	}
	from, to := 60*number(m[1])+number(m[2]), 60*number(m[4])+number(m[5])
	if m[4] == "" {
		s.doc["pace"] = Doc{"value": from, "units": units}
	} else {
		s.doc["pace"] = Doc{"start": from, "end": to, "units": units}
	}
	return 2
}

// clock reads 5:00 and 1:30:00 as durations, only if there is no other. Some
// say the service does so, but its guide does not mention it.
func (s *stepReader) clock(i int) int {
	m := clockForm.FindStringSubmatch(s.words[i])
	if m == nil || s.long() {
		return 0
	}
	s.doc["duration"] = 3600*number(m[1]) + 60*number(m[2]) + number(m[3])
	return 1
}

// percent reads a share of the next word's quantity, of the FTP without one.
func (s *stepReader) percent(i int) int {
	m := percentForm.FindStringSubmatch(s.words[i])
	if m == nil {
		return 0
	}
	kind, units, n := "power", "%ftp", 2
	switch s.next(i) {
	case "hr":
		kind, units = "hr", "%hr"
	case "lthr":
		kind, units = "hr", "%lthr"
	case "pace":
		kind, units = "pace", "%pace"
	case "mmp":
		units = "%mmp"
	case "power":
	default:
		n = 1
	}
	s.doc[kind] = band(m[1], m[2], units)
	if units == "%mmp" && seconds(s.next(i+1)) > 0 {
		// The service's name for the time of a best is unknown.
		s.doc[kind].(Doc)["secs"] = seconds(s.next(i + 1))
		n++
	}
	return n
}

// level reads watts, beats and revolutions.
func (s *stepReader) level(i int) int {
	m := levelForm.FindStringSubmatch(s.words[i])
	if m == nil {
		return 0
	}
	s.doc[map[string]string{"w": "power", "bpm": "hr", "rpm": "cadence"}[m[3]]] = band(m[1], m[2], m[3])
	return 1
}

// zone reads a zone: of power, in every sport, unless a word after it names
// another measure. The service's name for the unit of the athlete's own zones
// is unknown.
func (s *stepReader) zone(i int) int {
	m := zoneForm.FindStringSubmatch(s.words[i])
	if m == nil {
		return 0
	}
	from, to := m[2], m[3]
	if to == "" {
		from, to = "", m[2]
	}
	word := s.next(i)
	switch {
	case m[1] != "":
		s.doc["power"] = band(from, to, "custom_zone")
		return 1
	case word == "hr" || word == "pace" || word == "power":
		s.doc[word] = band(from, to, word+"_zone")
		return 2
	}
	s.doc["power"] = band(from, to, "power_zone")
	return 1
}

// band returns a target with two bounds in the written order, or with one.
func band(from, to, units string) Doc {
	if from == "" {
		return Doc{"value": number(to), "units": units}
	}
	return Doc{"start": number(from), "end": number(to), "units": units}
}
