package fit_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
)

func TestSports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sport typedef.Sport
		sub   typedef.SubSport
		want  training.Sport
		word  string
	}{
		{typedef.SportCycling, typedef.SubSportRoad, training.Cycling, training.SubRoad},
		{typedef.SportCycling, typedef.SubSportInvalid, training.Cycling, ""},
		{typedef.SportEBiking, typedef.SubSportGeneric, training.Cycling, ""},
		{typedef.SportRunning, typedef.SubSportTreadmill, training.Running, training.SubIndoor},
		{typedef.SportSwimming, typedef.SubSportLapSwimming, training.Swimming, training.SubPool},
		{typedef.SportFitnessEquipment, typedef.SubSportIndoorRowing, training.Rowing, training.SubIndoor},
		{typedef.SportFitnessEquipment, typedef.SubSportTreadmill, training.Running, training.SubIndoor},
		{typedef.SportFitnessEquipment, typedef.SubSportElliptical, training.Fitness, "elliptical"},
		{typedef.SportTraining, typedef.SubSportStrengthTraining, training.Strength, ""},
		{typedef.SportTraining, typedef.SubSportYoga, training.Yoga, ""},
		{typedef.SportTraining, typedef.SubSportCardioTraining, training.Fitness, "cardio_training"},
		{typedef.SportKayaking, typedef.SubSportInvalid, training.Paddling, ""},
		{typedef.SportGeneric, typedef.SubSportGeneric, training.Other, ""},
		{typedef.SportInvalid, typedef.SubSportInvalid, training.Other, ""},
		{typedef.Sport(240), typedef.SubSport(240), training.Other, ""},
		{typedef.SportTennis, typedef.SubSportInvalid, "tennis", ""},
	} {
		if sport, word := fit.Sport(tt.sport, tt.sub); sport != tt.want || word != tt.word {
			t.Errorf("%v/%v is %s/%s, want %s/%s", tt.sport, tt.sub, sport, word, tt.want, tt.word)
		}
	}
}

// Every pair of codes that a file may hold settles: what is written for it
// reads as the same words.
func TestEverySportSettles(t *testing.T) {
	t.Parallel()
	for s := range 256 {
		for sub := range 256 {
			sport, word := fit.Sport(typedef.Sport(s), typedef.SubSport(sub))
			if sport == "" {
				t.Fatalf("%d/%d has no sport", s, sub)
			}
			again, wordAgain := fit.Sport(fit.SportCodes(sport, word))
			// A refinement of a sport that has a code of its own may move there.
			third, wordThird := fit.Sport(fit.SportCodes(again, wordAgain))
			if third != again || wordThird != wordAgain {
				t.Errorf("%d/%d: %s/%s, %s/%s, %s/%s", s, sub, sport, word, again, wordAgain, third, wordThird)
			}
		}
	}
}

func TestProducts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		maker   typedef.Manufacturer
		code    uint16
		written string
		want    string
	}{
		{typedef.ManufacturerGarmin, 3122, "", "edge_830"},
		{typedef.ManufacturerGarmin, 65000, "", "65000"},
		{typedef.ManufacturerWahooFitness, 31, "", "31"},
		{typedef.ManufacturerWahooFitness, 31, "ELEMNT BOLT", "ELEMNT BOLT"},
		{typedef.ManufacturerZwift, 0xFFFF, "", ""},
	} {
		got := fit.Product(tt.maker, tt.code, tt.written)
		if got != tt.want {
			t.Errorf("%v %d %q is %q, want %q", tt.maker, tt.code, tt.written, got, tt.want)
		}
		code, name := fit.ProductCode(tt.maker, got)
		if again := fit.Product(tt.maker, code, name); again != got {
			t.Errorf("%q is written as %d %q, which reads as %q", got, code, name, again)
		}
	}
	if m := fit.ManufacturerCode("nobody"); m != typedef.ManufacturerDevelopment {
		t.Errorf("an unknown maker is %v", m)
	}
}

func TestTimesAreBounded(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 5, 11, 6, 30, 0, 0, time.UTC)
	if got := fit.ProfileTime(fit.Seconds(at)); !got.Equal(at) {
		t.Errorf("got %v", got)
	}
	if fit.Seconds(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)) != 0 {
		t.Error("a time before the epoch is not 0")
	}
	if fit.Seconds(time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC)) != 1<<32-2 {
		t.Error("a time beyond the format is not its last one")
	}
}

func TestCyclesAreStrokesInWater(t *testing.T) {
	t.Parallel()
	for sport, want := range map[training.Sport]training.Values{
		training.Swimming: {training.MetricStrokes: 240}, training.Running: {fit.MetricCycles: 240},
	} {
		v := training.Values{fit.MetricCycles: 240}
		fit.SplitCycles(v, sport)
		if diff := cmp.Diff(want, v); diff != "" {
			t.Errorf("%s:\n%s", sport, diff)
		}
		if n, ok := fit.CyclesOf(v); !ok || n != 240 {
			t.Errorf("%s: %v %v", sport, n, ok)
		}
	}
}

// Two fields of a message must not claim one number.
func TestTablesAreConsistent(t *testing.T) {
	t.Parallel()
	for name, table := range map[string][]fit.ProfileValue{"session": fit.SessionValues, "lap": fit.LapValues} {
		nums, written := map[byte]bool{}, map[training.Metric]bool{}
		for _, v := range table {
			if nums[v.Num] || v.Fraction != 0 && nums[v.Fraction] {
				t.Errorf("%s: field %d is there twice", name, v.Num)
			}
			nums[v.Num] = true
			if !v.Legacy {
				if written[v.Metric] {
					t.Errorf("%s: %s is written twice", name, v.Metric)
				}
				written[v.Metric] = true
			} else if !written[v.Metric] {
				t.Errorf("%s: %s is legacy of nothing", name, v.Metric)
			}
			if v.Scale <= 0 {
				t.Errorf("%s: %s has no scale", name, v.Metric)
			}
		}
	}
}
