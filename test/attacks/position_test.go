//go:build e2e

package attacks_test

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
)

// track returns a way of 600 m to the north, so many metres east of a door.
func track(aside float64, timed bool) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>`)
	for i := range 120 {
		fmt.Fprintf(&b, `<trkpt lat="%.6f" lon="%.6f"><ele>100</ele>`, 48+float64(i)*5/111_195, 8+aside/74_400)
		if timed {
			fmt.Fprintf(&b, `<time>2026-03-10T07:%02d:%02dZ</time>`, i/60, i%60)
		}
		b.WriteString(`</trkpt>`)
	}
	return b.String() + `</trkseg></trk></gpx>`
}

// positions returns attacks that ask where the athlete was by naming a place.
func positions() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries string
		more        object
	}{
		{"a home address by a segment", "`save_segment` with a GPX that passes it, and with one 200 m away from it", nil},
		{"a home address by a preview", "the same with `dry_run`, with a saved segment on the same route", object{"dry_run": true}},
	} {
		out = append(out, arenatest.Attack{Name: c.name, By: arenatest.Model, Tries: c.tries, Seen: "ac3d4695", Run: func(t *testing.T) {
			u, _ := newAthlete(t)
			if s := u.Import(t, map[string][]byte{"home.gpx": []byte(track(0, true))}); s.Code != 0 {
				t.Fatal(s.All())
			}
			u.Must(t, "call", "save_segment", fmt.Sprintf(`{"name":"Street","gpx":%q}`, track(0, false)))
			said := map[string]bool{}
			for _, aside := range []float64{0, 200} {
				s := serve(t, u)
				args := object{"name": "Way", "gpx": track(aside, false)}
				for k, v := range c.more {
					args[k] = v
				}
				a := s.Call("save_segment", args)
				if a.Line == "" {
					t.Fatal("there is no answer")
				}
				said[chance.ReplaceAllString(a.Line, "…")] = true
				said[chance.ReplaceAllString(s.Call("get_segment", object{"id": "Way"}).Line, "…")] = true
			}
			if len(said) != 2 {
				t.Errorf("%d answers, want the same two for both ways: %.1500s", len(said), fmt.Sprint(said))
			}
		}})
	}
	return append(out, arenatest.Attack{
		Name: "a region by a map", By: arenatest.Model, Tries: "`list_segments` with `bounds`", Seen: arenatest.Held,
		Run: func(t *testing.T) {
			u, _ := newAthlete(t)
			a := serve(t, u).Call("list_segments", object{"source": "strava", "bounds": []float64{47, 7, 49, 9}})
			if !strings.Contains(a.Line, "not shared with assistants") {
				t.Errorf("it is not refused: %.600s", a.Line)
			}
		},
	})
}

func TestPositions(t *testing.T) { arenatest.Run(t, positions()) }
