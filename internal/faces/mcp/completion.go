package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// maxCompletions is the maximum number of values that the protocol allows in a completion.
const maxCompletions = 100

// complete offers values for an argument that a person is typing. If there are no
// candidates, it returns an empty list, not an error.
func (s *Server) complete(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	all, err := s.candidates(ctx, req.Params)
	if err != nil {
		s.log.DebugContext(ctx, "no completions are available", "err", err)
		all = nil
	}
	out := mcp.CompletionResultDetails{Values: []string{}, Total: len(all), HasMore: len(all) > maxCompletions}
	out.Values = append(out.Values, all[:min(len(all), maxCompletions)]...)
	return &mcp.CompleteResult{Completion: out}, nil
}

func (s *Server) candidates(ctx context.Context, p *mcp.CompleteParams) ([]string, error) {
	typed := strings.ToLower(strings.TrimSpace(p.Argument.Value))
	switch {
	case p.Ref.Type == "ref/resource" && strings.HasPrefix(p.Ref.URI, activityPrefix):
		named, err := s.activities(ctx, typed)
		for i := range named {
			named[i], _, _ = strings.Cut(named[i], " ") // a URI cannot include a name
		}
		return named, err
	case p.Ref.Type == "ref/resource" && strings.HasPrefix(p.Ref.URI, metricPrefix) && s.opts.Metrics != nil:
		return matching(typed, s.opts.Metrics.Keys()), nil
	case p.Ref.Type != "ref/prompt":
		return nil, nil
	}
	i := slices.IndexFunc(s.prompts(), func(q Prompt) bool { return q.Name == p.Ref.Name })
	if i < 0 {
		return nil, nil
	}
	a, ok := s.prompts()[i].Argument(p.Argument.Name)
	if !ok {
		return nil, nil
	}
	return s.values(ctx, a, typed)
}

func (s *Server) values(ctx context.Context, a Argument, typed string) ([]string, error) {
	switch a.Kind {
	case Activity:
		return s.activities(ctx, typed)
	case Sport:
		return matching(typed, s.sports(ctx)), nil
	case Period, Date:
		c, err := s.newCall(ctx)
		if err != nil {
			return nil, err
		}
		defer c.End()
		if a.Kind == Date {
			return matching(typed, comingDays(c)), nil
		}
		return matching(typed, periods(c)), nil
	}
	return matching(typed, a.Values), nil
}

// matching returns the values that begin with the typed text, then those that
// contain it.
func matching(typed string, values []string) []string {
	var begin, contain []string
	for _, v := range values {
		switch at := strings.Index(strings.ToLower(v), typed); {
		case at == 0:
			begin = append(begin, v)
		case at > 0:
			contain = append(contain, v)
		}
	}
	return append(begin, contain...)
}

func (s *Server) newCall(ctx context.Context) (*tools.Call, error) {
	c, err := s.opts.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	mine := *c
	mine.Face = "mcp"
	return &mine, nil
}

// ask calls a tool and decodes its answer.
func (s *Server) ask(ctx context.Context, tool string, args, out any) error {
	c, err := s.newCall(ctx)
	if err != nil {
		return err
	}
	defer c.End()
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	res, err := s.opts.Table.Call(ctx, tool, c, raw)
	if err != nil {
		return err
	}
	return json.Unmarshal(res.Structured, out)
}

// activities returns ids, newest first, each followed by the day, sport and name, for a
// person to choose from.
func (s *Server) activities(ctx context.Context, typed string) ([]string, error) {
	if !s.offers(listTool) {
		return nil, nil
	}
	type query struct {
		Limit  int      `json:"limit"`
		Fields []string `json:"fields"`
		Text   string   `json:"text,omitempty"`
	}
	var page struct {
		Activities []struct {
			ID        string
			LocalDate string `json:"local_date"`
			Sport     string
			Name      string
		}
	}
	rows := func(text string) ([]string, error) {
		page.Activities = nil
		q := query{Limit: maxCompletions, Fields: []string{"local_date", "sport", "name"}, Text: text}
		err := s.ask(ctx, listTool, q, &page)
		out := make([]string, 0, len(page.Activities))
		for _, a := range page.Activities {
			out = append(out, strings.Join(strings.Fields(a.ID+" "+a.LocalDate+" "+a.Sport+" "+a.Name), " "))
		}
		return out, err
	}
	lately, err := rows("")
	if found := matching(typed, lately); err != nil || len(found) > 0 || typed == "" {
		return found, err
	}
	return rows(typed) // also searches older activities
}

// sports returns the athlete's own sports, most frequent first, then the
// others.
func (s *Server) sports(ctx context.Context) []string {
	var status struct {
		Data struct {
			BySport map[string]int `json:"by_sport"`
		}
	}
	if s.offers(statusTool) {
		if err := s.ask(ctx, statusTool, struct{}{}, &status); err != nil {
			s.log.DebugContext(ctx, "the athlete's sports are not known", "err", err)
		}
	}
	n := status.Data.BySport
	own := slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(n[b]-n[a], strings.Compare(a, b))
	})
	for _, sport := range training.Sports() {
		if !slices.Contains(own, string(sport)) {
			own = append(own, string(sport))
		}
	}
	return own
}

// periods returns the usual names of periods, and the months of the last two
// years.
func periods(c *tools.Call) []string {
	out := []string{
		"last 7 days", "last 4 weeks", "last 90 days", "last 12 months", "this week", "last week",
		"this month", "last month", "this year", "last year", "all",
	}
	today := c.Today.Time(time.UTC)
	for i := range 24 {
		out = append(out, time.Date(today.Year(), today.Month()-time.Month(i), 1, 0, 0, 0, 0, time.UTC).Format("2006-01"))
	}
	return out
}

// comingDays returns the first days of the next four weeks, then the next 28
// days.
func comingDays(c *tools.Call) []string {
	var out []string
	for i := range 4 {
		out = append(out, (c.Today.WeekStart(c.Week) + training.Day(7*(i+1))).String())
	}
	for i := range 28 {
		if day := (c.Today + training.Day(i)).String(); !slices.Contains(out, day) {
			out = append(out, day)
		}
	}
	return out
}
