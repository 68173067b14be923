package oracle

import (
	"math"
	"slices"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// sessions calls f for every session of the collection that was read.
func sessions(t *testing.T, f func(r row, v *stream.View)) {
	t.Helper()
	for _, r := range table(t, "index.csv") {
		if r["sess_idx"] == "" || r["records"] == "0" {
			continue
		}
		if v := session(t, r, r.int(t, "sess_idx")); v != nil && v.Columns.Len() > 0 {
			f(r, v)
		}
	}
}

// fieldCheck is a device field, the metric that gives it, how near it has to
// come, and the share of sessions that it gave on a larger collection.
type fieldCheck struct {
	column, needs, rule string
	metric              training.Metric
	scale, within       float64
	barHits, barN       int
}

func fieldChecks() []fieldCheck {
	return []fieldCheck{
		{"max_power", "has_power", "highest row", training.MetricMaxPowerW, 1, 1, 55, 57},
		{"max_hr", "has_hr", "highest row", training.MetricMaxHRBpm, 1, 1, 130, 132},
		{"avg_hr", "has_hr", "mean over time of valid rows", training.MetricAvgHRBpm, 1, 1, 124, 132},
		{
			"avg_speed", "has_speed", "distance / timer time; a pool: time of the lengths swum", training.MetricAvgSpeedKMH,
			1 / 3.6, 0.0011, 113, 120,
		},
		{
			"distance_m", "has_speed", "last row's distance, and the way after it by the laps or its speed",
			training.MetricDistanceKM, 1000, 1, 90, 116,
		},
		{
			"avg_power", "has_power", "total work / (timer time − seconds without power), coasting as in the laps",
			training.MetricAvgPowerW, 1, 1, 45, 57,
		},
	}
}

// count counts the sessions of the makers that have the field and those that
// it is given for.
func (c fieldCheck) count(t *testing.T, l *tally, of makers) {
	t.Helper()
	sessions(t, func(r row, v *stream.View) {
		device, ok := r.number(c.column)
		got, has := summary.Of(v).Values[c.metric]
		if !ok || device == 0 || r[c.needs] != "1" || !has || !of(r["manufacturer"]) {
			return
		}
		hit := math.Abs(got*c.scale-device) <= c.within
		l.count(halfOf(t, r), hit)
		if !hit {
			t.Logf("%s: %.4f, device %.4f", r["file"], got*c.scale, device)
		}
	})
}

// makers says whose devices are counted.
type makers func(manufacturer string) bool

func garmins(manufacturer string) bool { return manufacturer == "garmin" }
func others(manufacturer string) bool  { return manufacturer != "garmin" }
func anyones(string) bool              { return true }

// TestAveragesAndMaximaAreTheDevices asserts the share of sessions in which
// the rule gives the device's value, at the rates measured on a larger
// collection.
func TestAveragesAndMaximaAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, c := range fieldChecks() {
		t.Run(c.column, func(t *testing.T) {
			var l tally
			c.count(t, &l, garmins)
			t.Logf("%d of %d", l.hits, l.n)
			share := float64(c.barHits) / float64(c.barN)
			if l.n == 0 || l.hits < int(share*float64(l.n)) {
				t.Errorf("%d of %d are the device's, want %.1f %%", l.hits, l.n, share*100)
			}
		})
	}
}

type zoneCheck struct {
	kind          training.ZoneKind
	channel       training.Channel
	times, bounds string
	median        float64 // asserted
	bar           float64 // measured on a larger collection
}

func zoneChecks() []zoneCheck {
	return []zoneCheck{
		{training.ZonesHR, training.HeartRate, "time_in_hr_zone", "hr_zone_high", 0.002, 0.0012},
		{training.ZonesPower, training.Power, "time_in_power_zone", "power_zone_high", 0.01, 0.0087},
	}
}

// shares are the misplaced shares of the sessions with zones.
func (c zoneCheck) shares(t *testing.T) differences {
	t.Helper()
	var out differences
	sessions(t, func(r row, v *stream.View) {
		if share, ok := misplaced(v, c.kind, c.channel, r.numbers(c.times), r.numbers(c.bounds)); ok {
			out = append(out, difference{share, halfOf(t, r)})
		}
	})
	return out
}

// TestZoneTimesAreTheDevices compares time in zone by the device's own bounds
// and asserts the median share of time that lies in another zone.
func TestZoneTimesAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, c := range zoneChecks() {
		t.Run(string(c.kind), func(t *testing.T) {
			shares := c.shares(t)
			if len(shares) < 5 {
				t.Fatalf("only %d sessions have zones", len(shares))
			}
			median := shares.median()
			t.Logf("%d sessions, median %.3f %%", len(shares), median*100)
			if median > c.median {
				t.Errorf("median misplaced time %.3f %%, want at most %.1f %%", median*100, c.median*100)
			}
		})
	}
}

// misplaced is the share of time that our zones put elsewhere than the
// device's; false where the device has no zones or no time in them.
func misplaced(v *stream.View, kind training.ZoneKind, ch training.Channel, device, high []float64) (float64, bool) {
	for len(high) > 1 && high[len(high)-1] <= high[len(high)-2] || len(high) > 0 && high[len(high)-1] >= 65535 {
		high = high[:len(high)-1]
	}
	if len(high) < 3 || len(device) < len(high) || !slices.IsSorted(high) || high[0] >= 255 && ch == training.HeartRate {
		return 0, false
	}
	ours := zones.Custom(kind, high).TimeIn(zones.Of(v, ch))
	total, wrong := 0.0, 0.0
	for i := range ours {
		d := 0.0
		if i < len(device) {
			d = device[i]
		}
		total += d
		wrong += math.Abs(ours[i] - d)
	}
	if total < 300 || zones.Of(v, ch).TotalS() == 0 {
		return 0, false
	}
	return wrong / 2 / total, true
}
