package kinds

import (
	"context"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// sportSettings are thresholds and zones as services have them: without dates,
// so they are told what holds today.
type sportSettings struct {
	Things[training.SportSettings]
}

// SportSettings are the settings of sports. Default gear, the names of zones
// and what holds on other days are kept here only.
func SportSettings(say Say, refs Refs) outbox.Kind {
	return sportSettings{Things[training.SportSettings]{
		Say: say, Refs: refs, Collection: document.SportSettings, Kind: training.ThingSportSettings,
		Fields: []string{
			"types", "sports", "ftp_w", "indoor_ftp_w", "w_prime_j", "max_power_w", "lthr_bpm", "max_hr_bpm", "threshold_speed_mps",
			"power_zones_pct", "power_zone_names", "hr_zones_bpm", "hr_zone_names", "pace_zones_pct", "pace_zone_names", "sweet_spot_pct",
			"warmup_s", "cooldown_s", "load_order", "hr_load_type", "hrrc_min_pct", "pace_units", "default_gear_id", "rest",
		},
		ID:  func(s *training.SportSettings) *string { return &s.ID },
		Ref: func(s *training.SportSettings) *string { return &s.DefaultGearID }, RefKind: string(store.ChangeGear),
		Takes: Both[source.SportSettingsReader, source.SportSettingsWriter],
		List: func(ctx context.Context, s source.Service) ([]training.SportSettings, error) {
			return s.(source.SportSettingsReader).SportSettings(ctx)
		},
		Save: func(ctx context.Context, s source.Service, x training.SportSettings, names []string) (training.SportSettings, error) {
			return s.(source.SportSettingsWriter).SaveSportSettings(ctx, x, names...)
		},
		Remove: func(ctx context.Context, s source.Service, x training.SportSettings) error {
			return s.(source.SportSettingsWriter).DeleteSportSettings(ctx, x.ID)
		},
	}}
}

// madeHere is where what services make for a sport stands: the athlete's own
// words on it stand under the name of the sport.
func madeHere(sport training.Sport) string { return "service:" + string(sport) }

// Changed reads what the settings of a sport that hold today became. Settings
// that a service has for other sports too are not deleted with those of one.
func (k sportSettings) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	told, ok := did.(journal.SettingsChanged)
	if !ok {
		return k.entryChanged(tx, a, did)
	}
	d, s, err := k.of(tx, a, told.Sport)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: d.ID, There: AtSource(d)}
	if told.Deleted {
		if len(s.Sports) != 1 {
			return nil, nil
		}
		c.Gone = true
		c.Fields, err = Flat(s, k.Fields)
		return c, err
	}
	if len(d.Said) == 0 {
		c.New = told.Own
		s.Sports = []training.Sport{told.Sport}
	}
	before, err := Flat(s, k.Fields)
	if err != nil {
		return nil, err
	}
	c.Stays = s.Settle(told.Before, told.After)
	if c.Fields, err = Flat(s, k.Fields); err != nil {
		return nil, err
	}
	if len(s.Types) == 0 {
		delete(c.Fields, "types") // the service has its own word for the sport
	}
	c.Names = k.changed(before, c.Fields, told)
	if len(c.Names) == 0 {
		return nil, nil
	}
	return c, nil
}

// of is what stands of the services' settings of a sport: those that hold for
// the fewest sports, empty ones if there are none.
func (k sportSettings) of(
	tx *store.Tx, a training.AthleteID, sport training.Sport,
) (best document.Layers, s training.SportSettings, err error) {
	ids, err := tx.DocumentIDs(a, k.Collection)
	if err != nil {
		return best, s, err
	}
	best.ID = madeHere(sport)
	for _, id := range ids {
		l, err := tx.Layers(a, k.Collection, id)
		if err != nil {
			return best, s, err
		}
		if len(l.Said) == 0 {
			continue
		}
		x, err := document.Show[training.SportSettings](WithOwn(l, l.Own))
		if err != nil {
			return best, s, err
		}
		if x.HoldsFor(sport) && (len(best.Said) == 0 || len(x.Sports) < len(s.Sports)) {
			best, s = l, x
		}
	}
	return best, s, nil
}

// changed are the fields to send: those of the settings that changed, also
// where the service has been said to have the same before, and the zones that
// follow.
func (k sportSettings) changed(before, after outbox.Fields, told journal.SettingsChanged) []string {
	names := outbox.Differing(k, before, after, zoneFields())
	for key, f := range training.SingleSettings() {
		if !slices.Equal(told.Before[key], told.After[key]) {
			names = append(names, f.Name)
		}
	}
	if !slices.Equal(told.Before[training.KeySweetSpot], told.After[training.KeySweetSpot]) {
		names = append(names, "sweet_spot_pct")
	}
	return withZones(names, after)
}

// withZones adds the zones of heart rate where the service would compute its
// own, as it does where they do not come with a threshold.
func withZones(names []string, after outbox.Fields) []string {
	follows := slices.Contains(names, "lthr_bpm") || slices.Contains(names, "max_hr_bpm")
	if follows && after["hr_zones_bpm"] != nil && !slices.Contains(names, "hr_zones_bpm") {
		names = append(names, "hr_zones_bpm")
	}
	slices.Sort(names)
	return names
}

// entryChanged reads a change of the athlete's words on the settings that a
// service has. Their words on a sport stay here.
func (k sportSettings) entryChanged(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	c, err := k.Things.Changed(tx, a, did)
	if err != nil || c == nil || len(c.There) == 0 {
		return nil, err
	}
	c.Names = withZones(c.Names, c.Fields)
	return c, nil
}

func zoneFields() []string {
	return []string{"power_zones_pct", "power_zone_names", "hr_zones_bpm", "hr_zone_names", "pace_zones_pct", "pace_zone_names"}
}
