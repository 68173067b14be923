package archive

import (
	"io"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// readSummaries reads the tables of activities. A page begins with the last
// activity of the page before it, which counts once.
func (a *archived) readSummaries(gear map[string][]string) {
	seen := map[string]bool{}
	for _, e := range a.take("_summarizedactivities") {
		p := page{entry: e}
		p.err = read(a, &e, "summarizedActivitiesExport", func(r row) {
			s, ok := r.summary(gear)
			if !ok || seen[s.said.Ref] {
				return
			}
			seen[s.said.Ref] = true
			p.ids = append(p.ids, s.said.Ref)
			a.summaries = append(a.summaries, s)
			a.as(s.start)
		})
		a.pages = append(a.pages, p)
	}
}

// read reads the rows of a table that is not skipped.
func read[T any](a *archived, e *listing.Entry, key string, yield func(T)) error {
	if e.Skip != "" || e.Err != nil {
		return e.Err
	}
	r, err := a.Stream(e)
	if err != nil {
		return err
	}
	if err = rows(r, key, yield); err == nil {
		_, err = io.Copy(io.Discard, r) // a checksum is known at the end
	}
	if cerr := r.Close(); err == nil {
		err = cerr
	}
	return err
}

// unrecorded yields what the tables say once all files have been yielded, for
// those of their activities that no file was of.
func (a *archived) unrecorded() bool {
	said := make(map[string]training.Statement, len(a.summaries))
	for _, s := range a.summaries {
		s.said.Sport = s.sport
		said[s.said.Ref] = s.said
	}
	for _, p := range a.pages {
		it := a.item(&p.entry)
		it.Unrecorded = []training.Statement{}
		for _, ref := range p.ids {
			it.Unrecorded = append(it.Unrecorded, said[ref])
		}
		if !a.Yield(it) {
			return false
		}
		if p.err == nil || p.entry.Err != nil {
			continue
		}
		broken := a.item(&p.entry)
		broken.Err = p.err
		if !a.Yield(broken) {
			return false
		}
	}
	return true
}
