package steptext

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
)

const (
	mileM = 1000 * i18n.KmPerMile
	yardM = i18n.MPerYard
)

// quantity is a unit of a length, an energy or a weight.
type quantity struct {
	// word is the unit in a line, as Intervals.icu reads it. A field also accepts
	// the words in also.
	word            string
	seconds, metres float64
	also            []string
}

var quantities = []quantity{
	{word: "h", seconds: 3600, also: []string{"hr", "hrs", "hour", "hours"}},
	{word: "m", seconds: 60, also: []string{"min", "mins", "minute", "minutes"}},
	{word: "s", seconds: 1, also: []string{"sec", "secs", "second", "seconds"}},
	{word: "mtr", metres: 1, also: []string{"metre", "metres", "meter", "meters"}},
	{word: "km", metres: 1000, also: []string{"kms"}},
	{word: "mi", metres: mileM, also: []string{"mile", "miles"}},
	{word: "yrd", metres: yardM, also: []string{"yd", "yds", "yard", "yards"}},
	{word: "w", also: []string{"watt", "watts"}},
	{word: "kcal", also: []string{"cal"}},
}

// quantityOf finds a unit by any of its words. It returns the zero quantity if
// there is none.
func quantityOf(word string) quantity {
	for _, q := range quantities {
		if q.word == word || slices.Contains(q.also, word) {
			return q
		}
	}
	return quantity{}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// decimal reads digits with a decimal point and an exponent, but none of Go's other
// number formats.
func decimal(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789.e+-") != "" || strings.ContainsAny(text[:1], "e+-") {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// metres reads "400m", "5km", "1mi" and "100yd".
func metres(text string) (float64, bool) {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	x, ok := decimal(digits)
	unit := quantityOf(text[len(digits):])
	if unit.word == "m" && text == digits+"m" {
		unit.metres = 1
	}
	return x * unit.metres, ok && unit.metres > 0
}

// seconds reads 1h, 10m, 90s, 1h2m30s, 1m30, 5', 30", 1'30", 1.5h and 10min. plain
// reports whether the text consists of whole numbers with one-letter units.
func seconds(text string) (total float64, plain, ok bool) {
	const mostDigits = 7
	plain, text = true, primes.Replace(text)
	for last := math.Inf(1); text != ""; {
		digits := leading(text, "0123456789.")
		text = text[len(digits):]
		word := leading(text, "abcdefghijklmnopqrstuvwxyz")
		text = text[len(word):]
		unit := quantityOf(word).seconds
		if word == "" && last == 60 && text == "" { // 1m30
			unit = 1
		}
		x, isNumber := decimal(digits)
		if !isNumber || unit == 0 || unit >= last {
			return 0, false, false
		}
		plain = plain && len(word) <= 1 && len(digits) <= mostDigits && !strings.Contains(digits, ".")
		total, last, ok = total+x*unit, unit, true
	}
	return total, plain, ok
}

var primes = strings.NewReplacer("'", "m", `"`, "s")

// leading returns the leading part of a text that consists of the given characters.
func leading(text, of string) string { return text[:len(text)-len(strings.TrimLeft(text, of))] }

// clock reads 5:00, 1:30:00 and 1:45.5 as seconds.
func clock(text string) (total float64, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) != 2 && len(parts) != 3 {
		return 0, false
	}
	for i, part := range parts {
		whole, _, fraction := strings.Cut(part, ".")
		x, err := strconv.ParseFloat(part, 64)
		switch {
		case err != nil || strings.Trim(part, "0123456789.") != "":
			return 0, false
		case fraction && i < len(parts)-1, i > 0 && (len(whole) != 2 || x >= 60):
			return 0, false
		}
		total = 60*total + x
	}
	return total, true
}

// clockText writes seconds as m:ss with the given number of decimals.
func clockText(seconds float64, decimals int) string {
	whole, fraction, ok := strings.Cut(strconv.FormatFloat(min(seconds, maxAmount), 'f', decimals, 64), ".")
	if ok {
		fraction = "." + fraction
	}
	s, _ := strconv.Atoi(whole) // digits
	return fmt.Sprintf("%d:%02d%s", s/60, s%60, fraction)
}

// figure is a number of a target with the text around it: "z2", "88%",
// "5:00/km".
type figure struct {
	value  float64
	clock  bool
	around around
}

type around struct{ before, unit string }

// zoneWords maps the words before the number of a zone to their short forms; cz means a
// custom zone.
var zoneWords = [][2]string{{"ownzone", "cz"}, {"cz", "cz"}, {"zone", "z"}, {"z", "z"}}

func figureOf(text string) (f figure, ok bool) {
	for _, z := range zoneWords {
		if rest, begins := strings.CutPrefix(text, z[0]); begins {
			text, f.around.before = rest, z[1]
			break
		}
	}
	digits := leading(text, "0123456789.:")
	f.around.unit = text[len(digits):]
	if f.clock = strings.Contains(digits, ":"); f.clock {
		f.value, ok = clock(digits)
	} else {
		f.value, ok = decimal(digits)
	}
	return f, ok
}

// spanOf returns the two ends of a range ("220-240w", "z2-z3"). If there is only
// one figure, it is both ends.
func spanOf(text string) (from, to figure, ok bool) {
	first, second, two := strings.Cut(text, "-")
	if from, ok = figureOf(first); !ok || !two {
		return from, from, ok
	}
	to, ok = figureOf(second)
	return from, to, ok
}
