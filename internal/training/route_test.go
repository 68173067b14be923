package training

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestRoutePointsAreArrays(t *testing.T) {
	t.Parallel()
	high := 512.3
	want := Route{Name: "Lake", Points: []RoutePoint{{LatDeg: 47.123456, LonDeg: -8.5}, {LatDeg: 47, LonDeg: 8, AltitudeM: &high}}}
	b, err := json.Marshal(want)
	if err != nil || string(b) != `{"name":"Lake","points":[[47.123456,-8.5],[47,8,512.3]]}` {
		t.Fatal(string(b), err)
	}
	var got Route
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{`[47]`, `[47,8,1,2]`, `[91,0]`, `[0,181]`, `{}`, `"x"`} {
		if err := json.Unmarshal([]byte(bad), &RoutePoint{}); err == nil {
			t.Errorf("%s is a point", bad)
		}
	}
}
