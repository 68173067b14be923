package plans

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type getIn struct {
	ID      string `json:"id,omitempty" jsonschema:"default: the active plan"`
	Part    string `json:"part,omitempty" jsonschema:"text: the YAML"`
	Weeks   string `json:"weeks,omitempty" jsonschema:"current, all, 5 or 5-9"`
	Line    int    `json:"line,omitempty" jsonschema:"line of the text"`
	Version int    `json:"version,omitempty"`
}

// These are the parts of an answer.
const (
	partWeeks    = "weeks"
	partText     = "text"
	partProblems = "problems"
	partVersions = "versions"
)

// View is a training plan, or a part of it.
type View struct {
	answers.Heading
	Plan     planRow         `json:"plan"`
	Comments []string        `json:"comments,omitempty"`
	Notes    string          `json:"plan_notes,omitempty"`
	Weeks    []Week          `json:"weeks,omitempty"`
	Text     string          `json:"text,omitempty" jsonschema:"as it is stored, byte for byte"`
	NextLine int             `json:"next_line,omitempty"`
	Problems []i18n.Sentence `json:"problems,omitempty"`
	Versions []versionRow    `json:"versions,omitempty"`
	// Truncated means that the answer does not contain everything.
	Truncated bool            `json:"truncated,omitempty"`
	Told      []i18n.Sentence `json:"notes,omitempty"`
}

type versionRow struct {
	Version int       `json:"version"`
	At      time.Time `json:"at"`
	Author  string    `json:"author"`
	Bytes   int       `json:"bytes"`
}

// Week is one week of a plan.
type Week struct {
	Number   int          `json:"week"`
	Start    training.Day `json:"start_date,omitzero"`
	Current  bool         `json:"current,omitempty"`
	Phase    string       `json:"phase,omitempty"`
	Focus    string       `json:"focus,omitempty"`
	Total    totalRow     `json:"total"`
	Comments []string     `json:"comments,omitempty"`
	Sessions []Session    `json:"sessions,omitempty"`
}

type totalRow struct {
	Sessions   int     `json:"sessions"`
	DistanceKm float64 `json:"distance_km,omitempty"`
	DurationS  float64 `json:"duration_s,omitempty"`
	Load       float64 `json:"load,omitempty"`
}

// Session is one session, on the day that it has in the calendar.
type Session struct {
	ID          string        `json:"id"`
	Event       string        `json:"event_id,omitempty" jsonschema:"event in the calendar, if published"`
	Day         training.Day  `json:"date,omitzero"`
	PlanDay     *training.Day `json:"plan_date,omitempty" jsonschema:"date in the plan, if the calendar has another"`
	Status      string        `json:"status,omitempty" jsonschema:"as in check_training_plan"`
	Clock       string        `json:"time,omitempty"`
	Type        plan.Type     `json:"type,omitempty"`
	Sport       string        `json:"sport,omitempty" jsonschema:"if different from the plan's"`
	Name        string        `json:"name,omitempty"`
	DistanceKm  float64       `json:"distance_km,omitempty"`
	DurationS   float64       `json:"duration_s,omitempty"`
	Load        float64       `json:"load,omitempty"`
	Pace        float64       `json:"pace_s_per_km,omitempty"`
	PaceTo      float64       `json:"pace_to_s_per_km,omitempty"`
	Structure   string        `json:"structure,omitempty"`
	Description string        `json:"description,omitempty"`
	Workout     string        `json:"workout,omitempty"`
	Exercises   []exerciseRow `json:"exercises,omitempty"`
	Comments    []string      `json:"comments,omitempty"`

	Missing answers.Missing `json:"missing,omitempty"`
}

type exerciseRow struct {
	Name       string  `json:"name"`
	Sets       int     `json:"sets,omitempty"`
	Reps       string  `json:"reps,omitempty"`
	DurationS  float64 `json:"duration_s,omitempty"`
	WeightKg   float64 `json:"weight_kg,omitempty"`
	RestS      float64 `json:"rest_s,omitempty"`
	Cues       string  `json:"cues,omitempty"`
	Progress   string  `json:"progression,omitempty"`
	BodyRegion string  `json:"body_region,omitempty"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawPlan),
		Name:    "get_training_plan", Title: "Training plan", Toolset: toolset, Default: true, Idempotent: true,
		Description: "A training plan: the weeks around today or others, each session with its id and status; " +
			"or its YAML text, problems, versions.",
		Aliases: map[string]string{"plan_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "part", partWeeks, partText, partProblems, partVersions)
			tools.Default(s, "part", partWeeks)
			tools.Default(s, "weeks", "current")
			tools.AtLeast(s, "line", 1)
			tools.AtLeast(s, "version", 1)
		},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*View, error) {
		return in.read(ctx, d, c)
	})
}

func (in *getIn) read(ctx context.Context, d Deps, c *tools.Call) (*View, error) {
	s, told, err := d.find(ctx, c, c.Scope, in.ID)
	if err != nil {
		return nil, err
	}
	if in.Version > 0 {
		t, err := memory.TextVersion(ctx, d.Store, c.Scope, memory.TrainingPlan, s.ID, in.Version)
		if err != nil {
			return nil, err
		}
		if s, err = d.plans.Of(ctx, t); err != nil {
			return nil, err
		}
	}
	out := &View{Heading: c.Frame().Heading(), Plan: rowOf(&s, c.Today), Told: told}
	switch in.Part {
	case partText:
		out.lines(s.Text.Body, max(1, in.Line))
	case partProblems:
		for _, p := range s.Problems {
			out.Problems = append(out.Problems, p.Sentence())
		}
	case partVersions:
		return out, out.versions(ctx, d, c, s.ID)
	default:
		if in.Version > 0 {
			return out, out.weeks(&s, in.Weeks, c.Today, nil)
		}
		there, states, err := d.followed.Stands(ctx, d.Store, c.Scope, c.Frame(), &s)
		if err != nil {
			return nil, err
		}
		s.Plan = *there
		out.Plan = rowOf(&s, c.Today)
		return out, out.weeks(&s, in.Weeks, c.Today, states)
	}
	return out, nil
}

// budget is the maximum number of bytes of weeks or text in an answer.
const budget = 20_000

// lines adds as many complete lines of the text as fit, beginning with the given line.
func (g *View) lines(body string, from int) {
	var b strings.Builder
	n := 0
	for l := range strings.Lines(body) {
		if n++; n < from {
			continue
		}
		if b.Len() > 0 && b.Len()+len(l) > budget {
			g.NextLine, g.Truncated = n, true
			break
		}
		if len(l) > budget {
			l = i18n.Clip(l, budget/4)
			g.Truncated = true
		}
		b.WriteString(l)
	}
	g.Text = b.String()
}

func (g *View) versions(ctx context.Context, d Deps, c *tools.Call, id string) error {
	all, err := memory.Versions(ctx, d.Store, c.Scope, memory.TrainingPlan, id)
	for i := range all {
		if g.Truncated = i == maxVersions; g.Truncated {
			break
		}
		v := &all[i]
		g.Versions = append(g.Versions, versionRow{v.Version, v.At, string(v.Author), len(v.Body)})
	}
	return err
}

// maxVersions is the maximum number of versions listed in an answer. If there
// are more, the answer lists the newest ones.
const maxVersions = 100

func (g *View) weeks(s *plan.Kept, which string, today training.Day, states map[string]*plan.AdherenceSession) error {
	g.Comments, g.Notes = lines(s.Comments), line(s.Notes)
	if n := len(s.Problems); n > 0 {
		g.Told = append(g.Told, i18n.Sentencef("The text has %s; part problems lists them.", i18n.Numbered(n, "problem", "problems")))
	}
	from, to, err := chosen(&s.Plan, which, today)
	if err != nil {
		return err
	}
	left := budget
	for i := from; i < to; i++ {
		w := weekOf(&s.Plan, &s.Weeks[i], today, states)
		if left -= answers.Size(w); left < 0 && i > from {
			g.Truncated = true
			g.Told = append(g.Told, i18n.Sentencef("Weeks from %d on are left out; ask for them with weeks.", w.Number))
			break
		}
		g.Weeks = append(g.Weeks, w)
	}
	return nil
}

// chosen returns the range of requested weeks by index.
func chosen(p *plan.Plan, which string, today training.Day) (from, to int, err error) {
	n := len(p.Weeks)
	switch which {
	case "all":
		return 0, n, nil
	case "", "current":
		at := max(0, n-2)
		for i := n - 1; i >= 0; i-- {
			if p.Weeks[i].Start+6 >= today {
				at = i
			}
		}
		return at, min(n, at+2), nil
	}
	first, last, ok := weekRange(which)
	if !ok || first > last {
		return 0, 0, training.Errorf(training.KindInvalid, "%q is not a valid range of weeks.", i18n.Clip(which, i18n.MostQuoted)).
			WithFix("Write current, all, a number such as 5, or 5-9.")
	}
	from = n
	for i := range p.Weeks {
		if w := p.Weeks[i].Number; first <= w && w <= last {
			from, to = min(from, i), i+1
		}
	}
	if from >= to {
		return 0, 0, training.Errorf(training.KindNotFound, "The plan has no week %d.", first).
			WithFix("weeks: all shows the available ones.")
	}
	return from, to, nil
}

// weekRange reads numbers of weeks such as "5" or "4-6". ok is false if the text has another form.
func weekRange(text string) (first, last int, ok bool) {
	low, high, several := strings.Cut(text, "-")
	if !several {
		high = low
	}
	first, err := strconv.Atoi(strings.TrimSpace(low))
	last, err2 := strconv.Atoi(strings.TrimSpace(high))
	return first, last, err == nil && err2 == nil
}

func weekOf(p *plan.Plan, w *plan.Week, today training.Day, states map[string]*plan.AdherenceSession) Week {
	out := bareWeek(p, w, today)
	for i := range w.Sessions {
		row := sessionOf(&w.Sessions[i], p)
		if judged := states[row.ID]; judged != nil {
			row.Status = string(judged.Status)
		}
		out.Sessions = append(out.Sessions, row)
	}
	return out
}

// bareWeek returns a week without its sessions.
func bareWeek(p *plan.Plan, w *plan.Week, today training.Day) Week {
	return Week{
		Number: w.Number, Start: w.Start, Current: w.Start != 0 && w.Start <= today && today <= w.Start+6,
		Phase: line(w.Phase), Focus: line(w.Focus), Total: totalOf(p.Total(w)), Comments: lines(w.Comments),
	}
}

func totalOf(t plan.Total) totalRow {
	return totalRow{t.Sessions, answers.Round(t.DistanceKm, 3), answers.Round(t.DurationS, 0), answers.Round(t.Load, 1)}
}

func sessionOf(s *plan.Session, p *plan.Plan) Session {
	out := Session{
		ID: s.ID, Day: s.Day, PlanDay: s.Moved(), Clock: s.Clock, Type: plan.Type(line(string(s.Type))), Name: line(s.Name),
		DistanceKm: answers.Round(s.DistanceKm, 3),
		DurationS:  answers.Round(s.DurationS, 0), Load: answers.Round(s.Load, 1), Pace: s.PaceSPerKm, PaceTo: s.PaceToSPerKm,
		Structure: clean(s.Structure), Description: clean(s.Description), Workout: clean(s.Workout), Comments: lines(s.Comments),
	}
	if s.Event != nil {
		out.Event = s.Event.ID
	}
	if s.Withheld {
		out.Missing = out.Missing.Add("description", answers.HiddenNotes)
	}
	if s.Sport != p.Sport && s.Type != plan.Rest {
		out.Sport = training.Refined(s.Sport, s.SubSport)
	}
	for _, e := range s.Exercises {
		out.Exercises = append(out.Exercises, exerciseRow{
			line(e.Name), e.Sets, line(e.Reps), e.Seconds, e.WeightKg, e.RestS, line(e.Cues), line(e.Progress), line(e.BodyRegion),
		})
	}
	return out
}

func clean(s string) string { return textclean.Text(s, maxText) }

// maxText is the maximum length in runes of a session's text in an answer. The part
// "text" contains the whole text.
const maxText = 600

const toolset = "plans"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store store.Reader
	Texts tools.Keeper

	plans    *plan.Cache
	followed *plan.AdherenceCache
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	d.plans, d.followed = plan.NewCache(), plan.NewAdherenceCache()
	return []tools.Row{listRow(d), getRow(d), createRow(d), saveRow(d), editRow(d), checkRow(d)}
}

// all returns the athlete's plans, and notes about their files.
func (d Deps) all(ctx context.Context, c *tools.Call, s training.Scope) (out []plan.Kept, told []i18n.Sentence, err error) {
	told = d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	out, err = d.plans.All(ctx, d.Store, s)
	return out, told, err
}

// find returns the plan with the given id, or the active plan if the id is empty.
func (d Deps) find(ctx context.Context, c *tools.Call, s training.Scope, id string) (plan.Kept, []i18n.Sentence, error) {
	told := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	k, err := d.plans.Find(ctx, d.Store, s, id, c.Today)
	if n := k.Text.Note(); n != "" {
		told = append(told, n)
	}
	return k, told, err
}

func line(s string) string { return textclean.Line(s, textclean.NameRunes) }

func lines(all []string) []string {
	var out []string
	for _, s := range all[:min(len(all), maxComments)] {
		out = append(out, line(s))
	}
	return out
}

// maxComments is the maximum number of comments listed for a plan, week or session.
const maxComments = 10
