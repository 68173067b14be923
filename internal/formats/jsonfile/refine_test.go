package jsonfile_test

import (
	"testing"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/training"
)

func TestRefine(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		maker, product, title, file string
		sport                       training.Sport
		sub                         string
		place                       bool
		wantSport                   training.Sport
		want                        string
	}{
		"a maker of courses":               {maker: "zwift", product: "0", sport: "cycling", place: true, want: "virtual"},
		"said to be indoors, on an island": {maker: "zwift", sport: "cycling", sub: "indoor", place: true, want: "virtual"},
		"said to be a road":                {maker: "virtualtraining", sport: "cycling", sub: "road", place: true, want: "virtual"},
		"a run":                            {maker: "zwift", sport: "running", place: true, want: "virtual"},
		"indoors without a place stays":    {maker: "zwift", sport: "cycling", sub: "indoor", want: "indoor"},
		"a course without places":          {product: "BKOOL Simulator", sport: "cycling", want: "virtual"},
		"a creator":                        {product: "http://www.rouvy.com", sport: "cycling", place: true, want: "virtual"},
		"a program in development":         {maker: "development", product: "MyWhoosh", sport: "cycling", place: true, want: "virtual"},
		"a program of TrainingPeaks": {
			maker: "peaksware", product: "TrainingPeaks Virtual", sport: "cycling",
			place: true, want: "virtual",
		},
		"a program of a maker of watches": {
			maker: "garmin", product: "tacx_training_app_win", sport: "cycling",
			place: true, want: "virtual",
		},
		"the name of the file": {
			maker: "garmin", product: "edge_530", file: "x/MyNewActivity-3.8.5.fit",
			sport: "cycling", place: true, want: "virtual",
		},
		"the name of the file against its word": {
			maker: "garmin", file: "zwift_1.fit", sport: "cycling", sub: "gravel",
			place: true, want: "gravel",
		},
		"the name of the activity": {
			product: "StravaGPX", title: "Zwift - Volcano Flat in Watopia",
			sport: "cycling", place: true, want: "virtual",
		},
		"an athlete's words":                  {product: "StravaGPX", title: "No Zwift today", sport: "cycling", place: true, want: ""},
		"a workout on a trainer, of no sport": {maker: "trainer_road", sport: "other", wantSport: "cycling", want: "indoor"},
		"a workout that was ridden outside":   {product: "TrainerRoad", sport: "cycling", place: true, want: ""},
		"a swim":                              {maker: "tacx", sport: "swimming", place: true, want: ""},
		"a watch": {
			maker: "garmin", product: "fr945", file: "zwifter.fit",
			sport: "cycling", place: true, want: "",
		},
		"what it says itself needs no word of us": {maker: "zwift", sport: "cycling", sub: "virtual", place: true, want: "virtual"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &training.Recording{
				Sport: tt.sport, SubSport: tt.sub, Name: tt.title,
				Device: training.Device{Manufacturer: tt.maker, Product: tt.product},
			}
			r.Columns.TimeS = []int32{0}
			if tt.place {
				r.Columns.Put(training.Latitude, 0, -138_000_000)
				r.Columns.Put(training.Longitude, 0, 1_991_000_000)
			}
			jsonfile.Refine(r, tt.file)
			if tt.wantSport == "" {
				tt.wantSport = tt.sport
			}
			if r.SubSport != tt.want || r.Sport != tt.wantSport {
				t.Errorf("%s %q, want %s %q", r.Sport, r.SubSport, tt.wantSport, tt.want)
			}
			if changed := tt.sub != tt.want; changed != (len(r.Warnings) == 1) {
				t.Errorf("said %q", r.Warnings)
			}
		})
	}
}
