package page

import (
	"encoding/json"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
)

// Num is a number in an answer, in its original digits; "" means missing.
type Num = json.Number

// ByAthlete is the author of notes and marks made by the athlete.
const ByAthlete = "athlete"

// NoteAuthors returns the people as whom the reader can write a note.
func NoteAuthors(p *Page) [][2]string {
	return [][2]string{{ByAthlete, p.Say("you")}, {"coach", p.Say("your coach")}}
}

// NoteAuthor returns the author of a note in words.
func (p *Page) NoteAuthor(author string) string {
	switch author {
	case ByAthlete:
		return p.Say("you")
	case "coach":
		return p.Say("your coach")
	case "assistant":
		return p.Say("an assistant")
	}
	return Clean(author)
}

// Missing maps the missing parts of an answer to their reasons.
type Missing = answers.Missing

// Event is an entry of the calendar.
type Event = calendar.EventRow

// Events is the answer of list_events.
type Events = calendar.View

// Activity is a row of list_activities.
type Activity struct {
	ID       string `json:"id"`
	Date     string `json:"local_date"`
	Start    string `json:"start_local"`
	Name     string `json:"name"`
	Sport    string `json:"sport"`
	Duration Num    `json:"duration_s"`
	Distance Num    `json:"distance_km"`
	Climb    Num    `json:"elevation_gain_m"`
	TSS      Num    `json:"tss"`
	Power    Num    `json:"avg_power_w"`
	NP       Num    `json:"normalized_power_w"`
	HR       Num    `json:"avg_hr_bpm"`
	Pace     Num    `json:"pace_s_per_km"`
	Swum     Num    `json:"pace_s_per_100m"`
	Speed    Num    `json:"avg_speed_kmh"`
	Method   string `json:"load_method"`
}

// Activities is the answer of list_activities.
type Activities struct {
	Activities []Activity `json:"activities"`
}

// Total returns the amounts of a session as the amounts of a week.
func Total(a calendar.Amounts) calendar.Sum {
	return calendar.Sum{DurationS: a.DurationS, DistanceKm: a.DistanceKm, Load: a.Load}
}

// Planned returns one of the planned amounts, marked with ≥ if some sessions do
// not state theirs.
func (p *Page) Planned(key string, a calendar.Sum) Measure {
	m := p.Number(key, Amount(a, key))
	if m.Value != "" && key == "distance_km" && a.WithoutDistance > 0 {
		m.Text = "≥ " + m.Text
	}
	return m
}

// Amount returns one of the amounts by its key, or nil if it is missing.
func Amount(a calendar.Sum, key string) *float64 {
	switch key {
	case "load":
		return NonZero(a.Load)
	case "distance_km":
		return NonZero(a.DistanceKm)
	case "elevation_gain_m":
		return NonZero(a.GainM)
	}
	return NonZero(a.DurationS)
}
