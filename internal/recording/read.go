package recording

import (
	"context"

	"lapkeep/internal/recording/reading"
	"lapkeep/internal/training"
)

// Limits bound what one input may cost; see [reading.Limits].
type Limits = reading.Limits

// Result is what one file held; see [reading.Result].
type Result = reading.Result

// Read reads one recording file. The name serves messages alone. An input
// that holds nothing for Lapkeep is a Result with its reason in Ignored; one
// that cannot be read at all is a [training.Error] of KindCorrupt,
// KindUnsupported, KindTooLarge or KindCanceled.
func Read(ctx context.Context, name string, data []byte, limits Limits) (Result, error) {
	return Result{}, training.Errorf(training.KindUnsupported, "%s is not a recording.", name)
}
