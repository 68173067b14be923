package main

import (
	"strings"
	"testing"

	"lapkeep/test/builttest"
)

func TestTheTableIsPrinted(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	printTable(&out, []measurement{
		{What: "NP", Goal: "≤ 20 µs", Result: "11 µs", Met: true},
		{What: "start", Goal: "≤ 10 ms", Result: "12 ms", Note: "busy"},
		{What: "kills", Goal: "no loss", Result: "by tests", Unmeasured: true},
	})
	const want = `| what | goal | measured | met |
|---|---|---|---|
| NP | ≤ 20 µs | 11 µs | yes |
| start | ≤ 10 ms | 12 ms | **no** (busy) |
| kills | no loss | by tests | not measured here |
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}

func TestTheProgramThatIsNamedIsMeasured(t *testing.T) {
	var out, progress strings.Builder
	err := command(t.Context(), []string{"-program", t.TempDir() + "/none"}, &out, &progress)
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("no program: %v", err)
	}
	args := []string{"-program", builttest.Program(t), "-activities", "300", "-quick", "-only", "list_gear", "-json"}
	if err := command(t.Context(), args, &out, &progress); err != nil || !strings.HasPrefix(out.String(), `[{"what":"processor that is free`) ||
		!strings.Contains(progress.String(), "measuring: ") {
		t.Errorf("%v\n%s\n%s", err, out.String(), progress.String())
	}
}
