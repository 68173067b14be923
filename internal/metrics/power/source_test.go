package power_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

func TestSourceOf(t *testing.T) {
	t.Parallel()
	field := func(name string) []string {
		return []string{"The checksum is wrong.", string(i18n.Sentencef(
			"%s comes from the developer field %s: the device recorded none itself.",
			i18n.Word("Power"), `"`+name+`"`))}
	}
	for want, recordings := range map[string][]training.Recording{
		power.SourceStryd: {
			{Sport: training.Running, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("Power")},
			{Sport: training.Running, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("Stryd Power")},
			{Sport: training.Running, Device: training.Device{Manufacturer: "Stryd"}},
			{Sport: training.Running, Device: training.Device{Manufacturer: "stryd"}, Warnings: field("x")},
		},
		power.SourceGarminApp: {{Sport: training.Running, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("RP_Power")}},
		power.SourceApp: {
			{Sport: training.Rowing, Device: training.Device{Manufacturer: "garmin"}, Warnings: field("Power")},
			{Sport: training.Running, Warnings: field("watts by somebody")},
		},
		"coros": {{Sport: training.Running, Device: training.Device{Manufacturer: " COROS "}}},
		power.SourceNative: {
			{Sport: training.Running}, {Sport: training.Running, Device: training.Device{Manufacturer: "development"}},
		},
	} {
		for _, r := range recordings {
			if got := power.SourceOf(&r); got != want {
				t.Errorf("%+v of %v comes from %s, want %s", r.Device, r.Warnings, got, want)
			}
		}
	}
}

// TestSourcesOfRealRuns: the readers' warning and this rule belong together.
func TestSourcesOfRealRuns(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for _, path := range testdata.Files(t, "fit/elevate__*.fit") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		res, err := recording.Read(t.Context(), filepath.Base(path), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			if r.Sport == training.Running && r.Columns.Has(training.Power) {
				source := power.SourceOf(r)
				found[source]++
				if took := strings.Contains(strings.Join(r.Warnings, " "), "developer field"); took != (source == power.SourceStryd) {
					t.Errorf("%v comes from %s", r.Warnings, source)
				}
			}
		}
	}
	if found[power.SourceStryd] < 4 || found["coros"] != 1 || found["suunto"] != 1 {
		t.Errorf("%v", found)
	}
}
