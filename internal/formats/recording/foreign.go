package recording

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
)

// foreign lists tables from services that contain no recording. A table is
// recognised if its first line contains all of the given columns.
var foreign = []struct {
	columns []string
	says    i18n.Sentence
}{
	{[]string{"cycle start time"}, "It is a table from a Whoop export: it has summaries of days and no recordings."},
	{[]string{"readiness score"}, "It is a table from an Oura export: it has summaries of days and nights and no recordings."},
	{[]string{"sleep score", "summary_date"}, "It is a table from an Oura export: it has summaries of days and nights and no recordings."},
	{[]string{"exercise_title", "set_index"}, "It is a Hevy export: it has sets of workouts. Import it with lapkeep import."},
	{[]string{"food name", "energy (kcal)"}, "It is a table from a Cronometer export: it lists what was eaten and has no recordings."},
	{[]string{"energy (kcal)", "completed"}, "It is a table from a Cronometer export: it lists what was eaten and has no recordings."},
}

// readForeign returns the reader of such a table, or nil for any other file.
func readForeign(head []byte) reader {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	columns := map[string]bool{}
	for _, c := range strings.FieldsFunc(strings.ToLower(strings.TrimPrefix(string(line), "\ufeff")),
		func(r rune) bool { return r == ',' || r == ';' }) {
		columns[strings.Trim(c, "\" \r")] = true
	}
	for _, f := range foreign {
		if slices.ContainsFunc(f.columns, func(c string) bool { return !columns[c] }) {
			continue
		}
		return func(context.Context, string, []byte, Limits) (Result, error) {
			return Result{Kind: reading.Unknown, Ignored: f.says}, nil
		}
	}
	return nil
}
