package routes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lapkeep/internal/answers/routes"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var own = training.Scope{Athlete: "ann", Audience: training.AudiencePage}

// tracked stores activities with tracks.
func tracked(t testing.TB, db *store.DB, sport training.Sport, name string, lines ...[]route.Point) {
	t.Helper()
	storetest.Write(t, db, func(tx *store.Tx) error {
		err := tx.PutAthlete(training.Athlete{ID: "ann"})
		for i, line := range lines {
			id := training.ActivityID(fmt.Sprintf("%s%05d", name, i))
			start := storetest.Clock().AddDate(0, 0, -i)
			err = errors.Join(err,
				tx.PutActivity("ann", training.Activity{ID: id, Sport: sport, Start: start, LocalDay: training.DayOf(start)}),
				tx.PutPrimitive("ann", store.Primitive{
					Activity: id, Kind: derive.Route, Version: 1,
					Data: derive.EncodeRoute(&route.Sketch{Line: line, Extent: route.ExtentOf(line)}),
				}))
		}
		return err
	})
}

// opaque returns the alpha of each pixel of a picture that is not empty, by its position.
func opaque(t testing.TB, h *routes.Heat, v routes.HeatView) map[[2]int]uint32 {
	t.Helper()
	b, err := h.Picture(v)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out := map[[2]int]uint32{}
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			if _, _, _, a := m.At(x, y).RGBA(); a > 0 {
				out[[2]int{x, y}] = a
			}
		}
	}
	return out
}

// at returns the tile and the pixel of a position, computed by the formula of the tiles.
func at(lat, lon float64, zoom int) (tile routes.HeatView, pixel [2]int) {
	n := math.Exp2(float64(zoom))
	x := n * (lon + 180) / 360
	r := lat * math.Pi / 180
	y := n * (1 - math.Log(math.Tan(r)+1/math.Cos(r))/math.Pi) / 2
	return routes.HeatView{Zoom: zoom, X: int(x), Y: int(y), Side: 1}, [2]int{int(256 * (x - math.Floor(x))), int(256 * (y - math.Floor(y)))}
}

// TestHeatIsWhereActivitiesWere: each cell that a track passed is drawn, at every zoom; one
// that two activities passed is stronger than one that a single activity passed ten times.
func TestHeatIsWhereActivitiesWere(t *testing.T) {
	t.Parallel()
	db, m := storetest.Open(t), routes.NewHeatMap()
	there := []route.Point{{Lat: 4700000, Lon: 800000}, {Lat: 4702000, Lon: 800000}}
	var laps []route.Point
	for range 10 {
		laps = append(laps, route.Point{Lat: 4710000, Lon: 800000}, route.Point{Lat: 4710000, Lon: 803000})
	}
	tracked(t, db, training.Cycling, "a", there, there)
	tracked(t, db, training.Running, "b", laps, nil)
	h, err := m.Read(t.Context(), db, own, "")
	if err != nil || h.Activities != 3 {
		t.Fatalf("%+v %v", h, err)
	}
	for zoom := range routes.HeatZoom + 1 {
		tile, twice := at(47.01, 8.0, zoom)
		shown := opaque(t, h, tile)
		if shown[twice] == 0 {
			t.Errorf("at zoom %d nothing is drawn", zoom)
		}
		if once, pixel := at(47.1, 8.02, zoom); once == tile && pixel != twice && zoom > 9 && shown[pixel] >= shown[twice] {
			t.Errorf("at zoom %d, %d is not below %d", zoom, shown[pixel], shown[twice])
		}
	}
	far, _ := at(-33, 151, routes.HeatZoom)
	if n := len(opaque(t, h, far)); n > 0 {
		t.Errorf("%d pixels where nobody was", n)
	}
	if h, err := m.Read(t.Context(), db, own, training.Running); err != nil || h.Activities != 1 {
		t.Errorf("of runs: %+v %v", h, err)
	}
	tracked(t, db, training.Running, "c", there)
	if h, err := m.Read(t.Context(), db, own, training.Running); err != nil || h.Activities != 2 {
		t.Errorf("after one more: %+v %v", h, err)
	}
}

// TestHeatIsForTheAthlete: nobody else gets it, and a cancelled read keeps nothing.
func TestHeatIsForTheAthlete(t *testing.T) {
	t.Parallel()
	db, m := storetest.Open(t), routes.NewHeatMap()
	tracked(t, db, training.Cycling, "a", []route.Point{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 9000}})
	for _, a := range []training.Audience{training.AudienceModel, training.AudienceExport} {
		if _, err := m.Read(t.Context(), db, training.Scope{Athlete: "ann", Audience: a}, ""); training.KindOf(err) != training.KindForbidden {
			t.Errorf("%v: %v", a, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Read(ctx, db, own, ""); err == nil {
		t.Error("a cancelled read has an answer")
	}
	if h, err := m.Read(t.Context(), db, own, ""); err != nil || h.Activities != 1 {
		t.Errorf("%+v %v", h, err)
	}
}

// TestHeatBeginsAtTiles: the first view holds most of the tracks, and begins and ends at
// tiles, so that its middle is not where they begin.
func TestHeatBeginsAtTiles(t *testing.T) {
	t.Parallel()
	if v := empty(t).View; v != (routes.HeatView{Side: 1}) {
		t.Errorf("without a track it shows %+v", v)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		db := storetest.Open(t)
		home := route.Point{Lat: int32(r.IntN(12e6) - 6e6), Lon: int32(r.IntN(36e6) - 18e6)}
		var lines [][]route.Point
		for range 9 {
			lines = append(lines, []route.Point{
				home, {Lat: home.Lat + int32(r.IntN(20000)-10000), Lon: home.Lon + int32(r.IntN(20000)-10000)}, home,
			})
		}
		tracked(t, db, training.Cycling, "a", append(lines, []route.Point{{Lat: 10, Lon: 10}, {Lat: 9000, Lon: 10}})...)
		h, err := routes.NewHeatMap().Read(t.Context(), db, own, "")
		if err != nil {
			t.Fatal(err)
		}
		v := h.View
		south, west, north, east := v.Bounds()
		lat, lon := float64(home.Lat)/1e5, float64(home.Lon)/1e5
		if v.Zoom < 5 || lat < south || lat > north || lon < west || lon > east {
			t.Errorf("home %v is not in %+v", home, v)
		}
		if n, all := len(opaque(t, h, v)), len(opaque(t, h, h.Whole)); n == 0 || all == 0 || h.Whole.Zoom > v.Zoom {
			t.Errorf("%+v shows %d pixels, %+v %d", v, n, h.Whole, all)
		}
	}
}

func empty(t testing.TB) *routes.Heat {
	t.Helper()
	h, err := routes.NewHeatMap().Read(t.Context(), storetest.Open(t), own, "")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHeatHasNoOtherTiles(t *testing.T) {
	t.Parallel()
	h := empty(t)
	for _, v := range []routes.HeatView{
		{},
		{Side: 2},
		{Zoom: -1, Side: 1},
		{Zoom: 13, Side: 1},
		{Zoom: 1, X: 2, Side: 1},
		{Zoom: 1, Y: -1, Side: 1},
		{Zoom: 12, X: math.MaxInt, Side: 1},
		{Zoom: 1, X: 1, Side: 2},
		{Zoom: 60, Side: 3},
	} {
		if b, err := h.Picture(v); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%+v: %d bytes, %v", v, len(b), err)
		}
	}
}

// BenchmarkHeat measures the first read and a tile at each zoom, for 15,000 activities of
// 40 km on 300 roads around one place.
func BenchmarkHeat(b *testing.B) {
	db := storetest.Open(b)
	r := rand.New(rand.NewPCG(5, 6))
	roads := make([][]route.Point, 300)
	for i := range roads {
		p, heading := route.Point{Lat: 4700000, Lon: 800000}, 2*math.Pi*r.Float64()
		for range 300 {
			heading += r.NormFloat64() / 4
			p.Lat, p.Lon = p.Lat+int32(120*math.Cos(heading)), p.Lon+int32(176*math.Sin(heading))
			roads[i] = append(roads[i], p)
		}
	}
	for part := range 15 {
		lines := make([][]route.Point, 1000)
		for i := range lines {
			lines[i] = slices.Clone(roads[r.IntN(len(roads))])
			for k := range lines[i] {
				lines[i][k].Lat, lines[i][k].Lon = lines[i][k].Lat+int32(r.IntN(20)), lines[i][k].Lon+int32(r.IntN(20))
			}
		}
		tracked(b, db, training.Cycling, fmt.Sprintf("p%d-", part), lines...)
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if _, err := routes.NewHeatMap().Read(b.Context(), db, own, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
	h, err := routes.NewHeatMap().Read(b.Context(), db, own, "")
	if err != nil {
		b.Fatal(err)
	}
	for _, zoom := range []int{4, 8, 10, 12} {
		tile, _ := at(47.0, 8.0, zoom)
		b.Run(fmt.Sprintf("tile at %d", zoom), func(b *testing.B) {
			for b.Loop() {
				if _, err := h.Picture(tile); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
