package importing

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// account is the athlete's personal data in one table of an export.
type account struct {
	of   *listing.Account
	asOf time.Time
}

// Store stores all gear, and the personal data that is not known yet.
func (a account) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	for _, g := range a.of.Gear {
		s := document.GearStatement(g)
		s.AsOf = a.asOf
		changed, err := b.Tx.PutStatement(b.Athlete.ID, s)
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
		out.Reason = "Everything in it is already here."
	}
	return out, nil
}

// person sets the athlete's name and sex, if they are not set yet.
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

// thresholds stores the account's thresholds and weight under the day of the export, if none
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
				(h.Sport == t.Sport || h.Sport.IsZero())
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

// inWords describes a threshold with its value.
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
	if !t.Sport.IsZero() {
		words = i18n.Sentencef("%s for %s", words, i18n.Word(t.Sport.Sport))
	}
	return words
}

// documents stores records and reminders as statements of the source.
func (a account) documents(b *Batch, out *StatementOutcome) error {
	say := func(c document.Collection, id string, at time.Time, body any) error {
		s := document.Statement{Collection: c, ID: id, Source: a.of.Source, RunID: b.RunID, AsOf: a.asOf, Body: body}
		if !at.IsZero() {
			day := training.DayOf(at.In(b.Athlete.Location()))
			s.Days = training.DayRange{From: day, To: day}
		}
		changed, err := b.Tx.PutStatement(b.Athlete.ID, s)
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

// commit stores files durably in groups of at most mostStored sessions, so that
// other processes do not have to wait long for the store.
func (r *run) commit(ctx context.Context, group []*work) error {
	for len(group) > 0 {
		n, sessions := 0, 0
		for n < len(group) && (n == 0 || sessions+len(group[n].sessions) <= mostStored) {
			sessions += len(group[n].sessions)
			n++
		}
		if err := r.commitTogether(ctx, group[:n]); err != nil {
			return err
		}
		group = group[n:]
	}
	return nil
}

// commitTogether stores a group of files durably, and then reports their results. If a single file
// may have caused a failure, it stores each file separately, so that only the bad one is refused.
func (r *run) commitTogether(ctx context.Context, group []*work) error {
	if r.refused(group) {
		return nil
	}
	results, err := r.write(ctx, group)
	if err != nil && oneFilesFault(err) && ctx.Err() == nil {
		if len(group) > 1 {
			for i := range group {
				if err := r.commitTogether(ctx, group[i:i+1]); err != nil {
					return err
				}
			}
			return nil
		}
		r.im.o.Log.Error("storing a file failed", "path", group[0].item.Path, "error", err)
		group[0].refuse(Failed, i18n.Sentencef("It cannot be stored: %s", reasonOf(err)))
		results, err = r.write(ctx, group)
	}
	if err != nil {
		return err
	}
	for _, res := range results {
		r.report(res)
	}
	return nil
}

// refused reports the results of a group that has nothing to store. It returns false for
// any other group. An export can contain tens of thousands of files with nothing to store.
func (r *run) refused(group []*work) bool {
	for _, w := range group {
		if w.result.Status == "" {
			return false
		}
	}
	for _, w := range group {
		r.count(w.result)
		r.report(w.result)
	}
	return true
}

// oneFilesFault reports whether an error may be due to a single file rather
// than to the state of the store.
func oneFilesFault(err error) bool {
	switch training.KindOf(err) {
	case training.KindUnavailable, training.KindCanceled, training.KindForbidden, training.KindUnknown:
		return false
	}
	return true
}

// write stores files and their contents. A file with many sessions needs several transactions.
func (r *run) write(ctx context.Context, group []*work) ([]FileResult, error) {
	var originals [][]byte
	var hashes []string
	for _, w := range group {
		if len(w.sessions) > 0 {
			originals, hashes = append(originals, w.data), append(hashes, w.hash)
		}
	}
	if len(originals) > 0 {
		if _, err := r.im.db.KeepHashed(ctx, r.athlete.ID, originals, hashes); err != nil {
			return nil, err
		}
	}
	if err := r.openLibrary(ctx, group); err != nil {
		return nil, err
	}
	for {
		results, whole, err := r.transact(ctx, group)
		if err != nil || whole {
			return results, err
		}
	}
}

// transact stores a group of files in one transaction, together with the row of
// the run, so that a killed run can be undone too. whole reports whether the files
// are stored completely: a file with very many sessions may need more calls.
func (r *run) transact(ctx context.Context, group []*work) (results []FileResult, whole bool, err error) {
	var library *Attempt
	counts := map[string]int{}
	var own []ledger.Thing
	// Reads with a cancellable context start goroutines. These reads are short,
	// so the context is checked between files instead.
	quick := context.WithoutCancel(ctx)
	var became Status
	first := group[0]
	var beside pool
	err = r.im.db.Write(ctx, func(tx *store.Tx) error {
		if r.library != nil {
			library = r.library.Try()
		}
		b := &batch{
			run: r, im: r.im, tx: tx, files: map[string]FileResult{}, activities: map[training.ActivityID]training.Activity{},
			library: library, pool: r.im.pool(quick, r.athlete.ID),
		}
		if first.stored > 0 { // the sessions stored before are its siblings, with which it is not compared
			b.pool = first.beside
		}
		results, counts = results[:0], map[string]int{}
		for k, v := range r.record.Counts {
			counts[k] = v
		}
		for _, w := range group {
			if err := ctx.Err(); err != nil {
				return err
			}
			res, err := b.file(quick, w)
			if err != nil {
				return err
			}
			results = append(results, res)
			if res.Status != "" {
				counts[string(res.Status)]++
			}
		}
		became, beside = b.became, b.pool
		own = append(slices.Clone(r.record.Own), b.own...)
		if r.o.RunID == "" {
			return nil
		}
		record := r.record
		record.Counts, record.Own = counts, own
		return tx.PutImportRun(record)
	})
	if err != nil {
		return nil, false, err
	}
	if r.record.Counts, r.record.Own = counts, own; library != nil {
		library.Keep()
	}
	if results[0].Status == "" {
		first.stored, first.became, first.result, first.beside = first.stored+mostStored, became, results[0], beside
		return nil, false, nil
	}
	return results, true, nil
}
