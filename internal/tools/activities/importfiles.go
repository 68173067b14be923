package activities

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type importIn struct {
	Paths []string `json:"paths" jsonschema:"files or folders below the allowed ones"`
}

type importOut struct {
	Files     []importing.FileResult `json:"files"`
	Counts    map[string]int         `json:"counts"`           // by status
	Library   importing.Library      `json:"library,omitzero"` // the workouts among them, with their folders
	RunID     string                 `json:"run_id,omitempty"`
	DryRun    bool                   `json:"dry_run,omitempty"`
	JournalID string                 `json:"journal_id,omitempty"`
	Undo      string                 `json:"undo,omitempty"`
	AtService []journal.AtService    `json:"at_service,omitempty"`
	Truncated bool                   `json:"truncated,omitempty"`
	Narrow    i18n.Sentence          `json:"narrow,omitempty"`
}

// found is the status of a file that a dry run would read.
const found importing.Status = "found"

func importRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "import_files", Title: "Import recordings", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Timeout: 10 * time.Minute,
		Description: "Imports recordings (FIT, TCX, GPX), and workouts (ZWO, ERG, MRC, FIT) for the library, from allowed files, folders " +
			"or zips. Says what became of each. Can be undone.",
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "paths", 1, 100)
		},
	}, func(ctx context.Context, c *tools.Call, in importIn) (*importOut, error) {
		places, err := tools.Places(d.ImportRoots, in.Paths)
		if err != nil {
			return nil, err
		}
		out := &importOut{Files: []importing.FileResult{}, Counts: map[string]int{}, DryRun: c.DryRun}
		if c.DryRun {
			err = out.look(ctx, places)
		} else {
			err = out.run(ctx, c, d, places)
		}
		if err != nil {
			return nil, err
		}
		out.cap()
		return out, nil
	})
}

// look lists what a run would read.
func (o *importOut) look(ctx context.Context, places []archive.Place) error {
	for item := range archive.WalkPlaces(ctx, places, archive.Limits{}) {
		r := importing.ResultOf(item)
		if r.Status == "" {
			r.Status = found
		}
		o.add(r)
	}
	return ctx.Err()
}

func (o *importOut) run(ctx context.Context, c *tools.Call, d Deps, places []archive.Place) error {
	o.RunID = d.NewID()
	var paths []string
	for _, p := range places {
		paths = append(paths, filepath.Join(p.Root, p.Rel))
	}
	options := importing.RunOptions{Source: "file", RunID: o.RunID, Paths: paths}
	// A step is a file, or a mebibyte of a large one: the steps of a call only grow.
	var steps atomic.Int64
	var told int64
	limits := archive.Limits{Streamed: func(name string, read, size int64) {
		now := read >> 20
		n := steps.Add(max(0, now-told))
		told = now
		c.Report(int(n), 0, i18n.Sentencef("%d of %d MiB read of %s", now, size>>20, textclean.Line(name, textclean.NameRunes)))
	}}
	if d.Fresh != nil { // so that what was edited by hand counts as what is here
		d.Fresh(ctx, c)
		defer d.Fresh(ctx, c)
	}
	run, err := d.Importer.Import(ctx, c.Scope.Athlete, archive.WalkPlaces(ctx, places, limits), options, func(r importing.FileResult) {
		o.add(r)
		c.Report(int(steps.Add(1)), 0, i18n.Sentencef("%s read", i18n.Numbered(len(o.Files), "file", "files")))
	})
	// What was stored before a failure is kept, so it is journaled all the same.
	if o.Counts[string(importing.Imported)]+o.Counts[string(importing.Updated)] > 0 {
		outcome, jerr := d.Journal.RecordImport(context.WithoutCancel(ctx), run, o.sentence(), c.Now)
		if jerr != nil {
			return training.Errorf(training.KindOf(jerr), "%d files were imported and are kept, and no entry for them could be written: %w.",
				o.Counts[string(importing.Imported)]+o.Counts[string(importing.Updated)], jerr).
				WithFix("Once there is room, the athlete can take them back: %s", outcome.Undo)
		}
		o.JournalID, o.Undo, o.AtService = outcome.JournalID, outcome.Undo, outcome.AtService
	}
	if err != nil {
		return err
	}
	return o.hide(ctx, c, d)
}

// hide leaves out what the caller may not know of.
func (o *importOut) hide(ctx context.Context, c *tools.Call, d Deps) error {
	for i := range o.Files {
		f := &o.Files[i]
		seen := []training.ActivityID{}
		for _, id := range f.Activities {
			sees, err := activity.Sees(ctx, d.Store, c.Scope, id)
			if err != nil {
				return err
			}
			if sees {
				seen = append(seen, id)
			}
		}
		ours, err := activity.Unnamed(ctx, d.Store, c.Scope, append([]i18n.Sentence{f.Reason}, f.Warnings...))
		if err != nil {
			return err
		}
		f.Activities, f.Reason, f.Warnings = seen, ours[0], ours[1:]
	}
	return nil
}

func (o *importOut) sentence() i18n.Sentence {
	said := i18n.Sentencef("Import of %d files: %d new, %d joined what was there.",
		len(o.Files), o.Counts[string(importing.Imported)], o.Counts[string(importing.Updated)])
	if library := o.Library.Sentence(); library != "" {
		said = i18n.InARow(said, i18n.Sentencef("For the library: %s.", library))
	}
	return said
}

func (o *importOut) add(r importing.FileResult) {
	o.Files = append(o.Files, r)
	o.Counts[string(r.Status)]++
	o.Library.Count(r)
}

// maxFileBytes bounds the list of files, so that a result stays under 32 KB.
const maxFileBytes = 28_000

// cap shortens a long list: what went wrong stays before what went well.
func (o *importOut) cap() {
	var kept, fine []importing.FileResult
	for _, f := range o.Files {
		if f.Status == importing.Failed || f.Status == importing.Ignored {
			kept = append(kept, f)
		} else {
			fine = append(fine, f)
		}
	}
	used, n := 0, 0
	for _, f := range append(kept, fine...) {
		b, err := json.Marshal(f)
		if err != nil {
			break
		}
		if used += len(b) + 1; used > maxFileBytes {
			break
		}
		n++
	}
	if n < len(o.Files) {
		o.Files = append(kept, fine...)[:n]
		o.Truncated = true
		o.Narrow = "Not every file is listed; counts has them all. Import smaller folders to see each."
	}
}
