package own

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

const memoryPath = "/memory"

type memoryView struct {
	held page.Answer[briefing.View]
	logs page.Answer[memory.Logs]
	last *page.Change
	past []memory.Fact // facts whose last day has passed
}

// Memory shows what the coach remembers, and the logs of its sessions.
func Memory(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &memoryView{last: p.LastOf(ctx, "", "update_coach_memory", "save_session_log")}
	page.Together(
		func() {
			v.held = page.Ask[briefing.View](ctx, p, "get_coach_context", page.Args{
				"parts": []string{"memory", "alerts"}, "max_tokens": briefing.MostTokens,
			})
		},
		func() { v.logs = page.Ask[memory.Logs](ctx, p, "get_session_logs", page.Args{"limit": memory.MaxLogs}) },
	)
	for _, a := range v.held.V.Alerts {
		if a.Fact != 0 {
			v.past = append(v.past, memory.Fact{ID: a.Fact, Kind: memory.FactKind(a.Kind), Text: a.Said, Until: a.Since})
		}
	}
	return memoryBody(p, v), nil
}

// about returns the kind, day and end of a fact in words.
func about(p *page.Page, f *memory.Fact) string {
	out := page.Called([][2]string{
		{string(memory.Goal), p.Say("Goal")},
		{string(memory.Injury), p.Say("Injury")},
		{string(memory.Availability), p.Say("Availability")},
		{string(memory.Preference), p.Say("Preference")},
		{string(memory.Equipment), p.Say("Equipment")},
		{string(memory.Decision), p.Say("Decision")},
	}, string(f.Kind))
	if f.Date != nil {
		out = p.Say("%s, noted on %s", out, p.Day(f.Date.String()))
	}
	if f.Until != nil {
		out = p.Say("%s, valid until %s", out, p.Day(f.Until.String()))
	}
	return out
}

// logged returns the text of a log without its first heading, which is the day, and without
// the marks of the others.
func logged(text string) string {
	if first, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(first, "# ") {
		text = rest
	}
	return strings.TrimSpace(strings.ReplaceAll("\n"+text, "\n## ", "\n"))
}

// Forget reads the form that removes a fact from the memory.
func Forget(_ *page.Page, fields url.Values) (page.FormAction, error) {
	number, err := strconv.Atoi(page.Trimmed(fields, "fact"))
	if err != nil {
		return page.FormAction{}, training.Errorf(training.KindInvalid, "The form names no fact.").WithFix("Reload the page, then try again.")
	}
	return page.FormAction{
		Tool: "update_coach_memory", In: page.Args{"fact": page.Args{"number": number, "forget": true}}, Then: page.Same(memoryPath),
	}, nil
}
