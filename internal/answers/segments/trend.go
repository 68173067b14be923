package segments

import (
	"math"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Trend says whether the athlete becomes faster: the straight line, by least
// squares, through the best time of each calendar month that has one.
type Trend struct {
	SPerMonth float64 `json:"s_per_month"` // below 0 is faster
	// ErrorS is the standard error of that; where it is not clearly less,
	// nothing can be said.
	ErrorS float64      `json:"s_per_month_error"`
	Clear  bool         `json:"clear"`
	Months int          `json:"months"`
	Range  answers.Span `json:"range"`
	Rule   string       `json:"rule"`
}

// The rule of a trend.
const (
	leastMonths = 4
	// clearErrors is how many standard errors a trend is off none to be clear.
	clearErrors = 2.0
	trendRule   = "least squares of the best time of each month; clear if it is more than two standard errors"
)

// trendOf is the trend of efforts in order of time, or why there is none.
func trendOf(all []training.SegmentEffort) (*Trend, i18n.Sentence) {
	var x, y []float64
	var span training.DayRange
	last := 0
	for i := range all {
		e := &all[i]
		t := e.Day.Time(time.UTC)
		m := t.Year()*12 + int(t.Month())
		if m == last {
			y[len(y)-1] = min(y[len(y)-1], e.TimeS())
		} else {
			last, x, y = m, append(x, float64(m)), append(y, e.TimeS())
		}
		if i == 0 {
			span.From = e.Day
		}
		span.To = e.Day
	}
	if len(x) < leastMonths {
		return nil, i18n.Sentencef("it takes efforts in %d months, and there are %d", leastMonths, len(x))
	}
	line, ok := stream.Least(x, y)
	if !ok {
		return nil, ""
	}
	return &Trend{
		SPerMonth: answers.Round(line.Slope, 2), ErrorS: answers.Round(line.SlopeSE, 2), Clear: math.Abs(line.Slope) > clearErrors*line.SlopeSE,
		Months: len(x), Range: answers.SpanOf(span), Rule: trendRule,
	}, ""
}
