package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 5, 0, 0, time.UTC)

func TestSessionsOfADay(t *testing.T) {
	t.Parallel()
	d := training.DayOf(noon)
	log := memory.AppendSession("", d, noon, "calm", "Legs heavy; easy week agreed.\n\n## Next\nFive easy runs.")
	log = memory.AppendSession(log, d, noon.Add(4*time.Hour), "", "- Slept well\\1\n- Ran")
	want := "# Sessions of 2026-05-01\n\n## 12:05 — calm\n\nLegs heavy; easy week agreed.\n\n### Next\nFive easy runs.\n\n" +
		"## 16:05\n\n- Slept well\\1\n- Ran\n"
	if log != want {
		t.Error(log)
	}
	if got := memory.Distill(log); got != "Legs heavy; easy week agreed.; Slept well\\1" {
		t.Error(got)
	}
	// A log of another program.
	if got := memory.Distill("## Session 2026-03-17 — Coach\n\nGood week.\nMore."); got != "Good week." {
		t.Error(got)
	}
	if got := memory.Distill(strings.Repeat("## x\n"+strings.Repeat("w", 400)+"\n", 9)); len([]rune(got)) > 300 {
		t.Error(len(got))
	}
}

// TestTheHistoryHasALineADay: the newest first, and none is lost that has no log.
func TestTheHistoryHasALineADay(t *testing.T) {
	t.Parallel()
	body := "## Session History\n\nBegun in April.\n- 2026-04-30: Old.\n- 2026-04-29: Older.\n"
	d := training.DayOf(noon)
	all := func(training.Day) bool { return true }
	body = memory.Remember(body, d, "New.", all)
	body = memory.Remember(body, d-1, "Written again.", all)
	want := "## Session History\n\nBegun in April.\n- 2026-05-01: New.\n- 2026-04-30: Written again.\n- 2026-04-29: Older.\n"
	if body != want {
		t.Error(body)
	}
	for i := range 40 {
		body = memory.Remember(body, d+1+training.Day(i), fmt.Sprint("day ", i), func(d training.Day) bool { return d != training.DayOf(noon) })
	}
	if n := strings.Count(body, "\n- "); n != 31 || !strings.Contains(body, "2026-05-01: New.") || !strings.Contains(body, "Begun in April.") {
		t.Errorf("%d lines: %s", n, body)
	}
}
