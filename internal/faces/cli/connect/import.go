package connect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
)

type importOptions struct {
	paths []string
	json  bool
}

func (e *CollectEnv) newImport() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import PATH…",
		Short: "Import recordings (FIT, TCX, GPX and more), workout files, folders and export archives",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return e.Store(cmd.Context(), Creating, func(d ImportBackend) error { return e.runImport(cmd.Context(), d, o) })
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object per file, then a summary")
	return c
}

// importSummary is the last object of import --json.
type importSummary struct {
	Files     int `json:"files"`
	Imported  int `json:"imported"`
	Updated   int `json:"updated"`
	Duplicate int `json:"duplicate"`
	Ignored   int `json:"ignored"`
	Failed    int `json:"failed"`
	// Library counts the imported workouts and their folders.
	Library importing.Library `json:"library,omitzero"`
	RunID   string            `json:"run_id"`
	Undo    string            `json:"undo,omitempty"`
}

func (s *importSummary) count(r importing.FileResult) {
	s.Files++
	s.Library.Count(r)
	switch r.Status {
	case importing.Imported:
		s.Imported++
	case importing.Updated:
		s.Updated++
	case importing.Duplicate:
		s.Duplicate++
	case importing.Ignored:
		s.Ignored++
	case importing.Failed:
		s.Failed++
	}
}

// Import imports paths as the command does.
func (e *CollectEnv) Import(ctx context.Context, d ImportBackend, paths ...string) error {
	return e.runImport(ctx, d, importOptions{paths: paths})
}

func (e *CollectEnv) runImport(ctx context.Context, d ImportBackend, o importOptions) error {
	files := countFiles(ctx, o.paths)
	defer files.end()
	walk := func(l archive.Limits) iter.Seq[listing.Item] { return archive.Walk(ctx, o.paths, l) }
	summary, err := e.run(ctx, d, walk, o, files.total, nil)
	err = errors.Join(err, e.reportRun(summary, o.json), e.missingPaths(o.paths), e.failures(summary))
	if err == nil && summary.Imported > summary.Library.Workouts && !o.json {
		err = errors.Join(d.Offer(ctx), e.Next())
	}
	return err
}

// failures returns an error if files could not be read. The report already lists
// each of them, but a script must notice the failure without reading it.
func (e *CollectEnv) failures(s importSummary) error {
	if s.Failed > 0 {
		return e.Said
	}
	return nil
}

// run imports the files of a walk as one run of the journal. each, if not nil,
// receives every file's result.
func (e *CollectEnv) run(
	ctx context.Context, d ImportBackend, walk func(archive.Limits) iter.Seq[listing.Item], o importOptions, total func() int,
	each func(importing.FileResult),
) (importSummary, error) {
	defer e.LimitMemory()()
	bar, files := e.bar(o.json), e.in().Sprintf("files")
	items := walk(archive.Limits{Streamed: func(name string, read, size int64) {
		bar.Step(int(read>>20), int(size>>20), e.in().Sprintf("MiB of %s", name))
	}})
	summary := importSummary{RunID: d.NewID()}
	told, err := d.Texts(ctx) // so that hand-edited texts are stored before the import
	if err != nil {
		return summary, err
	}
	report := &importReport{CollectEnv: e, seen: map[string]int{}}
	var writeErr error
	run, err := d.Importer.Import(ctx, d.Athlete, items, importing.RunOptions{RunID: summary.RunID, Paths: o.paths},
		func(r importing.FileResult) {
			summary.count(r)
			bar.Step(summary.Files, total(), files)
			if each != nil {
				each(r)
			}
			switch {
			case o.json:
				writeErr = errors.Join(writeErr, e.writeJSON(r))
			case !quiet(r):
				bar.Done()
				report.line(r)
			}
		})
	bar.Done()
	report.rest()
	if summary.Imported+summary.Updated > 0 {
		// This runs after an interruption too, so that the import of acknowledged
		// files can be undone.
		said := i18n.Sentencef("Import of %s (%d new, %d updated)", i18n.Numbered(summary.Files, "file", "files"),
			summary.Imported, summary.Updated)
		if library := summary.Library.Sentence(); library != "" {
			said = i18n.Sentencef("%s: %s", said, library)
		}
		out, jerr := d.Journal.RecordImport(context.WithoutCancel(ctx), run, said, e.Now())
		summary.Undo = out.Undo
		err = errors.Join(err, jerr)
	}
	if err == nil {
		err = d.CatchUp(ctx)
	}
	if err == nil && summary.Imported+summary.Updated > 0 {
		told, err = d.Texts(ctx)
	}
	for _, t := range told {
		fmt.Fprintln(e.Err, e.in().Sprintf("%s", t))
	}
	return summary, errors.Join(err, writeErr)
}

func (e *CollectEnv) reportRun(s importSummary, asJSON bool) error {
	if asJSON {
		return e.writeJSON(struct {
			Summary importSummary `json:"summary"`
		}{s})
	}
	e.say(e.Out, "%s: %d imported, %d updated, %d duplicate, %d ignored, %d failed\n",
		i18n.Numbered(s.Files, "file", "files"), s.Imported, s.Updated, s.Duplicate, s.Ignored, s.Failed)
	if s.Library != (importing.Library{}) {
		e.say(e.Out, "Saved to the workout library: %s\n", s.Library.Sentence())
	}
	if s.Undo != "" {
		e.say(e.Out, "Undo with: %s\n", s.Undo)
	}
	return nil
}

// missingPaths returns an error if a path on the command line does not exist:
// it was neither read nor rejected.
func (e *CollectEnv) missingPaths(paths []string) error {
	for _, p := range paths {
		if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return e.Said
		}
	}
	return nil
}

// alike is the maximum number of lines that an import prints for one reason; an
// archive may contain thousands of pictures.
const alike = 20

// importReport prints the result of each file for people.
type importReport struct {
	*CollectEnv
	seen   map[string]int
	order  []string
	aside  []string // reasons of files that are not listed
	failed []string // the lines of failed files, which are printed last
}

// line prints one file, unless it was imported normally or many had the same result.
func (r *importReport) line(res importing.FileResult) {
	key := fmt.Sprintf("%-9s %s", res.Status,
		strings.ReplaceAll(r.in().Sprintf("%s", res.Reason), res.Path[strings.LastIndexAny(res.Path, `/\`)+1:], "…"))
	if res.Aside {
		if r.seen[key]++; r.seen[key] == 1 {
			r.aside = append(r.aside, key)
		}
		return
	}
	if len(res.Warnings) == 0 {
		if r.seen[key]++; r.seen[key] == alike+1 {
			r.order = append(r.order, key)
		}
		if r.seen[key] > alike {
			return
		}
	}
	line := fmt.Sprintf("%-9s %s", res.Status, res.Path)
	if res.Reason != "" {
		line += ": " + r.in().Sprintf("%s", res.Reason)
	}
	if res.Status == importing.Failed && len(res.Warnings) == 0 {
		r.failed = append(r.failed, line)
		return
	}
	fmt.Fprintln(r.Out, line)
	for _, warning := range res.Warnings {
		r.say(r.Out, "          %s\n", warning)
	}
}

// rest prints the files that failed, where the reader looks last, and how many more
// files there were for each reason.
func (r *importReport) rest() {
	for _, key := range r.aside {
		r.number(key, r.seen[key], "%-9s %s: %s\n")
	}
	for _, line := range r.failed {
		fmt.Fprintln(r.Out, line)
	}
	for _, key := range r.order {
		r.number(key, r.seen[key]-alike, "%-9s %s more with: %s\n")
	}
}

func (r *importReport) number(key string, n int, format string) {
	status, reason, _ := strings.Cut(key, " ")
	r.say(r.Out, format, status, i18n.Numbered(n, "file", "files"), strings.TrimSpace(reason))
}

// quiet reports whether a file needs no line: it was imported or a duplicate,
// without warnings.
func quiet(r importing.FileResult) bool {
	return (r.Status == importing.Imported || r.Status == importing.Duplicate) && len(r.Warnings) == 0
}

// fileCount counts the files that an import will read. It counts in the
// background, so that the import does not wait.
type fileCount struct {
	n    atomic.Int64
	done chan struct{}
	stop context.CancelFunc
}

func countFiles(ctx context.Context, paths []string) *fileCount {
	ctx, cancel := context.WithCancel(ctx)
	c := &fileCount{done: make(chan struct{}), stop: cancel}
	go func() {
		defer close(c.done)
		if n, known := archive.Count(ctx, paths, archive.Limits{}); known {
			c.n.Store(int64(n))
		}
	}()
	return c
}

// total returns the number of files, 0 until it is known.
func (c *fileCount) total() int { return int(c.n.Load()) }

// end stops the counting.
func (c *fileCount) end() {
	c.stop()
	<-c.done
}
