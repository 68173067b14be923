package page

import (
	"context"
	"encoding/json"
	"sync"

	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
)

// Answer is what a tool said, or why it did not: a part of a page that has no
// Answer says so, and the others stand.
type Answer[T any] struct {
	V        T
	Pictures []*picture.Canvas
	Err      *Problem
	cause    error
}

// Problem is why, in the reader's language.
type Problem struct{ What, Fix string }

// Problem is why something was not answered.
func (p *Page) Problem(err error) *Problem {
	d := tools.Describe(err)
	what, fix := d.Told(err)
	return &Problem{what.In(p.Say), fix.In(p.Say)}
}

// Args are the arguments of a tool.
type Args = map[string]any

// Ask calls a tool for a page.
func Ask[T any](ctx context.Context, p *Page, tool string, in Args) (out Answer[T]) {
	b, err := json.Marshal(in)
	if err == nil {
		var res tools.Result
		if res, err = p.Site.Table.Call(ctx, tool, p.Call, b); err == nil {
			out.Pictures = res.Pictures
			if err = json.Unmarshal(res.Structured, &out.V); err != nil {
				p.Site.Log.ErrorContext(ctx, "the page cannot read an answer", "tool", tool, "error", err)
			}
		}
	}
	if err != nil {
		out.Err, out.cause = p.Problem(err), err
	}
	return out
}

// Together runs what does not need another's outcome.
func Together(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}

// Failure is the error of an answer that a whole page is about.
func (a Answer[T]) Failure() error { return a.cause }
