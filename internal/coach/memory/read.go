package memory

import (
	"context"
	"strings"

	"lapkeep/internal/coach/text"
	"lapkeep/internal/training"
)

// Memory is what is remembered of an athlete, read.
type Memory struct {
	text.Text           // without an own layer where there is none yet
	Sections  []Section // in the order of the text, those of the athlete's own too
	Facts     []Fact    // expired ones too, in the order of the text
}

// Read reads the memory. What there is not yet is empty.
func Read(ctx context.Context, r text.Reader, s training.Scope) (Memory, error) {
	t, err := text.Find(ctx, r, s, text.Memory, text.MemoryID)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return Memory{}, err
	}
	t.Kind, t.ID = text.Memory, text.MemoryID
	return Memory{t, Sections(t.Body), Facts(t.Body)}, nil
}

// Holding are the facts that hold on a day.
func (m *Memory) Holding(today training.Day) (out []Fact) {
	for _, f := range m.Facts {
		if !f.Expired(today) {
			out = append(out, f)
		}
	}
	return out
}

// Empty is a memory to begin with: its sections without words.
func Empty() string {
	var b strings.Builder
	b.WriteString("# Coach memory\n")
	for _, k := range order() {
		b.WriteString("\n## " + k.title() + "\n")
	}
	return b.String()
}
