package tools

import (
	"context"
	"reflect"

	"lapkeep/internal/training"
)

// Bytes gives how many bytes the text of an answer takes, all that the table
// adds to it included, and of a part of one how many it takes in there. An
// answer that is too large to send takes more than any.
func (c *Call) Bytes(ctx context.Context) func(v any) int {
	row, there := c.Table.Lookup(c.Tool)
	if !there {
		return func(any) int { return 0 }
	}
	var whose training.AthleteID
	if c.Table.athletes != nil {
		whose = c.Scope.Athlete
	}
	fresh := row.freshness(ctx, c)
	return func(v any) int {
		answer := v
		if t := reflect.TypeOf(v); t == nil || t.Kind() != reflect.Pointer {
			answer = struct {
				Part any `json:"part"`
			}{v}
		}
		res, err := c.Table.newResult(row, answer, c.readAs, whose, fresh, c.Said)
		if err != nil {
			return max(MaxBytes+1, partSize(v))
		}
		return len(res.Text)
	}
}

// partSize is what a value that is too large to send takes.
func partSize(v any) int {
	b, err := Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}
