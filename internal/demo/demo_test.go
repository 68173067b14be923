package demo_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/demo"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

func today() training.Day { return training.NewDay(2026, time.August, 20) }

// words prints an item without its seconds.
func words(it demo.Item) string {
	return fmt.Sprint(it.ID, it.Day, it.Start, it.Sport, it.Name, it.Description, it.Note, it.Tags, it.Race, it.PerceivedExertion)
}

func TestTheSameDayGivesTheSameValues(t *testing.T) {
	t.Parallel()
	first, second := demo.Athlete(today()), demo.Athlete(today())
	if diff := cmp.Diff(first.Athlete, second.Athlete); diff != "" {
		t.Errorf("athlete:\n%s", diff)
	}
	if diff := cmp.Diff(first.Thresholds, second.Thresholds); diff != "" {
		t.Errorf("thresholds:\n%s", diff)
	}
	again := slices.Collect(second.Items())
	i := 0
	for it := range first.Items() {
		if words(it) != words(again[i]) {
			t.Fatalf("%s differs from %s", words(it), words(again[i]))
		}
		if i%60 == 0 || it.Race {
			one, err := it.FIT()
			if err != nil {
				t.Fatal(err)
			}
			// The other way round and twice: an item must not depend on others.
			if two, err := again[i].FIT(); err != nil || string(one) != string(two) {
				t.Errorf("%s: bytes differ (%v)", it.ID, err)
			}
		}
		i++
	}
	if i != len(again) {
		t.Errorf("%d and %d items", i, len(again))
	}
}

func TestItemsStopWhenAsked(t *testing.T) {
	t.Parallel()
	n := 0
	for range demo.Athlete(today()).Items() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d items", n)
	}
}

// TestAnyDayHasTheWholeStory holds for whatever day a user starts on.
func TestAnyDayHasTheWholeStory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := training.NewDay(2024, time.January, 1) + training.Day(rapid.IntRange(0, 3000).Draw(t, "day"))
		plan := demo.Athlete(day)
		races, ids, gap := 0, map[string]bool{}, training.Day(0)
		var before demo.Item
		for it := range plan.Items() {
			if ids[it.ID] || !plan.Days.Contains(it.Day) {
				t.Fatalf("%s stands twice or outside of %s", it.ID, plan.Days)
			}
			ids[it.ID] = true
			if before.ID != "" && !it.Start.After(before.Start) {
				t.Fatalf("%s starts before %s", it.ID, before.ID)
			}
			if before.ID != "" {
				gap = max(gap, it.Day-before.Day)
			}
			if it.Race {
				races++
			}
			before = it
		}
		if races < 3 || races > 4 {
			t.Fatalf("%d races until %s", races, day)
		}
		if gap < 15 || gap > 18 {
			t.Fatalf("the longest gap until %s is %d days", day, gap)
		}
		if len(ids) < 450 || len(ids) > 550 {
			t.Fatalf("%d activities until %s", len(ids), day)
		}
		if day-before.Day > 18 {
			t.Fatalf("nothing happened in the %d days before %s", day-before.Day, day)
		}
	})
}

func TestTheAthleteIsADemo(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	if !p.Athlete.Demo || !strings.Contains(p.Athlete.Name, "Demo") || p.Athlete.ID != demo.ID {
		t.Errorf("athlete %+v", p.Athlete)
	}
	if p.Athlete.Sharing != (training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true}) {
		t.Errorf("sharing %+v", p.Athlete.Sharing)
	}
	for _, sport := range []training.Sport{training.Cycling, training.Running, training.Swimming} {
		first, last := p.Thresholds.At(sport, p.Days.From), p.Thresholds.At(sport, p.Days.To)
		for _, th := range []training.Thresholds{first, last} {
			if th.LTHRBpm <= th.RestHRBpm || th.MaxHRBpm <= th.LTHRBpm || th.WeightKg < 55 || th.WeightKg > 70 {
				t.Errorf("%s: %+v", sport, th)
			}
		}
		if sport == training.Cycling && last.FTPW < first.FTPW*1.1 {
			t.Errorf("FTP went from %g to %g W", first.FTPW, last.FTPW)
		}
		if sport != training.Cycling && last.ThresholdMPS <= first.ThresholdMPS {
			t.Errorf("%s: threshold went from %g to %g m/s", sport, first.ThresholdMPS, last.ThresholdMPS)
		}
	}
}

// sameColumns compares row by row, which cmp is too slow for.
func sameColumns(a, b training.Columns) bool {
	for ch := range a.Data {
		if !slices.Equal(a.Data[ch].Values, b.Data[ch].Values) || !slices.Equal(a.Data[ch].Valid, b.Data[ch].Valid) {
			return false
		}
	}
	return slices.Equal(a.TimeS, b.TimeS) && len(a.Developer) == len(b.Developer)
}

// TestFITKeepsEverything reads back what devices would have written.
func TestFITKeepsEverything(t *testing.T) {
	t.Parallel()
	i := 0
	for it := range demo.Athlete(today()).Items() {
		if i++; i%37 != 0 && !it.Race {
			continue
		}
		data, err := it.FIT()
		if err != nil {
			t.Fatal(err)
		}
		got, err := fit.Read(context.Background(), data, reading.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", it.ID, err)
		}
		// A FIT file has no place for a description.
		diff := cmp.Diff(it.Recordings(), got.Recordings, cmpopts.IgnoreFields(training.Recording{}, "Name", "Description"),
			cmpopts.EquateEmpty(), cmp.Comparer(sameColumns))
		if diff != "" {
			t.Errorf("%s (-made +read):\n%.3000s", it.FileName(), diff)
		}
	}
}
