package connect

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// lookEvery is the interval between scans of folders. A file is imported after two
// scans, and a drive's timestamps may have a resolution of two seconds.
const lookEvery = 3 * time.Second

// trustFor is how long scans are skipped while the system reports no change below a folder.
const trustFor = time.Minute

type watchOptions struct {
	dirs  []string
	every time.Duration
	poll  bool
	json  bool
}

func (e *CollectEnv) newWatch() *cobra.Command {
	var o watchOptions
	c := &cobra.Command{
		Use:   "watch [DIR…]",
		Short: "Watch folders, including those on a device's drive, and import new files until stopped",
		Long: "Import files as they appear in folders, until you stop it (Ctrl-C). A file is imported once it is complete: unchanged\n" +
			"between two checks, and either marked as finished or not grown for ten minutes. Lapkeep remembers what it imported, so " +
			"you\ncan stop and restart at any time. It waits for folders that are missing, such as a device's drive; on the drive of\n" +
			"a Garmin device it reads only activities. Without a folder, it shows the devices that are plugged in and the folders of\n" +
			"training programs, to choose from.",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.dirs = args
			if o.every <= 0 {
				return e.Usage(func(*cobra.Command, []string) error { return errors.New("--every needs a duration such as 3s") })(cmd, args)
			}
			if len(args) == 0 {
				var err error
				if o.dirs, err = e.chooseFolders(cmd.Context(), o.json); err != nil || len(o.dirs) == 0 {
					return err
				}
			}
			return e.Store(cmd.Context(), Creating, func(d ImportBackend) error { return e.runWatch(cmd.Context(), d, o) })
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object per file, then a summary of each import")
	c.Flags().DurationVar(&o.every, "every", lookEvery, "how often to check the folders")
	c.Flags().BoolVar(&o.poll, "poll", false, "check on a timer even where the system reports changes")
	return c
}

// watched is a folder and the athlete for whom its state is stored.
type watched struct {
	*Folder
	athlete training.AthleteID
	there   bool
	said    string // the last complaint, which is not repeated
}

func (w *watched) key() ledger.ConnectionKey {
	return ledger.ConnectionKey{Athlete: w.athlete, Source: "watch"}
}

func (e *CollectEnv) runWatch(ctx context.Context, d ImportBackend, o watchOptions) error {
	var all []*watched
	for _, dir := range o.dirs {
		w, err := e.watched(ctx, d, dir)
		if err != nil {
			return err
		}
		if !o.poll {
			w.Trust = max(1, int(trustFor/o.every))
		}
		all = append(all, w)
		e.log(o, "Watching %s (%s already imported). Press Ctrl-C to stop.", w.Named(), i18n.Numbered(len(w.Known()), "file", "files"))
	}
	defer func() {
		for _, w := range all {
			w.Close()
		}
	}()
	at, stop := e.Tick(o.every)
	defer stop()
	for ctx.Err() == nil {
		for _, w := range all {
			if !w.Due() {
				continue
			}
			if err := e.look(ctx, d, w, o); err == nil {
				w.said = ""
			} else if said := textclean.Line(e.in().Sprintf("%w", err), textclean.TextRunes); ctx.Err() == nil && said != w.said {
				w.said = said
				fmt.Fprintln(e.Err, said)
			}
		}
		select {
		case <-ctx.Done():
		case <-at:
		}
	}
	e.log(o, "Stopped.")
	return nil
}

func (e *CollectEnv) watched(ctx context.Context, d ImportBackend, dir string) (*watched, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err == nil && !info.IsDir() {
		return nil, training.Errorf(training.KindInvalid, "%s is not a folder.", abs).WithFix("Run: lapkeep import %s", abs)
	}
	w := &watched{athlete: d.Athlete, there: true}
	known := map[string]Stamp{}
	if _, err := d.DB.Connections().Cursor(ctx, w.key(), abs, &known); err != nil {
		return nil, err
	}
	w.Folder = NewWatcher(abs, known)
	w.Now, w.Unfinished = e.Now, func(path string) bool { return unfinished(ctx, path) }
	return w, nil
}

// unfinished reports whether the recording in a file is unfinished. It returns
// false for a file that cannot be opened, which the import will report.
func unfinished(ctx context.Context, path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	return err == nil && recording.Unfinished(ctx, f, info.Size())
}

// log prints an event for a person; with --json only the files are printed.
func (e *CollectEnv) log(o watchOptions, format string, args ...any) {
	if !o.json {
		said := textclean.Line(e.in().Sprintf(format, args...), textclean.TextRunes)
		fmt.Fprintf(e.Out, "%s  %s\n", e.Now().Local().Format(time.DateTime), said)
	}
}

// look imports the new, complete files of one folder.
func (e *CollectEnv) look(ctx context.Context, d ImportBackend, w *watched, o watchOptions) error {
	names, there, err := w.Look()
	if err != nil {
		return err
	}
	if there != w.there {
		w.there = there
		e.log(o, map[bool]string{true: "%s is available again.", false: "%s is missing; waiting for it."}[there], w.Named())
	}
	for _, name := range w.Held {
		e.log(o, "%s is still being written. It is imported when it is complete, or when it has not grown for %s.", name,
			i18n.Numbered(int(Patience.Minutes()), "minute", "minutes"))
	}
	if len(names) == 0 {
		return nil
	}
	if w.said == "" {
		e.log(o, "%s in %s:", i18n.Numbered(len(names), "new file", "new files"), w.Root())
	}
	became := map[string]importing.Status{}
	from := importOptions{paths: []string{w.Root()}, json: o.json}
	summary, err := e.run(ctx, d, items(ctx, w.Root(), names), from, func() int { return 0 }, func(r importing.FileResult) {
		if name, ok := under(w.Root(), names, r.Item); ok && became[name] != importing.Failed {
			became[name] = r.Status
		}
		if !o.json && quiet(r) && r.Status == importing.Imported && !r.Aside {
			e.say(e.Out, "imported  %s as %s\n", r.Path, strings.Join(append(training.Texts(r.Activities), r.Workouts...), ", "))
		}
	})
	for _, name := range names {
		switch status, reported := became[name]; {
		case status == importing.Failed, !reported && err == nil: // the file is gone, or is nested too deep
			w.Failed(name)
		case reported:
			w.Done(name)
		}
	}
	// This runs after an interruption too, because reported files are already stored.
	kept := d.DB.Connections().SetCursor(context.WithoutCancel(ctx), w.key(), w.Named(), w.Known())
	return errors.Join(err, kept, e.reportRun(summary, o.json))
}

// items lists what an import finds in the named files. It walks the whole folder,
// so that the tables of an export are read with its files. If a table is new, all
// files are listed again, because the table may describe any of them. Days are always listed, because
// a day may be in a file that was known and in a new one.
func items(ctx context.Context, root string, names []string) func(archive.Limits) iter.Seq[listing.Item] {
	all := slices.ContainsFunc(names, func(n string) bool {
		ext := strings.ToLower(path.Ext(n))
		return ext == ".csv" || ext == ".json"
	})
	return func(l archive.Limits) iter.Seq[listing.Item] {
		return func(yield func(listing.Item) bool) {
			for it := range archive.Walk(ctx, []string{root}, l) {
				if _, ok := under(root, names, it.Path); (ok || all || it.Wellness != nil) && !yield(it) {
					return
				}
			}
		}
	}
}

// under returns the named file that is the item or contains it.
func under(root string, names []string, item string) (string, bool) {
	rest, ok := strings.CutPrefix(filepath.ToSlash(item), strings.TrimSuffix(filepath.ToSlash(root), "/")+"/")
	for ok && rest != "." && rest != "/" {
		if _, found := slices.BinarySearch(names, rest); found {
			return rest, true
		}
		rest = path.Dir(rest)
	}
	return "", false
}
