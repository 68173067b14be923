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

// TestNobodyIsLedToADeletion: a name that makes, changes or reads something is
// not answered with a tool that deletes; a mistyped deletion is.
func TestNobodyIsLedToADeletion(t *testing.T) {
	t.Parallel()
	type none struct{}
	row := func(name string, s tools.Spec) tools.Row {
		s.Name = name
		return tools.New(s, func(context.Context, *tools.Call, none) (none, error) { return none{}, nil })
	}
	table := tools.NewTable(
		row("delete_workout", tools.Spec{Safety: tools.Write, Deletes: true}),
		row("disconnect_source", tools.Spec{Safety: tools.Destructive}),
		row("get_workout", tools.Spec{}),
		row("save_workout", tools.Spec{Safety: tools.Write}),
	)
	for name, want := range map[string]string{
		"create_workout": "Did you mean get_workout?",
		"connect_source": "The tools are delete_workout, disconnect_source, get_workout, save_workout.",
		"gte_workout":    "Did you mean get_workout?",
		"delte_workout":  "Did you mean delete_workout?",
		"deleteWorkouts": "Did you mean delete_workout?",
	} {
		_, err := table.Call(t.Context(), name, &tools.Call{}, nil)
		if got := tools.Describe(err).Fix; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
