package tools

import (
	"strconv"
	"strings"
	"time"
)

// quantity reads a number as people write it beside its unit: "260 W" for
// ftp_w, "1h30m" or "1:30:00" for duration_s, "4:15" for a pace. The unit has
// to be the one in the argument's name, but a length may have any ("10 miles"
// for distance_km, "5k" for distance_m); false if it is another, or if the text
// could mean two things ("1:30" of a duration).
func quantity(argument, text string) (float64, bool) {
	if i := strings.LastIndexByte(argument, '['); i >= 0 && strings.HasSuffix(argument, "]") { // an item of a list
		argument = argument[:i]
	}
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	_, pace := cutAny(argument, "_s_per_km", "_s_per_100m")
	if _, seconds := cutAny(argument, "_s"); seconds || pace {
		if parts := strings.Split(text, ":"); len(parts) == 3 && seconds || len(parts) == 2 && pace {
			return clock(parts)
		}
		text = strings.NewReplacer("hours", "h", "hour", "h", "min", "m", "sec", "s").Replace(text)
		d, err := time.ParseDuration(text)
		return d.Seconds(), err == nil && seconds
	}
	if metres, ok := length(text); ok {
		if _, km := cutAny(argument, "_km"); km {
			return metres / 1000, true
		}
		if _, m := cutAny(argument, "_m"); m {
			return metres, true
		}
	}
	for _, unit := range []string{"kg", "bpm", "w", "j", "kcal"} {
		if _, ok := cutAny(argument, "_"+unit); !ok {
			continue
		}
		if bare, ok := strings.CutSuffix(text, unit); ok {
			f, err := strconv.ParseFloat(bare, 64)
			return f, err == nil
		}
	}
	return 0, false
}

// mileM is a mile in metres.
const mileM = 1609.344

// length is the metres of a length with its unit, or of a race that goes by
// its name. text is in lower case and has no spaces.
func length(text string) (float64, bool) {
	switch strings.NewReplacer("-", "", "_", "").Replace(text) {
	case "marathon", "fullmarathon":
		return 42_195, true
	case "half", "halfmarathon":
		return 21_097.5, true
	case "mile":
		return mileM, true
	}
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	f, err := strconv.ParseFloat(number, 64)
	switch unit := text[len(number):]; {
	case err != nil:
		return 0, false
	case unit == "m" || unit == "meters" || unit == "metres":
		return f, true
	case unit == "k" || unit == "km":
		return f * 1000, true
	case unit == "mi" || unit == "mile" || unit == "miles":
		return f * mileM, true
	case unit == "yd" || unit == "yards":
		return f * 0.9144, true
	}
	return 0, false
}

func cutAny(s string, suffixes ...string) (string, bool) {
	for _, x := range suffixes {
		if rest, ok := strings.CutSuffix(s, x); ok {
			return rest, true
		}
	}
	return s, false
}

// clock is the seconds of hours, minutes and seconds, or of the last two.
func clock(parts []string) (float64, bool) {
	sum := 0.0
	for i, p := range parts {
		x, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i > 0 && (x > 59 || len(p) != 2) {
			return 0, false
		}
		sum = sum*60 + float64(x)
	}
	return sum, true
}
