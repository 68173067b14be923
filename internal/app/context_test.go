package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestTheContextOfTheDemo: within each budget, measured on the answer as it is
// sent; it has the plan, the memory, the logs and where it hurts; to read it
// changes nothing, and a week has one number wherever it is told.
func TestTheContextOfTheDemo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	a := newDemo(t)
	seq, entries := a.lastChange(t), a.journaled(t)
	for _, most := range []int{1000, 2000, 4000, 8000} {
		res := tooltest.Call(t, a.table, a.call(t), "get_coach_context", fmt.Sprintf(`{"max_tokens":%d}`, most))
		var v briefing.View
		tooltest.Decode(t, a.table, a.call(t), "get_coach_context", fmt.Sprintf(`{"max_tokens":%d}`, most), &v)
		if tokens := (len(res.Text) + 3) / 4; tokens > most || tokens < most*6/10 || v.Most != most {
			t.Errorf("%d tokens of %d, %d", tokens, most, v.Most)
		}
		a.toldWhole(t, &v, most)
	}
	if a.lastChange(t) != seq || a.journaled(t) != entries {
		t.Error("reading changed something")
	}
	began := time.Now()
	const calls = 5
	for range calls {
		a.ask(t, "get_coach_context", `{}`)
	}
	t.Logf("%s a call", time.Since(began)/calls)
	if out := a.must(t, "today"); !strings.Contains(out, "Look out for:") || !strings.Contains(out, "week 5 of") {
		t.Errorf("%s", out)
	}
}

// toldWhole checks what stands in every context of the demo athlete.
func (a *subject) toldWhole(t *testing.T, v *briefing.View, most int) {
	t.Helper()
	p := v.Plan
	if p == nil || p.ID != "demo-race-plan" || p.Status != plan.Current || p.Week != 5 ||
		len(v.Alerts) == 0 || v.Alerts[0].Region != "left_kneecap" ||
		v.Memory == nil || len(v.Memory.Facts) == 0 || len(v.Logs) == 0 || v.Persona == nil || v.Persona.Name != "compass" || v.Wellness == nil {
		t.Errorf("%d: %+v", most, v)
		return
	}
	number := map[training.Day]int{}
	for _, w := range p.Weeks {
		number[w.Start] = w.Number
		if w.Current && len(w.Sessions) == 0 {
			t.Errorf("%d: the current week has no sessions", most)
		}
	}
	for _, w := range v.Training.Weeks {
		if n, ok := number[w.Start]; ok && n != w.Number {
			t.Errorf("%d: the week of %s is %d and %d", most, w.Start, w.Number, n)
		}
	}
	for _, x := range v.Alerts {
		if strings.Contains(x.Region, "achilles") {
			t.Errorf("%d: %+v is well again", most, x)
		}
	}
	if (len(v.LeftOut) == 0) != (most == 8000) {
		t.Errorf("%d: left out %+v", most, v.LeftOut)
	}
}
