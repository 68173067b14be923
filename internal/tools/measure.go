package tools

import (
	"context"
	"encoding/json"

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
		b, err := Marshal(inWords(v, c.Said))
		if err != nil || len(b) == 0 || b[0] != '{' {
			return len(b)
		}
		res, err := c.Table.newResult(row, json.RawMessage(b), c.readAs, whose, fresh, nil)
		if err != nil {
			return max(len(b), MaxBytes) + 1
		}
		return len(res.Text)
	}
}
