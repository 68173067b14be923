package coach

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/digest"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "coach"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	Texts   tools.Keeper
	// Intensity is the strictness of a coach, from 1 to 5. 0 means that the persona determines it.
	Intensity int
	// Connections returns an athlete's services; nil if there are none.
	Connections func(training.AthleteID) Connections
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{
		contextRow(d), updateMemoryRow(d), logsRow(d), saveLogRow(d), personaRow(d), onboardingRow(d), bodyRow(d), markRow(d), pendingRow(d),
		saveDigestRow(d), rosterRow(d),
	}
}

type personaIn struct {
	Name      string `json:"name,omitempty"`
	Intensity int    `json:"intensity,omitempty" jsonschema:"1 gentle to 5 hard"`
}

type personaOut struct {
	answers.Heading
	Personas []memory.Persona `json:"personas,omitempty"`
	Persona  *memory.Persona  `json:"persona,omitempty"`
	Text     string           `json:"text,omitempty"`
	// Intensity is the strictness that applies, and Tone explains it.
	Intensity  int           `json:"intensity,omitempty"`
	Tone       i18n.Sentence `json:"tone,omitempty"`
	Guidelines string        `json:"guidelines,omitempty"`
	// Health takes precedence over everything else in the answer.
	Health    string          `json:"health_rules,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
}

// personaRunes is the maximum length of the athlete's own persona text in an answer.
const personaRunes = 10_000

func personaRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_persona", Title: "Coaching personas", Toolset: toolset, Idempotent: true,
		Description: "Lists the coaching personas, or returns one by name: how it speaks, common guidelines, and the health rules, " +
			"which come before any persona.",
		Aliases: map[string]string{"coach_name": "name"},
		Input:   func(s *jsonschema.Schema) { tools.Bounds(s, "intensity", 1, memory.MaxIntensity) },
	}, func(ctx context.Context, c *tools.Call, in personaIn) (*personaOut, error) {
		set, err := d.personas(ctx, c)
		if err != nil {
			return nil, err
		}
		out := &personaOut{Heading: c.Frame().Heading(), Notes: set.Told}
		if in.Name == "" {
			out.Personas = set.Personas
			return out, ctx.Err()
		}
		p, body, err := set.Find(in.Name)
		if err != nil {
			return nil, err
		}
		out.Persona, out.Intensity = &p, cmp.Or(in.Intensity, d.Intensity, p.Intensity)
		out.Tone, out.Health = memory.Intensity(out.Intensity), set.Health
		out.Text, out.Guidelines = out.cut(body), out.cut(set.Guidelines)
		return out, ctx.Err()
	})
}

// personas returns the personas, after the athlete's edits in their files have been read.
func (d Deps) personas(ctx context.Context, c *tools.Call) (*memory.PersonaSet, error) {
	told := d.Texts.Fresh(ctx, c, memory.PersonaKind, memory.Page)
	set, err := memory.LoadPersona(ctx, d.Store, c.Scope, d.Texts.Home)
	if err != nil {
		return nil, err
	}
	for _, t := range told { // both kinds of texts report the same symbolic link
		if !slices.Contains(set.Told, t) {
			set.Told = append(set.Told, t)
		}
	}
	return set, nil
}

// cut shortens a text so that it fits into the answer.
func (o *personaOut) cut(body string) string {
	if short := textclean.Text(body, personaRunes); short != textclean.Text(body, 0) {
		o.Truncated, o.Narrow = true, "Keep a persona's text within 10,000 characters."
		return short
	}
	return body
}

type onboardingIn struct{}

type onboardingOut struct {
	answers.Heading
	Questions string          `json:"questions"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
}

func onboardingRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_onboarding_questions", Title: "Onboarding questions", Toolset: toolset, Idempotent: true,
		Description: "Questions for a new athlete, each with the section of the memory that its answer belongs to. update_coach_memory " +
			"saves the answers.",
	}, func(ctx context.Context, c *tools.Call, _ onboardingIn) (*onboardingOut, error) {
		set, err := d.personas(ctx, c)
		if err != nil {
			return nil, err
		}
		return &onboardingOut{c.Frame().Heading(), textclean.Text(set.Onboarding, personaRunes), set.Told}, ctx.Err()
	})
}

// ofDigest is the kind of changes to digests.
const ofDigest = store.ChangeKind(document.Digests)

type pendingIn struct {
	Range  tools.DateRange     `json:"range,omitzero"`
	Sport  training.Discipline `json:"sport,omitzero"`
	Cursor string              `json:"cursor,omitempty"`
	Limit  int                 `json:"limit,omitempty"`
}

// These are the default number of days, the default number of prompts on a page, and the maximum.
const pendingDays, pendingLimit, mostPending = 28, 5, 12

func pendingRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_pending_digests", Title: "Sessions without a written digest", Toolset: toolset, Idempotent: true,
		Description: "Activities whose one-line digest was computed but not yet written by a model, with the line and a complete prompt. " +
			"save_digest stores the answer.",
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "limit", 1, mostPending)
			tools.Default(s, "limit", pendingLimit)
		},
	}, func(ctx context.Context, c *tools.Call, in pendingIn) (*digest.PendingList, error) {
		q := digest.PendingQuery{
			Days: in.Range.Or(training.DayRange{From: c.Today - pendingDays + 1, To: c.Today}), Cursor: in.Cursor, Limit: in.Limit,
		}
		if q.Limit == 0 {
			q.Limit = pendingLimit
		}
		q.Sports = in.Sport.Alone()
		return digest.ListPending(ctx, d.Store, c.Scope, c.Frame(), q)
	})
}

type saveDigestIn struct {
	ID     string `json:"id"`
	Digest string `json:"digest"`
}

func saveDigestRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_digest", Title: "Save a digest", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Stores a written one-line digest of an activity next to the computed one. It must end in one of [easy], [recovery], " +
			"[long], [long-workout], [workout], [progression], [race], [shakeout].",
		Aliases: map[string]string{"activity_id": "id", "line": "digest"},
		Input:   func(s *jsonschema.Schema) { tools.MaxLength(s, "digest", training.MaxDigestRunes) },
	}, func(ctx context.Context, c *tools.Call, in saveDigestIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

// These are the possible authors of a digest.
const byAthlete, byAssistant = "athlete", "assistant"

func (in *saveDigestIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	id, err := tools.Activity(ctx, d.Store, c, in.ID)
	if err != nil {
		return nil, err
	}
	row, err := activity.Find(ctx, d.Store, c.Scope, id)
	if err != nil {
		return nil, err
	}
	line := training.Digest{Line: in.Digest, By: byAthlete}
	if c.Scope.Audience == training.AudienceModel {
		line.By = byAssistant
	}
	if err := line.Check(); err != nil {
		return nil, err
	}
	line.Line = textclean.Line(line.Line, training.MaxDigestRunes)
	id = string(row.ID)
	before, had, err := saved(ctx, d, c, id)
	if err != nil {
		return nil, err
	}
	if had == line {
		return &tools.WrittenOne{ID: id, Written: c.Unchanged("Nothing changed: the digest already contains this.")}, ctx.Err()
	}
	fields, err := json.Marshal(line)
	if err != nil {
		return nil, err
	}
	w := c.Write("Save a digest.", map[string]string{"digest:" + id: string(before.Own)})
	change := journal.Change{Of: ofDigest, Target: id, Field: "digest", Before: i18n.Name(had.Line), After: i18n.Name(line.Line)}
	own := document.Own{Fields: fields, Days: training.DayRange{From: row.LocalDay, To: row.LocalDay}}
	return c.Do(ctx, d.Journal, w, id, false, c.Put(tools.OwnOf(document.Digests, "digest", id, &before, own), change))
}

// saved returns the stored digest of an activity, or zero values if there is none.
func saved(ctx context.Context, d Deps, c *tools.Call, id string) (doc document.Document, line training.Digest, err error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.Digests, document.Filter{ID: id})
	if err != nil || len(docs) == 0 {
		return doc, line, err
	}
	line, err = document.Show[training.Digest](docs[0])
	return docs[0], line, err
}

type logsIn struct {
	Limit int             `json:"limit,omitempty" jsonschema:"0 lists days only"`
	Range tools.DateRange `json:"range,omitzero"`
}

func logsRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_session_logs", Title: "Session logs", Toolset: toolset, Idempotent: true,
		Description: "Logs of past coaching sessions, newest day first, with what assistants changed on those days.",
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "limit", 0, memory.MaxLogs)
			tools.Default(s, "limit", 3)
		},
	}, func(ctx context.Context, c *tools.Call, in logsIn) (*memory.Logs, error) {
		told := d.Texts.Fresh(ctx, c, memory.SessionLog)
		w := memory.Which{Limit: in.Limit, Location: c.Location}
		if in.Range.Set {
			r := in.Range.Range()
			w.Days = &r
		}
		out, err := memory.ReadLogs(ctx, d.Store, c.Scope, c.Frame(), w)
		if err != nil {
			return nil, err
		}
		out.Notes = append(told, out.Notes...)
		return out, nil
	})
}

type saveLogIn struct {
	Summary string     `json:"summary" jsonschema:"Markdown; the memory keeps the first line"`
	Coach   string     `json:"coach,omitempty" jsonschema:"persona"`
	Date    tools.Date `json:"date,omitzero"`
}

func saveLogRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_session_log", Title: "Save a session log", Toolset: toolset, Safety: tools.Write,
		Description: "Adds a coaching session to the log of its day and one line to the memory, at the end of a session.",
	}, func(ctx context.Context, c *tools.Call, in saveLogIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveLogIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	day := in.Date.Or(c.Today)
	if day > c.Today {
		return nil, training.Errorf(training.KindInvalid, "%s is in the future.", day).WithFix("Give the date of the session.")
	}
	if memory.Distill("## x\n\n"+in.Summary) == "" {
		return nil, training.Errorf(training.KindInvalid, "The summary is empty.").
			WithFix("Summarise in at least one sentence what was discussed and agreed.")
	}
	told := d.Texts.Fresh(ctx, c, memory.SessionLog, memory.MemoryKind)
	logs, err := memory.ListText(ctx, d.Store, c.Whole(), memory.SessionLog)
	if err != nil {
		return nil, err
	}
	m, err := memory.Read(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	log := memory.Text{Kind: memory.SessionLog, ID: day.String()}
	logged := map[string]bool{}
	for i := range logs {
		logged[logs[i].ID] = true
		if logs[i].ID == log.ID {
			log = logs[i]
		}
	}
	by := tools.Author(c)
	body := memory.AppendSession(log.Body, day, c.Now.In(c.Location), in.Coach, in.Summary)
	remembered := memory.Remember(m.Body, day, memory.Distill(body), func(d training.Day) bool { return logged[d.String()] })
	out, err := d.Texts.Write(ctx, c, i18n.Sentencef("Log the coaching session of %s.", day), log.ID, false,
		log.Of(body, by, c.Now), m.Of(remembered, by, c.Now))
	if err != nil {
		return nil, err
	}
	out.Notes = append(told, out.Notes...)
	return out, nil
}

type contextIn struct {
	Parts     []string `json:"parts,omitempty"`
	MaxTokens int      `json:"max_tokens,omitempty"`
}

func contextRow(d Deps) tools.Row {
	days, cache := wellness.NewCache(d.Store), briefing.NewCache()
	return tools.New(tools.Spec{
		Name: "get_coach_context", Title: "Coaching context", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Context for a coaching session: alerts, injuries, memory, plan with the current week, recent training, wellness, " +
			"last logs, " +
			"persona, within max_tokens.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "parts", briefing.Parts()...)
			tools.Bounds(s, "max_tokens", briefing.LeastTokens, briefing.MostTokens)
			tools.Default(s, "max_tokens", briefing.UsualTokens)
		},
	}, func(ctx context.Context, c *tools.Call, in contextIn) (*briefing.View, error) {
		q := briefing.Query{MaxTokens: in.MaxTokens, Bytes: c.Bytes(ctx), Intensity: d.Intensity, Wellness: days, Cache: cache}
		for _, p := range in.Parts {
			q.Parts = append(q.Parts, briefing.Part(p))
		}
		if q.MaxTokens == 0 {
			q.MaxTokens = briefing.UsualTokens
		}
		var told []i18n.Sentence
		var err error
		if q.Edited, told, err = d.Texts.Edited(ctx, c.Scope.Athlete); err != nil {
			told = append(told, i18n.OfError(err)) // the stored texts are sufficient
		}
		if q.Personas, err = memory.LoadPersona(ctx, d.Store, c.Scope, d.Texts.Home); err != nil {
			return nil, err
		}
		q.Told = told
		return briefing.Read(ctx, d.Store, c.Scope, c.Frame(), q)
	})
}
