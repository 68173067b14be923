package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func (a *app) newBackup() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Write everything into one file (.tar.zst or .tar) that restore reads",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runBackup(cmd.Context(), w, args[0])
			})
		},
	}
}

// runBackup writes the store and the config file, which has no secrets there.
func (a *app) runBackup(ctx context.Context, w *Workbench, dest string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	config, left, err := settings.Carried(s.ConfigFile, a.Places.Services)
	if err != nil {
		return err
	}
	var beside []store.Beside
	if config != nil {
		beside = append(beside, store.Beside{Name: settings.ConfigName, Data: config})
	}
	const mb = 1e6
	space, err := w.DB.BackupSpace()
	if err != nil {
		return err
	}
	a.say(a.Streams.Err, "The backup needs up to %.1f MB in %s while it is made.\n", float64(space)/mb, filepath.Dir(dest))
	written, err := w.DB.Backup(ctx, dest, beside...)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		a.say(a.Streams.Out, "Left out of %s, because a backup holds no secret: %s.\n", settings.ConfigName, strings.Join(left, ", "))
	}
	a.say(a.Streams.Out, "Backup written to %s and read back: %.1f MB, %s.\n", dest, float64(written.Bytes)/mb,
		i18n.Numbered(written.Originals, "original file", "original files"))
	if written.Damaged > 0 {
		return training.Errorf(training.KindCorrupt, "In this home, and so in the backup, %s damaged.",
			i18n.Numbered(written.Damaged, "original file is", "original files are")).WithFix("Run lapkeep verify, which says which.")
	}
	return nil
}

func (a *app) newRestore() *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Bring a backup back into an empty home",
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
				a.say(a.Streams.Out, "This backup is from before backups had checksums: "+
					"its database and its original files were checked, but not each bit.\n")
			}
			a.say(a.Streams.Out, "Restored into %s.\n", home)
			return a.tellWider(s)
		},
	}
}

// tellWider says what the settings of a backup allow that did not hold before.
func (a *app) tellWider(before settings.Settings) error {
	now, err := a.settings()
	if err != nil {
		return err
	}
	if more := a.wider(before, now); len(more) > 0 {
		a.say(a.Streams.Out, "Its config.yaml holds now and allows an assistant more: %s. Remove these lines from it if you did not write "+
			"them.\n", a.together(more))
	}
	return nil
}

func (a *app) newExport() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "export --all DEST",
		Short: "Write everything in open formats into a folder or a .zip file",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !all {
				return &usageError{
					wrongUse(sayingf("export needs --all")), sayingf("One activity is exported by: lapkeep call export_activity '{\"id\":…}'"),
				}
			}
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runExport(cmd.Context(), w, args[0])
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "everything that Lapkeep keeps")
	return c
}

func (a *app) runExport(ctx context.Context, w *Workbench, dest string) error {
	if err := a.catchUp(ctx, w); err != nil { // what follows from the last write is exported too
		return err
	}
	n, err := w.ExportAll(ctx, dest)
	if err != nil {
		return err
	}
	a.say(a.Streams.Out, "%s with their original files: %s.\nlapkeep import %s brings them back, edits included.\n",
		i18n.Numbered(n, "activity", "activities"), dest, dest)
	return nil
}
