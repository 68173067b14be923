package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/ordered"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/training"
)

// column is one field of all rows, laid out.
type column struct {
	key, head string
	cells     []string
	right     bool
	width     int
	keep      bool // it has room before all others
}

// leading returns the fields that identify a row, in the order in which people look for
// them.
func leading() []string {
	return []string{
		"lap", "split", "local_date", "date", "start_date", "week_start", "period", "names", "name", "title",
		"sport", "duration_s", "distance_km", "distance_m", "pace_s_per_km",
	}
}

// rank orders fields: leading fields, numbers, other words, ids.
func rank(c column) int {
	if i := slices.Index(leading(), c.key); i >= 0 {
		return i
	}
	switch {
	case strings.HasSuffix(c.key, "id") || strings.HasSuffix(c.key, "ids"):
		return len(leading()) + 2
	case c.right:
		return len(leading())
	}
	return len(leading()) + 1
}

// table prints rows; the title may include what they have in common.
func (p *page) table(indent, title string, all []object) {
	cols, nested := p.tableColumns(all)
	shared := ""
	if title != "" && len(all) > 1 {
		cols, shared = split(cols)
	}
	if shared != "" {
		title += " (each: " + shared + ")"
	}
	p.lay(indent, title, cols, nested, len(all))
}

// lay prints columns below a title; a table without a title is a block of its own. left
// names the fields that have no column.
func (p *page) lay(indent, title string, cols []column, left []string, rows int) {
	if title == "" {
		p.gap()
	} else {
		p.heading(indent, title)
		indent += step
	}
	kept, wide := p.fitting(indent, cols)
	p.grid(indent, kept, rows)
	if left = append(wide, left...); len(left) > 0 {
		for _, line := range p.wrapped(indent, p.say("No room for: %s", strings.Join(left, ", "))) {
			p.line(indent, line)
		}
	}
}

func (p *page) grid(indent string, cols []column, rows int) {
	for i := -1; i < rows; i++ {
		var cells []string
		for _, c := range cols {
			text := c.head
			if i >= 0 {
				text = c.cells[i]
			}
			pad := strings.Repeat(" ", c.width-displaywidth.String(text))
			if c.right {
				cells = append(cells, pad+text)
			} else {
				cells = append(cells, text+pad)
			}
		}
		p.line(indent, strings.Join(cells, step))
	}
}

// tableColumns returns the columns of rows whose values fit in a cell, and the
// names of the other fields.
func (p *page) tableColumns(all []object) (out []column, nested []string) {
	at := map[string]int{}
	for i, row := range all {
		for _, m := range without(row, p.hides...) {
			text, ok := p.inline(m.Key, m.Value)
			if name := strings.ToLower(p.head(m.Key)); !ok && !slices.Contains(nested, name) {
				nested = append(nested, name)
			}
			if !ok || m.Value == nil || text == "none" {
				continue
			}
			if ordered.Scalar(m.Value) {
				text = p.cell(m.Key, m.Value)
			}
			if _, known := at[m.Key]; !known {
				at[m.Key] = len(out)
				out = append(out, column{
					key: m.Key, head: p.headed(m.Key, m.Value), right: true, cells: make([]string, len(all)), keep: m.Key == "id",
				})
			}
			c := &out[at[m.Key]]
			c.cells[i] = text
			c.right = c.right && isNumber(m.Value)
		}
	}
	for i := range out {
		out[i].widen()
	}
	slices.SortStableFunc(out, func(a, b column) int { return rank(a) - rank(b) })
	return out, nested
}

// widen sets the width of a column to that of its widest text.
func (c *column) widen() {
	c.width = displaywidth.String(c.head)
	for _, text := range c.cells {
		c.width = max(c.width, displaywidth.String(text))
	}
}

// headed returns a field's name with its unit, which the cells omit.
func (p *page) headed(key string, first any) string {
	if u := p.shownIn(key, first); u != "" {
		return p.head(key) + ", " + u
	}
	return p.head(key)
}

// split separates out the words that are the same in all rows.
func split(cols []column) (differ []column, shared string) {
	var said []string
	for _, c := range cols {
		same := !slices.ContainsFunc(c.cells, func(text string) bool { return text != c.cells[0] })
		if same && !c.right {
			said = append(said, strings.ToLower(c.head)+" "+c.cells[0])
		} else {
			differ = append(differ, c)
		}
	}
	return differ, strings.Join(said, ", ")
}

// fitting returns the columns that fit the width, those to keep before the others in their
// order; left lists the rest.
func (p *page) fitting(indent string, cols []column) (kept []column, left []string) {
	room := p.width - len(indent)
	keeps := map[string]bool{}
	for _, first := range []bool{true, false} {
		for _, c := range cols {
			if c.keep != first {
				continue
			}
			if p.width > 0 && c.width > room && len(keeps) > 0 {
				name, _, _ := strings.Cut(c.head, ", ")
				left = append(left, strings.ToLower(name))
				continue
			}
			keeps[c.key] = true
			room -= c.width + len(step)
		}
	}
	return slices.DeleteFunc(cols, func(c column) bool { return !keeps[c.key] }), left
}

func (a *app) newBackup() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Back up everything to one file (.tar.zst or .tar); restore reads it",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runBackup(cmd.Context(), w, args[0])
			})
		},
	}
}

// runBackup writes the store and a copy of the config file without secrets.
func (a *app) runBackup(ctx context.Context, w *Workbench, dest string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	config, left, err := settings.Carried(s.ConfigFile, a.Places.Services)
	if err != nil {
		return err
	}
	var beside []backup.Beside
	if config != nil {
		beside = append(beside, backup.Beside{Name: settings.ConfigName, Data: config})
	}
	const mb = 1e6
	space, err := w.DB.BackupSpace()
	if err != nil {
		return err
	}
	a.say(a.Streams.Err, "Creating the backup needs up to %.1f MB in %s.\n", float64(space)/mb, filepath.Dir(dest))
	written, err := w.DB.Backup(ctx, dest, beside...)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		a.say(a.Streams.Out, "Not included from %s, because a backup contains no secrets: %s.\n", settings.ConfigName, strings.Join(left, ", "))
	}
	a.say(a.Streams.Out, "Backup saved as %s and verified: %.1f MB, %s.\n", dest, float64(written.Bytes)/mb,
		i18n.Numbered(written.Originals, "original file", "original files"))
	if written.Damaged > 0 {
		return training.Errorf(training.KindCorrupt, "This home folder, and therefore the backup, contains damaged data: %s.",
			i18n.Numbered(written.Damaged, "original file", "original files")).WithFix("Run lapkeep verify to see which.")
	}
	return nil
}

func (a *app) newRestore() *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into an empty home folder",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			home, isSealed, err := a.Restore(cmd.Context(), s, args[0])
			if err != nil {
				return err
			}
			if !isSealed {
				a.say(a.Streams.Out, "This backup was made before backups had checksums: the database and the original files were "+
					"checked, but not every bit.\n")
			}
			a.say(a.Streams.Out, "Restored to %s.\n", home)
			return a.tellWider(s)
		},
	}
}

// tellWider prints the rights that the settings of a restored backup give in
// addition to the old ones.
func (a *app) tellWider(before settings.Settings) error {
	now, err := a.settings()
	if err != nil {
		return err
	}
	if more := a.wider(before, now); len(more) > 0 {
		a.say(a.Streams.Out, "The config.yaml from the backup is now active, and it allows assistants more: %s. Remove these lines if "+
			"you did not write them.\n", a.together(more))
	}
	return nil
}

func (a *app) newExport() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "export --all DEST",
		Short: "Export everything in open formats to a folder or a .zip file",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !all {
				return &usageError{
					wrongUse(sayingf("export needs --all")), sayingf("To export one activity: lapkeep call export_activity '{\"id\":…}'"),
				}
			}
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runExport(cmd.Context(), w, args[0])
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "all of your data")
	return c
}

func (a *app) runExport(ctx context.Context, w *Workbench, dest string) error {
	if err := w.CatchUp(ctx); err != nil { // so that the export reflects the last write
		return err
	}
	n, err := w.ExportAll(ctx, dest)
	if err != nil {
		return err
	}
	a.say(a.Streams.Out, "Exported %s with their original files: %s.\nTo import them again, including your edits: lapkeep import %s\n",
		i18n.Numbered(n, "activity", "activities"), dest, dest)
	return nil
}

func (a *app) newKey() *cobra.Command {
	c := &cobra.Command{
		Use:   "key",
		Short: "Show or replace the key that clients of the HTTP server send",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, sub := range []struct {
		use, short string
		fresh      bool
	}{
		{"show", "Print the key; creates one if there is none", false},
		{"new", "Create a new key; the old key stops working when the servers using it stop", true},
	} {
		c.AddCommand(&cobra.Command{
			Use: sub.use, Short: sub.short, Args: usage(cobra.NoArgs),
			RunE: func(*cobra.Command, []string) error { return a.runKey(sub.fresh) },
		})
	}
	return c
}

// runKey prints only the key on standard output, for $(lapkeep key show).
func (a *app) runKey(fresh bool) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	key, err := a.Key(s, fresh)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.Streams.Out, key.Text)
	a.say(a.Streams.Err, "From %s. Clients send: Authorization: Bearer KEY\n", key.From)
	if key.SecretPath != "" {
		a.say(a.Streams.Err, "Secret path, instead of the key: %s\n", key.SecretPath)
	}
	if fresh {
		a.say(a.Streams.Err, "All browsers are signed out of the dashboard. Restart running servers, and give the new key to your "+
			"clients.\n")
	}
	return nil
}
