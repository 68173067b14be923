package client

import (
	"cmp"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const defaultPage = 100

// Before asks a service that has no cursors for a page: list gives, newest
// first, at most so many activities that began up to a day or local time; start
// is when one began. The next page begins at the second of the last activity of
// this one, which comes again, since several may have begun in that second.
func Before[W any](
	q source.ActivityQuery, start func(*W) string, list func(newest string, limit int) ([]W, error),
) (page []W, next string, err error) {
	newest := q.Days.To.String()
	if q.After != "" {
		t, err := training.ParseLocalTime(q.After)
		if err != nil {
			return nil, "", err
		}
		newest = string(t)
	}
	limit := cmp.Or(q.Limit, defaultPage)
	for {
		page, err := list(newest, limit)
		if err != nil || len(page) < limit {
			return page, "", err
		}
		if next := earliest(page, start); next != "" && (q.After == "" || next < q.After) {
			return page, next, nil
		}
		limit *= 2 // more than a page began within a second: the bound would not move
	}
}

// earliest is the second after the start that lies farthest back, so that the
// next page has it whether the service counts its bound in or not.
func earliest[W any](page []W, start func(*W) string) string {
	var first training.LocalTime
	for i := range page {
		t, err := training.ParseLocalTime(start(&page[i]))
		if err == nil && (first == "" || t < first) {
			first = t
		}
	}
	if first == "" {
		return ""
	}
	return string(training.LocalTimeOf(first.In(time.UTC).Add(time.Second)))
}
