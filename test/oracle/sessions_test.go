package oracle

import (
	"math"
	"strings"
	"testing"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// consistent says whether the recorded power is what the device computed
// from: an energy gap of class A or B.
func consistent(r row) bool {
	return strings.HasPrefix(r["energy_class"], "A") || strings.HasPrefix(r["energy_class"], "B")
}

// TestNormalizedPowerIsTheDevices holds every energy-consistent Garmin
// session within rounding and half a watt, and none may be left out.
func TestNormalizedPowerIsTheDevices(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["manufacturer"] != "garmin" || !consistent(r) {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil {
			t.Errorf("%s: session %s was not read", r["file"], r["sess"])
			continue
		}
		if power.DropsZeros(v) {
			t.Logf("%s: drops zeros, left out", r["file"])
			continue
		}
		np, ok := power.Of(v, power.Garmin)
		compared++
		if !ok || math.Abs(np.Watts-device) > 0.56 {
			t.Errorf("%s: NP %.3f, device %.0f", r["file"], np.Watts, device)
		}
	}
	if compared < 10 {
		t.Errorf("only %d sessions were compared", compared)
	}
}

// TestVariantsAreTheReferences compares each convention with an independent
// program's result on every session, whatever the device said. That program
// takes a pause's edge seconds a little differently where windows restart,
// and fills gaps with zeros under xPower, so those are compared where there
// are no gaps.
func TestVariantsAreTheReferences(t *testing.T) {
	t.Parallel()
	for _, r := range table(t, "oracle_sessions.csv") {
		v := session(t, r, r.int(t, "sess"))
		if v == nil || v.Masked[training.Power] > 0 {
			continue
		}
		for _, c := range []struct {
			column  string
			variant power.Variant
			within  float64
		}{
			{"NP_valid_full_carry", power.Canonical, 0.001},
			{"NP_timer_full_reset", power.Wahoo, 0.15},
		} {
			want, ok := r.number(c.column)
			np, has := power.Of(v, c.variant)
			if ok && (!has || math.Abs(np.Watts-want) > c.within) {
				t.Errorf("%s: %s %.3f, reference %.3f", r["file"], c.variant, np.Watts, want)
			}
		}
		if r["pauses"] != "0" || r["invalid_power"] != "0" {
			continue
		}
		x, _ := power.XPower(v.Power().Watts, power.AlphaExponential)
		if want, ok := r.number("xPower_25s"); ok && math.Abs(x-want) > 0.001 {
			t.Errorf("%s: xPower %.3f, reference %.3f", r["file"], x, want)
		}
	}
}

// TestTSSIsTheDevices asserts class A and reports class B.
func TestTSSIsTheDevices(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_TSS")
		ftp, hasFTP := r.number("FTP")
		if !ok || !hasFTP || r["manufacturer"] != "garmin" || !consistent(r) {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil || power.DropsZeros(v) {
			continue
		}
		np, _ := power.Of(v, power.Garmin)
		tss, _ := power.TSS(np, ftp)
		d := math.Abs(tss - device)
		if !strings.HasPrefix(r["energy_class"], "A") {
			t.Logf("class B %s: TSS %.2f, device %.1f", r["file"], tss, device)
			continue
		}
		compared++
		if d > 0.15 && d > 0.002*device {
			t.Errorf("%s: TSS %.3f, device %.1f", r["file"], tss, device)
		}
	}
	if compared < 5 {
		t.Errorf("only %d sessions were compared", compared)
	}
}

// TestWahooRestartsItsWindow holds the Wahoo with 55 pauses.
func TestWahooRestartsItsWindow(t *testing.T) {
	t.Parallel()
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["manufacturer"] != "wahoo_fitness" {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil {
			t.Errorf("%s was not read", r["file"])
			continue
		}
		if np, _ := power.Of(v, power.Wahoo); math.Abs(np.Watts-device) > 0.56 {
			t.Errorf("%s: NP %.3f, device %.0f", r["file"], np.Watts, device)
		}
	}
}
