package importing

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// account states what a table of an export holds of the athlete.
type account struct {
	of   *archive.Account
	asOf time.Time
}

// Store keeps all of the gear, and of the person what is not known yet.
func (a account) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	for _, g := range a.of.Gear {
		changed, err := b.Tx.SayGear(b.Athlete.ID, g)
		if err != nil {
			return out, err
		}
		if changed {
			out.News = StatementNew
		}
	}
	if err := a.person(ctx, b, &out); err != nil {
		return out, err
	}
	if err := a.thresholds(ctx, b, &out); err != nil {
		return out, err
	}
	if err := a.documents(b, &out); err != nil {
		return out, err
	}
	if out.News == StatementNothing {
		out.Reason = "Everything in it is known."
	}
	return out, nil
}

// person fills in name and sex where the athlete has said nothing.
func (a account) person(ctx context.Context, b *Batch, out *StatementOutcome) error {
	if a.of.Name == "" && a.of.Sex == "" {
		return nil
	}
	who, err := b.DB.Athlete(ctx, b.scope())
	if err != nil {
		return err
	}
	filled := false
	if who.Name == "" && a.of.Name != "" {
		who.Name, filled = a.of.Name, true
	}
	if who.Sex == "" && a.of.Sex != "" {
		who.Sex, filled = a.of.Sex, true
	}
	if !filled {
		return nil
	}
	out.News = StatementNew
	return b.Tx.PutAthlete(who)
}

// thresholds are taken, as is the weight, as of the export's day where none
// are known.
func (a account) thresholds(ctx context.Context, b *Batch, out *StatementOutcome) error {
	all := a.of.Thresholds
	if a.of.WeightKg > 0 {
		all = append(slices.Clip(all), training.ThresholdEntry{Key: training.KeyWeight, Values: []float64{a.of.WeightKg}})
	}
	if len(all) == 0 || a.asOf.IsZero() {
		return nil
	}
	history, err := b.DB.History(ctx, b.scope())
	if err != nil {
		return err
	}
	for _, t := range all {
		known := slices.ContainsFunc(history, func(h training.ThresholdEntry) bool {
			return h.Key == t.Key &&
				(h.Sport == t.Sport || h.Sport == "")
		})
		if known {
			continue
		}
		out.News = StatementNew
		out.Warnings = append(out.Warnings, i18n.Sentencef(
			"The %s was taken from it; correct it in the athlete's settings if it is wrong. Undoing the import leaves it.", inWords(t)))
		t.From = training.DayOf(a.asOf.In(b.Athlete.Location()))
		if err := b.Tx.PutThreshold(b.Athlete.ID, t); err != nil {
			return err
		}
	}
	return nil
}

// inWords names a threshold with its value.
func inWords(t training.ThresholdEntry) i18n.Sentence {
	format := map[training.ThresholdKey]string{
		training.KeyFTP:  "functional threshold power of %g W",
		training.KeyLTHR: "threshold heart rate of %g bpm", training.KeyMaxHR: "maximum heart rate of %g bpm",
	}[t.Key]
	if format == "" {
		format = string(t.Key) + " of %g"
	}
	words := i18n.Sentencef(format, t.Values[0])
	if t.Key == training.KeyWeight {
		words = i18n.Sentencef("weight of %s", i18n.Measured("%g ", t.Values[0], i18n.Kilograms()))
	}
	if t.Sport != "" {
		words = i18n.Sentencef("%s for %s", words, i18n.Word(t.Sport))
	}
	return words
}

// documents keeps records and reminders as the source's words.
func (a account) documents(b *Batch, out *StatementOutcome) error {
	say := func(c document.Collection, id string, at time.Time, body any) error {
		s := document.Statement{Collection: c, ID: id, Source: a.of.Source, RunID: b.RunID, AsOf: a.asOf, Body: body}
		if !at.IsZero() {
			day := training.DayOf(at.In(b.Athlete.Location()))
			s.Days = training.DayRange{From: day, To: day}
		}
		changed, err := b.Tx.Say(b.Athlete.ID, s)
		if changed {
			out.News = StatementNew
		}
		return err
	}
	for _, r := range a.of.Records {
		id := a.of.Source + ":" + strings.ReplaceAll(strings.ToLower(r.Name), " ", "-")
		if err := say(document.Records, id, r.At, r); err != nil {
			return err
		}
	}
	for _, r := range a.of.Reminders {
		if err := say(document.Reminders, r.ID, time.Time{}, r); err != nil {
			return err
		}
	}
	return nil
}
