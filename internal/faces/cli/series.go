package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// series is an object whose lists are values of days or weeks in order.
type series struct {
	from, to string
	values   []member
	rest     object
}

// seriesOf finds lists of numbers beside one of dates.
func seriesOf(o object) (series, bool) {
	laidOut := columns(o)
	s := series{rest: o}
	for _, m := range laidOut {
		list := m.value.([]any) // columns holds lists alone
		numbers := true
		for _, v := range list {
			numbers = numbers && isNumber(v)
		}
		first, _ := list[0].(string)
		last, _ := list[len(list)-1].(string)
		switch {
		case numbers:
			s.values = append(s.values, m)
		case m.key == "dates" || m.key == "days" || m.key == "weeks":
			s.from, s.to = first, last
		default:
			continue
		}
		s.rest = without(s.rest, m.key)
	}
	return s, s.from != "" && len(s.values) > 0
}

// curves are a line for each list: its shape, its last value and its bounds.
func (s series) curves() [][2]string {
	var out [][2]string
	for _, m := range s.values {
		list := m.value.([]any) // as above
		low, high := math.Inf(1), math.Inf(-1)
		var last, least, most any
		for _, v := range list {
			f, ok := float(v)
			if !ok {
				continue
			}
			last = v
			if f < low {
				low, least = f, v
			}
			if f > high {
				high, most = f, v
			}
		}
		if last == nil {
			continue
		}
		said := fmt.Sprintf("last %s, %s to %s", quantity(m.key, last), cell(m.key, least), cell(m.key, most))
		out = append(out, [2]string{label(m.key), spark(list, low, high) + step + said})
	}
	return out
}

func float(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// mostBars is how wide a curve may be.
const mostBars = 60

// spark draws values as bars of eight heights; what is missing is a blank. Of
// more values than there is room for, each bar is the highest of its share.
func spark(list []any, low, high float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	n := min(len(list), mostBars)
	for i := range n {
		top, found := math.Inf(-1), false
		for _, v := range list[i*len(list)/n : (i+1)*len(list)/n] {
			if f, ok := float(v); ok {
				top, found = max(top, f), true
			}
		}
		switch {
		case !found:
			b.WriteByte(' ')
		case high <= low:
			b.WriteRune(bars[0])
		default:
			b.WriteRune(bars[int((top-low)/(high-low)*float64(len(bars)-1))])
		}
	}
	return b.String()
}
