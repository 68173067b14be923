package tools

import "lapkeep/internal/training"

// NotShared refuses to take back what the caller may not see: whether there is
// anything to take back would tell.
func NotShared(field string) error {
	return training.Errorf(training.KindForbidden, "%s is not shared with assistants, so an assistant cannot take it back.", field).
		WithFix("Give a new value, or have the athlete take it back with lapkeep call.")
}
