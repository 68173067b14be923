package importing

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// text is a text of the coach that another program kept.
type text struct {
	of *training.CoachText
	at time.Time
}

// Store makes it the current version where there is none here. Where there is
// another, that stays, and this one is kept as a version beside it. A version
// that is known is not kept again: who restored another meant that.
func (t text) Store(_ context.Context, b *Batch) (out StatementOutcome, err error) {
	c, a := document.Collection(t.of.Of), b.Athlete.ID
	id, err := t.id(b)
	if err != nil {
		return out, err
	}
	here, err := b.Tx.Layers(a, c, id)
	if err != nil {
		return out, err
	}
	n, last, err := document.FindVersions(b.Tx, a, c, id, t.of.Body)
	switch {
	case err != nil:
		return out, err
	case here.Own.Deleted:
		out.Reason = "Its text was deleted and stays deleted; undo the deletion to have it back."
		return out, nil
	case n > 0 && !here.Own.Silent():
		out.Reason = "Everything in it is known."
		return out, nil
	}
	v := training.TextVersion{Version: last, Body: t.of.Body, Author: training.ByFile, At: t.at}
	v, fields, err := document.AddVersions(b.Tx, a, c, id, v)
	if err != nil {
		return out, err
	}
	if !here.Own.Silent() {
		out.News = Changes
		out.Warnings = append(out.Warnings, i18n.Sentencef(
			"There is another %s here, which stays as it is. The one of this file is kept as version %d.", words(t.of.Of), v.Version))
		return out, nil
	}
	own := document.Own{Fields: fields}
	if day, err := training.ParseDay(id); err == nil && t.of.Of == training.TextSessionLog {
		own.Days = training.DayRange{From: day, To: day}
	}
	if _, err := b.Tx.PutOwn(a, c, id, own); err != nil {
		return out, err
	}
	out.News, out.Own = StatementNew, []ledger.Thing{{Kind: ledger.ChangeKind(c), ID: id}}
	return out, nil
}

// id is that of the text here: names of personas that differ in capitals alone
// are one file on some systems.
func (t text) id(b *Batch) (string, error) {
	if t.of.Of != training.TextPersona {
		return t.of.ID, nil
	}
	if !training.SafeTextName(t.of.ID) {
		return "", training.Errorf(training.KindInvalid, "%q cannot be the name of a persona.", i18n.Name(t.of.ID)).
			WithFix("Use up to 64 letters, digits, spaces, - and _.")
	}
	all, err := b.Tx.DocumentIDs(b.Athlete.ID, document.Personas)
	for _, id := range all {
		if strings.EqualFold(id, t.of.ID) {
			return id, err
		}
	}
	return t.of.ID, err
}

func words(k training.TextKind) i18n.Sentence {
	switch k {
	case training.TextTrainingPlan:
		return "training plan"
	case training.TextSessionLog:
		return "session log"
	case training.TextPersona:
		return "persona"
	case training.TextPage:
		return "page"
	case training.TextMemory:
	}
	return "memory"
}
