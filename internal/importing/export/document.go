package export

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Format and Version identify the format of the document. The version is
// incremented if the meaning of a field changes, but not if fields are only added.
const (
	Format  = "lapkeep-export"
	Version = 1
)

// Document contains all of an athlete's data except recordings. An empty field
// means that the value is unknown.
type Document struct {
	Format     string      `json:"format"`
	Version    int         `json:"version"`
	Profile    Profile     `json:"profile"`
	Thresholds []Threshold `json:"thresholds,omitempty"`
	// Gear and OwnGear occur only in old exports. Gear is now a collection.
	Gear       []training.Gear         `json:"gear,omitempty"`
	OwnGear    map[string]document.Own `json:"own_gear,omitempty"`
	Activities []Activity              `json:"activities,omitempty"`
	// Decisions lists the athlete's decisions about pairs of recordings that may be the same activity.
	Decisions []Decision `json:"decisions,omitempty"`
	// Ties lists the ids that services have given to things created here, so that the things
	// are not created there again.
	Ties []ledger.Tie `json:"ties,omitempty"`
}

// Decision is a decision on a pair of recordings, in the form of the store.
type Decision struct {
	Pair string          `json:"pair"`
	Word json.RawMessage `json:"word"`
}

// Profile is the athlete's profile.
type Profile struct {
	Name      string       `json:"name,omitempty"`
	Sex       training.Sex `json:"sex,omitempty"`
	BirthYear int          `json:"birth_year,omitempty"`
	TimeZone  string       `json:"time_zone,omitempty"`
	// WeekStart is from 0 for Sunday to 6 for Saturday.
	WeekStart     int                    `json:"week_start"`
	Units         training.Units         `json:"units,omitempty"`
	Language      string                 `json:"language,omitempty"`
	Demo          bool                   `json:"demo,omitempty"`
	Unsaid        bool                   `json:"unsaid,omitempty"` // the values are only guesses
	SharePosition bool                   `json:"share_position,omitempty"`
	ShareWeight   bool                   `json:"share_weight,omitempty"`
	ShareNotes    bool                   `json:"share_notes,omitempty"`
	ShareCycle    bool                   `json:"share_cycle,omitempty"`
	ShareSets     bool                   `json:"share_sets,omitempty"`
	ShareFood     bool                   `json:"share_food,omitempty"`
	ShareGlucose  bool                   `json:"share_glucose,omitempty"`
	LoadOrder     string                 `json:"load_order,omitempty"`
	HomeSource    string                 `json:"home_source,omitempty"`
	HomesOf       training.Homes         `json:"home_sources_by_kind,omitempty"`
	WellnessOrder training.WellnessOrder `json:"wellness_sources,omitempty"`
	SaidBy        training.SaidBy        `json:"heard,omitzero"` // sources of the values that the athlete did not enter
}

// Athlete returns the athlete that the profile describes.
func (p *Profile) Athlete(id training.AthleteID) training.Athlete {
	return training.Athlete{
		ID: id, Name: p.Name, Sex: p.Sex, BirthYear: p.BirthYear, TimeZone: p.TimeZone, WeekStart: time.Weekday(p.WeekStart),
		Units: p.Units, Language: p.Language, Demo: p.Demo, Unsaid: p.Unsaid,
		Sharing: training.Sharing{
			Position: p.SharePosition, Weight: p.ShareWeight, Notes: p.ShareNotes, Cycle: p.ShareCycle, Sets: p.ShareSets,
			Food: p.ShareFood, Glucose: p.ShareGlucose,
		},
		LoadOrder: p.LoadOrder, HomeSource: p.HomeSource, HomesOf: p.HomesOf, WellnessOrder: p.WellnessOrder,
		SaidBy: p.SaidBy,
	}
}

// Threshold is one dated setting.
type Threshold struct {
	Key    training.ThresholdKey `json:"key"`
	Sport  training.Discipline   `json:"sport,omitzero"`
	From   training.Day          `json:"from"`
	Values []float64             `json:"values"`
}

// Activity is an activity as it is shown, with its parts.
type Activity struct {
	ID                training.ActivityID `json:"id"`
	Sport             training.Sport      `json:"sport"`
	SubSport          string              `json:"sub_sport,omitempty"`
	Start             time.Time           `json:"start"`
	OffsetS           int                 `json:"utc_offset_s"`
	TimeZone          string              `json:"time_zone,omitempty"`
	ZoneSource        training.ZoneSource `json:"time_zone_source,omitempty"`
	LocalDate         training.Day        `json:"local_date"`
	Name              string              `json:"name,omitempty"`
	Description       string              `json:"description,omitempty"`
	Tags              []string            `json:"tags,omitempty"`
	Race              bool                `json:"race,omitempty"`
	Commute           bool                `json:"commute,omitempty"`
	GearID            string              `json:"gear_id,omitempty"`
	MoreGear          []string            `json:"more_gear,omitempty"`
	PerceivedExertion float64             `json:"perceived_exertion,omitempty"`
	Feel              int                 `json:"feel,omitempty"`
	CarbsG            float64             `json:"carbs_g,omitempty"`
	FluidML           float64             `json:"fluid_ml,omitempty"`
	Ignored           []training.Ignored  `json:"ignored,omitempty"`
	Marked            []training.Marked   `json:"intervals,omitempty"`
	// Sets is only there if the athlete entered the sets; others are in the recordings.
	Sets             []training.StrengthSet `json:"sets,omitempty"`
	ManualLoad       float64                `json:"manual_load,omitempty"`
	HiddenFromModels bool                   `json:"hidden_from_models,omitempty"`
	ParentID         training.ActivityID    `json:"parent_id,omitempty"`
	ExternalIDs      []string               `json:"external_ids,omitempty"`
	// Edited lists the fields above that the athlete edited.
	Edited     []string    `json:"edited,omitempty"`
	Deleted    bool        `json:"deleted,omitempty"`
	Recordings []Recording `json:"recordings,omitempty"`
	Notes      []Note      `json:"notes,omitempty"`
	// Statements holds the statements of services and their archives. The fields
	// above have the shown values, which result from these and the edits.
	Statements []ActivityStatement `json:"said,omitempty"`
	// Manual holds the values of an activity that has no recordings.
	Manual *Manual `json:"manual,omitempty"`
}

// ActivityStatement is a service's statement on an activity.
type ActivityStatement struct {
	training.Statement
	AsOf time.Time `json:"as_of"` // time at which the source had this state
	At   time.Time `json:"at"`    // start time of the activity
}

// StatementFields returns the names of the fields that services have stated.
func (a *Activity) StatementFields() (names []string) {
	var act training.Activity
	for _, s := range a.Statements {
		s.Over(&act)
	}
	for name, said := range map[string]bool{
		"name": act.Name != "", "description": act.Description != "", "sport": act.Sport != "",
		"sub_sport": act.SubSport != "" || act.Sport != "",
		"tags":      len(act.Tags) > 0, "race": act.Race, "commute": act.Commute, "gear_id": act.GearID != "", "more_gear": len(act.MoreGear) > 0,
		"perceived_exertion": act.PerceivedExertion != 0, "feel": act.Feel != 0, "carbs_g": act.CarbsG != 0,
		"fluid_ml": act.FluidML != 0, "ignored": len(act.Ignored) > 0, "sets": len(act.Sets) > 0,
	} {
		if said {
			names = append(names, name)
		}
	}
	return names
}

// Recording is a recording and its role in an activity.
type Recording struct {
	ID       training.RecordingID `json:"id"`
	Original string               `json:"original_sha256,omitempty"`
	// Session is the recording's index in its file, from 0.
	Session    int    `json:"session"`
	Source     string `json:"source"`
	ExternalID string `json:"external_id,omitempty"`
	FileName   string `json:"file_name,omitempty"`
	// Rank is 0 for the primary recording, which provides the activity's clock.
	Rank   int      `json:"rank"`
	Chosen []string `json:"channels,omitempty"` // channels that this recording provides
}

// Note is a remark on an activity.
type Note struct {
	ID     string    `json:"id"`
	Target string    `json:"target,omitempty"`
	Author string    `json:"author,omitempty"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
}

// Manual holds the values of an activity entered by hand.
type Manual struct {
	Values    training.Values `json:"values,omitempty"`
	NPWindows int             `json:"np_windows,omitempty"`
	HRSeconds float64         `json:"hr_seconds,omitempty"`
}

// Override returns the value of an edited field in the form of the store, or
// nil for an unknown field.
func (a *Activity) Override(field string) json.RawMessage {
	values := map[string]any{
		"name": a.Name, "description": a.Description, "sport": a.Sport, "sub_sport": a.SubSport,
		"tags": append([]string{}, a.Tags...), "race": a.Race, "commute": a.Commute, "gear_id": a.GearID,
		"more_gear": append([]string{}, a.MoreGear...),
		"feel":      a.Feel, "carbs_g": a.CarbsG, "fluid_ml": a.FluidML, "ignored": append([]training.Ignored{}, a.Ignored...),
		"intervals":          append([]training.Marked{}, a.Marked...),
		"sets":               append([]training.StrengthSet{}, a.Sets...),
		"perceived_exertion": a.PerceivedExertion, "manual_load": a.ManualLoad, "hidden_from_models": a.HiddenFromModels,
	}
	v, ok := values[field]
	if !ok {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return b
}

// Is reports whether a file begins like a [Document].
func Is(data []byte) bool { return begins(data, Format) }

func begins(data []byte, format string) bool {
	head := data[:min(len(data), 200)]
	compact := bytes.Join(bytes.Fields(head), nil)
	return bytes.HasPrefix(compact, []byte(`{"format":"`+format+`"`))
}

// Parse parses a document.
func Parse(data []byte) (*Document, error) {
	var d Document
	if err := reading.Unmarshal(data, &d, reading.MostValues); training.KindOf(err) == training.KindTooLarge {
		return nil, err
	} else if err != nil {
		return nil, training.Errorf(training.KindCorrupt, "The export cannot be read: %w.", err).WithFix("Export again.")
	}
	if d.Format != Format || d.Version < 1 {
		return nil, training.Errorf(training.KindCorrupt, "The file is not an export from Lapkeep.")
	}
	if d.Version > Version {
		return nil, training.Errorf(training.KindUnsupported, "The export was made by a newer Lapkeep.").WithFix("Update Lapkeep.")
	}
	return &d, d.checkGear()
}

// Documents stores the documents of an exported collection, one group per transaction. Statements
// of sources are stored as part of the run, unless the store has newer ones. The athlete's edits
// are stored if a document has none, and are recorded in the run. Existing data is never deleted.
func Documents(ctx context.Context, db store.Store, c *Collection, run *store.ImportRun, group int) (n Counts, err error) {
	scope := training.Everything(run.Athlete)
	all, err := db.DocumentLayers(ctx, scope, c.Of)
	if err != nil {
		return n, err
	}
	here := make(map[string]document.Layers, len(all))
	for _, l := range all {
		here[l.ID] = l
	}
	for some := range slices.Chunk(c.Kept, group) {
		var done shelved
		err := db.Write(ctx, func(tx *store.Tx) error {
			done = shelved{} // the transaction may be run again
			for i := range some {
				if err := done.keep(tx, run, c.Of, &some[i], here); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n.Added += done.Added
		n.Changed += done.Changed
		run.Own = append(run.Own, done.own...)
	}
	return n, nil
}

// shelved holds the changes made in one transaction.
type shelved struct {
	Counts
	own []ledger.Thing
}

func (s *shelved) keep(tx *store.Tx, run *store.ImportRun, c document.Collection, k *Kept, here map[string]document.Layers) error {
	stands, known := here[k.ID]
	news := false
	for _, said := range k.Said {
		there := func(s document.Stated) bool { return s.Source == said.Source }
		if said.AsOf.IsZero() && slices.ContainsFunc(stands.Statements, there) {
			continue
		}
		changed, err := tx.PutStatement(run.Athlete, document.Statement{
			Collection: c, ID: k.ID, Days: said.Days.Range(), Source: said.Source, RunID: run.ID, AsOf: said.AsOf, Body: said.Body,
		})
		if err != nil {
			return err
		}
		news = news || changed
	}
	if words := k.Own.Layer(); stands.Own.Silent() && !words.Silent() && (!known || !words.Deleted) {
		if _, err := tx.PutOwn(run.Athlete, c, k.ID, words); err != nil {
			return err
		}
		news = true
		s.own = append(s.own, ledger.Thing{Kind: ledger.ChangeKind(c), ID: k.ID})
	}
	switch {
	case news && !known:
		s.Added++
	case news:
		s.Changed++
	}
	return nil
}

// checkGear returns an error if the store could not read the gear.
func (d *Document) checkGear() error {
	known := map[string]training.Gear{}
	sound := true
	for _, g := range d.Gear {
		sound = sound && g.ID != "" && g.Kind != "" && g.Name != ""
		known[g.ID] = g
	}
	for id, o := range d.OwnGear {
		g := known[id]
		if len(o.Fields) > 0 {
			sound = sound && json.Unmarshal(o.Fields, &g) == nil
		}
		sound = sound && id != "" && g.Kind != "" && g.Name != ""
	}
	if !sound {
		return training.Errorf(training.KindCorrupt, "The export contains gear without an id, a kind or a name.").WithFix("Export again.")
	}
	return nil
}

// gear returns the gear in an older export as a collection.
func (d *Document) gear() *Collection {
	c := &Collection{Of: document.Gear}
	for _, g := range d.Gear {
		of := document.GearStatement(g)
		body, _ := json.Marshal(of.Body) // it was read from JSON, so it can be encoded
		c.Kept = append(c.Kept, Kept{ID: of.ID, Said: []Stated{{Source: of.Source, Body: body}}})
	}
	for _, id := range slices.Sorted(maps.Keys(d.OwnGear)) {
		own := d.OwnGear[id]
		c.Kept = append(c.Kept, Kept{ID: id, Own: &Own{Fields: own.Fields, Deleted: own.Deleted}})
	}
	return c
}

// readme is the README of every export.
const readme = `# An export of Lapkeep

Everything that Lapkeep keeps of one athlete, in open formats.
` + "`lapkeep import`" + ` of this folder or archive brings it back: the same files, ids, numbers and edits.

- ` + "`originals/`" + `: every recording file as it was imported, byte for byte. A name begins with the first 16 digits of
  the file's SHA-256, then comes the name that the file had.
- ` + "`athlete.json`" + `: what no recording holds. ` + "`profile`" + ` and dated ` + "`thresholds`" + ` (units are in the keys);
  ` + "`decisions`" + ` on what is one activity; ` + "`ties`" + `, the ids by which services know what was made here; ` + "`activities`" + `,
  each with its id, times (` + "`start`" + ` in UTC, the local date beside it), words, tags, notes, external ids, what
  services ` + "`said`" + ` of it, the fields that the athlete ` + "`edited`" + `, and its ` + "`recordings`" + `: SHA-256 of the file, session in the file counted from 0, and the
  channels that the activity takes from it. ` + "`manual`" + ` holds the numbers of an activity that was entered by hand;
  ` + "`deleted`" + ` marks one that was deleted, whose files are not part of the export.
- ` + "`documents/`" + `: wellness, calendar events, workouts and their folders, routes, records, gear and its reminders, custom items,
  sport settings and privacy zones, one file of JSON lines each. The first line names the collection and counts the
  documents; each other line is one, by its ` + "`id`" + `: what every source ` + "`said`" + ` of it (` + "`as_of`" + ` the time that the source is
  a copy of, the ` + "`days`" + ` it is about, the ` + "`body`" + `), and the athlete's ` + "`own`" + ` words, which lie over it: ` + "`fields`" + `, ` + "`days`" + `, or
  that it is ` + "`deleted`" + `. A file without its last lines is refused.
- ` + "`activities.csv`" + `: one line an activity for spreadsheets, with the units in the column names. An empty cell is a
  value that is not known. Nothing is read back from it.

Not part of it: what can be computed again from the recordings, the journal of writes, and keys of services.
`
