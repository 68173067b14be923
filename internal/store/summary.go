package store

import (
	"math"
	"strings"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Summary holds the threshold-free scalars of an activity that lists sort
// and filter by. Metrics that are missing are absent from Values.
type Summary struct {
	Values training.Values
	// NPWindows is how many 30 s windows NP has; TSS is counted over them.
	NPWindows int
	// HRSeconds is timer time with a valid heart rate.
	HRSeconds float64
	Channels  ChannelSet
	Version   int // rule version of derive that wrote it
}

// PutSummary writes an activity's summary over the former one.
func (tx *Tx) PutSummary(a training.AthleteID, id training.ActivityID, s Summary) error {
	more := training.Values{}
	for m, x := range s.Values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return training.Errorf(training.KindInvalid, "%s is not a finite number.", m).WithFix("Leave it out.")
		}
		more[m] = x
	}
	args := []any{s.NPWindows, s.HRSeconds, s.Channels, s.Version}
	for _, m := range activityindex.MetricColumns() {
		var cell any
		if x, ok := more[m]; ok {
			cell = x
			delete(more, m)
		}
		args = append(args, cell)
	}
	text := ""
	if len(more) > 0 {
		var err error
		if text, err = sqlitedb.Body(more); err != nil {
			return err
		}
	}
	// It is written when the row is shown, because before that there may be none.
	tx.summaries[activityKey{a, id}] = append(args, text, a, id)
	tx.touch(a, id)
	tx.changed(a, ChangeDerived, string(id))
	return nil
}

func putSummary() string {
	var b strings.Builder
	b.WriteString("UPDATE activities SET np_windows=?, hr_seconds=?, summary_channels=?, version=?, ")
	for _, m := range activityindex.MetricColumns() {
		b.WriteString(string(m) + "=?, ")
	}
	b.WriteString("more=? WHERE athlete=? AND id=?")
	return b.String()
}
