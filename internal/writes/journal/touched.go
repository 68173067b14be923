package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// touched are the things that an entry is about: those that its write named
// and those that its inverse puts back.
func touched(e store.JournalEntry) map[string]bool {
	out := map[string]bool{}
	for t := range targets(e) {
		out[t] = true
	}
	for _, op := range inverse(e) {
		if t := thing(op); t != "" {
			out[t] = true
		}
	}
	return out
}

func inverse(e store.JournalEntry) []Op {
	var ops []Op
	if json.Unmarshal(e.Inverse, &ops) != nil {
		return nil
	}
	return ops
}

// thing names the target of a step as tools name it; empty if others name it.
func thing(o Op) string {
	switch o.Kind {
	case OpPutDocument, opStandDocument:
		var d Document
		if json.Unmarshal(o.Data, &d) != nil {
			return ""
		}
		return named(string(d.Collection), o.ID)
	case OpPutGear:
		return named(string(store.ChangeGear), o.ID)
	case OpPutThreshold, OpDeleteThreshold:
		var e training.ThresholdEntry
		if json.Unmarshal(o.Data, &e) != nil {
			return ""
		}
		return fmt.Sprintf("%s:%s:%d", e.Key, e.Sport, e.From)
	}
	return string(activityOf(o))
}

// activityOf is the activity that a step is about, empty for none.
func activityOf(o Op) training.ActivityID {
	switch o.Kind {
	case OpSetOverride, OpDeleteActivity, OpRestoreActivity, OpPutManual:
		return training.ActivityID(o.ID)
	case OpPutNote, OpDeleteNote:
		var n store.Note
		if json.Unmarshal(o.Data, &n) == nil {
			return n.Activity
		}
	}
	return ""
}

// named is gear or a document as tools name it.
func named(kind, id string) string { return strings.TrimPrefix(kind, "gear_") + ":" + id }

// brought adds what the import runs of an entry brought, and what is nothing
// without them: of a day of wellness the athlete's own words stand by
// themselves, of a route or a workout they are no route and no workout.
func (j *Journal) brought(ctx context.Context, s training.Scope, e store.JournalEntry, to map[string]bool) error {
	for _, op := range inverse(e) {
		if op.Kind != OpRemoveRun {
			continue
		}
		all, err := j.store.RunDocuments(ctx, s, op.ID)
		if err != nil {
			return err
		}
		for _, d := range all {
			if d.Collection != document.Wellness {
				to[named(string(d.Collection), d.ID)] = true
			}
		}
	}
	return nil
}
