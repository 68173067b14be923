package training

import "testing"

func TestDefaultNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sport Sport
		sub   string
		hour  int
		want  string
	}{
		{Running, SubTrail, 6, "Morning run"},
		{Swimming, SubPool, 12, "Lunch swim"},
		{Strength, "", 18, "Evening strength session"},
		{"rock_climbing", "", 15, "Afternoon rock climbing"},
		{Other, "", 3, "Night activity"},
	} {
		if got := DefaultName(tt.sport, tt.sub, tt.hour); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	for _, s := range Sports() {
		if nouns[s] == "" {
			t.Errorf("%s has no noun", s)
		}
	}
}
