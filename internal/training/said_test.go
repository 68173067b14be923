package training_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

func TestSaidIsLaidOver(t *testing.T) {
	t.Parallel()
	below := training.Activity{Sport: training.Cycling, SubSport: training.SubGravel, Name: "File", Tags: []string{"own"}, PerceivedExertion: 3}
	for name, tt := range map[string]struct {
		said training.Said
		want func(a *training.Activity)
	}{
		"nothing":             {training.Said{}, func(*training.Activity) {}},
		"the same sport":      {training.Said{Sport: training.Cycling}, func(*training.Activity) {}},
		"another sport":       {training.Said{Sport: training.Running}, func(a *training.Activity) { a.Sport, a.SubSport = training.Running, "" }},
		"a finer sport":       {training.Said{Sport: training.Cycling, SubSport: training.SubMountain}, func(a *training.Activity) { a.SubSport = training.SubMountain }},
		"words":               {training.Said{Name: "Said", Tags: []string{"x"}}, func(a *training.Activity) { a.Name, a.Tags = "Said", []string{"x"} }},
		"marks and exertion":  {training.Said{Race: true, PerceivedExertion: 8}, func(a *training.Activity) { a.Race, a.PerceivedExertion = true, 8 }},
		"a note is not shown": {training.Said{PrivateNote: "x"}, func(*training.Activity) {}},
	} {
		got, want := below, below
		tt.said.Over(&got)
		tt.want(&want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
