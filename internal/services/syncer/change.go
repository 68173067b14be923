package syncer

import (
	"strings"

	"lapkeep/internal/i18n"
)

// Change counts what a run found of one kind of thing that was not here, or
// not as it is now.
type Change struct {
	Kind    string `json:"kind"` // activity, wellness, event, gear …
	Added   int    `json:"added,omitempty"`
	Changed int    `json:"changed,omitempty"`
	Removed int    `json:"removed,omitempty"`
	// Names are the first of them: what became of it, its day and its name, as
	// an assistant may see them.
	Names []i18n.Sentence `json:"names,omitempty"`
	// Unnamed is how many more there are.
	Unnamed int `json:"unnamed,omitempty"`
}

// Counts says how many of the kind changed in which way: "event 2 added, 1 removed".
func (c *Change) Counts() i18n.Sentence {
	var parts []i18n.Sentence
	for _, way := range []struct {
		n    int
		what string
	}{{c.Added, "%d added"}, {c.Changed, "%d changed"}, {c.Removed, "%d removed"}} {
		if way.n > 0 {
			parts = append(parts, i18n.Sentencef(way.what, way.n))
		}
	}
	return i18n.Sentencef("%s %s", i18n.Word(strings.ReplaceAll(c.Kind, "_", " ")), i18n.Joined("%s, %s", parts...))
}

// ChangesSink knows what changed by what it was given since it was made. What
// a service computes anew each day, as its fitness model, is not counted.
type ChangesSink interface{ Changes() []Change }
