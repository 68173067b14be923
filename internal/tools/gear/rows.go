package gear

import (
	"context"

	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "gear"

// Store reads for the toolset.
type Store interface {
	gear.Reader
	OwnGear(ctx context.Context, s training.Scope) (map[string]document.GearOwn, error)
	SaidGear(ctx context.Context, s training.Scope) ([]training.Gear, error)
}

// Deps holds what the rows work on.
type Deps struct {
	Store   Store
	Journal tools.Journal
	// Apart asks services whose rows lie apart; zero asks none.
	Apart limitedrows.Desk
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), saveRow(d), deleteRow(d), reminderRow(d)}
}

func frame(c *tools.Call) gear.Frame {
	return gear.Frame{Frame: c.Frame(), Location: c.Location}
}

// find is a piece of gear by its id.
func find(ctx context.Context, d Deps, c *tools.Call, id string) (training.Gear, error) {
	all, err := d.Store.Gear(ctx, c.Scope)
	if err != nil {
		return training.Gear{}, err
	}
	for _, g := range all {
		if g.ID == id {
			return g, nil
		}
	}
	return training.Gear{}, gear.NotFound(id)
}
