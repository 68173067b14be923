package activities

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type listIn struct {
	Range       tools.DateRange     `json:"range,omitzero" jsonschema:"e.g. last week, this month, 2026-05"`
	From        tools.Date          `json:"from,omitzero"`
	To          tools.Date          `json:"to,omitzero"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Text        string              `json:"text,omitempty" jsonschema:"in name, description, tags, segments"`
	Tag         string              `json:"tag,omitempty"`
	Race        *bool               `json:"race,omitempty"`
	Commute     *bool               `json:"commute,omitempty"`
	MinDistance *float64            `json:"min_distance_km,omitempty"`
	MaxDistance *float64            `json:"max_distance_km,omitempty"`
	MinDuration *float64            `json:"min_duration_s,omitempty"`
	MaxDuration *float64            `json:"max_duration_s,omitempty"`
	MinLoad     *float64            `json:"min_load,omitempty"`
	MaxLoad     *float64            `json:"max_load,omitempty"`
	Gear        string              `json:"gear,omitempty" jsonschema:"gear id"`
	Source      string              `json:"source,omitempty" jsonschema:"e.g. strava"`
	Device      string              `json:"device,omitempty" jsonschema:"name or maker"`
	Odd         *bool               `json:"data_issues,omitempty" jsonschema:"with or without"`
	HasPower    *bool               `json:"has_power,omitempty"`
	HasHR       *bool               `json:"has_hr,omitempty"`
	HasGPS      *bool               `json:"has_gps,omitempty"`
	Indoor      *bool               `json:"indoor,omitempty"`
	Around      string              `json:"around,omitempty" jsonschema:"the id in the middle"`
	Sort        string              `json:"sort,omitempty"`
	Order       string              `json:"order,omitempty"`
	Cursor      string              `json:"cursor,omitempty"`
	Limit       int                 `json:"limit,omitempty"`
	Offset      int                 `json:"offset,omitempty" tools:"unlisted"`
	Totals      bool                `json:"totals,omitempty" jsonschema:"adds up all"`
	Fields      []string            `json:"fields,omitempty" jsonschema:"e.g. calories_kcal, avg_cadence_rpm"`
}

const sortByLoad = "load"

var sortKeys = map[string]training.Metric{
	"date": "", sortByLoad: training.MetricTSS,
	"distance": training.MetricDistanceKM, "duration": training.MetricDurationS,
	"elevation_gain": training.MetricElevationGainM, "avg_power": training.MetricAvgPowerW,
	"normalized_power": training.MetricNormalizedPowerW, "avg_hr": training.MetricAvgHRBpm,
	"max_hr": training.MetricMaxHRBpm, "avg_speed": training.MetricAvgSpeedKMH, "avg_temp": training.MetricAvgTempC,
}

func listRow(d Deps) tools.Row {
	loads := activity.NewMemory(d.Store)
	return tools.New(tools.Spec{
		Name: "list_activities", Title: "List activities", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Finds and lists activities, newest first: latest, or all of a date range or year; by sport (ride, run, swim, " +
			"legs of a triathlon), text, tag (interval), race, distance, duration, load, gear, source, sensors; sorted for the longest, " +
			"fastest, hardest (training load) or most elevation gain. Each has id, date, sport, distance, time, load (TSS), power, heart " +
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
			tools.MaxLength(s, "device", 200)
			tools.Items(s, "fields", 0, 40)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		q.Known, q.Timed = loads, d.Timed
		if q.Around != "" {
			if q.Around, err = tools.Activity(ctx, d.Store, c, q.Around); err != nil {
				return nil, err
			}
		}
		if q.Filter.GearID, err = gear.Named(ctx, d.Store, c.Scope, in.Gear); err != nil {
			return nil, err
		}
		beside, err := d.Apart.List(ctx, c.Scope, q)
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
				out.Narrow = "" // the requested rows are in the list from the service
			}
			return &listOut{out, beside}, nil
		}
		return &listOut{List: out}, in.explainNothing(ctx, d.Store, c.Scope, out)
	})
}

// mostBeside is the maximum number of the athlete's own activities in an answer
// that also lists activities of a service.
const mostBeside = 30

// listOut is a page of the athlete's activities and, if requested, a page of
// activities from a service with limited rows.
type listOut struct {
	*activity.List

	Apart *limitedrows.Page `json:"apart,omitempty"`
}

// View returns the page of the athlete's own activities.
func (o *listOut) View() any { return o.List }

func (in *listIn) query() (activity.ListQuery, error) {
	days, err := in.days()
	if err != nil {
		return activity.ListQuery{}, err
	}
	f := store.ActivityFilter{
		Days: days, Text: in.Text, Race: in.Race, Commute: in.Commute, Source: strings.ToLower(strings.TrimSpace(in.Source)),
		Device: in.Device, HasPower: in.HasPower, HasHR: in.HasHR, HasGPS: in.HasGPS, Indoor: in.Indoor,
		Ascending: in.Order == "asc", Limit: in.Limit, After: in.Cursor,
	}
	if in.Limit == 0 {
		f.Limit = 10
	}
	f.Sports = in.Sport.Alone()
	if in.Tag != "" {
		f.Tags = []string{in.Tag}
	}
	f.Min = bounds(in.MinDistance, in.MinDuration)
	f.Max = bounds(in.MaxDistance, in.MaxDuration)
	q := activity.ListQuery{
		Filter: f, Skip: in.Offset, Around: in.Around, MinLoad: in.MinLoad, MaxLoad: in.MaxLoad, Fields: in.Fields, Odd: in.Odd,
		Totals: in.Totals,
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

// days returns the requested range, or nil for all days. If only one end is
// given, the range is open at the other end.
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

// These are the ends of open ranges. All recorded days are between them.
var (
	firstDay = training.NewDay(1900, 1, 1)
	lastDay  = training.NewDay(2999, 12, 31)
)

type searchIn struct {
	Range      tools.DateRange     `json:"range,omitzero"`
	From       tools.Date          `json:"from,omitzero"`
	To         tools.Date          `json:"to,omitzero"`
	Sport      training.Discipline `json:"sport,omitzero"`
	AboutS     float64             `json:"interval_s,omitempty" jsonschema:"within 10 %, e.g. 4min"`
	MinS       float64             `json:"min_interval_s,omitempty"`
	MaxS       float64             `json:"max_interval_s,omitempty"`
	AboutM     float64             `json:"interval_distance_m,omitempty" jsonschema:"within 5 %"`
	MinCount   int                 `json:"min_count,omitempty"`
	MaxCount   int                 `json:"max_count,omitempty"`
	MinPowerW  float64             `json:"min_power_w,omitempty"`
	MaxPowerW  float64             `json:"max_power_w,omitempty"`
	MinPercent float64             `json:"min_percent,omitempty" jsonschema:"of FTP, threshold speed or LTHR"`
	MaxPercent float64             `json:"max_percent,omitempty"`
	FastestS   float64             `json:"fastest_pace_s_per_km,omitempty"`
	SlowestS   float64             `json:"slowest_pace_s_per_km,omitempty"`
	Zone       int                 `json:"zone,omitempty"`
	Name       string              `json:"name,omitempty"`
	Pattern    string              `json:"pattern,omitempty"`
	Cursor     string              `json:"cursor,omitempty"`
	Limit      int                 `json:"limit,omitempty"`
}

const (
	aboutShare  = 0.10
	aboutShareM = 0.05
	searchRows  = 10
)

func searchRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "search_intervals", Title: "Search intervals", Toolset: toolset, Idempotent: true,
		Description: "Finds sessions by their intervals over all history: duration, distance, count, power, pace, percent of threshold, " +
			"zone, pattern or name; detected, laps, or marked by the athlete. Newest first, named climbs fastest first; each with its set " +
			"(5 × 4:00 @ 287 W).",
		Aliases: map[string]string{
			"duration_s": "interval_s", "interval_duration_s": "interval_s", "distance_m": "interval_distance_m",
			"min_percent_ftp": "min_percent", "max_percent_ftp": "max_percent", "count": "min_count",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "pattern", structure.Patterns()...)
			tools.Bounds(s, "limit", 1, 50)
			tools.Default(s, "limit", searchRows)
			tools.Bounds(s, "zone", 1, 7)
			for _, name := range []string{
				"interval_s", "min_interval_s", "max_interval_s", "interval_distance_m", "min_count", "max_count", "min_power_w",
				"max_power_w", "min_percent", "max_percent", "fastest_pace_s_per_km", "slowest_pace_s_per_km",
			} {
				tools.AtLeast(s, name, 0)
			}
		},
	}, func(ctx context.Context, c *tools.Call, in searchIn) (*structure.Answer, error) {
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		if q.Name != "" {
			return structure.Named(ctx, d.Store, c.Scope, c.Frame(), q)
		}
		return d.Intervals.Search(ctx, c.Scope, c.Frame(), q)
	})
}

func (in *searchIn) query() (structure.Query, error) {
	days, err := (&listIn{Range: in.Range, From: in.From, To: in.To}).days()
	if err != nil {
		return structure.Query{}, err
	}
	q := structure.Query{
		Days: training.DayRange{From: firstDay, To: lastDay}, Pattern: in.Pattern, MinS: in.MinS, MaxS: in.MaxS,
		MinCount: in.MinCount, MaxCount: in.MaxCount, MinPowerW: in.MinPowerW, MaxPowerW: in.MaxPowerW,
		MinPercent: in.MinPercent, MaxPercent: in.MaxPercent, FastestS: in.FastestS, SlowestS: in.SlowestS,
		Zone: in.Zone, Name: textclean.Line(in.Name, textclean.NameRunes), Limit: in.Limit, Cursor: in.Cursor,
	}
	if days != nil {
		q.Days = *days
	}
	if in.Limit == 0 {
		q.Limit = searchRows
	}
	q.Sports = in.Sport.Alone()
	if in.AboutS > 0 {
		if in.MinS > 0 || in.MaxS > 0 {
			return q, training.Errorf(training.KindInvalid, "interval_s and its bounds contradict each other.").
				WithFix("Give interval_s, or min_interval_s and max_interval_s.")
		}
		q.MinS, q.MaxS = math.Floor(in.AboutS*(1-aboutShare)), math.Ceil(in.AboutS*(1+aboutShare))
	}
	if in.AboutM > 0 {
		q.MinM, q.MaxM = in.AboutM*(1-aboutShareM), in.AboutM*(1+aboutShareM)
	}
	return q, ordered(&q)
}

// ordered returns an error if a lower bound is above its upper bound.
func ordered(q *structure.Query) error {
	for _, b := range []struct {
		low, high float64
		name      string
	}{
		{q.MinS, q.MaxS, "interval_s"},
		{float64(q.MinCount), float64(q.MaxCount), "count"},
		{q.MinPowerW, q.MaxPowerW, "power_w"},
		{q.MinPercent, q.MaxPercent, "percent"},
	} {
		if b.high > 0 && b.low > b.high {
			return training.Errorf(training.KindInvalid, "The minimum %s is above the maximum.",
				b.name).WithFix("Put the smaller one into min_%s.", b.name)
		}
	}
	if q.SlowestS > 0 && q.FastestS > q.SlowestS {
		return training.Errorf(training.KindInvalid, "The fastest pace is slower than the slowest.").
			WithFix("Set fastest_pace_s_per_km to fewer seconds than slowest_pace_s_per_km.")
	}
	return nil
}

// mostKnown is the maximum number of known values listed in an answer.
const mostKnown = 20

// explainNothing adds to an empty list that no activity at all has the given tag, gear or
// source, if that is the reason. Otherwise the caller would try other days.
func (in *listIn) explainNothing(ctx context.Context, r store.Reader, s training.Scope, out *activity.List) error {
	if out.Total > 0 || in.Tag == "" && in.Gear == "" && in.Source == "" {
		return nil
	}
	labels, err := r.Labels(ctx, s)
	if err != nil {
		return err
	}
	gear, err := r.Gear(ctx, s)
	if err != nil {
		return err
	}
	var names []string
	for _, g := range gear {
		names = append(names, g.Name)
		labels.GearIDs = append(labels.GearIDs, g.ID)
	}
	slices.Sort(labels.GearIDs)
	names = append(names, slices.Compact(labels.GearIDs)...)
	var said []i18n.Sentence
	for _, l := range []struct {
		what  i18n.Word
		asked string
		known []string
	}{
		{"tag", in.Tag, labels.Tags}, {"gear", in.Gear, names}, {"source", in.Source, append(labels.Sources, "manual")},
	} {
		if l.asked != "" && !slices.ContainsFunc(l.known, func(k string) bool { return strings.EqualFold(k, strings.TrimSpace(l.asked)) }) {
			said = append(said, unknown(l.what, l.asked, l.known))
		}
	}
	if len(said) > 0 {
		out.Narrow = i18n.InARow(said...)
	}
	return nil
}

func unknown(what i18n.Word, asked string, known []string) i18n.Sentence {
	text := i18n.Sentencef("No activity has the %s %q.", what, tools.Clip(asked))
	if near := i18n.Nearest(asked, known); near != "" {
		text = i18n.InARow(text, i18n.Sentencef("Did you mean %q?", textclean.Line(near, textclean.NameRunes)))
	}
	if len(known) == 0 {
		return i18n.InARow(text, "No activity has any.")
	}
	var shown []string
	for _, k := range known[:min(len(known), mostKnown)] {
		shown = append(shown, textclean.Line(k, textclean.NameRunes))
	}
	return i18n.InARow(text, i18n.Sentencef("Known: %s.", strings.Join(shown, ", ")))
}
