package main

import (
	"context"
	"time"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// rows are the fixtures that Lapkeep's own tools could be: they go through
// the tool table as every tool does.
func (f *fixtures) rows() []tools.Row {
	asks := spec("test_input_required_result_tampered_state", "Asks for consent, and knows its own sealed state.")
	asks.Safety = tools.Destructive
	return []tools.Row{
		tools.New(spec("test_simple_text", "Answers with a text."), func(context.Context, *tools.Call, none) (answer, error) {
			return answer{"This is a simple text response for testing."}, nil
		}),
		tools.New(spec("test_error_handling", "Fails, always."), func(context.Context, *tools.Call, none) (answer, error) {
			return answer{}, training.Errorf(training.KindInvalid, "This tool fails on purpose.").WithFix("Nothing helps.")
		}),
		tools.New(spec("test_tool_with_progress", "Reports how far it is."), inSteps),
		tools.New(asks, f.consented),
	}
}

type none struct{}

type answer struct {
	Answer string `json:"answer"`
}

func spec(name, description string) tools.Spec {
	return tools.Spec{Name: name, Title: "Fixture", Description: description, Toolset: "fixtures", Default: true}
}

// inSteps leaves time between its reports: the suite wants to see each.
func inSteps(ctx context.Context, c *tools.Call, _ none) (answer, error) {
	for _, done := range []int{0, 50, 100} {
		c.Report(done, 100, "a step")
		if err := rest(ctx, 50*time.Millisecond); err != nil {
			return answer{}, err
		}
	}
	return answer{"done"}, nil
}

// rest waits, unless ctx is done first.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// approvalToken names the one thing that is asked here.
const approvalToken = "FIXTURE"

// consented does something that a person must agree to first.
func (f *fixtures) consented(_ context.Context, c *tools.Call, _ none) (answer, error) {
	if c.Approval == approvalToken {
		return answer{"done"}, nil
	}
	return answer{}, &journal.NeedsConsent{Preview: journal.Preview{
		Tool: c.Tool, Summary: "Nothing will happen.", Token: approvalToken, ExpiresAt: c.Now.Add(time.Minute),
	}}
}

// Grant implements mcp.Approver.
func (f *fixtures) Grant(context.Context, string) error { return nil }
