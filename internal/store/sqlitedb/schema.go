package sqlitedb

import (
	"embed"
	"io/fs"
)

//go:embed *.sql
var files embed.FS

// Steps are the migrations in order.
func Steps() (all []string) {
	names, _ := fs.Glob(files, "*.sql") // the pattern is a good one
	for _, name := range names {
		text, _ := files.ReadFile(name)
		all = append(all, string(text))
	}
	return all
}
