package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// services are the athlete's, as the caller of c may see them.
func (d Deps) services(c *tools.Call) Connections {
	all := d.Connections(c.Scope.Athlete)
	if c.Scope.Audience == training.AudienceModel {
		return shown{all}
	}
	return all
}

// shown are connections as assistants see them: what a service did not take of
// activities is counted and not named, since some may be hidden.
type shown struct{ Connections }

func (s shown) Views(ctx context.Context, now time.Time) ([]serviced.ConnectedView, error) {
	all, err := s.Connections.Views(ctx, now)
	for i := range all {
		all[i] = unnamed(all[i])
	}
	return all, err
}

func (s shown) View(ctx context.Context, name string, now time.Time) (serviced.ConnectedView, error) {
	v, err := s.Connections.View(ctx, name, now)
	return unnamed(v), err
}

func unnamed(v serviced.ConnectedView) serviced.ConnectedView {
	if v.Outbox == nil {
		return v
	}
	box := *v.Outbox
	box.Failures = slices.DeleteFunc(slices.Clone(box.Failures), func(line i18n.Sentence) bool {
		what := strings.Fields(line.String()) // "update activity ID: why"
		return len(what) > 1 && (what[1] == "activity" || what[1] == "message")
	})
	v.Outbox = &box
	return v
}
