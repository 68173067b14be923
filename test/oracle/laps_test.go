package oracle

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// TestLapPowerIsTheDevices asks of the laps with consistent energy what the
// reference rule reaches in an independent program.
func TestLapPowerIsTheDevices(t *testing.T) {
	t.Parallel()
	var l tally
	lapPower(t, &l)
	t.Logf("%d of %d laps within 1 W", l.hits, l.n)
	if l.n < 34 || l.hits < l.reference {
		t.Errorf("%d of %d laps within 1 W of the device, the independent program %d", l.hits, l.n, l.reference)
	}
}

// lapPower counts the laps with consistent energy and those within a watt, by
// us and by the independent program.
func lapPower(t *testing.T, l *tally) {
	t.Helper()
	for _, r := range table(t, "oracle_laps.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["energy_ok"] != "1" {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil {
			t.Errorf("%s was not read", r["file"])
			continue
		}
		all, index := summary.LapsOf(v), r.int(t, "lap")
		if index >= len(all) {
			t.Errorf("%s: lap %d of %d", r["file"], index, len(all))
			continue
		}
		np, ok := all[index].Values[training.MetricNormalizedPowerW]
		want, _ := r.number("NP_carry_valid_full")
		if math.Abs(want-device) <= 1 {
			l.reference++
		}
		if !ok || math.Abs(np-want) > 0.6 {
			t.Logf("%s lap %d: NP %.3f, reference %.3f", r["file"], index, np, want)
		}
		l.count(halfOf(t, r), ok && math.Abs(np-device) <= 1)
	}
}
