package sqlitedb

import (
	"encoding/json"
	"time"

	"lapkeep/internal/training"
)

// Body encodes a row's body. NaN and infinities are the caller's mistake.
func Body(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", training.Errorf(training.KindInvalid, "A row cannot be stored: %w.", err).
			WithFix("Leave out numbers that are not finite.")
	}
	return string(b), nil
}

// Parse decodes a body that the store wrote.
func Parse[T any](text string) (T, error) {
	var v T
	if text == "" {
		return v, nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, training.Errorf(training.KindCorrupt, "A row of the store cannot be read: %w.", err).
			WithFix("Run lapkeep verify.")
	}
	return v, nil
}

// List decodes a list of texts; nil is an empty one.
func List(text string) ([]string, error) {
	if text == "[]" {
		return nil, nil
	}
	return Parse[[]string](text)
}

// Millis is how times are stored; the zero time is 0.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Instant is the time that was stored as ms.
func Instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Damaged is a row of the store that cannot be what was written.
func Damaged(cause error) error {
	return &training.Error{
		Kind: training.KindCorrupt, What: "A row of the store is damaged.", Fix: "Run lapkeep verify.", Err: cause,
	}
}
