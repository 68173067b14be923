package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// columns are the metrics of the table; a metric that is missing is an empty cell.
func columns() []training.Metric {
	return []training.Metric{
		training.MetricElapsedTimeS, training.MetricDurationS, training.MetricMovingTimeS, training.MetricDistanceKM,
		training.MetricAvgSpeedKMH, training.MetricElevationGainM, training.MetricAvgHRBpm, training.MetricMaxHRBpm,
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricWorkKJ,
		training.MetricAvgCadenceRPM, training.MetricCaloriesKcal,
	}
}

// table writes one line an activity, in order of time.
func table(w io.Writer, rows []store.ActivityRow) error {
	out := csv.NewWriter(w)
	head := []string{"id", "local_date", "start", "time_zone", "sport", "sub_sport", "name", "tags", "race"}
	for _, m := range columns() {
		head = append(head, string(m))
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, r := range rows {
		line := []string{
			string(r.ID), r.LocalDay.String(), r.Start.Format(time.RFC3339), r.Zone, string(r.Sport), r.SubSport, r.Name,
			strings.Join(r.Tags, " "), strconv.FormatBool(r.Race),
		}
		for _, m := range columns() {
			cell := ""
			if v, ok := r.Summary.Values[m]; ok {
				cell = strconv.FormatFloat(v, 'f', -1, 64)
			}
			line = append(line, cell)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
