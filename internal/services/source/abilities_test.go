package source_test

import (
	"slices"
	"testing"

	"lapkeep/internal/services/source"
)

type lister struct {
	source.Service
	source.ActivityLister
}

type library struct {
	source.Service
	source.ActivityLister
	source.WorkoutWriter
	source.RosterReader
}

func TestWhatAServiceCanDoIsWhatItImplements(t *testing.T) {
	t.Parallel()
	a := source.AbilitiesOf(lister{})
	if !slices.Equal(a.Reads, []string{"activities"}) || len(a.Takes) > 0 || a.Coaches {
		t.Errorf("%+v", a)
	}
	a = source.AbilitiesOf(library{})
	if !slices.Equal(a.Reads, []string{"activities"}) || !slices.Equal(a.Takes, []string{"workouts"}) || !a.Coaches {
		t.Errorf("%+v", a)
	}
}
