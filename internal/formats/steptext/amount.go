package steptext

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/i18n"
)

// maxAmount bounds every number, in seconds some eleven days.
const maxAmount = 1e6

// unitReader reads a number with a unit; text is in lower case, without spaces.
type unitReader func(text string) (float64, bool)

// number reads an amount from 0, written as a number, as one in a text, or with
// a unit that with reads.
func (r *stepformReader) number(at string, v any, with unitReader) float64 {
	text, isText := v.(string)
	if n, ok := v.(json.Number); ok {
		text = n.String()
	} else if !isText {
		r.fault(at, i18n.Sentencef("%s is no number.", quoted(v)), "Give a number without its unit.")
		return 0
	}
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	x, ok := decimal(text)
	if !ok && with != nil {
		x, ok = with(text)
	}
	if !ok && strings.HasPrefix(text, "-") {
		_, ok = decimal(text[1:])
		x = -1
	}
	switch {
	case !ok:
		r.fault(at, i18n.Sentencef("%s is no number.", quoted(v)), "Give a number without its unit.")
		return 0
	case !(x >= 0 && x <= maxAmount):
		r.fault(at, i18n.Sentencef("%s is out of bounds.", i18n.Clip(text, i18n.MostQuoted)), "Give a number from 0 to 1000000.")
		return 0
	}
	if isText {
		r.note(at, i18n.Name(strconv.FormatFloat(x, 'f', -1, 64)))
	}
	return x
}

// above reads an amount that cannot be nothing.
func (r *stepformReader) above(at string, v any, with unitReader) float64 {
	before := len(r.faults)
	x := r.number(at, v, with)
	if x == 0 && len(r.faults) == before {
		r.fault(at, "A step cannot be 0 long.", `Give how long it is, or "until_lap":true.`)
	}
	return x
}

// count reads a whole number from 1.
func (r *stepformReader) count(at string, v any, most int) int {
	before := len(r.faults)
	x := r.number(at, v, nil)
	if len(r.faults) > before {
		return 0
	}
	if x != math.Trunc(x) || x < 1 || x > float64(most) {
		r.fault(at, i18n.Sentencef("%s is no count.", quoted(v)), i18n.Sentencef("Give a whole number from 1 to %d.", most))
		return 0
	}
	return int(x)
}

// decimal reads digits with a point and an exponent of ten, and nothing else
// that Go takes for a number.
func decimal(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789.e+-") != "" || strings.ContainsAny(text[:1], "e+-") {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// stepformSeconds reads "10min", "1h30m" and "90sec". A clock ("1:30") could be hours
// or minutes.
func stepformSeconds(text string) (float64, bool) {
	text = strings.NewReplacer(
		"hours", "h", "hour", "h", "hrs", "h", "hr", "h", "minutes", "m", "minute", "m", "mins", "m", "min", "m",
		"seconds", "s", "second", "s", "secs", "s", "sec", "s",
	).Replace(text)
	if strings.Trim(text, "0123456789.hms") != "" || strings.Contains(text, "ms") {
		return 0, false
	}
	d, err := time.ParseDuration(text)
	return d.Seconds(), err == nil
}

// A mile and a yard in metres.
const (
	mileM = 1609.344
	yardM = 0.9144
)

// metres reads "400m", "5km", "1mi" and "100yd".
func metres(text string) (float64, bool) {
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	x, ok := decimal(number)
	factor := map[string]float64{
		"m": 1, "metres": 1, "meters": 1, "km": 1000, "mi": mileM, "mile": mileM, "miles": mileM, "yd": yardM, "yards": yardM,
	}[text[len(number):]]
	return x * factor, ok && factor > 0
}
