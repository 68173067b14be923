package fitness

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/tools"
)

type estimateIn struct {
	Days    int            `json:"days,omitempty" jsonschema:"how far back efforts count"`
	Sport   tools.SportArg `json:"sport,omitempty" jsonschema:"default cycling, running and swimming"`
	History bool           `json:"history,omitempty" jsonschema:"adds when FTP changed, over two years"`
	EndDate tools.Date     `json:"end_date,omitzero" tools:"unlisted"`
}

func estimateRow(d Deps) tools.Row {
	source := curves.NewSource(d.Store)
	return tools.New(tools.Spec{
		Name: "estimate_thresholds", Title: "Estimate thresholds", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Estimates FTP (eFTP), critical power and W' (W prime), lactate threshold heart rate, threshold pace, swim CSS and " +
			"VO2max as a range from recent best efforts, each with method, confidence, its efforts and the current setting. It changes " +
			"no setting; a formal test confirms.",
		Aliases: map[string]string{"window_days": "days"},
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "days", 14, 730)
			tools.Default(s, "days", 90)
		},
	}, func(ctx context.Context, c *tools.Call, in estimateIn) (*curves.EstimateView, error) {
		q := curves.EstimateQuery{Days: in.Days, Sports: sports(in.Sport), History: in.History}
		if in.EndDate.Set {
			q.Until = &in.EndDate.Day
		}
		return curves.Thresholds(ctx, d.Curves, source, c.Scope, c.Frame(), q)
	})
}
