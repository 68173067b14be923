package summary_test

import (
	"strings"
	"testing"

	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// lose takes the values of a channel from the first rows.
func lose(r *training.Recording, ch training.Channel, rows int) {
	for i := range rows {
		r.Columns.Data[ch].Valid.Clear(i)
	}
}

// TestMeansNeedHalfTheTime: a sensor that was there for less than half of the
// ride has no mean, with the reason; what it did record keeps its maximum.
func TestMeansNeedHalfTheTime(t *testing.T) {
	t.Parallel()
	thinPower := []training.Metric{
		training.MetricNormalizedPowerW, training.MetricXPowerW, training.MetricVariabilityIndex, training.MetricAvgPowerW,
	}
	for _, c := range []struct {
		name    string
		ch      training.Channel
		lost    int
		means   []training.Metric
		kept    []training.Metric
		reason  string
		notThin bool
	}{
		{
			name: "a meter that died", ch: training.Power, lost: 1801, means: thinPower,
			kept: []training.Metric{training.MetricMaxPowerW, training.MetricWorkKJ}, reason: "power covers only 50 %",
		},
		{name: "half a meter", ch: training.Power, lost: 1800, means: thinPower, notThin: true},
		{
			name: "a strap put on late", ch: training.HeartRate, lost: 3400,
			means: []training.Metric{training.MetricAvgHRBpm, training.MetricEfficiencyFactor},
			kept:  []training.Metric{training.MetricMaxHRBpm}, reason: "heart rate covers only 6 %",
		},
		{name: "half a strap", ch: training.HeartRate, lost: 1800, means: []training.Metric{training.MetricAvgHRBpm}, notThin: true},
	} {
		r := ride()
		lose(r, c.ch, c.lost)
		got := of(r)
		for _, m := range c.means {
			if _, has := got.Values[m]; has != c.notThin || !c.notThin && !strings.Contains(got.Missing[m].String(), c.reason) {
				t.Errorf("%s: %s is there: %v, reason %q", c.name, m, has, got.Missing[m])
			}
		}
		for _, m := range c.kept {
			if _, has := got.Values[m]; !has {
				t.Errorf("%s: %s is missing: %s", c.name, m, got.Missing[m])
			}
		}
		if c.ch == training.Power && (got.NPWindows == 0) == c.notThin {
			t.Errorf("%s: %d windows", c.name, got.NPWindows)
		}
	}
}

// TestSparseRowsAreNotAMissingSensor: a watch that writes a row every half
// minute has a heart rate throughout.
func TestSparseRowsAreNotAMissingSensor(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Running, 7200)
	metricstest.Put(r, training.HeartRate, metricstest.Repeat(130, 7200))
	metricstest.Drop(r, func(s int) bool { return s%40 != 0 })
	got := of(r)
	if got.Values[training.MetricAvgHRBpm] != 130 {
		t.Errorf("average %v, missing because %q", got.Values[training.MetricAvgHRBpm], got.Missing[training.MetricAvgHRBpm])
	}
	for _, n := range got.Notes {
		if strings.Contains(n.String(), "of its time") {
			t.Error(n)
		}
	}
}

func TestDoubtsAreToldAndKept(t *testing.T) {
	t.Parallel()
	lone := ride()
	lone.Columns.Data[training.Power].Values[3000] = 900 // while coasting
	gone := ride()
	lose(gone, training.HeartRate, 400)
	lose(gone, training.Altitude, 1800)
	stuck := ride()
	for i := range 1000 {
		stuck.Columns.Data[training.HeartRate].Values[i] = 88
	}
	for _, c := range []struct {
		name string
		r    *training.Recording
		want []string
	}{
		{"stuck", stuck, []string{"Heart rate did not change for 16 minutes"}},
		{"lone", lone, []string{"Power is far above its neighbours for a single second, 1 time:"}},
		{"gone", gone, []string{"has heart rate for 89 % of its time", "has altitude for 50 % of its time"}},
	} {
		text := strings.Join(phrasetest.Texts(of(c.r).Notes), "\n")
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: the notes lack %q: %s", c.name, w, text)
			}
		}
	}
	if top := of(lone).Values[training.MetricMaxPowerW]; top != 900 {
		t.Errorf("the lone second is gone: %v", top)
	}
}
