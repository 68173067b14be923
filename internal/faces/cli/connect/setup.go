package connect

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/fsnotify/fsnotify"
	"github.com/spf13/pflag"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Setup holds the command line's answers to the wizard's questions.
type Setup struct {
	signIn

	ftp, lthr string
}

// Flags adds the flags that answer the wizard's questions.
func (o *Setup) Flags(f *pflag.FlagSet) {
	o.flags(f)
	f.StringVar(&o.ftp, "ftp", "", "functional threshold power in watts, from today")
	f.StringVar(&o.lthr, "lthr", "", "heart rate at lactate threshold, from today")
}

// Setup asks for everything that a service needs, then signs in. Nothing is stored
// before the sign-in succeeds.
func (e *Env) Setup(ctx context.Context, name string, o Setup) error {
	return e.With(ctx, Whose{Unmet: true}, func(d Backend) error {
		need, err := d.Needs(name, "")
		if err != nil {
			return err
		}
		if need, err = e.takeOver(ctx, need, o.takeOver); err != nil {
			return err
		}
		a, err := e.answers(ctx, need, o.signIn)
		if err != nil {
			return err
		}
		t := thresholdsOf(need)
		for i, said := range []string{o.ftp, o.lthr} {
			if said != "" {
				t[i].Threshold = Threshold{Text: said}
			}
			if t[i].Text != "" || !e.InTTY {
				continue
			}
			if t[i].Text, err = e.Ask(ctx, e.in().Text(t[i].prompt)); err != nil {
				return err
			}
		}
		return e.connectWith(ctx, d, name, a, t)
	})
}

// takeOver adopts the account in another program's config file, if the athlete wants it. The
// file is left unchanged.
func (e *Env) takeOver(ctx context.Context, n Need, wanted bool) (Need, error) {
	switch {
	case wanted && n.Former == "":
		return n, training.Errorf(training.KindNotFound,
			"No account from another program was found to reuse, or %s is already connected.", n.Title).
			WithFix("Leave --take-over out.")
	case n.Former == "" || !wanted && !e.InTTY:
		return n, nil
	case !wanted:
		asked := e.in().Sprintf("%s contains an account. Use it and its password? [y/N] ", shown(n.Former))
		if n.Way == ByApp {
			asked = e.in().Sprintf("%s contains a sign-in for %s. Use it? [y/N] ", shown(n.Former), n.Title)
		}
		if yes, err := e.yes(ctx, asked); err != nil || !yes {
			return n, err
		}
	}
	taken, err := n.TakeOver()
	switch {
	case err != nil:
	case n.Way == ByApp:
		e.say(e.Err, "%s is unchanged. Lapkeep will renew the sign-in, and after that the copy in the file may stop working: delete "+
			"the file when you no longer need it.\n", shown(n.Former))
	default:
		e.say(e.Err, "%s is unchanged and still contains the password. Delete it when you no longer need it.\n", shown(n.Former))
	}
	return taken, err
}

// yes asks a person a question; anything but y or yes means no.
func (e *Env) yes(ctx context.Context, asked string) (bool, error) {
	text, err := e.Ask(ctx, asked)
	return strings.EqualFold(text, "y") || strings.EqualFold(text, "yes"), err
}

func shown(path string) string { return textclean.Line(path, textclean.TextRunes) }

// Client asks which of the clients on this machine is to use Lapkeep; "" means none.
func (e *Env) Client(ctx context.Context, ids []string) (string, error) {
	i, err := e.Choose(ctx, e.in().Sprintf("Which assistant should use Lapkeep (1 to %d)? ", len(ids)+1), append(ids, e.in().Text("none")))
	if errors.Is(err, ErrLeft) || i == len(ids) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return ids[i], nil
}

// threshold is a number that takes effect today.
type threshold struct {
	Threshold

	name, title, prompt string
	least, most         int
}

// thresholdsOf returns the thresholds to ask for, with the values from the
// settings.
func thresholdsOf(n Need) []threshold {
	return []threshold{
		{n.FTPW, "ftp_w", "FTP", "FTP in watts (press Enter to skip): ", 30, 700},
		{n.LTHRBpm, "lthr_bpm", "LTHR", "Heart rate at lactate threshold (press Enter to skip): ", 80, 230},
	}
}

// fits rejects impossible numbers before anything is stored.
func fits(all []threshold) error {
	for _, t := range all {
		if n, err := strconv.Atoi(t.Text); t.Text != "" && (err != nil || n < t.least || n > t.most) {
			return training.Errorf(training.KindInvalid, "%s is not a number from %d to %d.", t.title, t.least, t.most).
				WithFix("Give a whole number, or leave it out.")
		}
	}
	return nil
}

// settle sets the thresholds, except those from settings, which are already in
// effect, and prints where each came from.
func (e *Env) settle(ctx context.Context, d Backend, all []threshold) error {
	values := map[string]int{}
	for _, t := range all {
		if n, err := strconv.Atoi(t.Text); err == nil && t.Setting == "" {
			values[t.name] = n
		}
	}
	if len(values) > 0 {
		if err := d.Settle(ctx, values); err != nil {
			return err
		}
	}
	for _, t := range all {
		switch {
		case t.Text == "":
		case t.From == "":
			e.say(e.Out, "%s %s applies from today.\n", t.title, t.Text)
		default:
			e.say(e.Out, "%s %s applies from today (from %s).\n", t.title, t.Text, t.From)
		}
	}
	return nil
}

// notices receives the system's notices of changes below a folder, if it sends any.
type notices struct {
	root    string
	watcher *fsnotify.Watcher
	ended   chan struct{}

	mu      sync.Mutex
	changed bool // since the last call of take
	broken  bool // notices may be missed from now on
}

// The maximum number of folders to watch, and of folders and files where the system
// has to open each file.
const (
	mostFolders = 4096
	mostOpened  = 256
)

// listen starts receiving notices; it returns nil if the system sends none.
func listen(root string) *notices {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	e := &notices{root: root, watcher: w, ended: make(chan struct{})}
	if !e.add(real) {
		_ = w.Close() // it is not used
		return nil
	}
	go e.follow(real)
	return e
}

// add watches a folder and every folder below it that a scan reads; all is
// false if that is not possible.
func (e *notices) add(dir string) (all bool) {
	opened := 0
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if opened++; opensFiles() && opened > mostOpened {
			return fs.ErrInvalid
		}
		switch {
		case err != nil && p == dir:
			return err
		case err != nil || !d.IsDir():
			return nil
		case p != dir && (watchUnfinished(d.Name()) || strings.Count(p[len(dir):], string(filepath.Separator)) > deepest):
			return fs.SkipDir
		case len(e.watcher.WatchList()) >= mostFolders:
			return fs.ErrInvalid
		}
		if err := e.watcher.Add(p); err != nil && p == dir {
			return err
		}
		return nil
	})
	return err == nil
}

// opensFiles reports whether the system watches a folder by opening its files.
func opensFiles() bool { return runtime.GOOS != "linux" && runtime.GOOS != "windows" }

// follow records notices until they are closed or the folder is gone.
func (e *notices) follow(real string) {
	defer close(e.ended)
	for {
		select {
		case ev, ok := <-e.watcher.Events:
			if !ok {
				return
			}
			e.note(ev, real)
		case _, ok := <-e.watcher.Errors: // mostly an overflow
			if !ok {
				return
			}
			e.set(true)
		}
	}
}

func (e *notices) note(ev fsnotify.Event, real string) {
	broken := ev.Name == real && ev.Has(fsnotify.Remove|fsnotify.Rename)
	if ev.Has(fsnotify.Create) {
		if info, err := os.Lstat(ev.Name); err == nil && info.IsDir() && !watchUnfinished(info.Name()) {
			broken = broken || !e.add(ev.Name)
		}
	}
	e.set(broken)
}

func (e *notices) set(broken bool) {
	e.mu.Lock()
	e.changed, e.broken = true, e.broken || broken
	e.mu.Unlock()
}

// take reports whether anything changed since the last call, and whether the
// notices are still reliable.
func (e *notices) take() (changed, sound bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	changed, e.changed = e.changed, false
	return changed, !e.broken
}

func (e *notices) close() {
	_ = e.watcher.Close() // nothing is left to write
	<-e.ended
}

// schedule decides when a folder needs a scan.
type schedule struct {
	// Trust is the maximum number of successive scans to skip while no change is
	// noticed; 0 skips none.
	Trust int

	notices  *notices // nil while the system sends none
	retryIn  int      // scans until notices are requested again
	passed   int      // skipped scans
	missed   int      // successive changes that a scan found without a notice
	restless bool     // the last scan found a change, which the next one confirms
	proving  bool     // the next scan checks that no change was missed
}

// mostMissed is the number of missed changes after which notices are no longer trusted.
const mostMissed = 2

// Due reports whether to scan now: a change was noticed, notices are not possible, or it is
// time to check that no change was missed.
func (h *schedule) Due() bool {
	if h.notices == nil || h.restless {
		return true
	}
	changed, sound := h.notices.take()
	if !sound {
		h.Close()
	}
	if changed || !sound {
		h.passed, h.missed = 0, 0
		return true
	}
	if h.passed++; h.passed <= h.Trust {
		return false
	}
	h.passed, h.proving = 0, true
	return true
}

// Close stops watching; a later scan starts again.
func (h *schedule) Close() {
	if h.notices != nil {
		h.notices.close()
		h.notices = nil
	}
}

// listen starts the notices before a scan, so that no change is missed in between.
func (h *schedule) listen(root string) {
	if h.notices != nil && h.notices.root != root {
		h.Close()
	}
	if h.notices != nil || h.Trust <= 0 || h.missed >= mostMissed {
		return
	}
	if h.retryIn--; h.retryIn > 0 {
		return
	}
	if h.notices = listen(root); h.notices == nil {
		h.retryIn = h.Trust
	}
}

// looked records the result of a scan.
func (h *schedule) looked(changed, whole bool) {
	h.restless = changed || whole
	if h.proving && changed && h.notices != nil {
		if changed, _ := h.notices.take(); !changed { // a different disk may be mounted there now
			h.missed++
			h.Close()
		}
	}
	h.proving = false
}
