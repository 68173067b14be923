package briefing

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// View is the information that a coach needs before a session.
type View struct {
	answers.Heading
	// Most is the budget of the answer in tokens of 4 bytes.
	Most   int           `json:"max_tokens"`
	Fence  i18n.Sentence `json:"fence"`
	Alerts []Alert       `json:"alerts,omitempty"`
	// Availability lists the periods, from today on, in which the athlete cannot train as usual.
	// They take precedence over readiness.
	Availability []calendar.Away `json:"availability,omitempty"`
	Memory       *Remembered     `json:"memory,omitempty"`
	Plan         *Planned        `json:"plan,omitempty"`
	Events       []Event         `json:"events,omitempty"` // events in the next two weeks, except sessions of the plan
	Training     *Trained        `json:"training,omitempty"`
	Wellness     *Wellbeing      `json:"wellness,omitempty"`
	Logs         []Log           `json:"logs,omitempty"` // newest first
	LogDays      int             `json:"logged_days,omitempty"`
	Persona      *Voice          `json:"persona,omitempty"`
	LeftOut      []LeftOut       `json:"left_out,omitempty"`
	Notes        []i18n.Sentence `json:"notes,omitempty"`
	Missing      answers.Missing `json:"missing,omitempty"`
}

// LeftOut lists what did not fit of each part, and how to request it.
type LeftOut struct {
	Part Part            `json:"part,omitempty"`
	What []i18n.Sentence `json:"what,omitempty"`
	How  i18n.Sentence   `json:"how,omitempty"`
}

// Alert is something to look at before anything else.
type Alert struct {
	Name   string                  `json:"name"`
	Why    i18n.Sentence           `json:"why"`
	Region string                  `json:"region,omitempty"`
	Pain   *int                    `json:"pain,omitempty"` // 0 to 10
	Kind   string                  `json:"kind,omitempty"`
	By     training.BodyMarkAuthor `json:"by,omitempty"`
	Since  *training.Day           `json:"since,omitempty"`
	Fact   int                     `json:"fact,omitempty"`
	Value  *float64                `json:"value,omitempty"`
	// Week and Session refer to the training plan.
	Week    int    `json:"week,omitempty"`
	Session string `json:"session_id,omitempty"`
	Said    string `json:"said,omitempty"` // words of the athlete or the coach
}

// Remembered is the memory in the form that the coach needs.
type Remembered struct {
	Version  int           `json:"version"`
	Facts    []memory.Fact `json:"facts,omitempty"` // facts that are valid today
	Sections []Section     `json:"sections,omitempty"`
}

// Section is a section of the memory.
type Section struct {
	Key     memory.Key `json:"section,omitempty"`
	Heading string     `json:"heading,omitempty"`
	Text    string     `json:"text"`
}

// Log is the session log of one day.
type Log struct {
	Day  training.Day `json:"local_date"`
	Text string       `json:"text"`
}

// Trained describes the completed training.
type Trained struct {
	Today *fitness.LoadToday `json:"today,omitempty"`
	Form  *Form              `json:"form,omitempty"`
	Weeks []Week             `json:"weeks,omitempty"` // newest first
	// Earlier is the total of all weeks before Weeks.
	Earlier *Earlier `json:"earlier,omitempty"`
}

// Form describes TSB in words.
type Form struct {
	Name    i18n.Sentence `json:"name"`
	Range   i18n.Sentence `json:"range"`
	Meaning i18n.Sentence `json:"meaning"`
}

// Week is one week of completed training. Number is the week's number in the training plan.
type Week struct {
	Number  int          `json:"week,omitempty"`
	Start   training.Day `json:"week_start"`
	Current bool         `json:"current,omitempty"`
	Sum
	// Hardest is the digest of the activity with the greatest load.
	Hardest i18n.Sentence `json:"hardest,omitempty"`
	Done    []Done        `json:"done,omitempty"`
}

// Sum is the total over some activities. WithoutLoad is the number of activities without a load.
type Sum struct {
	Activities  int                        `json:"activities"`
	DurationS   float64                    `json:"duration_s,omitempty"`
	DistanceKm  map[training.Sport]float64 `json:"distance_km,omitempty"`
	Load        float64                    `json:"load,omitempty"`
	WithoutLoad int                        `json:"without_load,omitempty"`
}

// Earlier is the total of the weeks that are not listed.
type Earlier struct {
	answers.Span
	Sum
}

// Done is a completed activity.
type Done struct {
	ID     training.ActivityID `json:"id"`
	Day    training.Day        `json:"local_date"`
	Sport  training.Sport      `json:"sport"`
	Digest i18n.Sentence       `json:"digest"`
	By     string              `json:"digest_by,omitempty"` // author of the digest, if not Lapkeep
	Load   float64             `json:"load,omitempty"`
	Name   string              `json:"name,omitempty"`
	Said   string              `json:"said,omitempty"` // the athlete's description
}

// Planned is the active training plan.
type Planned struct {
	ID       string              `json:"plan_id"`
	Name     string              `json:"plan_name,omitempty"`
	Status   plan.Status         `json:"status"`
	Week     int                 `json:"current_week,omitempty"`
	Of       int                 `json:"weeks_in_plan"`
	Goal     string              `json:"goal,omitempty"`
	Race     *plan.AdherenceRace `json:"race,omitempty"`
	GoalTime string              `json:"goal_time,omitempty"` // h:mm:ss
	GoalPace i18n.Sentence       `json:"goal_pace,omitempty"` // m:ss/km
	// Adherence is the percentage of the sessions up to now that were done.
	Adherence *float64   `json:"adherence_pct,omitempty"`
	Comments  []string   `json:"comments,omitempty"`
	Weeks     []PlanWeek `json:"weeks,omitempty"`
}

// PlanWeek is one week of the plan. Weeks near today list their sessions.
type PlanWeek struct {
	Number     int           `json:"week"`
	Start      training.Day  `json:"week_start,omitzero"`
	Current    bool          `json:"current,omitempty"`
	Phase      string        `json:"phase,omitempty"`
	Focus      string        `json:"focus,omitempty"`
	Planned    int           `json:"sessions_planned"`
	DistanceKm float64       `json:"distance_km,omitempty"`
	DurationS  float64       `json:"duration_s,omitempty"`
	Load       float64       `json:"load,omitempty"`
	Adherence  *float64      `json:"adherence_pct,omitempty"`
	Comments   []string      `json:"comments,omitempty"`
	Sessions   []PlanSession `json:"sessions,omitempty"`
}

// PlanSession is a session of the plan, with its result.
type PlanSession struct {
	ID         string              `json:"id"`
	Day        training.Day        `json:"local_date,omitzero"`
	PlanDay    *training.Day       `json:"plan_date,omitempty"` // day in the plan, if the calendar has a different one
	Status     calendar.State      `json:"status,omitempty"`
	Intensity  i18n.Sentence       `json:"intensity,omitempty"` // of a session whose time was done, but not its intensity
	Type       string              `json:"type,omitempty"`
	Name       string              `json:"name"`
	Pace       i18n.Sentence       `json:"target_pace,omitempty"` // m:ss/km
	DistanceKm float64             `json:"distance_km,omitempty"`
	DurationS  float64             `json:"duration_s,omitempty"`
	Structure  string              `json:"structure,omitempty"`
	Comments   []string            `json:"comments,omitempty"`
	ActivityID training.ActivityID `json:"activity_id,omitempty"`
	DoneOn     *training.Day       `json:"done_on,omitempty"` // day on which it was done, if different
	Missing    answers.Missing     `json:"missing,omitempty"`
}

// Event is a calendar event that is not a session of the plan.
type Event struct {
	ID         string                 `json:"id"`
	Day        training.Day           `json:"local_date"`
	To         *training.Day          `json:"end_date,omitempty"` // last day, if the event lasts several days
	Clock      string                 `json:"start_time,omitempty"`
	Category   training.EventCategory `json:"category"`
	Name       string                 `json:"name"`
	Sport      training.Sport         `json:"sport,omitempty"`
	Status     calendar.State         `json:"status,omitempty"`
	DurationS  float64                `json:"duration_s,omitempty"`
	DistanceKm float64                `json:"distance_km,omitempty"`
	Load       float64                `json:"load,omitempty"`
}

// Wellbeing describes how the athlete slept and recovered.
type Wellbeing struct {
	Readiness *Readiness        `json:"readiness,omitempty"`
	HRV       *wellness.Band    `json:"hrv_band,omitempty"`
	RestingHR *wellness.Band    `json:"resting_hr_band,omitempty"`
	Weight    *wellness.Weight  `json:"weight,omitempty"`
	Trends    *wellness.Trends  `json:"trends,omitempty"`
	Scales    string            `json:"scales,omitempty"`
	Said      []wellness.Remark `json:"remarks,omitempty"`
	Missing   answers.Missing   `json:"missing,omitempty"`
}

// Readiness describes the athlete's state today in words.
type Readiness struct {
	State   string          `json:"state"` // as_usual, mixed or strained
	Meaning i18n.Sentence   `json:"meaning"`
	Because []i18n.Sentence `json:"because,omitempty"`
}

// Voice is the persona that the athlete chose.
type Voice struct {
	Name      string        `json:"name,omitempty"`
	Title     string        `json:"title,omitempty"`
	About     string        `json:"about,omitempty"`
	Intensity int           `json:"intensity,omitempty"`
	Tone      i18n.Sentence `json:"tone,omitempty"`
	Health    string        `json:"health_rules,omitempty"` // takes precedence over everything else
	Text      string        `json:"text,omitempty"`
	// Choose lists the available personas if none was chosen.
	Choose []string `json:"choose_from,omitempty"`
}

func (v *View) miss(p Part, why i18n.Sentence) { v.Missing = v.Missing.Add(string(p), why) }

// These are the maximum lengths of texts from others, in runes.
const (
	nameRunes      = 100
	saidRunes      = 240
	structureRunes = 400
	textRunes      = MostTokens * tokenBytes
)

func clip(s string, most int) string { return textclean.Line(s, most) }

func clean(s string) string { return textclean.Text(s, textRunes) }

// tellPersona adds the persona that the memory mentions, or else lists the available ones.
func (m *maker) tellPersona() {
	if !m.q.wants(Persona) || m.q.Personas == nil {
		return
	}
	set := m.q.Personas
	m.view.Notes = append(m.view.Notes, set.Told...)
	out := &Voice{Health: clean(set.Health)}
	name := Chosen(&m.memory, set)
	p, text, err := set.Find(name)
	if name == "" || err != nil {
		for i := range set.Personas {
			out.Choose = append(out.Choose, clip(set.Personas[i].Name, nameRunes))
		}
		if out.Intensity = m.q.Intensity; out.Intensity > 0 {
			out.Tone = memory.Intensity(out.Intensity)
		}
		m.view.Persona = out
		return
	}
	out.Name, out.Title, out.About = clip(p.Name, nameRunes), clip(p.Title, nameRunes), clip(p.About, saidRunes)
	out.Intensity = cmp.Or(m.q.Intensity, p.Intensity)
	out.Tone, out.Text = memory.Intensity(out.Intensity), clean(text)
	m.view.Persona = out
}

// Chosen returns the name of the persona that the memory mentions in a line about a
// persona or a coach. The newest such fact takes precedence, then the first such line in
// a section. It returns "" if there is none.
func Chosen(m *memory.Memory, set *memory.PersonaSet) string {
	for _, f := range slices.Backward(m.Facts) {
		if f.Kind == memory.Preference {
			if name := namedIn(f.Text, set); name != "" {
				return name
			}
		}
	}
	for _, s := range m.Sections {
		if s.Key == memory.FactsKey || s.Key == memory.SessionHistory {
			continue
		}
		for line := range strings.Lines(s.Content) {
			if name := namedIn(line, set); name != "" {
				return name
			}
		}
	}
	return ""
}

func namedIn(line string, set *memory.PersonaSet) string {
	words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
	if !slices.Contains(words, "persona") && !slices.Contains(words, "coach") {
		return ""
	}
	for i := range set.Personas {
		p := &set.Personas[i]
		// These lines contain the word "coach" anyway, so for a persona called "coach",
		// it must be the last word.
		if name := strings.ToLower(p.Name); slices.Contains(words, name) && (name != "coach" || last(words) == name) {
			return p.Name
		}
	}
	return ""
}

func last(words []string) string { return words[len(words)-1] }
