package importing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// routes are the ways to follow of one file.
type routes struct {
	source string
	ids    []string
	all    []training.Route
	asOf   time.Time
}

// Routes states the routes of a file that is a course, or that an export
// calls one; nil for others. Hash is the file's, and source where it is from.
func Routes(it archive.Item, res recording.Result, hash, source string) Statement {
	r := routes{source: source, all: res.Routes, asOf: it.AsOf}
	if it.Route != nil {
		if len(r.all) == 0 && len(res.Recordings) > 0 { // some programs write times into what they drew
			if way, ok := recording.CourseOf(res.Recordings[0]); ok {
				r.all = []training.Route{way}
			}
		}
		if len(r.all) > 0 && it.Route.Name != "" {
			r.all[0].Name = it.Route.Name
		}
		r.source, _, _ = strings.Cut(it.Route.Ref, ":")
	}
	if len(r.all) == 0 {
		return nil
	}
	for i := range r.all {
		id := "r" + hash[:9]
		if it.Route != nil {
			id = it.Route.Ref
		}
		if i > 0 {
			id = fmt.Sprintf("%s-%d", id, i+1)
		}
		r.ids = append(r.ids, id)
	}
	return r
}

// Store keeps the routes.
func (r routes) Store(_ context.Context, b *Batch) (out StatementOutcome, err error) {
	for i := range r.all {
		changed, err := b.Tx.Say(b.Athlete.ID, document.Statement{
			Collection: document.Routes, ID: r.ids[i], Source: r.source, RunID: b.RunID, AsOf: r.asOf, Body: r.all[i],
		})
		if err != nil {
			return out, err
		}
		if changed {
			out.News = StatementNew
		}
	}
	out.Reason = i18n.Sentencef("It is a course to follow, kept as route %s.", strings.Join(r.ids, ", "))
	if out.News == StatementNothing {
		out.Reason = i18n.Sentencef("It is a course to follow, already kept as route %s.", strings.Join(r.ids, ", "))
	}
	return out, nil
}
