package activities

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type importIn struct {
	Paths []string `json:"paths" jsonschema:"in allowed folders"`
}

type importOut struct {
	Files     []importing.FileResult `json:"files"`
	Counts    map[string]int         `json:"counts"`           // number of files by status
	Library   importing.Library      `json:"library,omitzero"` // number of imported workouts and folders
	RunID     string                 `json:"run_id,omitempty"`
	DryRun    bool                   `json:"dry_run,omitempty"`
	JournalID string                 `json:"journal_id,omitempty"`
	Undo      string                 `json:"undo,omitempty"`
	AtService []journal.AtService    `json:"at_service,omitempty"`
	Truncated bool                   `json:"truncated,omitempty"`
	Narrow    i18n.Sentence          `json:"narrow,omitempty"`
}

// found is the status that a dry run gives to files that would be read.
const found importing.Status = "found"

func importRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "import_files", Title: "Import recordings", Toolset: toolset, Safety: tools.Write, Machine: true, Idempotent: true,
		Timeout: 10 * time.Minute,
		Description: "Imports recordings (FIT, TCX, GPX), and workouts (ZWO, ERG, MRC, FIT) into the library, from allowed files, " +
			"folders or zips.",
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

// look lists the files that an import would read.
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
	// A step is a file or a mebibyte of a large file, so the number of steps in a call never falls.
	var steps atomic.Int64
	var told int64
	limits := archive.Limits{Streamed: func(name string, read, size int64) {
		now := read >> 20
		n := steps.Add(max(0, now-told))
		told = now
		c.Report(int(n), 0, i18n.Sentencef("%d of %d MiB read of %s", now, size>>20, textclean.Line(name, textclean.NameRunes)))
	}}
	if d.Fresh != nil { // this stores hand-edited texts before the import
		d.Fresh(ctx, c)
		defer d.Fresh(ctx, c)
	}
	run, err := d.Importer.Import(ctx, c.Scope.Athlete, archive.WalkPlaces(ctx, places, limits), options, func(r importing.FileResult) {
		o.add(r)
		c.Report(int(steps.Add(1)), 0, i18n.Sentencef("%s read", i18n.Numbered(len(o.Files), "file", "files")))
	})
	// Files that were stored before a failure stay stored, so the import is
	// always recorded in the journal.
	if o.Counts[string(importing.Imported)]+o.Counts[string(importing.Updated)] > 0 {
		outcome, jerr := d.Journal.RecordImport(context.WithoutCancel(ctx), run, o.sentence(), c.Now)
		if jerr != nil {
			return training.Errorf(training.KindOf(jerr), "%d files were imported and kept, but no journal entry could be written for them: %w.",
				o.Counts[string(importing.Imported)]+o.Counts[string(importing.Updated)], jerr).
				WithFix("Once there is free space, the athlete can undo the import: %s", outcome.Undo)
		}
		o.JournalID, o.Undo, o.AtService = outcome.JournalID, outcome.Undo, outcome.AtService
	}
	if err != nil {
		return err
	}
	return o.hide(ctx, c, d)
}

// hide removes activities that the caller may not see from the results.
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
	said := i18n.Sentencef("Import of %d files: %d new, %d merged with existing ones.",
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

// maxFileBytes limits the size of the list of files, so that an answer stays below 32 KB.
const maxFileBytes = 28_000

// cap shortens a list that is too long. It prefers to keep failed files.
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
		o.Narrow = "Not every file is listed; counts covers all of them. Import smaller folders to see each file."
	}
}

type exportIn struct {
	ID     string `json:"id"`
	Format string `json:"format,omitempty"`
}

const formatOriginal = "original"

// exportRow returns a tool that writes a file. It changes no stored data, so
// there is nothing to record or undo. It does use disk space.
func exportRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "export_activity", Title: "Export an activity", Toolset: toolset, Safety: tools.WriteFile, Idempotent: true,
		Description: "Exports one activity to a file in Lapkeep's export folder: the original, FIT, TCX or GPX.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "format", formatOriginal, "fit", "tcx", "gpx")
			tools.Default(s, "format", formatOriginal)
		},
	}, func(ctx context.Context, c *tools.Call, in exportIn) (*tools.Export, error) {
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		if in.Format == "" {
			in.Format = formatOriginal
		}
		data, ext, err := encode(ctx, d.Store, c.Scope.Athlete, &row, in.Format)
		if err != nil {
			return nil, err
		}
		file := tools.File{
			Athlete: c.Scope.Athlete,
			Name:    row.LocalDay.String() + "-" + string(row.Sport) + "-" + string(row.ID), Ext: ext, Data: data,
		}
		return file.Export(d.ExportDir, tools.Export{
			ID: string(row.ID), LocalDate: row.LocalDay, TimeZone: activity.ZoneName(&row.Activity), Format: in.Format, DryRun: c.DryRun,
		})
	})
}

// encode returns an activity in the given format, and the extension for its
// file. The file is for the athlete and therefore complete. It contains data that an
// assistant may not see, but the answer does not contain such data.
func encode(ctx context.Context, st store.Reader, a training.AthleteID, row *store.ActivityRow, format string) ([]byte, string, error) {
	scope := training.Everything(a)
	recs, err := st.Recordings(ctx, scope, row.ID)
	if err != nil {
		return nil, "", err
	}
	first := primary(recs)
	if first == nil {
		return nil, "", training.Errorf(training.KindUnsupported, "The activity has no recording to export.").
			WithFix("get_activity shows what is known about it.")
	}
	if format == formatOriginal {
		return original(ctx, st, scope, first)
	}
	cols, err := st.Stream(ctx, scope, row.ID, store.AllChannels)
	if err != nil {
		return nil, "", err
	}
	rec := first.Recording
	rec.Sport, rec.SubSport, rec.Name, rec.Description = row.Sport, row.SubSport, row.Name, row.Description
	rec.Columns = *cols
	if !cols.Has(training.Distance) { // other programs expect the file to contain the distance
		rec.Columns.Data[training.Distance] = stream.Of(&rec, stream.Limits{}).Columns.Data[training.Distance]
	}
	var out bytes.Buffer
	switch format {
	case "fit":
		err = fit.Write(&out, []*training.Recording{&rec})
	case "tcx":
		err = xmlfile.WriteTCX(&out, &rec)
	default:
		if !cols.Has(training.Latitude) {
			return nil, "", training.Errorf(training.KindUnsupported, "The activity has no positions, and GPX contains nothing else.").
				WithFix("Ask for fit or tcx.")
		}
		err = xmlfile.WriteGPX(&out, &rec)
	}
	return out.Bytes(), "." + format, err
}

func primary(recs []store.RecordingRow) *store.RecordingRow {
	var best *store.RecordingRow
	for i := range recs {
		if best == nil || recs[i].Rank < best.Rank {
			best = &recs[i]
		}
	}
	return best
}

func original(ctx context.Context, st store.Reader, s training.Scope, r *store.RecordingRow) ([]byte, string, error) {
	if r.Original == "" {
		return nil, "", training.Errorf(training.KindUnsupported, "The activity was entered by hand and has no original file.").
			WithFix("Ask for fit or tcx.")
	}
	data, err := st.Original(ctx, s, r.Original)
	ext := "-" + formatOriginal + "." + tools.PlainName(string(r.Recording.Format))
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		ext += ".gz"
	}
	return data, ext, err
}

// send sends the recording of an activity to a service. Because the service
// cannot undo this, it needs a person's consent.
func (in *updateIn) send(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (*tools.WrittenOne, error) {
	if !reflect.DeepEqual(*in, updateIn{ID: in.ID, SendTo: in.SendTo}) {
		return nil, training.Errorf(training.KindInvalid, "A recording must be sent in a separate call.").
			WithFix("Give only id and send_to.")
	}
	to, title, has, err := d.receiver(c, row, source.Name(in.SendTo))
	if err != nil {
		return nil, err
	}
	if has != "" {
		out := &tools.WrittenOne{ID: string(row.ID), Written: c.Unchanged(i18n.Sentencef("%s has it already: %s.", title, to.Ref(has)))}
		out.LocalDate, out.TimeZone = row.LocalDay, activity.ZoneName(&row.Activity)
		return out, nil
	}
	recs, err := d.Store.Recordings(ctx, training.Everything(c.Scope.Athlete), row.ID)
	if err != nil {
		return nil, err
	}
	first := primary(slices.DeleteFunc(recs, func(r store.RecordingRow) bool { return r.Original == "" || r.Recording.Format == "streams" }))
	if first == nil {
		return nil, training.Errorf(training.KindUnsupported, "The activity has no recording file that could be sent.").
			WithFix("get_activity shows what is known about it.")
	}
	w := c.Write(i18n.Sentencef("Send the recording of the %s to %s.", called(row), title), touched(row))
	w.Destructive = true
	return d.change(ctx, c, row, w, func(*store.Tx) (journal.Effect, error) {
		return journal.Effect{
			Changed: []journal.Changed{journal.RecordingSent{ID: row.ID, Original: first.Original, To: string(to)}},
		}, nil
	})
}

// receiver returns the connected service to which recordings are sent, the service's display
// name, and the id that the activity has there, if it has one.
func (d Deps) receiver(c *tools.Call, row *store.ActivityRow, named source.Name) (to source.Name, title, id string, err error) {
	if d.Services == nil {
		return "", "", "", training.Errorf(training.KindUnsupported, "No service is connected.").WithFix("Run lapkeep connect.")
	}
	services := d.Services(c.Scope.Athlete)
	s, err := services.Service(named)
	if err != nil {
		return "", "", "", err
	}
	to, title = s.Name(), services.Title(named)
	if _, ok := s.(source.ActivityUploader); !ok {
		return "", "", "", training.Errorf(training.KindUnsupported, "%s does not accept recordings.", title).
			WithFix("Use export_activity to write it to a file instead.")
	}
	return to, title, servicevalues.LiveAt(&row.Activity, services)[to], nil
}
