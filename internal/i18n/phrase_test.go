package i18n_test

import (
	"testing"

	"lapkeep/internal/i18n"
)

func TestCounted(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 activities", 1: "1 activity", 2: "2 activities", 1500: "1500 activities"} {
		if got := i18n.Counted(n, "activity", "activities"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"äöüß", 3, "äöü…"}, {"äöü", 3, "äöü"},
	} {
		if got := i18n.Clip(c.s, c.most); got != c.want {
			t.Errorf("Clip(%q, %d) is %q, want %q", c.s, c.most, got, c.want)
		}
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{0: "0:00", 59.6: "1:00", 240: "4:00", 3599: "59:59", 3600: "1:00:00", 37_230: "10:20:30"} {
		if got := i18n.Clock(seconds); got != want {
			t.Errorf("%g s: %s, want %s", seconds, got, want)
		}
	}
}
