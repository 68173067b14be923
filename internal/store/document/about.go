package document

import (
	"encoding/json"
	"slices"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Collection groups documents of one kind.
type Collection string

// The collections. [Described] lists the types of their bodies.
const (
	Wellness      Collection = "wellness" // the id is the day
	Events        Collection = "event"
	Workouts      Collection = "workout"
	Folders       Collection = "folder" // without their workouts
	CustomItems   Collection = "custom_item"
	Gear          Collection = "gear"
	Reminders     Collection = "gear_reminder"
	Routes        Collection = "route"
	Goals         Collection = "goal"
	Segments      Collection = "segment"      // the athlete's own
	Digests       Collection = "digest"       // the id is the activity's
	SessionNotes  Collection = "session_note" // on planned sessions
	PrivacyZones  Collection = "privacy_zone" // never shown to an assistant
	Records       Collection = "record"       // from services
	SportSettings Collection = "sport_settings"
	Profiles      Collection = "profile" // services' data about the athlete, keyed by the service's reference
	// Values that services compute by their own rules, each stored under its reference or
	// day, and lists of things on services.
	Rated    Collection = "rated"
	Fitness  Collection = "fitness"
	Withheld Collection = "withheld"
	// The intervals that the athlete drew on a service, and the streams that they defined
	// there, stored under the activity's reference there.
	Drawn           Collection = "drawn_intervals"
	OwnStreams      Collection = "own_streams"
	GearTotals      Collection = "gear_totals"      // totals counted by a service, stored under the local id of the gear
	DatedThresholds Collection = "dated_thresholds" // copied from activities; the id is the service
	// Pairs holds decisions about two recordings; package importing/match
	// defines their bodies.
	Pairs = Collection(ledger.ChangePair)
	// The texts of the coach; the id of a log is its day. TextVersions holds all
	// versions of them; see package coach/memory.
	TrainingPlans Collection = "training_plan"
	Memory        Collection = "coach_memory"
	SessionLogs   Collection = "session_log"
	TextVersions  Collection = "text_version"
	Personas      Collection = "persona"
	CoachPages    Collection = "coach_page"
	BodyMarks     Collection = "body_mark" // the state of regions of the body, by day

	ChangedNumbers Collection = "changed_numbers" // numbers in activities that the last upgrade changed
)

// Changes returns the kind of the changes to documents of the collection.
func (c Collection) Changes() ledger.ChangeKind { return ledger.ChangeKind(c) }

// About describes a collection. Nested fields are named by their dotted paths.
type About struct {
	Collection Collection
	// Reads returns an error if a body is not of the collection's type. If it is
	// nil, the collection is not part of an export.
	Reads func(body []byte) error
	// Referred is set if services have their own ids for the documents, and
	// Computed if services compute or count them.
	Referred, Computed bool
	// Weight, Notes, Cycle, Food, Glucose and Position list the fields that an assistant
	// sees only if the athlete shares that kind of data.
	Weight, Notes, Cycle, Food, Glucose, Position []string
}

// Described returns the properties of every collection.
func Described() []About {
	position := []string{pointsName}
	return []About{
		{
			Collection: Wellness, Reads: into[training.WellnessDay], Notes: []string{"words.comments"},
			Weight: []string{"numbers.weight_kg", "numbers.body_fat_pct", "numbers.abdomen_cm"},
			Cycle:  []string{"words.menstrual_phase", "words.menstrual_phase_predicted"},
			Food: []string{
				"numbers.energy_consumed_kcal", "numbers.carbohydrates_g", "numbers.protein_g", "numbers.fat_g", "numbers.hydration_l",
			},
			Glucose: []string{"numbers.blood_glucose_mmol_l"},
		},
		// The steps are parsed from the description.
		{Collection: Events, Reads: into[training.CalendarEvent], Referred: true, Notes: []string{descriptionName, "steps"}},
		{Collection: Workouts, Reads: into[training.LibraryWorkout], Referred: true},
		{Collection: Folders, Reads: into[training.WorkoutFolder], Referred: true},
		{Collection: CustomItems, Reads: into[training.CustomItem], Referred: true},
		{Collection: Gear, Reads: into[training.Gear], Referred: true},
		{Collection: Reminders, Reads: into[training.GearReminder], Referred: true},
		{Collection: Routes, Reads: into[training.Route], Referred: true, Position: position},
		{Collection: Goals, Reads: into[training.Goal]},
		{Collection: Segments, Reads: into[training.Segment], Referred: true, Position: position},
		{Collection: Digests, Reads: into[training.Digest]},
		{Collection: SessionNotes, Reads: into[training.SessionNote], Notes: []string{"text"}},
		{Collection: PrivacyZones, Reads: into[training.PrivacyZone]},
		{Collection: Records, Reads: into[training.PersonalRecord]},
		{Collection: SportSettings, Reads: into[training.SportSettings], Referred: true},
		{Collection: Profiles, Reads: into[training.Profile], Weight: []string{"weight_kg"}, Notes: []string{"notes"}},
		{Collection: Rated, Reads: into[training.Rated], Computed: true, Weight: []string{"weight_kg"}},
		{Collection: Fitness, Reads: into[training.FitnessDay], Computed: true},
		{Collection: Withheld, Reads: into[training.Withheld], Referred: true},
		{Collection: Drawn, Reads: into[training.Drawn]},
		{Collection: OwnStreams, Reads: into[training.OwnStreams]},
		{Collection: GearTotals, Reads: into[training.GearTotals], Computed: true, Notes: []string{"notes"}},
		{Collection: DatedThresholds, Reads: into[training.DatedThresholds]},
		{Collection: BodyMarks, Reads: into[training.BodyMark], Notes: []string{"note"}},
		{Collection: TrainingPlans, Reads: into[training.TextVersion]},
		{Collection: Memory, Reads: into[training.TextVersion]},
		{Collection: SessionLogs, Reads: into[training.TextVersion]},
		{Collection: TextVersions, Reads: into[training.TextVersion]},
		{Collection: Personas, Reads: into[training.TextVersion]},
		{Collection: CoachPages, Reads: into[training.TextVersion]},
		{Collection: Pairs},
		{Collection: ChangedNumbers},
	}
}

func into[T any](body []byte) error { return json.Unmarshal(body, new(T)) }

// About returns the properties of the collection.
func (c Collection) About() About {
	all := Described()
	if i := slices.IndexFunc(all, func(a About) bool { return a.Collection == c }); i >= 0 {
		return all[i]
	}
	return About{Collection: c}
}

// hidden lists a collection's fields that are not shared with assistants.
func hidden(c Collection, s training.Sharing) (fields []string) {
	a := c.About()
	for _, f := range []struct {
		shared bool
		names  []string
	}{{s.Weight, a.Weight}, {s.Notes, a.Notes}, {s.Cycle, a.Cycle}, {s.Food, a.Food}, {s.Glucose, a.Glucose}, {s.Position, a.Position}} {
		if !f.shared {
			fields = append(fields, f.names...)
		}
	}
	return fields
}
