//go:build e2e

package trial

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// An answer is found by an expression over the structured answer:
//
//	totals.distance_km               keys; lists are gone through
//	activities[sport=running].name   of a list, what has that value
//	seconds[4:]  seconds[1]          a part of a list
//	sum X, ratio X Y, at KEY KEYS X  what an assistant does in its head
//	X / 3600                         another unit
//	X ± 1  X ± 2%                    as near as a rule that differs can be
//
// anywhere is the whole answer as text.

// walk follows keys through maps and lists and gives all that it meets.
func walk(v any, path string) []any {
	if path == "" {
		if v == nil {
			return nil
		}
		return []any{v}
	}
	key, rest, _ := strings.Cut(path, ".")
	if list, ok := v.([]any); ok {
		var out []any
		for _, item := range list {
			out = append(out, walk(item, path)...)
		}
		return out
	}
	name, picks, _ := strings.Cut(key, "[")
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	value := m[name]
	if picks != "" {
		value = pick(value, strings.TrimSuffix(picks, "]"))
	}
	return walk(value, rest)
}

// pick takes a part of a list.
func pick(v any, which string) any {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	if key, want, ok := strings.Cut(which, "="); ok {
		return slices.DeleteFunc(slices.Clone(list), func(item any) bool {
			m, _ := item.(map[string]any)
			return text(m[key]) != want
		})
	}
	from, open := strings.CutSuffix(which, ":")
	n, err := strconv.Atoi(from)
	switch {
	case err != nil || n >= len(list):
		return nil
	case open:
		return list[n:]
	}
	return list[n]
}

// flat returns the values of the lists and lists of lists that were met.
func flat(values []any) (out []any) {
	for _, v := range values {
		if list, ok := v.([]any); ok {
			out = append(out, flat(list)...)
		} else if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// column returns one list, gaps included, or the values that were met in many.
func column(values []any) []any {
	if len(values) == 1 {
		if list, ok := values[0].([]any); ok {
			return list
		}
	}
	return flat(values)
}

func floats(values []any) (out []float64) {
	for _, v := range flat(values) {
		if x, ok := v.(float64); ok {
			out = append(out, x)
		}
	}
	return out
}

// find evaluates an expression without unit and nearness.
func find(answer map[string]any, words []string) ([]any, error) {
	if len(words) == 1 {
		return flat(walk(answer, words[0])), nil
	}
	var args [][]any
	for _, w := range words[1:] {
		args = append(args, walk(answer, w))
	}
	switch words[0] {
	case "at":
		return flat(keyed(words[1], column(args[1]), column(args[2]))), nil
	case "argmax":
		return topKey(floats(args[0]), flat(args[1])), nil
	case "concat":
		return append(flat(args[0]), flat(args[1])...), nil
	case "diff", "ratio":
		return combined(words[0], floats(args[0]), floats(args[1])), nil
	}
	if list, ok := ordered(words[0], flat(args[0])); ok {
		return list, nil
	}
	return reduced(words[0], args[0])
}

// combined computes a value from two numbers.
func combined(how string, a, b []float64) []any {
	switch {
	case len(a) != 1 || len(b) != 1:
		return nil
	case how == "diff":
		return []any{a[0] - b[0]}
	}
	return []any{a[0] / b[0]}
}

// ordered returns a list in another order or with fewer of its values.
func ordered(how string, list []any) ([]any, bool) {
	byText := func(a, b any) int { return strings.Compare(text(a), text(b)) }
	switch how {
	case "first":
		return list[:min(1, len(list))], true
	case "last":
		return list[max(0, len(list)-1):], true
	case "sorted":
		return slices.SortedFunc(slices.Values(list), byText), true
	case "reversed":
		return newest(list), true
	case "set":
		return slices.Compact(list), true
	}
	return nil, false
}

// reduced computes a value from a list.
func reduced(how string, of []any) ([]any, error) {
	if how == "count" && len(of) > 0 { // a list that is not there has no length
		return []any{float64(len(flat(of)))}, nil
	}
	xs, sum := floats(of), 0.0
	if len(xs) == 0 {
		return nil, nil
	}
	for _, x := range xs {
		sum += x
	}
	switch how {
	case "sum":
		return []any{sum}, nil
	case "mean":
		return []any{sum / float64(len(xs))}, nil
	case "max":
		return []any{slices.Max(xs)}, nil
	case "add":
		return added(of), nil
	case "share": // of the first, in percent
		return []any{100 * floats(added(of)[:1])[0] / sum}, nil
	}
	return nil, fmt.Errorf("nobody knows how to %q", how)
}

// added returns lists added up place by place.
func added(lists []any) []any {
	var sum []any
	for _, l := range lists {
		for i, x := range floats([]any{l}) {
			if i == len(sum) {
				sum = append(sum, 0.0)
			}
			so, _ := sum[i].(float64)
			sum[i] = so + x
		}
	}
	return sum
}

func keyed(key string, keys, values []any) []any {
	for i, k := range keys {
		if text(k) == key && i < len(values) {
			return values[i : i+1]
		}
	}
	return nil
}

func topKey(values []float64, keys []any) []any {
	if len(values) == 0 || len(values) != len(keys) {
		return nil
	}
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return keys[best : best+1]
}

func (b *book) bests() {
	first := b.plan.Days.From
	b.put("best_20min_year", b.power(1200, year))
	b.put("best_5min_year", b.power(300, year))
	b.put("best_1min_year", b.power(60, year))
	b.put("best_5s_year", b.power(5, year))
	b.put("best_60min_year", b.power(3600, year))
	b.put("best_5min_ever", b.power(300, first))
	b.put("best_1min_90d", b.power(60, b.today-89))
	b.put("best_20min_42d", b.power(1200, b.today-41))
	lastYear := b.those(training.NewDay(2025, time.January, 1), year-1, training.Cycling)
	b.put("best_20min_last_year", bestPower(lastYear, 1200))
	b.put("best_20min_wkg_year", b.perKilo())
	long := inOrder(b.those(first, b.today, training.Cycling), func(o *outing) float64 { return -o.bestMean(training.Power, 1200) })
	b.put("third_20min_ever", -long[2])
	b.put("tenth_20min_ever", -long[9])
	b.put("fifth_5k_year", inOrder(b.those(year, b.today, training.Running), func(o *outing) float64 { return o.bestTime(5000) })[4])
	b.put("best_5k_ever", b.fastest(5000, first))
	b.put("best_10k_ever", b.fastest(10000, first))
	b.put("best_half_ever", b.fastest(21097.5, first))
	b.put("best_5k_year", b.fastest(5000, year))
	b.put("best_10k_year", b.fastest(10000, year))
	b.put("longest_run_km", most(b.those(first, b.today, training.Running), km).km)
	top := 0.0
	for _, o := range b.those(year, b.today, training.Cycling) {
		top = math.Max(top, o.top(training.HeartRate)) // a NaN is none
	}
	b.put("top_hr_ride_year", top)
}

// inOrder returns a value of each outing that has it, the lowest first.
func inOrder(of []*outing, value func(*outing) float64) (out []float64) {
	for _, o := range of {
		if v := value(o); !math.IsNaN(v) && !math.IsInf(v, 0) {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// bestPower returns the best mean over so many seconds of any of the rides.
func bestPower(of []*outing, seconds int) float64 {
	best := 0.0
	for _, o := range of {
		if p := o.bestMean(training.Power, seconds); p > best {
			best = p
		}
	}
	return best
}

func (b *book) power(seconds int, from training.Day) float64 {
	return bestPower(b.those(from, b.today, training.Cycling), seconds)
}

func (b *book) perKilo() float64 {
	best := 0.0
	for _, o := range b.those(year, b.today, training.Cycling) {
		if p := o.bestMean(training.Power, 1200) / b.threshold(training.KeyWeight, "", o.Day); p > best {
			best = p
		}
	}
	return best
}

func (b *book) fastest(metres float64, from training.Day) float64 {
	best := math.Inf(1)
	for _, o := range b.those(from, b.today, training.Running) {
		best = math.Min(best, o.bestTime(metres))
	}
	return best
}

// estimates follow from the bests by the documented rules; models differ, so
// that their answers are only near these.
func (b *book) estimates() {
	const days = 90
	from := b.today - days + 1
	var seconds, watts []float64
	for _, s := range []int{180, 300, 480, 720, 1200} {
		seconds, watts = append(seconds, float64(s)), append(watts, b.power(s, from))
	}
	cp, _ := naive.CriticalPower(seconds, watts)
	b.put("cp", cp)
	b.put("ftp_estimate", math.Max(0.95*b.power(1200, from), b.power(3600, from)))
	marathon := math.Inf(1) // by the effort that promises most, as only that one was hard
	for _, metres := range []float64{5000, 10000, 21097.5} {
		marathon = math.Min(marathon, naive.Riegel(b.fastest(metres, from), metres, 42195))
	}
	b.put("marathon_s", marathon)
}

func (b *book) settings() {
	now := b.today
	ftp := b.threshold(training.KeyFTP, training.Cycling, now)
	b.put("ftp", ftp)
	b.put("ftp_january", b.threshold(training.KeyFTP, training.Cycling, day(time.January, 15)))
	var history []string
	for _, e := range b.plan.Thresholds {
		if e.Key == training.KeyFTP && e.Sport == training.Cycling.Plain() {
			history = append(history, e.From.String())
		}
	}
	b.put("ftp_history", newest(history))
	b.put("max_hr", b.threshold(training.KeyMaxHR, "", now))
	b.put("run_lthr", b.threshold(training.KeyLTHR, training.Running, now))
	b.put("threshold_pace", 1000/b.threshold(training.KeyThresholdPace, training.Running, now))
	b.put("css_pace", 100/b.threshold(training.KeyThresholdPace, training.Swimming, now))
	b.put("weight_january", b.threshold(training.KeyWeight, "", day(time.January, 1)))
	b.put("power_bounds", naive.Bounds(naive.CogganShares, ftp))
	b.put("hr_bounds", beats(cyclingShares, b.threshold(training.KeyLTHR, training.Cycling, now)))
}

// Friel's lower bounds of heart rate zones 2 and up, in percent of LTHR.
var (
	cyclingShares = []float64{81, 90, 94, 100, 103, 107}
	runningShares = []float64{85, 90, 95, 100, 103, 107}
)

// beats returns bounds in whole beats: a beat below a bound is not in the zone.
func beats(shares []float64, lthr float64) []float64 {
	out := naive.Bounds(shares, lthr)
	for i, v := range out {
		out[i] = math.Ceil(v)
	}
	return out
}
