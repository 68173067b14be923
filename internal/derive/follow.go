package derive

import (
	"context"

	"lapkeep/internal/store"
)

// Consumer is the name of derive's watermark.
const Consumer = "derive"

// Progress says how far a follow-up is.
type Progress struct{ Done, Total int }

// Follow brings the primitives up to the end of the change log and returns
// how many activities it computed. It may be killed at any moment.
func Follow(ctx context.Context, db *store.DB, report func(Progress)) (int, error) { panic("todo") }
