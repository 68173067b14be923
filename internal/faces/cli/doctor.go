package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// finding is the result of one check.
type finding struct {
	Check  string `json:"check"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Fix    string `json:"fix,omitempty"`
	// told marks a finding that is printed even though nothing is wrong.
	told bool
}

// shownSetting is a setting as doctor prints it, with secrets masked.
type shownSetting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
	Note  string `json:"note,omitempty"`
}

type doctorReport struct {
	Version  string         `json:"version"`
	Settings []shownSetting `json:"settings"`
	Checks   []finding      `json:"checks"`
}

type doctorOptions struct{ json, all bool }

func (a *app) newDoctor() *cobra.Command {
	var o doctorOptions
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check settings, folders and stored data; changes nothing",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runDoctor(cmd.Context(), o) },
	}
	c.Flags().BoolVar(&o.json, "json", false, "print as JSON")
	c.Flags().BoolVar(&o.all, "all", false, "also show passed checks, and every setting with its origin")
	return c
}

func (a *app) runDoctor(ctx context.Context, o doctorOptions) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	r := doctorReport{Version: a.Build.Version, Settings: a.shownSettings(s)}
	home := s.Get(settings.Home)
	r.Checks = append(r.Checks, a.checkHome(home), a.checkClock())
	folder, err := a.checkFolder(s)
	if err != nil {
		return err
	}
	r.Checks = append(r.Checks, folder...)
	if _, err := os.Stat(home); err == nil {
		r.Checks = append(r.Checks, a.checkStore(ctx, s)...)
	}
	r.Checks = append(r.Checks, a.checkImportDirs(s)...)
	switch {
	case o.json:
		err = textclean.WriteJSON(a.Streams.Out, r)
	case o.all:
		a.printAllOf(r)
	default:
		a.printDoctor(r)
	}
	for _, f := range r.Checks {
		if !f.OK {
			return errors.Join(err, errSaid)
		}
	}
	return err
}

func (a *app) shownSettings(s settings.Settings) []shownSetting {
	var out []shownSetting
	for _, v := range s.All() {
		out = append(out, shownSetting{Name: string(v.Key), Value: v.Shown(), From: v.From, Note: v.NoteIn(a.text)})
	}
	return out
}

// checkHome reports that the home folder is in order. Settings are read only from
// such a folder.
func (a *app) checkHome(home string) finding {
	f := finding{Check: "home", OK: true, Detail: home}
	if _, err := os.Stat(home); errors.Is(err, fs.ErrNotExist) {
		f.Detail = a.text("%s does not exist yet; the first import creates it", home)
	}
	return f
}

// checkClock reports a clock set to a time before this program was written.
func (a *app) checkClock() finding {
	now := a.Now()
	f := finding{Check: "clock", OK: true, Detail: now.Format(time.RFC3339)}
	if now.Year() < 2026 {
		f.OK, f.Fix = false, a.text("Set the computer's clock: \"today\" and \"this week\" depend on it.")
	}
	return f
}

// checkStore opens the store without writing.
func (a *app) checkStore(ctx context.Context, s settings.Settings) []finding {
	w, err := a.Open(ctx, s, OpenOptions{ReadOnly: true})
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			return []finding{{Check: "store", OK: true, Detail: a.text("no store yet")}}
		}
		return []finding{a.problem("store", err)}
	}
	defer func() { _ = w.Close() }() // opened read-only
	counts, err := w.DB.Counts(ctx, w.Scope())
	if err != nil {
		return []finding{a.problem("store", err)}
	}
	found := []finding{{Check: "store", OK: true, Detail: a.describeCounts(counts)}, a.checkBehind(counts)}
	found = append(append(found, a.checkDoubts(ctx, w)...), a.checkUpgrade(ctx, w)...)
	return append(found, a.checkConnections(ctx, w)...)
}

// checkUpgrade reports which numbers the last upgrade changed; this is not a fault.
func (a *app) checkUpgrade(ctx context.Context, w *Workbench) []finding {
	c, err := athlete.Upgraded(ctx, w.DB, w.Scope(), training.DayOf(a.Now()))
	switch {
	case err != nil:
		return []finding{a.problem("upgrade", err)}
	case c == nil:
		return nil
	}
	number := func(x *float64) string {
		if x == nil {
			return a.text("none")
		}
		return strconv.FormatFloat(*x, 'f', -1, 64)
	}
	said := []string{a.text("%s changed in the upgrade on %s", i18n.Numbered(c.Activities, "activity", "activities"), c.Date)}
	for _, m := range c.Metrics {
		ids := make([]string, len(m.Most))
		for i, n := range m.Most {
			ids[i] = string(n.ID)
		}
		said = append(said, a.text("%s changed in %s; the largest change is from %s to %s (%s)",
			m.Metric, i18n.Numbered(m.Activities, "activity", "activities"), number(m.Most[0].From), number(m.Most[0].To), strings.Join(ids, " ")))
	}
	return []finding{{Check: "upgrade", OK: true, Detail: a.together(said), told: true}}
}

// checkDoubts reports possible duplicates; they are not a fault.
func (a *app) checkDoubts(ctx context.Context, w *Workbench) []finding {
	doubts, err := importing.FindDuplicates(ctx, w.DB, w.Scope())
	switch {
	case err != nil:
		return []finding{a.problem("duplicates", err)}
	case len(doubts) == 0:
		return nil
	}
	return []finding{{
		Check: "duplicates", OK: true, Detail: i18n.Counted(len(doubts), "possible duplicate", "possible duplicates"),
		Fix: a.text("Run: lapkeep duplicates"),
	}}
}

func (a *app) problem(check string, err error) finding {
	p := tools.Describe(err).In(err, a.language())
	return finding{Check: check, Detail: p.Sentence, Fix: p.Fix}
}

func (a *app) describeCounts(c store.Counts) string {
	if c.Activities == 0 {
		return a.text("no activities yet")
	}
	return a.text("%s from %s to %s, %s, %.1f MB of originals, %.1f MB database",
		i18n.Numbered(c.Activities, "activity", "activities"), c.First, c.Last,
		i18n.Numbered(c.Recordings, "recording", "recordings"), float64(c.OriginalBytes)/1e6, float64(c.DatabaseBytes)/1e6)
}

func (a *app) checkBehind(c store.Counts) finding {
	f := finding{Check: "derived values", OK: true, Detail: a.text("up to date")}
	if c.DerivedBehind > 0 {
		f.Detail = a.text("%s to process at the next start", i18n.Numbered(c.DerivedBehind, "change", "changes"))
	}
	return f
}

func (a *app) checkImportDirs(s settings.Settings) []finding {
	var out []finding
	for _, dir := range s.Paths(settings.ImportDirs) {
		f := finding{Check: "import folder", OK: true, Detail: dir}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			f.OK, f.Fix = false, a.text("Create the folder, or remove it from import_dirs.")
		}
		out = append(out, f)
	}
	return out
}

// printDoctor prints the checks that need action, failures first.
func (a *app) printDoctor(r doctorReport) {
	out, fine := a.Streams.Out, 0
	for _, fails := range []bool{true, false} {
		for _, f := range r.Checks {
			switch {
			case f.OK == fails:
			case f.OK && f.Fix == "" && !f.told:
				fine++
			default:
				a.printFinding("", f)
			}
		}
	}
	for _, s := range r.Settings {
		if s.Note != "" {
			fmt.Fprintf(out, "note  %-14s %s\n", s.Name, s.Note)
		}
	}
	a.sayAtHome(out, "%s passed. Show all, and every setting with its origin: lapkeep doctor --all\n",
		i18n.Numbered(fine, "check", "checks"))
}

func (a *app) printFinding(indent string, f finding) {
	mark := "ok  "
	switch {
	case !f.OK:
		mark = "FAIL"
	case f.Fix != "" || f.told:
		mark = "note"
	}
	fmt.Fprintf(a.Streams.Out, "%s%s  %-14s %s\n", indent, mark, f.Check, f.Detail)
	if f.Fix != "" {
		fmt.Fprintf(a.Streams.Out, "%s      %s\n", indent, a.homed(f.Fix))
	}
}

func (a *app) printAllOf(r doctorReport) {
	out := a.Streams.Out
	a.say(out, "lapkeep %s\n\nChecks\n", r.Version)
	for _, f := range r.Checks {
		a.printFinding("  ", f)
	}
	a.say(out, "\nSettings\n")
	for _, s := range r.Settings {
		fmt.Fprintf(out, "  %-14s %-30s %s\n", s.Name, s.Value, s.From)
		if s.Note != "" {
			a.say(out, "  %14s note: %s\n", "", s.Note)
		}
	}
}

func (a *app) connections() *connect.Env {
	s := a.Streams
	return &connect.Env{
		In: s.In, Out: s.Out, Err: s.Err, InTTY: s.InTTY, OutTTY: s.OutTTY, ErrTTY: s.ErrTTY, Now: a.Now, AtHome: a.homed,
		AskSecret: a.AskSecret, AskMenu: a.AskMenu, With: a.withBackend, Services: a.Services,
		Language: a.language,
	}
}

// withBackend calls f with the connections of an athlete.
func (a *app) withBackend(ctx context.Context, of connect.Whose, f func(connect.Backend) error) error {
	if of.Athlete != "" {
		a.flags[settings.Athlete] = func() (string, bool) { return of.Athlete, true }
	}
	return a.open(ctx, OpenOptions{Create: true, Unmet: of.Unmet}, func(w *Workbench) error {
		who, err := w.DB.Athlete(ctx, w.Scope())
		if err != nil && (!of.Unmet || training.KindOf(err) != training.KindNotFound) {
			return err
		}
		found, err := a.checkFolder(w.Settings)
		if err != nil {
			return err
		}
		return f(connect.Backend{
			Remarks: remarks(found), Language: w.Settings.Value(settings.Language).Note(),
			Connections: w.Connections, Athlete: w.Athlete, Zone: who.Location(),
			Settle: func(ctx context.Context, thresholds map[string]int) error {
				_, err := w.set(ctx, thresholds)
				return err
			},
			Agree: func(p journal.Preview) error {
				if err := a.confirm(p); err != nil {
					return err
				}
				_, err := w.Journal.Grant(ctx, w.Scope(), p.Token, a.Now())
				return err
			},
		})
	})
}

// checkConnections reports the state of the connected services, without contacting them.
func (a *app) checkConnections(ctx context.Context, w *Workbench) []finding {
	views, err := w.Connections.Views(ctx, a.Now())
	if err != nil {
		return []finding{a.problem("services", err)}
	}
	var out []finding
	for _, v := range views {
		if !v.Connected {
			continue
		}
		f := finding{Check: v.Source, OK: v.State != "failing", Detail: a.text("%s, key in %s", v.State, v.KeyIn)}
		if v.LastSuccess != "" {
			f.Detail += a.text(", last sync %s", v.LastSuccess)
		}
		if !f.OK {
			f.Detail, f.Fix = a.text("%s: %s", f.Detail, v.Error), a.text("Run: lapkeep check %s", v.Source)
		}
		out = append(out, f)
	}
	return out
}
