package coach

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/coach/bodymap"
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
	Marks []oneMark               `json:"marks,omitempty" jsonschema:"one a region"`
	Clear []string                `json:"clear,omitempty" jsonschema:"regions that are well again; all is every one"`
	By    training.BodyMarkAuthor `json:"by,omitempty" jsonschema:"athlete: what they said; coach: what you watch"`
	Date  tools.Date              `json:"date,omitzero" jsonschema:"default today"`
}

type oneMark struct {
	Region string `json:"region" jsonschema:"left_kneecap, lower_spine, right_achilles"`
	Pain   *int   `json:"pain,omitempty" jsonschema:"0 to 10"`
	Kind   string `json:"kind,omitempty"`
	Note   string `json:"note,omitempty" jsonschema:"what brings it on, what it feels like"`
}

// maxMarks bounds one write.
const maxMarks = 40

// kinds of what is marked.
func kinds() []string {
	return []string{"pain", "soreness", "tightness", "stiffness", "swelling", "numbness", "weakness", "wound", "watch"}
}

func markRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "mark_body_regions", Title: "Mark the body map", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Marks regions of the body with pain, kind and note, or clears them. The athlete's marks and the coach's stand apart. " +
			"Left and right are the athlete's own. Can be undone.",
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

// marking is one mark as it is to be, with the one that it replaces.
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
		return nil, training.Errorf(training.KindInvalid, "%s is to come.", day).WithFix("Give today or a day before.")
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
	changed, err := in.changes(all, day)
	if err != nil {
		return nil, err
	}
	if len(changed) == 0 {
		w := c.Unchanged("Nothing changed: the body map already says this.")
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
	return &w, nil
}

// changes are the marks that differ from those that there are. A region that
// is not known refuses all of them: nothing is left out in silence.
func (in *markIn) changes(all []bodymap.Stored, day training.Day) (out []marking, err error) {
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
		out = append(out, marking{byID[bodymap.MarkID(in.By, region.ID, day)], now})
	}
	cleared, err := in.cleared(bodymap.Holding(all, day), seen, day)
	if err != nil {
		return nil, err
	}
	return changedOnly(append(out, cleared...)), nil
}

// cleared are the marks of the author that are to hold no more.
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

// said is a mark in a few words, without its note.
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
