package apitest

import (
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Table is a list as CSV. The id stands first under a name of its own.
func Table(id string, fields []string, list []Doc) (any, error) {
	if len(fields) == 0 {
		seen := map[string]bool{}
		for _, d := range list {
			for name, v := range d {
				if _, nested := v.([]any); !nested && v != nil {
					seen[name] = true
				}
			}
		}
		fields = slices.Sorted(maps.Keys(seen))
	}
	fields = slices.DeleteFunc(fields, func(f string) bool { return f == "id" })
	rows := [][]string{append([]string{id}, fields...)}
	for _, d := range list {
		row := []string{IDOf(d)}
		for _, f := range fields {
			cell := ""
			if d[f] != nil {
				cell = fmt.Sprint(d[f])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return nil, err
	}
	return File{Kind: "text/csv", Data: []byte(b.String())}, nil
}
