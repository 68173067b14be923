package archive

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// maxRows is the most rows that a table may have.
const maxRows = 200_000

// readTable reads a table with its header. Quotes within words are taken as
// they stand, rows may differ in length, and tables that were saved again by
// another program are read too.
func readTable(data []byte) (head []string, rows [][]string, err error) {
	data, isText := textclean.UTF8(data)
	if !isText {
		return nil, nil, training.Errorf(training.KindCorrupt, "The table is not text.").WithFix("Request the archive again.")
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, training.Errorf(training.KindCorrupt, "The table cannot be read: %w.", err).WithFix("Request the archive again.")
		}
		if head == nil {
			head = cells
			continue
		}
		if len(rows) == maxRows {
			return nil, nil, training.Errorf(training.KindTooLarge, "The table has more than %d rows.", maxRows)
		}
		rows = append(rows, cells)
	}
	return head, rows, nil
}

func cell(cells []string, col int) string {
	if col < 0 || col >= len(cells) {
		return ""
	}
	return cells[col]
}

// stravaNumber reads a figure with a point or a comma, with or without groups.
func stravaNumber(s string) (float64, bool) {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\'' || r == '’' {
			return -1
		}
		return r
	}, s)
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	switch {
	case comma < 0:
	case point > comma || strings.Count(s, ",") > 1: // 1,234.5 and 1,234,567
		s = strings.ReplaceAll(s, ",", "")
	default: // 1.234,5 and 33,22
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return v, true
}

// truth reads a mark: "true" for display, 1.0 for machines.
func truth(s string) bool {
	s = strings.TrimSpace(s)
	if strings.EqualFold(s, "true") {
		return true
	}
	v, ok := stravaNumber(s)
	return ok && v != 0
}

func digits(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}
