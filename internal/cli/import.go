package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"lapkeep/internal/archive"
	"lapkeep/internal/ingest"
	"lapkeep/internal/platform/progress"
)

type importOptions struct {
	paths []string
	json  bool
}

func (a *app) newImport() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import PATH…",
		Short: "Import recordings (FIT, TCX, GPX), folders of them and export archives",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return a.open(cmd.Context(), OpenOptions{Create: true}, func(w *Workbench) error {
				return a.runImport(cmd.Context(), w, o)
			})
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object a file, then a summary")
	return c
}

// importSummary is the last object of import --json.
type importSummary struct {
	Files     int    `json:"files"`
	Imported  int    `json:"imported"`
	Updated   int    `json:"updated"`
	Duplicate int    `json:"duplicate"`
	Ignored   int    `json:"ignored"`
	Failed    int    `json:"failed"`
	RunID     string `json:"run_id"`
	Undo      string `json:"undo,omitempty"`
}

func (s *importSummary) count(st ingest.Status) {
	s.Files++
	switch st {
	case ingest.Imported:
		s.Imported++
	case ingest.Updated:
		s.Updated++
	case ingest.Duplicate:
		s.Duplicate++
	case ingest.Ignored:
		s.Ignored++
	case ingest.Failed:
		s.Failed++
	}
}

// importMemory is what the collector tries to keep an import below; the whole
// process then stays under 200 MB.
const importMemory = 160 << 20

func (a *app) runImport(ctx context.Context, w *Workbench, o importOptions) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(importMemory))
	mode := progress.Plain
	if o.json {
		mode = progress.Silent
	} else if a.Streams.ErrTTY {
		mode = progress.Line
	}
	bar := progress.New(a.Streams.Err, mode, a.Now)
	summary := importSummary{RunID: w.NewID()}
	report := &importReport{out: a.Streams.Out, seen: map[string]int{}}
	files := countFiles(ctx, o.paths)
	defer files.end()
	var writeErr error
	run, err := w.Importer.Import(ctx, w.Athlete, archive.Walk(ctx, o.paths, archive.Limits{}),
		ingest.RunOptions{RunID: summary.RunID, Paths: o.paths},
		func(r ingest.FileResult) {
			summary.count(r.Status)
			bar.Step(summary.Files, files.total(), "files")
			switch {
			case o.json:
				writeErr = errors.Join(writeErr, writeJSON(a.Streams.Out, r))
			case !quiet(r):
				bar.Done()
				report.line(r)
			}
		})
	bar.Done()
	report.rest()
	if summary.Imported+summary.Updated > 0 {
		// Also after an interruption: what was acknowledged can be undone.
		said := fmt.Sprintf("Import of %s (%d new, %d updated)", counted(summary.Files, "file", "files"), summary.Imported, summary.Updated)
		out, jerr := w.Journal.RecordImport(context.WithoutCancel(ctx), run, said, a.Now())
		summary.Undo = out.Undo
		err = errors.Join(err, jerr)
	}
	if err == nil {
		err = a.catchUp(ctx, w)
	}
	return errors.Join(err, writeErr, a.reportRun(summary, o.json), missingPaths(o.paths))
}

func (a *app) reportRun(s importSummary, asJSON bool) error {
	if asJSON {
		return writeJSON(a.Streams.Out, struct {
			Summary importSummary `json:"summary"`
		}{s})
	}
	fmt.Fprintf(a.Streams.Out, "%s: %d imported, %d updated, %d duplicate, %d ignored, %d failed\n",
		counted(s.Files, "file", "files"), s.Imported, s.Updated, s.Duplicate, s.Ignored, s.Failed)
	if s.Undo != "" {
		fmt.Fprintf(a.Streams.Out, "To take it back: %s\n", s.Undo)
	}
	return nil
}

// missingPaths fails for a path on the command line that is not there: it
// was neither understood nor refused.
func missingPaths(paths []string) error {
	for _, p := range paths {
		if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return errSaid
		}
	}
	return nil
}
