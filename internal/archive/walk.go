package archive

import (
	"context"
	"iter"
)

// Walk yields every file below the paths.
func Walk(ctx context.Context, paths []string, l Limits) iter.Seq[Item] { panic("todo") }
