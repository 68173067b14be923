package wellness_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/training"
)

const first training.Day = 20_000

// said reads days by the first letter of their phase, "." of one that nobody spoke of.
func said(text string) map[training.Day]wellness.Phase {
	of := map[byte]wellness.Phase{}
	for _, p := range wellness.Phases() {
		of[p[0]] = p
	}
	out := map[training.Day]wellness.Phase{}
	for i := range len(text) {
		if p := of[text[i]]; p != "" {
			out[first+training.Day(i)] = p
		}
	}
	return out
}

// shown writes the cycles the same way, each after a bar, "~" before one that is estimated.
func shown(cycles []wellness.Cycle) string {
	var out strings.Builder
	for _, c := range cycles {
		out.WriteString("|")
		if c.Estimated {
			out.WriteString("~")
		}
		for _, p := range c.Phases {
			if p == "" {
				p = "."
			}
			out.WriteByte(p[0])
		}
	}
	return out.String()
}

func TestCycles(t *testing.T) {
	t.Parallel()
	r := strings.Repeat
	for name, tt := range map[string]struct{ said, want string }{
		"28 days":          {"ppppp" + r(".", 23) + "pp", "|~ppppp" + "ffffff" + "ooo" + r("l", 14)},
		"35 days":          {"pppp" + r(".", 31) + "p", "|~pppp" + r("f", 14) + "ooo" + r("l", 14)},
		"18 days":          {"pp" + r(".", 16) + "p", "|~pp" + "oo" + r("l", 14)},
		"17 days":          {"pp" + r(".", 15) + "p", ""},
		"50 days":          {"p" + r(".", 49) + "p", "|~p" + r("f", 32) + "ooo" + r("l", 14)},
		"51 days":          {"p" + r(".", 50) + "p", ""},
		"a day left out":   {"pp.pp" + r(".", 23) + "p", "|~ppfpp" + "ffffff" + "ooo" + r("l", 14)},
		"ten days apart":   {"p" + r(".", 9) + "p" + r(".", 20) + "p", "|~p" + r("f", 9) + "p" + "fff" + "ooo" + r("l", 14)},
		"as somebody said": {"pp" + r("f", 10) + "oo" + r(".", 4) + r("l", 8) + "p", "|pp" + r("f", 10) + "oo...." + r("l", 8)},
		"two": {
			"pp" + r(".", 20) + "pp" + r(".", 22) + "p",
			"|~pp" + "fff" + "ooo" + r("l", 14) + "|~pp" + "fffff" + "ooo" + r("l", 14),
		},
		"one that goes on":  {"ppp" + r(".", 40), ""},
		"no period":         {r("f", 60), ""},
		"nothing":           {"", ""},
		"two of one unsaid": {"p" + r(".", 55) + "p" + r(".", 27) + "p", "|~p" + r("f", 10) + "ooo" + r("l", 14)},
	} {
		if got := shown(wellness.CycleOf(said(tt.said))); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, tt.want)
		}
	}
}
