package sqlitedb

import "strings"

// rowsAtOnce is the most rows that one statement inserts, and so how many
// statements are kept prepared for each table.
const rowsAtOnce = 16

// Insert writes rows: insert is the statement up to the rows, tail what comes
// after them, and args the cells of one row after the other. Many rows in one
// statement take half the time of a statement for each.
func (t *Tx) Insert(insert string, cells int, tail string, args []any) error {
	for len(args) > 0 {
		n := min(len(args)/cells, rowsAtOnce)
		row := "(" + strings.Repeat("?,", cells-1) + "?)"
		query := insert + " VALUES " + strings.Repeat(row+",", n-1) + row + " " + tail
		if _, err := t.Exec(query, args[:n*cells]...); err != nil {
			return err
		}
		args = args[n*cells:]
	}
	return nil
}
