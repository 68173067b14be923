package answers

import (
	"time"

	"lapkeep/internal/training"
)

// Frame holds what a question's days depend on: the athlete's today, the name
// of the zone that makes it so, and the day their weeks begin on.
type Frame struct {
	Today    training.Day
	TimeZone string
	Week     time.Weekday
}

// Heading opens every answer: whose days they are and which were read.
type Heading struct {
	LocalDate training.Day `json:"local_date" jsonschema:"the athlete's today"`
	TimeZone  string       `json:"time_zone"`
}

// Heading is how an answer in this frame opens.
func (f Frame) Heading() Heading {
	return Heading{LocalDate: f.Today, TimeZone: f.TimeZone}
}

// Span is a range of days as answers show it.
type Span struct {
	From training.Day `json:"start_date"`
	To   training.Day `json:"end_date"`
	Days int          `json:"days"`
}

// SpanOf shows a range.
func SpanOf(r training.DayRange) Span { return Span{From: r.From, To: r.To, Days: r.Days()} }
