// Package coach contains the tools of the toolset "coach": memory, session logs,
// personas, digests and the body map. Each file contains one tool.
package coach

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const ofMark = store.ChangeKind(document.BodyMarks)

type markIn struct {
	Marks []oneMark               `json:"marks,omitempty"`
	Clear []string                `json:"clear,omitempty" jsonschema:"regions, or all"`
	By    training.BodyMarkAuthor `json:"by,omitempty"`
	Date  tools.Date              `json:"date,omitzero"`
}

type oneMark struct {
	Region string `json:"region" jsonschema:"e.g. left_kneecap"`
	Pain   *int   `json:"pain,omitempty" jsonschema:"0 to 10"`
	Kind   string `json:"kind,omitempty"`
	Note   string `json:"note,omitempty"`
}

// maxMarks is the maximum number of marks per write.
const maxMarks = 40

func kinds() []string {
	return []string{"pain", "soreness", "tightness", "stiffness", "swelling", "numbness", "weakness", "wound", "watch"}
}

func markRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "mark_body_regions", Title: "Mark the body map", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Marks regions of the body with pain, kind and note, or clears them. The athlete's and the coach's marks are separate.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "by", training.MarkedByAthlete, training.MarkedByCoach)
			tools.Enum(s, "marks.kind", kinds()...)
			tools.Bounds(s, "marks.pain", 0, 10)
			tools.MaxLength(s, "marks.note", textclean.TextRunes)
			tools.Items(s, "marks", 0, maxMarks)
		},
	}, func(ctx context.Context, c *tools.Call, in markIn) (*tools.Written, error) {
		return in.write(ctx, d, c)
	})
}

// marking is a new mark, with the mark that it replaces.
type marking struct {
	was bodymap.Stored
	now training.BodyMark
}

func (in *markIn) write(ctx context.Context, d Deps, c *tools.Call) (*tools.Written, error) {
	if len(in.Marks)+len(in.Clear) == 0 {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to mark or to clear.").
			WithFix("Give marks, or regions in clear.")
	}
	day := in.Date.Or(c.Today)
	if day > c.Today {
		return nil, training.Errorf(training.KindInvalid, "%s is in the future.", day).WithFix("Give today or an earlier day.")
	}
	if in.By == "" {
		in.By = training.MarkedByAthlete
		if c.Scope.Audience == training.AudienceModel {
			in.By = training.MarkedByCoach
		}
	}
	all, err := bodymap.All(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	changed, err := in.changes(all, day, c.Scope.Audience == training.AudienceModel)
	if err != nil {
		return nil, err
	}
	if len(changed) == 0 {
		w := c.Unchanged("Nothing changed: the body map already shows this.")
		return &w, ctx.Err()
	}
	targets := map[string]string{}
	for _, m := range changed {
		targets[string(document.BodyMarks)+":"+m.id()] = string(m.was.Own)
	}
	out, err := d.Journal.Do(ctx, c.Write("Mark the body map.", targets), func(tx *store.Tx) (journal.Effect, error) {
		var e journal.Effect
		for _, m := range changed {
			if err := m.put(tx, c.Scope.Athlete, &e); err != nil {
				return e, err
			}
		}
		return e, nil
	})
	if err != nil {
		return nil, err
	}
	w := c.Written(out)
	for _, m := range changed {
		if f := bodymap.Flag(m.now); f != nil {
			w.Notes = append(w.Notes, f.Why())
		}
	}
	return &w, nil
}

// changes returns those marks that differ from the existing ones. It returns an error for an
// unknown region, because nobody would notice if it were ignored.
func (in *markIn) changes(all []bodymap.Stored, day training.Day, assistant bool) (out []marking, err error) {
	byID := map[string]bodymap.Stored{}
	for _, m := range all {
		byID[m.ID] = m
	}
	seen := map[string]bool{}
	for i, one := range in.Marks {
		region, err := bodymap.Find(one.Region)
		if err != nil {
			return nil, tools.InRow("mark", i, err)
		}
		if seen[region.ID] {
			return nil, training.Errorf(training.KindInvalid, "%s is marked twice.", region.ID).WithFix("Give each region once.")
		}
		seen[region.ID] = true
		now := training.BodyMark{
			Region: region.ID, By: in.By, Date: day, PainLevel: one.Pain, Kind: one.Kind, Note: textclean.Text(one.Note, textclean.TextRunes),
		}
		if assistant { // which may not see the note again
			now.Flag = string(bodymap.Symptom(now.Region, now.Kind, now.Note, now.PainLevel))
		}
		out = append(out, marking{byID[bodymap.MarkID(in.By, region.ID, day)], now})
	}
	cleared, err := in.cleared(bodymap.Holding(all, day), seen, day)
	if err != nil {
		return nil, err
	}
	return changedOnly(append(out, cleared...)), nil
}

// cleared returns the marks that the author wants to clear.
func (in *markIn) cleared(holding []bodymap.Stored, marked map[string]bool, day training.Day) (out []marking, err error) {
	wanted := map[string]bool{}
	every := false
	for i, name := range in.Clear {
		if every = every || strings.EqualFold(name, "all"); strings.EqualFold(name, "all") {
			continue
		}
		region, err := bodymap.Find(name)
		if err != nil {
			return nil, tools.InRow("clear", i, err)
		}
		if marked[region.ID] {
			return nil, training.Errorf(training.KindInvalid, "%s is both marked and cleared.", region.ID).WithFix("Do one of the two.")
		}
		wanted[region.ID] = true
	}
	for _, m := range holding {
		if m.By == in.By && !marked[m.Region] && (every || wanted[m.Region]) {
			now := m.BodyMark
			now.Cleared = &day
			out = append(out, marking{m, now})
		}
	}
	return out, nil
}

func changedOnly(all []marking) (out []marking) {
	for _, m := range all {
		if fields, err := json.Marshal(m.now); err != nil || !bytes.Equal(fields, m.was.Own) {
			out = append(out, m)
		}
	}
	return out
}

func (m *marking) id() string { return bodymap.MarkID(m.now.By, m.now.Region, m.now.Date) }

func (m *marking) put(tx *store.Tx, a training.AthleteID, e *journal.Effect) error {
	fields, err := json.Marshal(m.now)
	if err != nil {
		return err
	}
	own := document.Own{Fields: fields, Days: training.DayRange{From: m.now.Date, To: m.now.Date}}
	words := tools.OwnOf(document.BodyMarks, "body mark", m.id(), &document.Document{Own: m.was.Own}, own)
	e.Changes = append(e.Changes, journal.Change{
		Of: ofMark, Target: m.now.Region, Field: string(m.now.By), Before: said(&m.was.BodyMark), After: said(&m.now),
	})
	return words.Put(tx, a, e)
}

// said describes a mark in a few words. It leaves out the note.
func said(m *training.BodyMark) i18n.Sentence {
	var out []string
	if m.PainLevel != nil {
		out = append(out, fmt.Sprintf("%d/10", *m.PainLevel))
	}
	if m.Kind != "" {
		out = append(out, m.Kind)
	}
	words := i18n.Name(strings.Join(out, " "))
	switch {
	case m.Region == "":
		return ""
	case m.Cleared == nil && len(out) > 0:
		return words
	case m.Cleared == nil:
		return "marked"
	case len(out) == 0:
		return "cleared"
	}
	return i18n.Sentencef("%s, cleared", words)
}

type bodyIn struct {
	Range   tools.DateRange `json:"range,omitzero" jsonschema:"include marks from these days"`
	Region  string          `json:"region,omitempty"`
	Regions bool            `json:"regions,omitempty" jsonschema:"list all regions"`
}

func bodyRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_body_map", Title: "Body map", Toolset: toolset, Idempotent: true,
		Description: "Where it hurts today, worst first: region, pain 0-10, kind, note, since when, marked by athlete or coach. range " +
			"adds the marks of those days.",
	}, func(ctx context.Context, c *tools.Call, in bodyIn) (*bodymap.Map, error) {
		a := bodymap.Asked{Regions: in.Regions}
		if in.Range.Set {
			r := in.Range.Range()
			a.History = &r
		}
		if in.Region != "" {
			region, err := bodymap.Find(in.Region)
			if err != nil {
				return nil, err
			}
			a.Region = region.ID
		}
		return bodymap.Read(ctx, d.Store, c.Scope, c.Frame(), a)
	})
}

type updateMemoryIn struct {
	Section string  `json:"section,omitempty" jsonschema:"to replace"`
	Content *string `json:"content,omitempty" jsonschema:"Markdown; empty removes it"`
	Fact    *factIn `json:"fact,omitempty" jsonschema:"to add, or change by number"`
}

type factIn struct {
	ID     int            `json:"number,omitempty" jsonschema:"of the fact to change"`
	Kind   string         `json:"kind,omitempty"`
	Text   string         `json:"text,omitempty"`
	Until  tools.PlanDate `json:"until,omitzero" jsonschema:"last valid day"`
	Forget bool           `json:"forget,omitempty" jsonschema:"forget this fact"`
}

type updatedMemory struct {
	// Fact is the number of the fact that was written or removed.
	Fact int `json:"fact,omitempty"`
	tools.WrittenOne
}

func updateMemoryRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_coach_memory", Title: "Update the coach's memory", Toolset: toolset, Safety: tools.Write, Default: true, Idempotent: true,
		Description: "Saves what later sessions need to know about the athlete: a whole section of the memory, or one dated fact (goal, " +
			"injury, availability, preference, equipment, decision), added, changed or forgotten. Every version is kept.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "section", memory.Keys()...)
			tools.Enum(s, "fact.kind", memory.FactKinds()...)
			tools.AtLeast(s, "fact.number", 1)
		},
	}, func(ctx context.Context, c *tools.Call, in updateMemoryIn) (*updatedMemory, error) {
		return in.write(ctx, d, c)
	})
}

func (in *updateMemoryIn) write(ctx context.Context, d Deps, c *tools.Call) (*updatedMemory, error) {
	if in.Fact == nil && in.Section == "" || (in.Section == "") != (in.Content == nil) {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to write.").
			WithFix("Give section with content, or fact, or all three.")
	}
	told := d.Texts.Fresh(ctx, c, memory.MemoryKind)
	m, err := memory.Read(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	if n := m.Note(); n != "" {
		told = append(told, n)
	}
	after := m.Body
	if in.Content != nil {
		k := memory.Key(in.Section)
		after = memory.Set(after, k, *in.Content)
		if strings.Count(memory.Body(k, *in.Content), "###") > strings.Count(*in.Content, "###") {
			told = append(told, "Headings in the content are lowered so that they rank below the section's heading.")
		}
	}
	out, summary := &updatedMemory{}, i18n.Sentence("Update the coach's memory.")
	if in.Fact != nil {
		if after, summary, err = out.fact(after, &m, in.Fact, c); err != nil {
			return nil, err
		}
	}
	if after == m.Body {
		out.ID, out.Written = memory.MemoryID, c.Unchanged("Nothing changed: the memory already contains this.")
		out.Notes = append(out.Notes, told...)
		return out, ctx.Err()
	}
	one, err := d.Texts.Write(ctx, c, summary, memory.MemoryID, false, m.Of(after, tools.Author(c), c.Now))
	if err != nil {
		return nil, err
	}
	out.WrittenOne = *one
	out.Notes = append(told, out.Notes...)
	return out, nil
}

// fact returns the text of the memory with a fact added, changed or removed.
func (out *updatedMemory) fact(body string, m *memory.Memory, in *factIn, c *tools.Call) (string, i18n.Sentence, error) {
	if in.Forget {
		after, f, err := memory.Forget(body, in.ID)
		out.Fact = f.ID
		return after, "Forget a fact from the coach's memory.", err
	}
	f, summary := memory.Fact{}, i18n.Sentence("Add a fact to the coach's memory.")
	for _, was := range m.Facts {
		if was.ID == in.ID {
			f, summary = was, "Change a fact in the coach's memory."
		}
	}
	same := f
	f.ID, f.Kind, f.Text = in.ID, cmp.Or(memory.FactKind(in.Kind), f.Kind), cmp.Or(in.Text, f.Text)
	if in.Until.Set {
		f.Until = &in.Until.Day
	}
	if f.Kind != same.Kind || f.Text != same.Text || in.Until.Set {
		f.Author, f.Date = tools.Author(c), &c.Today
	}
	after, id, err := memory.SetFact(body, f)
	out.Fact = id
	return after, summary, err
}
