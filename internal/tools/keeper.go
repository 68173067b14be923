package tools

import (
	"context"
	"strconv"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Keeper keeps texts and their files alike. It is used as a value.
type Keeper struct {
	Store   memory.TextReader
	Journal Journal
	Home    string
	// ReadOnly says that nothing can be written, so that files stay as they are.
	ReadOnly bool
}

// Sync brings the files of some kinds, of all if none is named, and their texts
// together, and tells what could not be read. Who reads texts calls it first.
func (k Keeper) Sync(ctx context.Context, a training.AthleteID, now time.Time, kinds ...memory.TextKind) ([]i18n.Sentence, error) {
	if k.ReadOnly {
		return nil, nil
	}
	files := memory.Files{Home: k.Home, Store: k.Store, Take: func(ctx context.Context, a training.AthleteID, d memory.Draft) error {
		return k.take(ctx, a, d, now)
	}}
	return files.Sync(ctx, a, now, kinds...)
}

// Fresh is [Keeper.Sync] for a call that answers from what is stored also where
// the files cannot be used, and tells why.
func (k Keeper) Fresh(ctx context.Context, c *Call, kinds ...memory.TextKind) []i18n.Sentence {
	told, err := k.Sync(ctx, c.Scope.Athlete, c.Now, kinds...)
	if err != nil && ctx.Err() == nil {
		told = append(told, i18n.OfError(err))
	}
	return told
}

// Edited are the texts whose files were edited and are not taken in yet, and
// what could not be read. It changes nothing.
func (k Keeper) Edited(ctx context.Context, a training.AthleteID) ([]memory.Text, []i18n.Sentence, error) {
	if k.Home == "" {
		return nil, nil, nil
	}
	return memory.Files{Home: k.Home, Store: k.Store}.Edited(ctx, a)
}

// take stores what an editor changed in a file.
func (k Keeper) take(ctx context.Context, a training.AthleteID, d memory.Draft, now time.Time) error {
	w := journal.Write{
		Athlete: a, Audience: training.AudienceExport, Face: "file", Tool: "edit_file", Now: now,
		Summary: i18n.Sentencef("Take in %s, which was edited by hand.", d.Kind.File(d.ID)),
		Targets: map[string]string{d.Target(): strconv.Itoa(d.From)},
	}
	_, err := k.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		var e journal.Effect
		return e, Put(tx, a, &e, d)
	})
	return err
}

// Put writes a draft within a write, and adds to e what changed. Where a write
// changes several texts, it is called for each.
func Put(tx *store.Tx, a training.AthleteID, e *journal.Effect, d memory.Draft) error {
	v, former, err := d.Put(tx, a)
	if err != nil {
		return err
	}
	collection := d.Kind.Collection()
	var before i18n.Sentence
	if d.Had != nil {
		before = i18n.Name(strconv.Itoa(d.From))
	}
	e.Changed = append(e.Changed, journal.DocumentChanged{Collection: collection, ID: d.ID, Before: former})
	e.Changes = append(e.Changes, journal.Change{
		Of: store.ChangeKind(collection), Target: d.ID, Field: "version", Before: before, After: i18n.Name(strconv.Itoa(v.Version)),
	})
	return nil
}

// Write makes a write of a call that leaves texts as the drafts say, and
// brings the files to them. id names what the answer is about; made says that
// it is new.
func (k Keeper) Write(
	ctx context.Context, c *Call, summary i18n.Sentence, id string, made bool, drafts ...memory.Draft,
) (*WrittenOne, error) {
	targets := map[string]string{}
	for _, d := range drafts {
		targets[d.Target()] = strconv.Itoa(d.From)
	}
	out, err := c.Do(ctx, k.Journal, c.Write(summary, targets), id, made, func(tx *store.Tx) (journal.Effect, error) {
		var e journal.Effect
		for _, d := range drafts {
			if err := Put(tx, c.Scope.Athlete, &e, d); err != nil {
				return e, err
			}
		}
		return e, nil
	})
	if err != nil || c.DryRun {
		return out, err
	}
	kinds := make([]memory.TextKind, len(drafts))
	for i, d := range drafts {
		kinds[i] = d.Kind
	}
	out.Notes = append(out.Notes, k.Fresh(ctx, c, kinds...)...) // it is stored, and who comes next writes the file
	return out, nil
}

// Author is who writes by a call.
func Author(c *Call) training.TextAuthor {
	if c.Scope.Audience == training.AudienceModel {
		return training.ByAssistant
	}
	return training.ByAthlete
}
