package memory

import (
	"bytes"
	"encoding/json"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Draft is what a write makes of a text.
type Draft struct {
	Kind   TextKind
	ID     string
	Body   string
	Author training.TextAuthor
	At     time.Time
	// Had are the stored fields that the body was worked out from, nil for a
	// new text, and From is their version.
	Had    json.RawMessage
	From   int
	Beside int // see [training.TextVersion]
}

// Of is a draft that follows a text, which may be an empty one of a kind and an id.
func (t *Text) Of(body string, by training.TextAuthor, at time.Time) Draft {
	return Draft{Kind: t.Kind, ID: t.ID, Body: body, Author: by, At: at, Had: t.Own, From: t.Version}
}

// Target names the text as the journal does.
func (d *Draft) Target() string { return string(d.Kind) + ":" + d.ID }

// Put writes the draft as the next version, and gives that version and the
// athlete's layer of before, which takes the write back. The version stays
// though it is taken back.
func (d *Draft) Put(tx *store.Tx, a training.AthleteID) (v training.TextVersion, former document.Own, err error) {
	if err := d.check(); err != nil {
		return v, former, err
	}
	v = training.TextVersion{Version: d.From, Body: d.Body, Author: d.Author, At: d.At, Beside: d.Beside}
	v, fields, err := document.AddVersions(tx, a, d.Kind.Collection(), d.ID, v)
	if err != nil {
		return v, former, err
	}
	own := document.Own{Fields: fields}
	if d.Kind == SessionLog {
		day, err := training.ParseDay(d.ID)
		if err != nil {
			return v, former, err
		}
		own.Days = training.DayRange{From: day, To: day}
	}
	if former, err = tx.PutOwn(a, d.Kind.Collection(), d.ID, own); err != nil {
		return v, former, err
	}
	return v, former, d.stale(former)
}

func (d *Draft) check() error {
	if err := d.Kind.CheckID(d.ID); err != nil {
		return err
	}
	return CheckText(d.Kind, d.Body)
}

// stale refuses to write over what the draft was not made from. What was
// deleted may be made anew.
func (d *Draft) stale(former document.Own) error {
	if former.Deleted {
		former.Fields = nil
	}
	if bytes.Equal(former.Fields, d.Had) {
		return nil
	}
	return training.Errorf(training.KindConflict, "The %s %s was changed meanwhile.", d.Kind.Words(), d.ID).
		WithFix("Read it again, then call again.")
}
