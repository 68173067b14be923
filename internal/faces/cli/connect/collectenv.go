package connect

import (
	"context"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// CollectEnv holds what the commands get from the rest of the program.
type CollectEnv struct {
	Out, Err io.Writer
	ErrTTY   bool // a person is at Err
	Now      func() time.Time
	// Tick gives the moments at which folders are looked at, until stop is
	// called.
	Tick func(every time.Duration) (at <-chan time.Time, stop func())
	// LimitMemory keeps the process within the memory of an import until undo.
	LimitMemory func() (undo func())
	// With lends the athlete's store.
	With func(ctx context.Context, use Use, f func(CollectDesk) error) error
	// Language says sentences to the person, once flags are read; nil is English.
	Language func() i18n.Printer
	// Next tells a person what to do with what was imported.
	Next func() error
	// Said ends a command that has already printed why it failed.
	Said error
	// Usage makes what is wrong with arguments an error of usage.
	Usage func(cobra.PositionalArgs) cobra.PositionalArgs
}

// Use says how a command uses the store.
type Use uint8

// The uses.
const (
	Reading Use = iota
	Writing
	Creating // a store is made if there is none
)

// CollectDesk is an athlete's store with what works on it.
type CollectDesk struct {
	DB       *store.DB
	Athlete  training.AthleteID
	Journal  *journal.Journal
	Importer Importer
	NewID    func() string
	// CatchUp brings what is derived up to date, if nobody else does.
	CatchUp func(ctx context.Context) error
	// Texts has the files of the coach's texts and what is stored of them say the
	// same, and tells what could not be read.
	Texts func(ctx context.Context) ([]i18n.Sentence, error)
}

// Importer imports files and archives.
type Importer interface {
	Import(ctx context.Context, athlete training.AthleteID, items iter.Seq[archive.Item],
		o importing.RunOptions, report func(importing.FileResult)) (store.ImportRun, error)
}

func (d *CollectDesk) scope() training.Scope {
	return training.Scope{Athlete: d.Athlete, Audience: training.AudienceExport}
}

// CollectCommands are the commands of this package.
func CollectCommands(e *CollectEnv) []*cobra.Command {
	return []*cobra.Command{e.newImport(), e.newWatch(), e.newDuplicates()}
}

// text is a sentence for the person.
func (e *CollectEnv) text(format string, args ...any) string {
	var in i18n.Printer
	if e.Language != nil {
		in = e.Language()
	}
	return in.Sprintf(format, args...)
}

func (e *CollectEnv) say(format string, args ...any) { fmt.Fprint(e.Out, e.text(format, args...)) }

// writeJSON writes v as one line.
func (e *CollectEnv) writeJSON(v any) error { return textclean.WriteJSON(e.Out, v) }
