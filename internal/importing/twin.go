package importing

import (
	"context"
	"math"
	"strings"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// twin returns the activity that already has the strength session of words. An app gives
// a session both in its table and through its service, so twin looks for the other of these two.
// The table has local times of the minute without a zone, and no ids. ok is false if there
// is none.
func twin(ctx context.Context, b *Batch, words *training.Statement) (id training.ActivityID, ok bool, err error) {
	if len(words.Sets) == 0 {
		return id, false, nil
	}
	day := training.DayOf(words.Entry.Start)
	page, err := b.DB.Activities(ctx, b.scope(), store.ActivityFilter{Days: &training.DayRange{From: day - 1, To: day + 1}})
	if err != nil {
		return id, false, err
	}
	mine := document.Standing{Said: *words, At: words.Entry.Start}
	for i := range page.Rows {
		standing, err := b.DB.ActivityStatements(ctx, b.scope(), page.Rows[i].ID)
		if err != nil {
			return id, false, err
		}
		found, other := false, false
		for _, s := range standing {
			found = found || twins(&mine, &s, b.Athlete)
			other = other || sameApp(words.Ref, s.Said.Ref) && ofTable(&s) == ofTable(&mine) // another session of that kind
		}
		if found && !other {
			return page.Rows[i].ID, true, nil
		}
	}
	return id, false, nil
}

// twins reports whether two statements are the same session of an app, one of them from its
// table: with the same name at the same time where the athlete lives, or in another time
// zone with the same sets.
func twins(a, b *document.Standing, who training.Athlete) bool {
	if !sameApp(a.Said.Ref, b.Said.Ref) || a.Said.Name != b.Said.Name || ofTable(a) == ofTable(b) {
		return false
	}
	local, instant := a.At, b.At
	if ofTable(b) {
		local, instant = b.At, a.At
	}
	const quarter, earliest, latest = 15 * time.Minute, -12 * time.Hour, 14 * time.Hour
	offset := local.Sub(instant.Truncate(time.Minute))
	_, home := instant.In(who.Location()).Zone()
	if offset == time.Duration(home)*time.Second {
		return true
	}
	return offset%quarter == 0 && offset >= earliest && offset <= latest && sameSets(a.Said.Sets, b.Said.Sets)
}

func sameApp(a, b string) bool {
	of, _, _ := strings.Cut(a, ":")
	return strings.HasPrefix(b, of+":")
}

// ofTable reports whether a statement is from a table, which identifies a session by its
// local start.
func ofTable(s *document.Standing) bool {
	_, id, _ := strings.Cut(s.Said.Ref, ":")
	return strings.HasPrefix(id, strings.ToLower(s.At.UTC().Format("20060102T1504")))
}

func sameSets(a, b []training.StrengthSet) bool {
	const slackKg = 0.05 // of a conversion from pounds
	for i := range a {
		if i >= len(b) || a[i].Exercise != b[i].Exercise || a[i].Reps != b[i].Reps || math.Abs(a[i].LoadKg-b[i].LoadKg) > slackKg {
			return false
		}
	}
	return len(a) == len(b)
}
