package stravatest

import (
	"net/url"
	"strconv"
	"strings"
)

// The service's numbers for pages.
const (
	standardPage = 30
	longestPage  = 200
)

// number is a whole number among values; ok is false if there is none.
func number(v url.Values, name string) (n int64, ok bool) {
	n, err := strconv.ParseInt(v.Get(name), 10, 64)
	return n, err == nil
}

// positive is a number of the query that counts from 1, or the standard.
func (c *call) positive(name string, standard int) (int, error) {
	if !c.query.Has(name) {
		return standard, nil
	}
	n, ok := number(c.query, name)
	if !ok || n < 1 {
		return 0, bad("Application", name, "invalid")
	}
	return int(n), nil
}

// size is how many places a page has.
func (c *call) size(name string) (int, error) {
	n, err := c.positive(name, standardPage)
	if err != nil || n <= longestPage {
		return n, err
	}
	c.server.violated("%s: %s is %d, over %d", c.op.name, name, n, longestPage)
	if c.server.options.PageRefused {
		return 0, bad("Application", name, "invalid")
	}
	return longestPage, nil
}

// paged cuts the page that was asked for out of rows. Every GapEvery-th place
// holds something that is not handed out, so that pages are short though more
// follow; behind the end a page is empty.
func paged[T any](c *call, rows []T) ([]T, error) {
	page, err := c.positive("page", 1)
	if err != nil {
		return nil, err
	}
	size, err := c.size("per_page")
	if err != nil {
		return nil, err
	}
	gap := c.server.options.GapEvery
	if gap < 2 || size < 2 { // a page within the list is never empty
		gap = 0
	}
	out := []T{}
	for place := (page - 1) * size; place < page*size; place++ {
		at := place
		if gap > 0 {
			if place%gap == gap-1 {
				continue
			}
			at = place - place/gap
		}
		if at >= len(rows) {
			break
		}
		out = append(out, rows[at])
	}
	return out, nil
}

// flag reads a truth as forms have it; ok is false if it is none.
func flag(text string) (v, ok bool) {
	switch strings.ToLower(text) {
	case "1", "true":
		return true, true
	case "0", "false", "":
		return false, true
	}
	return false, false
}
