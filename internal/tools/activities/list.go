package activities

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type listIn struct {
	Range       tools.DateRange `json:"range,omitzero" jsonschema:"e.g. last week, this month, 2026-05"`
	From        tools.Date      `json:"from,omitzero"`
	To          tools.Date      `json:"to,omitzero"`
	Sport       tools.SportArg  `json:"sport,omitempty" jsonschema:"e.g. ride, run"`
	Text        string          `json:"text,omitempty" jsonschema:"in name, description, tags"`
	Tag         string          `json:"tag,omitempty"`
	Race        *bool           `json:"race,omitempty"`
	Commute     *bool           `json:"commute,omitempty"`
	MinDistance *float64        `json:"min_distance_km,omitempty"`
	MaxDistance *float64        `json:"max_distance_km,omitempty"`
	MinDuration *float64        `json:"min_duration_s,omitempty"`
	MaxDuration *float64        `json:"max_duration_s,omitempty"`
	MinLoad     *float64        `json:"min_load,omitempty" jsonschema:"TSS"`
	MaxLoad     *float64        `json:"max_load,omitempty"`
	Gear        string          `json:"gear,omitempty" jsonschema:"gear id"`
	Source      string          `json:"source,omitempty" jsonschema:"e.g. file, manual, strava"`
	HasPower    *bool           `json:"has_power,omitempty"`
	HasHR       *bool           `json:"has_hr,omitempty"`
	HasGPS      *bool           `json:"has_gps,omitempty"`
	Indoor      *bool           `json:"indoor,omitempty" jsonschema:"trainer, treadmill, virtual"`
	Around      string          `json:"around,omitempty" jsonschema:"id: its neighbours in time"`
	Sort        string          `json:"sort,omitempty" jsonschema:"order by"`
	Order       string          `json:"order,omitempty"`
	Cursor      string          `json:"cursor,omitempty" jsonschema:"next_cursor"`
	Limit       int             `json:"limit,omitempty"`
	Offset      int             `json:"offset,omitempty" tools:"unlisted"`
	Fields      []string        `json:"fields,omitempty" jsonschema:"row keys instead of the usual, e.g. calories_kcal"`
}

const sortByLoad = "load"

var sortKeys = map[string]training.Metric{
	"date": "", sortByLoad: training.MetricTSS,
	"distance": training.MetricDistanceKM, "duration": training.MetricDurationS,
	"elevation_gain": training.MetricElevationGainM, "avg_power": training.MetricAvgPowerW,
	"normalized_power": training.MetricNormalizedPowerW, "avg_hr": training.MetricAvgHRBpm,
	"avg_speed": training.MetricAvgSpeedKMH,
}

func listRow(d Deps) tools.Row {
	loads := activity.NewMemory(d.Store)
	return tools.New(tools.Spec{
		Name: "list_activities", Title: "List activities", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Finds and lists activities, newest first: the latest or all of a date range or year; by sport (ride, run, swim, " +
			"legs of a triathlon), text, tag (interval), race, distance, duration, load, gear, source, sensors; sorted for the longest, " +
			"fastest, hardest or most elevation gain. A short row each with id, date, sport, distance, time, load (TSS), power, heart " +
			"rate. Use get_training_summary for totals.",
		Output: tools.OpenRows,
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "sort", slices.Sorted(maps.Keys(sortKeys))...)
			tools.Default(s, "sort", "date")
			tools.Enum(s, "order", "asc", "desc")
			tools.Default(s, "order", "desc")
			tools.Bounds(s, "limit", 1, 100)
			tools.Default(s, "limit", 10)
			tools.MaxLength(s, "text", 200)
			tools.Items(s, "fields", 0, 40)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		q.Known = loads
		if q.Around != "" {
			if q.Around, err = tools.Activity(ctx, d.Store, c, q.Around); err != nil {
				return nil, err
			}
		}
		if q.Filter.GearID, err = gear.Named(ctx, d.Store, c.Scope, in.Gear); err != nil {
			return nil, err
		}
		asked := q.Filter
		asked.Around = training.ActivityID(q.Around)
		beside, err := d.Apart.List(ctx, c.Scope, limitedrows.Query{
			Filter: asked, Cursor: in.Cursor, ByLoad: q.SortByLoad || q.MinLoad != nil || q.MaxLoad != nil,
		})
		if err != nil {
			return nil, err
		}
		if limitedrows.IsCursor(in.Cursor) {
			return &listOut{List: &activity.List{Activities: []activity.Facts{}}, Apart: beside}, nil
		}
		if beside != nil {
			q.Filter.Limit = min(q.Filter.Limit, mostBeside)
		}
		out, err := activity.ListActivities(ctx, d.Store, c.Scope, q)
		if err != nil {
			return nil, err
		}
		if beside != nil {
			if out.Total == 0 && beside.Total > 0 {
				out.Narrow = "" // what was asked for is beside it
			}
			return &listOut{out, beside}, nil
		}
		return &listOut{List: out}, in.explainNothing(ctx, d.Store, c.Scope, out)
	})
}

// mostBeside is how many of the athlete's own activities leave room for others
// beside them.
const mostBeside = 30

// listOut is a page of the athlete's activities, and beside it one of a service
// that was asked for and whose rows lie apart.
type listOut struct {
	*activity.List

	Apart *limitedrows.Page `json:"apart,omitempty"`
}

func (in *listIn) query() (activity.ListQuery, error) {
	days, err := in.days()
	if err != nil {
		return activity.ListQuery{}, err
	}
	f := store.ActivityFilter{
		Days: days, Text: in.Text, Race: in.Race, Commute: in.Commute, Source: strings.ToLower(strings.TrimSpace(in.Source)),
		HasPower: in.HasPower, HasHR: in.HasHR, HasGPS: in.HasGPS, Indoor: in.Indoor,
		Ascending: in.Order == "asc", Limit: in.Limit, After: in.Cursor,
	}
	if in.Limit == 0 {
		f.Limit = 10
	}
	if in.Sport != "" {
		f.Sports = []training.Sport{in.Sport.Sport()}
	}
	if in.Tag != "" {
		f.Tags = []string{in.Tag}
	}
	f.Min = bounds(in.MinDistance, in.MinDuration)
	f.Max = bounds(in.MaxDistance, in.MaxDuration)
	q := activity.ListQuery{
		Filter: f, Skip: in.Offset, Around: in.Around, MinLoad: in.MinLoad, MaxLoad: in.MaxLoad, Fields: in.Fields,
	}
	if in.Sort == sortByLoad {
		q.SortByLoad = true
	} else {
		q.Filter.SortBy = sortKeys[in.Sort]
	}
	return q, nil
}

func bounds(distanceKM, durationS *float64) training.Values {
	var v training.Values
	if distanceKM != nil {
		v = v.Put(training.MetricDistanceKM, *distanceKM)
	}
	if durationS != nil {
		v = v.Put(training.MetricDurationS, *durationS)
	}
	return v
}

// days is the span asked for, nil for all; a single end leaves the other open.
func (in *listIn) days() (*training.DayRange, error) {
	if in.Range.Set && (in.From.Set || in.To.Set) {
		return nil, training.Errorf(training.KindInvalid, "Both range and from or to were given.").
			WithFix("Give either range, or from and to.")
	}
	if in.Range.Set {
		r := in.Range.Range()
		return &r, nil
	}
	if !in.From.Set && !in.To.Set {
		return nil, nil
	}
	r := training.DayRange{From: in.From.Or(firstDay), To: in.To.Or(lastDay)}
	if r.To < r.From {
		return nil, training.Errorf(training.KindInvalid, "The range %s is empty.", r).WithFix("Give from on or before to.")
	}
	return &r, nil
}

// The ends of an open range: beyond any day that can be recorded.
var (
	firstDay = training.NewDay(1900, 1, 1)
	lastDay  = training.NewDay(2999, 12, 31)
)
