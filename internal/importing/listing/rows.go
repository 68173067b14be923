package listing

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"lapkeep/internal/platform/textclean"
)

// Row is one row of a table, by the names of its columns.
type Row struct {
	cells []string
	at    map[string]int
}

// Rows reads a table whose first row names the columns. It ends with the first
// row that cannot be read, or when head does not take the names.
func Rows(data []byte, head func(has func(column string) bool) error, each func(Row)) error {
	text, isText := textclean.UTF8(data)
	if !isText {
		return errors.New("it is not text")
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
	at := map[string]int{}
	for first := true; ; first = false {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) && !first {
			return nil
		}
		if err != nil {
			return err
		}
		if !first {
			each(Row{cells, at})
			continue
		}
		for i, name := range cells {
			at[strings.TrimSpace(name)] = i
		}
		if err := head(func(column string) bool { _, ok := at[column]; return ok }); err != nil {
			return err
		}
	}
}

// Text is a cell, "" where the table has no such column.
func (r Row) Text(column string) string {
	if i, ok := r.at[column]; ok && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// Positive is a number above zero, 0 for any other.
func (r Row) Positive(column string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSpace(r.Text(column)), 64)
	if err != nil || !(v > 0 && v < 1e9) {
		return 0
	}
	return v
}
