package dashboard

import (
	"context"
	"encoding/json"
	"sync"

	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
)

// answer is what a tool said, or why it did not: a part of a page that has no
// answer says so, and the others stand.
type answer[T any] struct {
	V        T
	Pictures []*picture.Canvas
	Err      *problem
	cause    error
}

// problem is why, in the reader's language.
type problem struct{ What, Fix string }

func (p *page) problem(err error) *problem {
	d := tools.Describe(err)
	what, fix := d.Told(err)
	return &problem{what.In(p.say), fix.In(p.say)}
}

type args = map[string]any

// ask calls a tool for a page.
func ask[T any](ctx context.Context, p *page, tool string, in args) (out answer[T]) {
	b, err := json.Marshal(in)
	if err == nil {
		var res tools.Result
		if res, err = p.site.Table.Call(ctx, tool, p.call, b); err == nil {
			out.Pictures = res.Pictures
			err = json.Unmarshal(res.Structured, &out.V)
		}
	}
	if err != nil {
		out.Err, out.cause = p.problem(err), err
	}
	return out
}

// together runs what does not need another's outcome.
func together(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}

// failure is the error of an answer that a whole page is about.
func (a answer[T]) failure() error { return a.cause }
