package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func (a *app) newMemory() *cobra.Command {
	c := &cobra.Command{
		Use:   "memory",
		Short: "Show what the coach remembers of you",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.remembering(cmd.Context(), a.showMemory)
		},
	}
	c.AddCommand(&cobra.Command{
		Use:   "file",
		Short: "Print the file to edit: what you save there is taken in as a version",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.remembering(cmd.Context(), a.memoryFile)
		},
	}, &cobra.Command{
		Use:   "history",
		Short: "List the versions of the memory, the newest first",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.remembering(cmd.Context(), a.listVersions)
		},
	}, &cobra.Command{
		Use:   "restore VERSION",
		Short: "Make a version of the memory the current one again",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[0])
			if err != nil {
				return &usageError{wrongUse(sayingf("%s is not the number of a version.", args[0])), sayingf("lapkeep memory history lists them.")}
			}
			return a.remembering(cmd.Context(), func(ctx context.Context, w *Workbench, c *tools.Call) error {
				return a.restoreVersion(ctx, w, c, n)
			})
		},
	})
	return c
}

// remembering lends a workbench whose memory is as its file.
func (a *app) remembering(ctx context.Context, f func(context.Context, *Workbench, *tools.Call) error) error {
	return a.withTexts(ctx, "memory", memory.MemoryKind, f)
}

// withTexts lends a workbench whose texts of a kind are as their files.
func (a *app) withTexts(
	ctx context.Context, tool string, kind memory.TextKind, f func(context.Context, *Workbench, *tools.Call) error,
) error {
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
		c, err := w.NewCall(ctx)
		if err != nil {
			return err
		}
		c.Tool = tool
		a.tellAll(w.Texts.Fresh(ctx, c, kind))
		return f(ctx, w, c)
	})
}

// fileOf is where a person finds a file of the coach's.
func fileOf(w *Workbench, name string) string {
	return filepath.Join(w.Settings.Get(settings.Home), filepath.FromSlash(memory.FolderOf(w.Athlete)), filepath.FromSlash(name))
}

func (a *app) tellAll(all []i18n.Sentence) {
	for _, n := range all {
		fmt.Fprintln(a.Streams.Err, a.text("%s", n))
	}
}

func (a *app) showMemory(ctx context.Context, w *Workbench, c *tools.Call) error {
	m, err := memory.Read(ctx, w.DB, c.Scope)
	if err != nil {
		return err
	}
	if n := m.Note(); n != "" {
		a.tellAll([]i18n.Sentence{n})
	}
	if m.Own == nil {
		a.say(a.Streams.Out, "The coach remembers nothing yet. An assistant writes it, or you do: lapkeep memory file says where.\n")
		return nil
	}
	fmt.Fprint(a.Streams.Out, m.Body)
	return nil
}

// memoryFile prints the file that a person edits with whatever they like: the
// product starts no program. It begins a memory that there is not yet.
func (a *app) memoryFile(ctx context.Context, w *Workbench, c *tools.Call) error {
	m, err := memory.Read(ctx, w.DB, c.Whole())
	if err != nil {
		return err
	}
	if m.Own == nil {
		begun := m.Of(memory.Empty(), tools.Author(c), c.Now)
		if _, err := w.Texts.Write(ctx, c, "Begin the coach's memory.", memory.MemoryID, false, begun); err != nil {
			return err
		}
	}
	fmt.Fprintln(a.Streams.Out, fileOf(w, memory.MemoryFile))
	return nil
}

func (a *app) listVersions(ctx context.Context, w *Workbench, c *tools.Call) error {
	all, err := memory.Versions(ctx, w.DB, c.Scope, memory.MemoryKind, memory.MemoryID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.say(a.Streams.Out, "The memory has no versions yet.\n")
	}
	for i := range all {
		v := &all[i]
		fmt.Fprintf(a.Streams.Out, "%4d  %s  %-9s  %s\n", v.Version, v.At.In(c.Location).Format(time.DateTime), a.author(v.Author),
			a.text("%d bytes", len(v.Body)))
	}
	return nil
}

func (a *app) restoreVersion(ctx context.Context, w *Workbench, c *tools.Call, n int) error {
	v, err := memory.TextVersion(ctx, w.DB, c.Whole(), memory.MemoryKind, memory.MemoryID, n)
	if err != nil {
		return err
	}
	m, err := memory.Read(ctx, w.DB, c.Whole())
	if err != nil {
		return err
	}
	if m.Own != nil && m.Body == v.Body {
		return training.Errorf(training.KindConflict, "The memory says what version %d does.", n).
			WithFix("lapkeep memory history lists the others.")
	}
	out, err := w.Texts.Write(ctx, c, i18n.Sentencef("Restore version %d of the coach's memory.", n), memory.MemoryID, false,
		m.Of(v.Body, tools.Author(c), c.Now))
	if err != nil {
		return err
	}
	a.tellAll(out.Notes)
	a.say(a.Streams.Out, "Version %d is the current one again. To take that back: %s\n", n, out.Undo)
	return nil
}

// author is who wrote a version.
func (a *app) author(by training.TextAuthor) string {
	switch by {
	case training.ByAssistant:
		return a.text("assistant")
	case training.ByFile:
		return a.text("file")
	}
	return a.text("athlete")
}
