package training

import (
	"reflect"
	"testing"
)

func TestSaidIsLaidOver(t *testing.T) {
	t.Parallel()
	below := Activity{Sport: Cycling, SubSport: SubGravel, Name: "File", Tags: []string{"own"}, PerceivedExertion: 3}
	for name, tt := range map[string]struct {
		said Statement
		want func(a *Activity)
	}{
		"nothing":        {Statement{}, func(*Activity) {}},
		"the same sport": {Statement{Sport: Cycling}, func(*Activity) {}},
		"another sport":  {Statement{Sport: Running}, func(a *Activity) { a.Sport, a.SubSport = Running, "" }},
		"a finer sport":  {Statement{Sport: Cycling, SubSport: SubMountain}, func(a *Activity) { a.SubSport = SubMountain }},
		"words":          {Statement{Name: "Said", Tags: []string{"x"}}, func(a *Activity) { a.Name, a.Tags = "Said", []string{"x"} }},
		"feel and food": {
			Statement{Feel: 2, CarbsG: 40, FluidML: 500, Ignored: []Ignored{{Channel: "hr"}}},
			func(a *Activity) { a.Feel, a.CarbsG, a.FluidML, a.Ignored = 2, 40, 500, []Ignored{{Channel: "hr"}} },
		},
		"marks and exertion":  {Statement{Race: true, PerceivedExertion: 8}, func(a *Activity) { a.Race, a.PerceivedExertion = true, 8 }},
		"weather":             {Statement{Weather: Values{MetricFeelsLikeC: 3}}, func(*Activity) {}},
		"a note is not shown": {Statement{PrivateNote: "x"}, func(*Activity) {}},
	} {
		got, want := below, below
		tt.said.Over(&got)
		tt.want(&want)
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
