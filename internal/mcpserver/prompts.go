package mcpserver

import (
	"context"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompt is a question that people ask often, as a text with {places} for
// its arguments. It is offered where its tools are.
type prompt struct {
	name, title, description string
	needs                    []string // tools
	arguments                []argument
	text                     string
}

type argument struct {
	name, description, fallback string // without a fallback it is required
}

func allPrompts() []prompt {
	period := argument{"period", "Which days: last 4 weeks, this month, 2026-05.", "last 4 weeks"}
	sport := argument{"sport", "One sport: cycling, running, swimming; all if left out.", "all sports"}
	return []prompt{
		{
			name: "analyze_recent_training", title: "Analyze recent training",
			description: "What the athlete did lately, how load and form moved, and what stands out.",
			needs:       []string{"get_training_summary", "analyze_training_load", "list_activities"},
			arguments:   []argument{period, sport},
			text: "Analyze my training in {period}, {sport}.\n" +
				"1. get_training_summary for the totals, against the period before.\n" +
				"2. analyze_training_load for fitness, fatigue, form and ramp.\n" +
				"3. list_activities for the key sessions; get_activity for the two that matter most.\n" +
				"Tell me what went well, what stands out, and one thing to change. Cite dates and numbers, " +
				"say which values are estimates, and name what is missing instead of guessing.",
		},
		{
			name: "performance_analysis", title: "Performance analysis",
			description: "How performance developed: best efforts over durations, thresholds, and where the limits are.",
			needs:       []string{"get_curves", "estimate_thresholds"},
			arguments:   []argument{{"period", "Which days: last 90 days, this year.", "last 90 days"}, sport},
			text: "Assess my performance in {period}, {sport}.\n" +
				"1. get_curves for the best efforts in that period and in the one before.\n" +
				"2. estimate_thresholds, and compare with the thresholds in get_athlete_profile.\n" +
				"Tell me where I improved or lost, over which durations, and how sure the estimates are. " +
				"An estimated threshold is a proposal: say which test would confirm it.",
		},
		{
			name: "activity_deep_dive", title: "Activity deep dive",
			description: "One activity in detail: pacing, zones, laps, drift and what the data cannot say.",
			needs:       []string{"get_activity"},
			arguments:   []argument{{"activity_id", "The activity's id, as list_activities gives it.", ""}},
			text: "Explain activity {activity_id} to me.\n" +
				"1. get_activity with the sections summary, laps, zones, best_efforts and device.\n" +
				"2. Where pacing or drift matters, get_activity_streams at 30s resolution.\n" +
				"Tell me how it was paced, how hard it was for me, how heart rate and power or pace held together, " +
				"and how it compares with similar ones. Name what the recording does not contain.",
		},
		{
			name: "recovery_check", title: "Recovery check",
			description: "Whether the athlete is fresh or tired today, from load and recent sessions.",
			needs:       []string{"analyze_training_load", "list_activities"},
			text: "Am I recovered today?\n" +
				"1. analyze_training_load for today's fitness, fatigue, form and ramp.\n" +
				"2. list_activities of the last 7 days for how hard they were.\n" +
				"Give me a short verdict with the numbers behind it, what would change it, and what to do today. " +
				"Load is not how I feel: ask me about sleep, soreness and mood before you advise.",
		},
	}
}

// prompts are those whose tools are offered.
func (s *Server) prompts() []prompt {
	return slices.DeleteFunc(allPrompts(), func(p prompt) bool { return !s.offers(p.needs...) })
}

func (s *Server) addPrompts() {
	for _, p := range s.prompts() {
		def := &mcp.Prompt{Name: p.name, Title: p.title, Description: p.description}
		for _, a := range p.arguments {
			def.Arguments = append(def.Arguments, &mcp.PromptArgument{
				Name: a.name, Description: a.description, Required: a.fallback == "",
			})
		}
		s.mcp.AddPrompt(def, p.get)
	}
}

func (s *Server) offers(names ...string) bool {
	for _, n := range names {
		if _, ok := s.opts.Table.Lookup(n); !ok {
			return false
		}
	}
	return true
}

func (p prompt) get(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	text := p.text
	for _, a := range p.arguments {
		value := strings.Join(strings.Fields(req.Params.Arguments[a.name]), " ")
		if value == "" {
			value = a.fallback
		}
		if value == "" {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: p.name + " needs " + a.name + ". " + a.description}
		}
		text = strings.ReplaceAll(text, "{"+a.name+"}", value)
	}
	return &mcp.GetPromptResult{
		Description: p.description,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}, nil
}
