package activity

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// skip has q go on behind the activities that it leaves out. It gives the
// answer itself where nothing is behind them.
func skip(q *ListQuery, read func(limit int) (store.ActivityPage, error)) (*List, error) {
	switch {
	case q.Skip == 0:
		return nil, nil //nolint:nilnil // the list begins at its front
	case q.Skip < 0:
		return nil, training.Errorf(training.KindInvalid, "offset cannot be %d.", q.Skip).
			WithFix("Give how many activities to leave out, 0 or more.")
	case q.Filter.After != "" || q.Around != "":
		return nil, training.Errorf(training.KindInvalid, "offset counts from the front of a list, which has no cursor and no around.").
			WithFix("Give one of them.")
	}
	page, err := read(q.Skip)
	if err != nil {
		return nil, err
	}
	if q.Filter.After = page.Next; page.Next != "" {
		return nil, nil //nolint:nilnil // q goes on
	}
	out := &List{Activities: []Facts{}, Total: page.Total, Sports: page.Sports, StopReason: StoppedAtEnd}
	if out.explain(); out.Narrow == "" {
		out.Narrow = i18n.Sentencef("There are %d activities, none behind offset %d.", page.Total, q.Skip)
	}
	return out, nil
}
