package tools

import (
	"context"
	"fmt"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// Activity is the id of the activity that a caller names: by an id of any form,
// or in words ("latest", "last run", "yesterday's ride", "saturday").
func Activity(ctx context.Context, r activity.Reader, c *Call, text string) (string, error) {
	id, err := r.Resolve(ctx, c.Scope, text)
	if err == nil {
		return string(id), nil
	}
	named, ok := readNamed(text, c)
	if !ok || training.KindOf(err) != training.KindNotFound {
		return text, nil // what reads the activity says what is wrong with the id
	}
	f := store.ActivityFilter{Limit: 1}
	if named.sport != "" {
		f.Sports = []training.Sport{named.sport}
	}
	if named.days != nil {
		f.Days, f.Limit = named.days, maxPicked
	}
	page, err := r.Activities(ctx, c.Scope, f)
	if err != nil {
		return "", err
	}
	switch {
	case len(page.Rows) == 0:
		return "", training.Errorf(training.KindNotFound, "There is no activity that %q could mean.", Clip(text)).
			WithFix("list_activities shows what there is.")
	case len(page.Rows) > 1:
		return "", training.Errorf(training.KindInvalid, "%q could be one of %d activities: %s.", Clip(text),
			page.Total, listed(page.Rows)).
			WithFix("Give the id of one.")
	}
	return string(page.Rows[0].ID), nil
}

// maxPicked is how many activities are named where words mean several.
const maxPicked = 8

func listed(rows []store.ActivityRow) string {
	var out []string
	for i := range rows {
		r := &rows[i]
		out = append(out, fmt.Sprintf("%s (%s, %s, %s)", r.ID, r.LocalDay, r.Sport, textclean.Line(r.Name, textclean.NameRunes)))
	}
	return strings.Join(out, "; ")
}

// namedActivity is an activity in words: of some days, or the latest.
type namedActivity struct {
	days  *training.DayRange
	sport training.Sport
}

// readNamed takes words apart into when and what.
func readNamed(text string, c *Call) (namedActivity, bool) {
	words := strings.Fields(strings.NewReplacer("'s", "", "’s", "", "_", " ").Replace(strings.ToLower(text)))
	var n namedActivity
	if len(words) > 0 && (words[0] == "my" || words[0] == "the") {
		words = words[1:]
	}
	for k := min(len(words), 2); k > 0; k-- { // "bike ride" is a sport of two words
		last := strings.Join(words[len(words)-k:], " ")
		sport, ok := training.ParseSport(last)
		if ok {
			n.sport = sport
		}
		if ok || last == "activity" || last == "workout" || last == "session" || last == "training" {
			words = words[:len(words)-k]
			break
		}
	}
	when := strings.Join(words, " ")
	switch when {
	case "latest", "last", "newest", "most recent", "recent":
		return n, true
	}
	days, err := period.Parse(when, c.Today, c.Week)
	if err != nil || when == "" {
		return n, false
	}
	n.days = &days
	return n, true
}
