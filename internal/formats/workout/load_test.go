package workout_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// sessionsPlanned is the load of steps by power, IF² · hours · 100: over the fourth
// power mean of each second, and over that of the running mean of 30 s. A range
// counts at its middle, a ramp is swept. Steps without a target are left out of
// the mean and of the hours; noTargetS is how long they are.
func sessionsPlanned(steps []sessionsStep) (load, load30s, noTargetS float64) {
	var power []float64 // of FTP, by the second
	for _, s := range steps {
		if s.max {
			noTargetS += s.seconds
			continue
		}
		for i := range int(s.seconds) {
			share := 0.5
			if s.ramp {
				share = (float64(i) + 0.5) / s.seconds
			}
			power = append(power, (s.low+(s.high-s.low)*share)/100)
		}
	}
	var sum, fourth, fourth30s float64
	for i, p := range power {
		sum += p
		if i >= 30 {
			sum -= power[i-30]
		}
		fourth += math.Pow(p, 4)
		fourth30s += math.Pow(sum/float64(min(i+1, 30)), 4)
	}
	seconds := float64(len(power))
	return math.Sqrt(fourth/seconds) * seconds / 36, math.Sqrt(fourth30s/seconds) * seconds / 36, noTargetS
}

// rides is the table of rides by id: duration_s, no_target_s, load, load_30s.
func rides(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/rides.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 5 {
			t.Fatalf("%q is no row", line)
		}
		if f[0] != "id" {
			table[f[0]] = f[1:]
		}
	}
	return table
}

// TestPlannedLoadOfRides holds the rides against a table that was integrated in
// closed form, apart from this code.
func TestPlannedLoadOfRides(t *testing.T) {
	t.Parallel()
	table := rides(t)
	near := func(got float64, want string) bool { return math.Abs(got-number(want)) < 0.2 }
	for _, s := range workout.AllSession() {
		row, ok := table[s.ID]
		if delete(table, s.ID); s.Sport != training.Cycling {
			continue
		}
		steps, err := readText(s.Sport, s.Text)
		if err != nil || !ok {
			t.Errorf("%s: %v, %q", s.ID, err, row)
			continue
		}
		load, load30s, noTargetS := sessionsPlanned(steps)
		if got := lasts(s.Sport, steps); got != number(row[0]) || noTargetS != number(row[1]) {
			t.Errorf("%s lasts %g s, %g s of it without a target, not %s and %s", s.ID, got, noTargetS, row[0], row[1])
		}
		if !near(load, row[2]) || (row[3] == "-") != (noTargetS > 0) || noTargetS == 0 && !near(load30s, row[3]) {
			t.Errorf("%s: the load is %.2f, over 30 s %.2f, not %s and %s", s.ID, load, load30s, row[2], row[3])
		}
	}
	if len(table) != 0 {
		t.Errorf("the table has other sessions: %v", table)
	}
}
