package xmlfile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// lapText is a lap; points are seconds and metres of its points.
func lapText(start string, seconds, metres float64, points ...[2]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<Lap StartTime="%s"><TotalTimeSeconds>%v</TotalTimeSeconds><DistanceMeters>%v</DistanceMeters><Track>`, start, seconds, metres)
	for _, p := range points {
		at := time.Date(2024, 5, 11, 10, 0, p[0], 0, time.UTC)
		fmt.Fprintf(&b, "<Trackpoint><Time>%s</Time>", at.Format(time.RFC3339))
		if p[1] >= 0 {
			fmt.Fprintf(&b, "<DistanceMeters>%d</DistanceMeters>", p[1])
		}
		b.WriteString("</Trackpoint>")
	}
	b.WriteString("</Track></Lap>")
	return b.String()
}

func TestLapsHoldTheirPoints(t *testing.T) {
	t.Parallel()
	const begin = "2024-05-11T10:00:00Z"
	first, second := [][2]int{{0, 0}, {10, 30}, {20, 60}}, [][2]int{{21, 63}, {30, 90}, {40, 120}}
	for _, tt := range []struct {
		name            string
		laps            string
		starts          []float64
		elapsed, timer  float64
		km              float64
		device, warning string
	}{
		{
			name: "starts in local time", laps: lapText("2024-05-11T08:00:00Z", 20, 60, first...) +
				lapText("2024-05-11T08:00:20Z", 20, 60, second...),
			starts: []float64{0, 21}, elapsed: 40, timer: 40, km: .12,
		},
		{
			name:   "a start among the points of the lap before",
			laps:   lapText(begin, 20, 60, first...) + lapText("2024-05-11T10:00:05Z", 20, 60, second...),
			starts: []float64{0, 21}, elapsed: 40, timer: 40, km: .12,
		},
		{
			name: "laps in another order", laps: lapText("2024-05-11T10:00:20Z", 20, 60, second...) + lapText(begin, 20, 60, first...),
			starts: []float64{0, 20}, elapsed: 40, timer: 40, km: .12,
			warning: "The clock goes backwards in the recording; the points were put in order of time.",
		},
		{
			name:   "a lap without points that the counter does not know",
			laps:   lapText(begin, 600, 2000) + lapText("2024-05-11T10:10:00Z", 40, 120, [2]int{601, 0}, [2]int{640, 120}),
			starts: []float64{0, 600}, elapsed: 640, timer: 640, km: 2.12,
		},
		{
			name:   "a lap without points that the counter knows",
			laps:   lapText(begin, 600, 2000) + lapText("2024-05-11T10:10:00Z", 40, 120, [2]int{601, 2000}, [2]int{640, 2120}),
			starts: []float64{0, 600}, elapsed: 640, timer: 640, km: 2.12,
		},
		{
			name: "a last lap without points", laps: lapText(begin, 20, 60, first...) + lapText("2024-05-11T10:00:20Z", 600, 2000),
			starts: []float64{0, 20}, elapsed: 620, timer: 620, km: 2.06,
		},
		{
			name: "laps without points or times of their own", laps: lapText(begin, 60, 200) + lapText("", 60, 200) + lapText(begin, 60, 200),
			starts: []float64{0, 60, 120}, elapsed: 180, timer: 180, device: "0.6",
		},
		{
			name: "points without a distance", laps: lapText(begin, 20, 60, [2]int{0, -1}, [2]int{20, -1}),
			starts: []float64{0}, elapsed: 20, timer: 20, device: "0.06",
		},
		{
			name: "laps of a timer that stood where the points do not", laps: lapText(begin, 25, 120, append(first, second...)...),
			starts: []float64{0}, elapsed: 40, timer: 25, km: .12,
			warning: "Timer time: the laps say 25 s, the points 40 s; the laps were believed.",
		},
		{
			name: "laps longer than the points", laps: lapText(begin, 90, 120, append(first, second...)...),
			starts: []float64{0}, elapsed: 40, timer: 40, km: .12,
			warning: "Timer time: the laps say 90 s, the points span 40 s; the points were believed.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := readText(t, `<Activities><Activity Sport="Running">`+tt.laps+`</Activity></Activities>`).Recordings[0]
			for i, l := range r.Laps {
				if l.StartS != tt.starts[i] {
					t.Errorf("lap %d begins at %v, want %v", i, l.StartS, tt.starts[i])
				}
			}
			if r.ElapsedS != tt.elapsed || r.TimerS != tt.timer || len(r.Laps) != len(tt.starts) {
				t.Errorf("%v s and %v s in %d laps", r.ElapsedS, r.TimerS, len(r.Laps))
			}
			if n := r.Columns.Len(); tt.km > 0 {
				if cm, _ := r.Columns.At(training.Distance, n-1); float64(cm) != tt.km*100_000 {
					t.Errorf("%d cm", cm)
				}
			}
			if km, has := r.DeviceValues[training.MetricDistanceKM]; has != (tt.device != "") || has && fmt.Sprintf("%.4g", km) != tt.device {
				t.Errorf("the laps' distance is %v %v", km, has)
			}
			if got := words(r); got != tt.warning {
				t.Errorf("said %q", got)
			}
		})
	}
}

// words are what a recording warns of.
func words(r *training.Recording) string {
	var all []string
	for _, w := range r.Warnings {
		all = append(all, i18n.Sentence(w).String())
	}
	return strings.Join(all, " ")
}
