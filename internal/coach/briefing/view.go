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

// View is the context of a coach.
type View struct {
	answers.Heading
	// Most is the answer's budget, in tokens of 4 bytes of text each.
	Most     int             `json:"max_tokens"`
	Fence    i18n.Sentence   `json:"fence"`
	Alerts   []Alert         `json:"alerts,omitempty"`
	Memory   *Remembered     `json:"memory,omitempty"`
	Plan     *Planned        `json:"plan,omitempty"`
	Events   []Event         `json:"events,omitempty"` // of two weeks, except sessions of the plan
	Training *Trained        `json:"training,omitempty"`
	Wellness *Wellbeing      `json:"wellness,omitempty"`
	Logs     []Log           `json:"logs,omitempty"` // the newest first
	LogDays  int             `json:"logged_days,omitempty"`
	Persona  *Voice          `json:"persona,omitempty"`
	LeftOut  []LeftOut       `json:"left_out,omitempty"`
	Notes    []i18n.Sentence `json:"notes,omitempty"`
	Missing  answers.Missing `json:"missing,omitempty"`
}

// LeftOut names the parts that did not fit, and how to request them.
type LeftOut struct {
	Part Part            `json:"part,omitempty"`
	What []i18n.Sentence `json:"what,omitempty"`
	How  i18n.Sentence   `json:"how,omitempty"`
}

// Alert is one thing to look at before anything else.
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
	// Week and Session belong to the training plan.
	Week    int    `json:"week,omitempty"`
	Session string `json:"session_id,omitempty"`
	Said    string `json:"said,omitempty"` // a person's words
}

// Remembered is the memory.
type Remembered struct {
	Version  int           `json:"version"`
	Facts    []memory.Fact `json:"facts,omitempty"` // valid today
	Sections []Section     `json:"sections,omitempty"`
}

// Section is a section of the memory.
type Section struct {
	Key     memory.Key `json:"section,omitempty"`
	Heading string     `json:"heading,omitempty"`
	Text    string     `json:"text"`
}

// Log is the session log of a day.
type Log struct {
	Day  training.Day `json:"local_date"`
	Text string       `json:"text"`
}

// Trained holds the completed training.
type Trained struct {
	Today *fitness.LoadToday `json:"today,omitempty"`
	Form  *Form              `json:"form,omitempty"`
	Weeks []Week             `json:"weeks,omitempty"` // the newest first
	// Earlier sums up all weeks before those.
	Earlier *Earlier `json:"earlier,omitempty"`
}

// Form describes TSB in words.
type Form struct {
	Name    i18n.Sentence `json:"name"`
	Range   i18n.Sentence `json:"range"`
	Meaning i18n.Sentence `json:"meaning"`
}

// Week is one week of completed training; Number is the number of the week in
// the training plan.
type Week struct {
	Number  int          `json:"week,omitempty"`
	Start   training.Day `json:"week_start"`
	Current bool         `json:"current,omitempty"`
	Sum
	// Hardest is the digest of the activity with the most load.
	Hardest i18n.Sentence `json:"hardest,omitempty"`
	Done    []Done        `json:"done,omitempty"`
}

// Sum is the total of some activities. WithoutLoad counts those without a load.
type Sum struct {
	Activities  int                        `json:"activities"`
	DurationS   float64                    `json:"duration_s,omitempty"`
	DistanceKm  map[training.Sport]float64 `json:"distance_km,omitempty"`
	Load        float64                    `json:"load,omitempty"`
	WithoutLoad int                        `json:"without_load,omitempty"`
}

// Earlier is the total of weeks without details.
type Earlier struct {
	answers.Span
	Sum
}

// Done is one activity.
type Done struct {
	ID     training.ActivityID `json:"id"`
	Day    training.Day        `json:"local_date"`
	Sport  training.Sport      `json:"sport"`
	Digest i18n.Sentence       `json:"digest"`
	By     string              `json:"digest_by,omitempty"` // its author, if not Lapkeep
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
	// Adherence is the share of the sessions up to now that were done.
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

// PlanSession is one session with its result.
type PlanSession struct {
	ID         string              `json:"id"`
	Day        training.Day        `json:"local_date,omitzero"`
	PlanDay    *training.Day       `json:"plan_date,omitempty"` // the plan's day, if the calendar has another
	Status     calendar.State      `json:"status,omitempty"`
	Type       string              `json:"type,omitempty"`
	Name       string              `json:"name"`
	Pace       i18n.Sentence       `json:"target_pace,omitempty"` // m:ss/km
	DistanceKm float64             `json:"distance_km,omitempty"`
	DurationS  float64             `json:"duration_s,omitempty"`
	Structure  string              `json:"structure,omitempty"`
	Comments   []string            `json:"comments,omitempty"`
	ActivityID training.ActivityID `json:"activity_id,omitempty"`
	DoneOn     *training.Day       `json:"done_on,omitempty"` // if that is another day
	Missing    answers.Missing     `json:"missing,omitempty"`
}

// Event is an event of the calendar.
type Event struct {
	ID         string                 `json:"id"`
	Day        training.Day           `json:"local_date"`
	To         *training.Day          `json:"end_date,omitempty"` // last day of an event of several days
	Clock      string                 `json:"start_time,omitempty"`
	Category   training.EventCategory `json:"category"`
	Name       string                 `json:"name"`
	Sport      training.Sport         `json:"sport,omitempty"`
	Status     calendar.State         `json:"status,omitempty"`
	DurationS  float64                `json:"duration_s,omitempty"`
	DistanceKm float64                `json:"distance_km,omitempty"`
	Load       float64                `json:"load,omitempty"`
}

// Wellbeing is how the athlete slept and recovered.
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

// Readiness is the athlete's state today, in words.
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
	Health    string        `json:"health_rules,omitempty"` // above everything else
	Text      string        `json:"text,omitempty"`
	// Choose lists the personas to choose from if none was chosen.
	Choose []string `json:"choose_from,omitempty"`
}

func (v *View) miss(p Part, why i18n.Sentence) { v.Missing = v.Missing.Add(string(p), why) }

// The maximum lengths of texts from others, in runes.
const (
	nameRunes      = 100
	saidRunes      = 240
	structureRunes = 400
	textRunes      = MostTokens * tokenBytes
)

func clip(s string, most int) string { return textclean.Line(s, most) }

func clean(s string) string { return textclean.Text(s, textRunes) }

// tellPersona fills in the persona named by the memory, or those to choose
// from.
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

// Chosen returns the persona that the memory names in a line about a persona or
// a coach: the newest such fact, or else the first such line of a section. It
// is empty if there is none.
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
		// Such lines contain the word "coach" anyway, so a persona of that name
		// must be the last word.
		if name := strings.ToLower(p.Name); slices.Contains(words, name) && (name != "coach" || last(words) == name) {
			return p.Name
		}
	}
	return ""
}

func last(words []string) string { return words[len(words)-1] }
