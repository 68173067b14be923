package memory

import (
	"context"
	"strings"

	"lapkeep/internal/training"
)

// Memory is what is remembered of an athlete, read.
type Memory struct {
	Text               // without an own layer where there is none yet
	Sections []Section // in the order of the text, those of the athlete's own too
	Facts    []Fact    // expired ones too, in the order of the text
}

// Read reads the memory. What there is not yet is empty.
func Read(ctx context.Context, r TextReader, s training.Scope) (Memory, error) {
	t, err := FindText(ctx, r, s, MemoryKind, MemoryID)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return Memory{}, err
	}
	t.Kind, t.ID = MemoryKind, MemoryID
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
