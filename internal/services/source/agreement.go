package source

import (
	"time"

	"lapkeep/internal/training"
)

// Agreement is what an athlete agreed to of a service's terms, by typing it. It
// holds nothing that the service said.
type Agreement struct {
	// Own opens the rows to the athlete's own page and command line, Assistants
	// to assistants too.
	Own        Agreed `json:"own,omitzero"`
	Assistants Agreed `json:"assistants,omitzero"`
}

// Agreed is when a text was agreed to, and which version of it; the zero value
// is never.
type Agreed struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// to reports whether this is the text that is to be agreed to now.
func (a Agreed) to(p Policy) bool { return !a.At.IsZero() && a.Text == p.TextVersion }

// MayFetch reports whether anything may be asked of the service.
func (p Policy) MayFetch(g Agreement) bool { return p.Acknowledge == "" || g.Own.to(p) }

// Opens reports whether an audience may see the rows of an athlete who agreed
// so far. No export has rows that may not stay.
func (p Policy) Opens(g Agreement, a training.Audience) bool {
	switch {
	case !p.MayShow(a) || !p.MayFetch(g) || p.Place() != Kept && a == training.AudienceExport:
		return false
	case a == training.AudienceModel && p.AcknowledgeAssistants != "":
		return g.Assistants.to(p)
	}
	return true
}
