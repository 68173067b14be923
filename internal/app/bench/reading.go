package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/cli"
	"lapkeep/internal/training"
)

// calls is how often each tool is called.
const calls = 120

// warmUp is how often it is called before that.
const warmUp = 5

// reading measures the default read tools in one long session, and the
// memory of the program before the first question about curves.
func (b *run) reading(ctx context.Context) error {
	b.Report("read tools in one session")
	s, err := b.serve(ctx, false)
	if err != nil {
		return err
	}
	err = s.hello()
	if err == nil {
		err = b.readAll(s)
	}
	return errors.Join(err, s.close())
}

// asksForCurves are the tools that keep every curve in memory.
func asksForCurves() []string { return []string{"get_curves", "get_records", "estimate_thresholds"} }

func (b *run) readAll(s *session) error {
	tools, err := s.tools()
	if err != nil {
		return err
	}
	tools = slices.DeleteFunc(tools, func(t listed) bool { return !t.Annotations.ReadOnlyHint })
	slices.SortStableFunc(tools, func(x, y listed) int { // curves last
		return slices.Index(asksForCurves(), x.Name) - slices.Index(asksForCurves(), y.Name)
	})
	var out outcome
	for i, t := range tools {
		if i == 0 || slices.Contains(asksForCurves(), t.Name) && !slices.Contains(asksForCurves(), tools[i-1].Name) {
			mb, known := resident(s.cmd.Process.Pid, residentNow)
			out.memory = append(out.memory, mb)
			out.known = known
		}
		b.Report("read tools: " + t.Name)
		if err := b.readOne(s, t.Name, &out); err != nil {
			return err
		}
	}
	b.add(out.rows(b)...)
	return nil
}

// readOne calls one tool again and again with different arguments.
func (b *run) readOne(s *session, tool string, out *outcome) error {
	t := toolTimes{name: tool}
	var before time.Duration
	for i := range warmUp + b.times(calls) {
		if i == warmUp {
			before, t.counted = processorOf(s.cmd.Process.Pid)
		}
		begin := b.Now()
		err := s.call(tool, b.arguments(tool, i))
		if d := b.Now().Sub(begin); i >= warmUp {
			t.took = append(t.took, d)
		}
		if err != nil && i == 0 {
			out.refused = append(out.refused, tool)
			return nil //nolint:nilerr // told in the row's note
		}
		if err != nil {
			return err
		}
	}
	if after, _ := processorOf(s.cmd.Process.Pid); t.counted {
		t.cpu = (after - before) / time.Duration(len(t.took))
	}
	out.tools = append(out.tools, t)
	return nil
}

// arguments are the ith ones of a tool; a tool that is not named here needs none.
func (b *run) arguments(tool string, i int) map[string]any {
	back := func(days int) string { return (b.home.today - training.Day(days)).String() }
	id := b.home.ids[i%len(b.home.ids)]
	switch tool {
	case "get_activity":
		return map[string]any{"id": id}
	case "get_activity_streams":
		return map[string]any{"id": id, "channels": []string{"power", "hr", "speed"}}
	case "list_activities":
		return []map[string]any{
			{}, {"sport": "ride"}, {"limit": 50}, {"range": map[string]any{"from": back(40*i + 300), "to": back(40 * i)}},
		}[i%4]
	case "analyze_training_load":
		return map[string]any{"range": map[string]any{"from": back(50*i + 90), "to": back(50 * i)}}
	case "get_training_summary":
		return map[string]any{"period": []string{"week", "month", "year"}[i%3], "date": back(50 * i)}
	case "get_curves":
		return map[string]any{"kind": []string{"power", "hr", "distance"}[i%3], "range": map[string]any{"from": back(50*i + 365), "to": back(50 * i)}}
	}
	return map[string]any{}
}

// toolTimes is what the calls of one tool took.
type toolTimes struct {
	name    string
	took    series
	cpu     time.Duration // of one call, on average
	counted bool
}

// text is p95 and, if the system says, the processor's part in a call.
func (t toolTimes) text() string {
	s := t.name + " " + text(t.took.quantile(0.95))
	if t.counted {
		s += " (" + text(t.cpu) + ")"
	}
	return s
}

// outcome is what one session showed.
type outcome struct {
	tools   []toolTimes
	refused []string
	memory  []float64 // MB: at first, and before curves
	known   bool
}

func (o *outcome) rows(b *run) []cli.Measurement {
	const most, mostMB = 5 * time.Millisecond, 30.0
	var all series
	var each []string
	slow := 0
	for _, t := range o.tools {
		all = append(all, t.took...)
		p := t.took.quantile(0.95)
		each = append(each, t.text())
		if p >= most {
			slow++
		}
	}
	note := fmt.Sprintf("of %d calls; by tool, with CPU a call on average: %s", len(all), strings.Join(each, ", "))
	if len(o.refused) > 0 {
		note += "; not answered here: " + strings.Join(o.refused, ", ")
	}
	worst := time.Duration(0)
	for _, t := range o.tools {
		worst = max(worst, t.took.quantile(0.95))
	}
	rows := []cli.Measurement{{
		What: fmt.Sprintf("later read tools, %d activities, p95 of the slowest", b.Activities), Goal: "p95 < 5 ms",
		Result: text(worst), Met: slow == 0 && len(o.tools) > 0, Note: note,
	}}
	mb := o.memory[len(o.memory)-1]
	return append(rows, memoryRow(fmt.Sprintf("resident memory of serve, %d activities, before the first curve question", b.Activities),
		"< 30 MB", mb, o.known, mostMB, fmt.Sprintf("after every other read tool; %s MB after tools/list", digits(o.memory[0]))))
}
