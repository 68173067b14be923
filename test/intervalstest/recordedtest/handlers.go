package recordedtest

import (
	"maps"

	"lapkeep/test/intervalstest/apitest"
)

// Handlers are the operations by their ids.
func Handlers() map[string]apitest.Handler {
	all := map[string]apitest.Handler{}
	for _, part := range []map[string]apitest.Handler{
		activityHandlers(), streamHandlers(), intervalHandlers(),
		figureHandlers(), messageHandlers(),
	} {
		maps.Copy(all, part)
	}
	return all
}
