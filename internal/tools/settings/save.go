package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type saveIn struct {
	Sport      training.Discipline `json:"sport,omitzero"`
	ID         string              `json:"sport_id,omitempty" jsonschema:"or the id of a service's settings"`
	From       tools.Date          `json:"effective_from,omitzero"`
	FTP        *float64            `json:"ftp_w,omitempty"`
	Indoor     *float64            `json:"indoor_ftp_w,omitempty"`
	CP         *float64            `json:"critical_power_w,omitempty"`
	WPrime     *float64            `json:"w_prime_j,omitempty"`
	MaxPower   *float64            `json:"max_power_w,omitempty"`
	LTHR       *float64            `json:"lthr_bpm,omitempty"`
	MaxHR      *float64            `json:"max_hr_bpm,omitempty"`
	Pace       *float64            `json:"threshold_pace_s_per_km,omitempty"`
	CSS        *float64            `json:"css_pace_s_per_100m,omitempty"`
	PowerZones []float64           `json:"power_zones_w,omitempty" jsonschema:"lower bounds from zone 2"`
	HRZones    []float64           `json:"hr_zones_bpm,omitempty"`
	PaceZones  []float64           `json:"pace_zones_s_per_km,omitempty" jsonschema:"slowest first"`
	SweetSpot  []float64           `json:"sweet_spot_pct,omitempty" jsonschema:"low and high"`
	PowerNames []string            `json:"power_zone_names,omitempty"`
	HRNames    []string            `json:"hr_zone_names,omitempty"`
	PaceNames  []string            `json:"pace_zone_names,omitempty"`
	Gear       *string             `json:"default_gear_id,omitempty" jsonschema:"empty for none"`
	Clear      []string            `json:"clear,omitempty" jsonschema:"values to clear"`
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_sport_settings", Title: "Save sport settings", Toolset: toolset, Safety: tools.Write, Sends: true, Idempotent: true,
		Description: "Sets thresholds and zones of one sport from a day on, zone names and default gear. Earlier days keep their " +
			"values. update_athlete_settings sets weight and values for all sports.",
		Aliases: map[string]string{"sport_type": "sport", "ftp": "ftp_w", "indoor_ftp": "indoor_ftp_w", "fthr": "lthr_bpm"},
		Input: func(s *jsonschema.Schema) {
			for name, b := range map[string][2]float64{
				"ftp_w": {30, 700}, "indoor_ftp_w": {30, 700}, "critical_power_w": {30, 700}, "w_prime_j": {1000, 100000}, "max_power_w": {100, 3000},
				"lthr_bpm": {80, 230}, "max_hr_bpm": {100, 250}, athlete.ThresholdPace: {120, 900}, athlete.CSSPace: {40, 300},
			} {
				tools.Bounds(s, name, b[0], b[1])
			}
			tools.Items(s, "sweet_spot_pct", 2, 2)
			for _, name := range []string{"power_zone_names", "hr_zone_names", "pace_zone_names"} {
				tools.Items(s, name, 0, maxNames)
			}
		},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*written, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	sport := in.Sport
	e, err := find(ctx, d, c, in.ID, sport)
	if err != nil {
		return nil, err
	}
	if e != nil {
		if sport, err = e.sport(); err != nil {
			return nil, err
		}
		if sport.IsZero() {
			return in.saveEntry(ctx, d, c, e)
		}
	}
	history, err := d.Store.History(ctx, c.Whole())
	if err != nil {
		return nil, err
	}
	plan := &tools.Plan{History: history, From: in.From.Or(c.Today)}
	wanted, err := in.entries(sport, plan.From)
	if err != nil {
		return nil, err
	}
	for _, e := range wanted {
		plan.Put(e)
	}
	if err := in.clear(plan, sport, wanted); err != nil {
		return nil, err
	}
	own, err := in.own(ctx, d, c, sport)
	if err != nil {
		return nil, err
	}
	if len(wanted)+len(in.Clear)+len(own.changes) == 0 && in.PowerNames == nil && in.HRNames == nil && in.PaceNames == nil && in.Gear == nil {
		return nil, nothingNamed()
	}
	if err := plan.Plausible(sport); err != nil {
		return nil, err
	}
	plan.Changes = append(plan.Changes, own.changes...)
	o := &order{sport: sport, plan: plan}
	if len(own.changes) > 0 {
		o.own = own
		plan.Target("sport_settings:"+sport.String(), string(own.had))
	}
	o.summary = i18n.Sentencef("Set %s for %s from %s.", fieldsOf(plan), sport, plan.From)
	return o.make(ctx, d, c)
}

func nothingNamed() error {
	return training.Errorf(training.KindInvalid,
		"No setting was given.").WithFix("Give at least one of %s, or zone names.", strings.Join(clearable(), ", "))
}

func fieldsOf(p *tools.Plan) string {
	var out []string
	for _, ch := range p.Changes {
		out = append(out, ch.Field)
	}
	return strings.Join(out, ", ")
}

// entries returns the dated settings in the arguments.
func (in *saveIn) entries(sport training.Discipline, from training.Day) ([]training.ThresholdEntry, error) {
	var out []training.ThresholdEntry
	add := func(name string, values ...float64) {
		k, _ := tools.Named(name, sport)
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: values})
	}
	for _, one := range []struct {
		name  string
		value *float64
	}{
		{string(training.KeyFTP), in.FTP},
		{string(training.KeyIndoorFTP), in.Indoor},
		{string(training.KeyCP), in.CP},
		{string(training.KeyWPrime), in.WPrime},
		{string(training.KeyMaxPower), in.MaxPower},
		{string(training.KeyLTHR), in.LTHR},
		{string(training.KeyMaxHR), in.MaxHR},
	} {
		if one.value != nil {
			add(one.name, *one.value)
		}
	}
	swims := sport.Sport == training.Swimming
	switch {
	case in.Pace != nil && swims, in.CSS != nil && !swims:
		return nil, training.Errorf(training.KindInvalid, "The threshold pace for %s is set with a different argument.", sport).
			WithFix("Give css_pace_s_per_100m for swimming, threshold_pace_s_per_km for other sports.")
	case in.Pace != nil:
		add(athlete.ThresholdPace, athlete.Pace(sport.Sport, *in.Pace))
	case in.CSS != nil:
		add(athlete.CSSPace, athlete.Pace(sport.Sport, *in.CSS))
	}
	for _, z := range []struct {
		name   string
		values []float64
	}{{string(training.KeyPowerZones), in.PowerZones}, {string(training.KeyHRZones), in.HRZones}, {tools.PaceZones, in.PaceZones}} {
		if len(z.values) == 0 {
			continue
		}
		bounds, err := tools.DatedBounds(z.name, z.values, z.name == tools.PaceZones)
		if err != nil {
			return nil, err
		}
		add(z.name, bounds...)
	}
	if s := in.SweetSpot; len(s) == 2 {
		if s[0] < 50 || s[1] > 120 || s[0] >= s[1] {
			return nil, training.Errorf(training.KindInvalid,
				"sweet_spot_pct is not a band of FTP.").WithFix("Give the lowest and highest percentage, between 50 and 120, such as [84, 97].")
		}
		add(string(training.KeySweetSpot), s...)
	}
	return out, nil
}

// clearable returns the names of the settings that can be cleared.
func clearable() []string {
	return []string{
		"ftp_w", "indoor_ftp_w", "critical_power_w", "w_prime_j", "max_power_w", "lthr_bpm", "max_hr_bpm", athlete.ThresholdPace, athlete.CSSPace,
		"power_zones_w", "hr_zones_bpm", tools.PaceZones, "sweet_spot_pct",
	}
}

func (in *saveIn) clear(p *tools.Plan, sport training.Discipline, wanted []training.ThresholdEntry) error {
	for _, name := range in.Clear {
		if !slices.Contains(clearable(), name) {
			return training.Errorf(training.KindInvalid, "%q is not a sport setting.", name).WithFix("Clear one of %s.",
				strings.Join(clearable(), ", "))
		}
		if slices.ContainsFunc(wanted, func(e training.ThresholdEntry) bool { return tools.DatedName(e) == name }) {
			return training.Errorf(training.KindInvalid, "%s is both set and cleared.", name).WithFix("Do one of the two.")
		}
		if err := p.Clear(name, sport); err != nil {
			return err
		}
	}
	return nil
}

// own returns the athlete's undated settings for the sport, after the arguments have been applied.
func (in *saveIn) own(ctx context.Context, d Deps, c *tools.Call, sport training.Discipline) (*words, error) {
	w, err := read(ctx, d, c, sport)
	if err != nil {
		return nil, err
	}
	for _, n := range []struct {
		field string
		names []string
	}{{"power_zone_names", in.PowerNames}, {"hr_zone_names", in.HRNames}, {"pace_zone_names", in.PaceNames}} {
		if err := w.name(n.field, n.names); err != nil {
			return nil, err
		}
	}
	if in.Gear == nil {
		return w, nil
	}
	w.set("default_gear_id", *in.Gear, *in.Gear)
	return w, gearIsThere(ctx, d, c, *in.Gear)
}

// gearIsThere returns an error if no gear has the given id. An empty id means no gear.
func gearIsThere(ctx context.Context, d Deps, c *tools.Call, id string) error {
	if id == "" {
		return nil
	}
	_, _, err := gear.Find(ctx, d.Store, c.Whole(), id)
	return err
}

// heldThere returns a service's settings for a sport: those that the call
// identifies, or else those that apply to the fewest sports.
func heldThere(ctx context.Context, d Deps, c *tools.Call, sport training.Discipline, named *entry) (*athlete.Service, error) {
	v, err := athlete.ReadSettings(ctx, d.Store, c.Whole(), c.Frame(), athlete.Query{Sport: sport, Day: c.Today})
	if err != nil {
		return nil, err
	}
	v.Services = slices.DeleteFunc(v.Services, func(s athlete.Service) bool {
		return named == nil && !slices.Contains(s.Sports, sport) || named != nil && s.ID != named.doc.ID
	})
	if len(v.Services) == 0 {
		return nil, training.Errorf(training.KindNotFound, "No service has settings for %s.", sport).
			WithFix("Leave at_service out: here, each activity uses the settings for its own day.")
	}
	best := slices.MinFunc(v.Services, func(a, b athlete.Service) int { return len(a.Sports) - len(b.Sports) })
	if d.Title != nil {
		best.Source = d.Title(c.Scope.Athlete, best.Source)
	}
	return &best, nil
}

// tellThere adds a line about the request to the service to the changes that people read.
func (o *order) tellThere() {
	if o.there == nil {
		return
	}
	names := make([]string, len(o.there.Sports))
	for i, s := range o.there.Sports {
		names[i] = s.String()
	}
	of, id := o.sport.String(), o.there.ID
	if o.entry != nil {
		of, id, names = o.entry.types(), o.entry.name(), []string{o.entry.types()}
	}
	what := fmt.Sprintf("all past activities of %s on %s", strings.Join(names, ", "), o.there.Source)
	o.plan.Changes = append(o.plan.Changes, journal.Change{
		Of: ofSport, Gravity: journal.Recorded, Target: id, Field: what, Before: "with the settings of that day",
		After: "with its current settings (get_sport_settings shows them)",
	})
	if o.summary == "" {
		o.summary = i18n.Sentencef("Let %s apply its settings for %s to all past activities there.", o.there.Source, of)
	} else {
		o.summary = i18n.InARow(o.summary, i18n.Sentencef("Have %s apply its own settings to all past activities there.", o.there.Source))
	}
}

// thereToo adds the settings on the service to the targets, so that an approval applies only
// to them.
func (o *order) thereToo(targets map[string]string) map[string]string {
	out := maps.Clone(targets)
	if out == nil {
		out = map[string]string{}
	}
	seen, err := json.Marshal(o.there)
	if err != nil { // a value that is not finite; the result must match nothing
		seen = []byte("unreadable")
	}
	out["applied:"+o.there.ID] = string(seen)
	return out
}
