package coach

import (
	"cmp"
	"context"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type updateMemoryIn struct {
	Section string  `json:"section,omitempty" jsonschema:"to write whole"`
	Content *string `json:"content,omitempty" jsonschema:"Markdown in place of the section's; empty removes it"`
	Fact    *factIn `json:"fact,omitempty" jsonschema:"to add, or with its number to change"`
}

type factIn struct {
	ID     int            `json:"number,omitempty" jsonschema:"of a fact that there is"`
	Kind   string         `json:"kind,omitempty"`
	Text   string         `json:"text,omitempty" jsonschema:"one sentence"`
	Until  tools.PlanDate `json:"until,omitzero" jsonschema:"last day on which it holds"`
	Forget bool           `json:"forget,omitempty" jsonschema:"the one of the number"`
}

type updatedMemory struct {
	// Fact is the number of the fact that was written or forgotten.
	Fact int `json:"fact,omitempty"`
	tools.WrittenOne
}

func updateMemoryRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_coach_memory", Title: "Update the coach's memory", Toolset: toolset, Safety: tools.Write, Default: true, Idempotent: true,
		Description: "Writes what later sessions must know of the athlete: a whole section of the memory, or one dated fact (goal, injury, " +
			"availability, preference, equipment, decision), added, changed or forgotten. Every version is kept. Can be undone.",
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
			told = append(told, "Headings in the content are written below that of the section.")
		}
	}
	out, summary := &updatedMemory{}, i18n.Sentence("Update the coach's memory.")
	if in.Fact != nil {
		if after, summary, err = out.fact(after, &m, in.Fact, c); err != nil {
			return nil, err
		}
	}
	if after == m.Body {
		out.ID, out.Written = memory.MemoryID, c.Unchanged("Nothing changed: the memory already says this.")
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

// fact gives the memory with the fact as it is to be.
func (out *updatedMemory) fact(body string, m *memory.Memory, in *factIn, c *tools.Call) (string, i18n.Sentence, error) {
	if in.Forget {
		after, f, err := memory.Forget(body, in.ID)
		out.Fact = f.ID
		return after, "Forget a fact of the coach's memory.", err
	}
	f, summary := memory.Fact{}, i18n.Sentence("Add a fact to the coach's memory.")
	for _, was := range m.Facts {
		if was.ID == in.ID {
			f, summary = was, "Change a fact of the coach's memory."
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
