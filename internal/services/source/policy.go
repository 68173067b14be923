package source

import (
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Policy holds what a service's terms allow with its rows. Code asks it; nobody
// asks for the service's name. The zero value allows nothing.
type Policy struct {
	// Retention is how long a row may be kept after it was fetched; Forever if
	// the athlete decides.
	Retention time.Duration
	// Audiences may see its rows.
	Audiences []training.Audience
	// Joined says that rows may be merged with those of other sources and
	// computed together with them.
	Joined bool
	// DeletedOnDisconnect says that its rows go with the connection.
	DeletedOnDisconnect bool
	// Acknowledge is the text that the athlete must agree to before anything is fetched; empty for none.
	Acknowledge string
	// AcknowledgeAssistants is the text that they must agree to besides before an
	// assistant sees its rows; empty for none.
	AcknowledgeAssistants string
	// TextVersion is that of both texts: whoever agreed to another is asked again.
	TextVersion string
	// Attribution is the text that must be shown wherever its rows are.
	Attribution i18n.Sentence
	// Source is where these terms are published, AsOf when they were read.
	Source string
	AsOf   string
}

// Forever is the retention of rows that stay until the athlete deletes them.
const Forever time.Duration = 1<<63 - 1

// MayShow reports whether an audience may see the service's rows.
func (p Policy) MayShow(a training.Audience) bool {
	for _, x := range p.Audiences {
		if x == a {
			return true
		}
	}
	return false
}

// Place is where the rows of a service may lie.
type Place uint8

// The places: in the store among those of others for as long as the athlete
// wants, or in a file of their own for as long as the terms say.
const (
	Nowhere Place = iota
	Limited
	Kept
)

// Place is where the service's rows may lie.
func (p Policy) Place() Place {
	switch {
	case p.Retention == Forever && p.Joined:
		return Kept
	case p.Retention > 0 && p.Retention < Forever:
		return Limited
	}
	return Nowhere
}

// MayStay fails where rows may not lie in the store for as long as the athlete
// wants, among those of other sources. It is asked before anything is written
// there.
func (p Policy) MayStay(of Name) error {
	if p.Place() == Kept {
		return nil
	}
	return training.Errorf(training.KindForbidden, "The terms of %s do not allow its data to be kept with that of others.", of)
}

// Open reports whether everybody may see the rows. What has no audience of its
// own, as a threshold that is taken over, is made of such rows alone.
func (p Policy) Open() bool { return len(p.HiddenFrom()) == 0 }

// HiddenFrom are those who may not see the rows.
func (p Policy) HiddenFrom() (all []training.Audience) {
	for _, a := range []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport} {
		if !p.MayShow(a) {
			all = append(all, a)
		}
	}
	return all
}

// Expired reports whether a row fetched then must be gone by now. Where the
// clock was ahead, since when it is kept is not known.
func (p Policy) Expired(fetched, now time.Time) bool {
	return p.Retention != Forever && (fetched.After(now) || !now.Before(fetched.Add(p.Retention)))
}
