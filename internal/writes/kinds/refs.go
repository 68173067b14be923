package kinds

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Refs translates the ids of things between Lapkeep and services.
type Refs struct{ Rows func() ledger.OutboxReader }

// There returns the id that a thing has on the service, or "" if it has none.
func (r Refs) There(ctx context.Context, n source.Name, kind, here string) (string, error) {
	if here == "" {
		return "", nil
	}
	all, err := r.Rows().Thing(ctx, outbox.AthleteOf(ctx), kind, here)
	if err != nil {
		return "", err
	}
	id, ok := strings.CutPrefix(here, n.Ref(""))
	for _, row := range all {
		if row.Source == string(n) && row.State == ledger.Done && row.Action == ledger.Create {
			id, ok = row.There, true
		}
	}
	if !ok {
		return "", training.Errorf(training.KindUnsupported, "Its parent (%s) is kept here only.",
			here).WithFix("Save its parent on the service first.")
	}
	return id, nil
}

// Here returns the local id of the service's thing, or "" if the id there is empty.
func (r Refs) Here(ctx context.Context, n source.Name, kind, there string) (string, error) {
	return Here(ctx, r.Rows(), outbox.AthleteOf(ctx), n, kind, there)
}

// Here returns the local id of the service's thing. For a thing created here, this is its
// original id; otherwise it is the service's id.
func Here(ctx context.Context, rows ledger.OutboxReader, a training.AthleteID, n source.Name, kind, there string) (string, error) {
	if there == "" {
		return "", nil
	}
	id, ok, err := rows.Here(ctx, a, string(n), kind, there)
	if err != nil || ok {
		return id, err
	}
	return n.Ref(there), nil
}

// profiles is the [outbox.Kind] for the services' profiles of the athlete. Each service has
// exactly one, which is never created or deleted.
type profiles struct{ Things[training.Profile] }

// Profiles returns the [outbox.Kind] for profiles. Only their notes are sent.
func Profiles(refs Refs) outbox.Kind {
	return profiles{Things[training.Profile]{
		Refs: refs, Collection: document.Profiles, Kind: training.ThingProfile, Fields: []string{"notes"},
		ID:     func(p *training.Profile) *string { return &p.ID },
		Takes:  Both[source.ProfileReader, source.ProfileWriter],
		SeenBy: func(training.Profile) i18n.Sentence { return "the athlete's coaches there" },
		List: func(ctx context.Context, s source.Service) ([]training.Profile, error) {
			p, err := s.(source.ProfileReader).Profile(ctx)
			return []training.Profile{p}, err
		},
		Save: saveNotes,
		Remove: func(context.Context, source.Service, training.Profile) error {
			return training.Errorf(training.KindUnsupported, "An athlete cannot be deleted.")
		},
	}}
}

// Can reports whether the notes can be changed.
func (k profiles) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Update && k.Takes(s)
}

// saveNotes writes the notes and reads the profile back.
func saveNotes(ctx context.Context, s source.Service, p training.Profile, names []string) (training.Profile, error) {
	if slices.Contains(names, "notes") {
		if err := s.(source.ProfileWriter).SaveNotes(ctx, p.Notes); err != nil {
			return p, err
		}
	}
	return s.(source.ProfileReader).Profile(ctx)
}

// Reminders returns the [outbox.Kind] for gear reminders. The date of the last maintenance
// and the end of a postponement are not sent, because no service allows that to be undone.
func Reminders(refs Refs) outbox.Kind {
	return Things[training.GearReminder]{
		Refs: refs, Collection: document.Reminders, Kind: training.ThingGear,
		Fields: []string{"gear_id", "text", "distance_km", "time_s", "activities", "days", "start_km", "start_s", "start_activities"},
		Stays:  []string{"due_date", "last_done", "snoozed_until"},
		ID:     func(r *training.GearReminder) *string { return &r.ID },
		Ref:    func(r *training.GearReminder) *string { return &r.GearID }, RefKind: string(document.Gear),
		Takes: source.Can[source.GearKeeper],
		List: func(ctx context.Context, s source.Service) (all []training.GearReminder, err error) {
			gear, err := s.(source.GearKeeper).Gear(ctx)
			for _, g := range gear {
				all = append(all, g.Reminders...)
			}
			return all, err
		},
		Save: saveReminder,
		Remove: func(ctx context.Context, s source.Service, r training.GearReminder) error {
			return s.(source.GearKeeper).DeleteReminder(ctx, r.GearID, r.ID)
		},
	}
}

// saveReminder saves a reminder, and finds it in the returned gear.
func saveReminder(ctx context.Context, s source.Service, r training.GearReminder, _ []string) (training.GearReminder, error) {
	var before []string
	if r.ID == "" {
		gear, err := s.(source.GearKeeper).Gear(ctx)
		if err != nil {
			return r, err
		}
		for _, g := range gear {
			for _, o := range g.Reminders {
				before = append(before, o.ID)
			}
		}
	}
	g, err := s.(source.GearKeeper).SaveReminder(ctx, r, false)
	if err != nil {
		return r, err
	}
	for _, o := range g.Reminders {
		if o.ID == r.ID || r.ID == "" && !slices.Contains(before, o.ID) {
			return o, nil
		}
	}
	return r, source.Fail(source.Failure{Fault: source.Changed, Source: s.Name()}, "The service did not report which reminder it saved.")
}

// sportSettings is the [outbox.Kind] for sport settings: thresholds and zones in the form
// that services use. They have no dates there, so today's values are sent.
type sportSettings struct {
	Things[training.SportSettings]
}

// SportSettings returns the [outbox.Kind] for sport settings.
func SportSettings(refs Refs) outbox.Kind {
	return sportSettings{Things[training.SportSettings]{
		Refs: refs, Collection: document.SportSettings, Kind: training.ThingSportSettings,
		Fields: []string{
			"types", "sports", "ftp_w", "indoor_ftp_w", "w_prime_j", "max_power_w", "lthr_bpm", "max_hr_bpm", "threshold_speed_mps",
			"power_zones_pct", "power_zone_names", "hr_zones_bpm", "hr_zone_names", "pace_zones_pct", "pace_zone_names", "sweet_spot_pct",
			"warmup_s", "cooldown_s", "load_order", "hr_load_type", "hrrc_min_pct", "pace_units", "default_gear_id", "rest",
		},
		ID:  func(s *training.SportSettings) *string { return &s.ID },
		Ref: func(s *training.SportSettings) *string { return &s.DefaultGearID }, RefKind: string(document.Gear),
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

// madeHere returns the id of the document with the athlete's own edits to the settings that
// services create for a sport.
func madeHere(sport training.Discipline) string { return "service:" + sport.String() }

// Changed returns the change to send for the settings of a sport that apply today.
// Settings that a service uses for several sports are not deleted for one of them.
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
	if len(d.Statements) == 0 {
		if told.Sport.Refined() {
			return nil, nil // a service has separate settings for this discipline, or uses the sport's
		}
		c.New = told.Own
		s.Sports = told.Sport.Alone()
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
		delete(c.Fields, "types") // services have their own names for sports
	}
	c.Names = k.changed(before, c.Fields, told)
	if len(c.Names) == 0 {
		return nil, nil
	}
	return c, nil
}

// of returns the services' settings for a sport. If several include it, those
// for the fewest sports are returned; if none do, empty ones.
func (k sportSettings) of(
	tx *store.Tx, a training.AthleteID, sport training.Discipline,
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
		if len(l.Statements) == 0 {
			continue
		}
		x, err := document.Show[training.SportSettings](WithOwn(l, l.Own))
		if err != nil {
			return best, s, err
		}
		if of, ok := x.HoldsFor(sport); ok && of == sport && (len(best.Statements) == 0 || len(x.Sports) < len(s.Sports)) {
			best, s = l, x
		}
	}
	return best, s, nil
}

// changed returns the fields to send: the settings that changed, even if the
// service already has the same values, and the zones derived from them.
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

// withZones adds the heart rate zones if the service would otherwise compute
// its own. It does that when it gets a threshold without zones.
func withZones(names []string, after outbox.Fields) []string {
	follows := slices.Contains(names, "lthr_bpm") || slices.Contains(names, "max_hr_bpm")
	if follows && after["hr_zones_bpm"] != nil && !slices.Contains(names, "hr_zones_bpm") {
		names = append(names, "hr_zones_bpm")
	}
	slices.Sort(names)
	return names
}

// entryChanged returns the change to send for edits to settings that a service has. Edits to
// settings by sport stay here.
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

// Stars is the [outbox.Kind] for stars that the athlete gives to segments on a service.
type Stars struct{ unkept }

var _ outbox.Apart = Stars{}

// Name returns the name of the segment collection.
func (Stars) Name() string { return string(document.Segments) }

// Of returns [training.ThingActivities], because a segment's efforts belong to activities.
func (Stars) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether the service lets programs star segments.
func (Stars) Can(s source.Service, a ledger.Action) bool {
	_, ok := s.(source.SegmentStarrer)
	return ok && a == ledger.Update
}

// Changed returns the change to send for a star that was set or removed.
func (Stars) Changed(_ *store.Tx, _ training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	c, ok := did.(journal.ApartChanged)
	if !ok || c.Of != store.ChangeKind(document.Segments) {
		return nil, nil
	}
	n := source.Name(c.Source)
	return &outbox.Change{
		Here: n.Ref(c.ID), There: map[source.Name]string{n: c.ID}, To: n, Apart: true, Fields: c.Fields, From: c.From,
		Names: []string{ledger.Starred},
	}, nil
}

func thing(id string, starred bool) outbox.Thing {
	return outbox.Thing{ID: id, Fields: outbox.Fields{ledger.Starred: json.RawMessage(strconv.FormatBool(starred))}}
}

// Read reads whether a segment is starred.
func (Stars) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	starred, _, err := s.(source.SegmentStarrer).Starred(ctx, id)
	return thing(id, starred), err
}

// Update stars a segment or removes the star.
func (Stars) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, _ []string) (outbox.Thing, error) {
	var want bool
	if raw := f[ledger.Starred]; len(raw) > 0 {
		if err := json.Unmarshal(raw, &want); err != nil {
			return outbox.Thing{}, err
		}
	}
	starred, err := s.(source.SegmentStarrer).Star(ctx, id, want)
	return thing(id, starred), err
}

// Create returns an error, because segments belong to the service.
func (Stars) Create(context.Context, source.Service, string, outbox.Fields) (outbox.Thing, error) {
	return outbox.Thing{}, training.Errorf(training.KindUnsupported, "No segment is created there.")
}

// Delete returns an error, because segments belong to the service.
func (Stars) Delete(context.Context, source.Service, string) error {
	return training.Errorf(training.KindUnsupported, "No segment is deleted there.")
}

// Named does nothing, because a segment has only one id.
func (Stars) Named(*store.Tx, outbox.Kept) error { return nil }

// KeepApart does nothing, like Keep.
func (Stars) KeepApart(context.Context, source.Service, outbox.Kept) error { return nil }
