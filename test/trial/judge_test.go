//go:build e2e

package trial

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// expression is where a fact stands, in which unit, and how near is right.
type expression struct {
	words    []string
	per      float64
	near     float64
	relative bool
}

func parse(s string) (e expression, err error) {
	e.per = 1
	s, near, told := strings.Cut(s, " ± ")
	if told {
		near, e.relative = strings.CutSuffix(near, "%")
		if e.near, err = strconv.ParseFloat(near, 64); err != nil {
			return e, err
		}
	}
	s, per, divided := strings.Cut(s, " / ")
	if divided {
		if e.per, err = strconv.ParseFloat(per, 64); err != nil {
			return e, err
		}
	}
	e.words = strings.Fields(s)
	return e, nil
}

// close reports whether a told number is the fact. Answers are rounded to a
// tenth at the coarsest, and sums are made of rounded parts.
func (e expression) close(fact, told float64) bool {
	allowed := 0.051 + 0.001*math.Abs(fact)
	switch {
	case e.relative:
		allowed = e.near / 100 * math.Abs(fact)
	case e.near > 0:
		allowed = e.near
	}
	return math.Abs(fact-told/e.per) <= allowed
}

// judge returns what is wrong with an answer to a question, nothing if it tells
// the fact.
func judge(answer map[string]any, fact any, at string) (wrong string, err error) {
	e, err := parse(at)
	if err != nil {
		return "", err
	}
	if at == "anywhere" {
		said := textOf(answer)
		if strings.Contains(said, fmt.Sprint(fact)) {
			return "", nil
		}
		return fmt.Sprintf("%v is not said in %.300s", fact, said), nil
	}
	told, err := find(answer, e.words)
	if err != nil {
		return "", err
	}
	if told == nil && answer["error"] != nil {
		if _, ok := fact.(absent); !ok {
			return text(answer["error"]), nil
		}
	}
	if e.same(answer, fact, told) {
		return "", nil
	}
	return fmt.Sprintf("wanted %v, %s is %v", shown(fact), at, told), nil
}

// same compares what was told with the fact.
func (e expression) same(answer map[string]any, fact any, told []any) bool {
	switch want := fact.(type) {
	case absent:
		return len(told) == 0 && slices.ContainsFunc(strings.Split(e.words[0], "."), func(part string) bool { return named(answer, part) })
	case string:
		return len(told) == 1 && strings.Contains(text(told[0]), want)
	case float64:
		return e.numbers([]float64{want}, told)
	case []float64:
		return e.numbers(want, told)
	case []string:
		if len(want) != len(told) {
			return false
		}
		for i := range want {
			if want[i] != text(told[i]) {
				return false
			}
		}
		return true
	}
	return false
}

func (e expression) numbers(want []float64, told []any) bool {
	got := floats(told)
	if len(got) != len(want) {
		return false
	}
	for i := range want {
		if !e.close(want[i], got[i]) {
			return false
		}
	}
	return true
}

// named reports whether an answer has a reason why a part of it is missing.
func named(answer map[string]any, part string) bool {
	missing, _ := answer["missing"].(map[string]any)
	return text(missing[part]) != ""
}

func textOf(answer map[string]any) string {
	b, err := json.Marshal(answer)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// shown returns a fact as the page has it.
func shown(fact any) string {
	switch v := fact.(type) {
	case absent:
		return "missing, with a reason"
	case float64:
		return strconv.FormatFloat(math.Round(100*v)/100, 'f', -1, 64)
	case []float64:
		var out []string
		for _, x := range v {
			out = append(out, shown(x))
		}
		return strings.Join(out, ", ")
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(fact)
}

// TestJudge: a judge that finds every answer right would be worth nothing.
func TestJudge(t *testing.T) {
	t.Parallel()
	var answer map[string]any
	err := json.Unmarshal([]byte(`{
		"totals": {"duration_s": 7200, "distance_km": 20.04},
		"rows": [{"sport": "run", "km": 5, "day": "2026-08-01"}, {"sport": "ride", "km": 40, "day": "2026-08-02"}],
		"zones": [{"s": [1, 2, 3]}, {"s": [10, 20, 30]}],
		"missing": {"spo2": "never measured"}}`), &answer)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fact  any
		at    string
		right bool
	}{
		{2.0, "totals.duration_s / 3600", true},
		{2.0, "totals.duration_s", false},
		{20.0, "totals.distance_km", true}, // told to a tenth
		{20.2, "totals.distance_km", false},
		{20.2, "totals.distance_km ± 1%", true},
		{20.5, "totals.distance_km ± 0.5", true},
		{20.6, "totals.distance_km ± 0.5", false},
		{40.0, "rows[sport=ride].km", true},
		{5.0, "rows[sport=ride].km", false},
		{[]string{"2026-08-01", "2026-08-02"}, "rows.day", true},
		{[]string{"2026-08-01"}, "rows.day", false},
		{[]string{"2026-08-02", "2026-08-01"}, "reversed rows.day", true},
		{"2026-08-02", "argmax rows.km rows.day", true},
		{5.0, "at 2026-08-01 rows.day rows.km", true},
		{40.0, "max rows.km", true},
		{22.5, "mean rows.km", true},
		{2.0, "count rows", true},
		{0.0, "count rows[sport=swim]", true},
		{0.0, "count nothing", false},
		{35.0, "diff rows[1].km rows[0].km", true},
		{8.0, "ratio rows[1].km rows[0].km", true},
		{[]float64{11, 22, 33}, "add zones.s", true},
		{100 * 11.0 / 66, "share zones.s", true},
		{22.0, "sum zones.s[1]", true},
		{55.0, "sum zones.s[1:]", true},
		{[]float64{2, 3}, "zones[0].s[1:]", true},
		{0.0, "totals.nothing", false}, // what is not told is no zero
		{absent{}, "spo2", true},
		{absent{}, "steps", false}, // without a reason
		{absent{}, "totals.distance_km", false},
		{"never measured", "anywhere", true},
		{"2019", "anywhere", false},
	} {
		wrong, err := judge(answer, c.fact, c.at)
		if err != nil || (wrong == "") != c.right {
			t.Errorf("%v at %q: %q, %v", c.fact, c.at, wrong, err)
		}
	}
	if _, err := judge(answer, 1.0, "guess rows.km"); err == nil {
		t.Error("an unknown way to answer is no error")
	}
}
