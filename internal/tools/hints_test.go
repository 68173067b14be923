package tools_test

import (
	"context"
	"testing"

	"lapkeep/internal/tools"
)

// TestHintsSayWhatAToolDoes: a write that goes to a service reaches beyond this
// machine, and one that deletes destroys, also where it can be undone.
func TestHintsSayWhatAToolDoes(t *testing.T) {
	t.Parallel()
	type none struct{}
	for name, c := range map[string]struct {
		spec tools.Spec
		want tools.Annotations
	}{
		"a read":            {tools.Spec{Safety: tools.Read}, tools.Annotations{ReadOnly: true, Idempotent: true}},
		"a write here":      {tools.Spec{Safety: tools.Write}, tools.Annotations{}},
		"one that goes out": {tools.Spec{Safety: tools.Write, Sends: true}, tools.Annotations{OpenWorld: true}},
		"one that deletes": {
			tools.Spec{Safety: tools.Write, Sends: true, Deletes: true},
			tools.Annotations{OpenWorld: true, Destructive: true},
		},
		"one with a consent": {tools.Spec{Safety: tools.Destructive}, tools.Annotations{Destructive: true}},
	} {
		c.spec.Name = "tool"
		row := tools.New(c.spec, func(context.Context, *tools.Call, none) (none, error) { return none{}, nil })
		if got := row.Listing().Annotations; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
