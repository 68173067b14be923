package kinds

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// All returns all kinds. rows holds the activities of services whose terms limit how
// long they may be kept; it is nil if there are none.
func All(db *store.DB, rows *limited.DB, now func() time.Time) []outbox.Kind {
	refs := Refs{Rows: db.Outbox}
	recorded := Activities{Refs: refs, Files: db, Rows: rows}
	return append([]outbox.Kind{
		Events(db),
		Days{},
		Gear(refs), recorded,
		Recordings{Activities: recorded},
		Messages{Refs: refs},
		Reminders(refs),
		CustomItems(refs), Folders(refs), Workouts(refs, db, now), SportSettings(refs), Profiles(refs),
		OwnStreams{},
		AppliedSettings{},
		Stars{},
	}, Pairings(refs)...)
}

// AbilitiesOf returns a service's abilities, which follow from the interfaces that
// it implements.
func AbilitiesOf(s source.Service) (a source.Abilities) {
	for _, of := range []struct {
		what         training.ThingKind
		reads, takes bool
	}{
		{training.ThingActivities, source.Can[source.ActivityLister](s), source.Can[source.ActivityWriter](s)},
		{training.ThingCalendar, source.Can[source.EventKeeper](s), source.Can[source.EventKeeper](s)},
		{training.ThingWellness, source.Can[source.WellnessReader](s), source.Can[source.WellnessKeeper](s)},
		{training.ThingWorkouts, source.Can[source.WorkoutReader](s), source.Can[source.WorkoutWriter](s) || source.Can[source.StepWriter](s)},
		{training.ThingGear, source.Can[source.GearKeeper](s), source.Can[source.GearKeeper](s)},
		{training.ThingSportSettings, source.Can[source.SportSettingsReader](s), source.Can[source.SportSettingsWriter](s)},
		{training.ThingMessages, source.Can[source.MessageReader](s), source.Can[source.MessageWriter](s)},
		{training.ThingCustomItems, source.Can[CustomItemKeeper](s), source.Can[CustomItemKeeper](s)},
		{training.ThingProfile, source.Can[source.ProfileReader](s), source.Can[source.ProfileWriter](s)},
		{"weather", source.Can[source.WeatherReader](s), false},
		{"routes", source.Can[source.RouteReader](s), false},
		{"segments", source.Can[source.SegmentReader](s), false},
		{"statistics", source.Can[source.StatisticsReader](s), false},
	} {
		if of.reads {
			a.Reads = append(a.Reads, string(of.what))
		}
		if of.takes {
			a.Takes = append(a.Takes, string(of.what))
		}
	}
	a.Coaches = source.Can[source.RosterReader](s)
	return a
}

// CustomItemKeeper reads and changes the charts, fields and streams that the athlete defined
// on the service. An item with an empty ID is created.
type CustomItemKeeper interface {
	CustomItems(ctx context.Context) ([]training.CustomItem, error)
	SaveCustomItem(ctx context.Context, item training.CustomItem, fields ...string) (training.CustomItem, error)
	DeleteCustomItem(ctx context.Context, id string) error
}

// CustomItems returns the [outbox.Kind] for custom items: the athlete's own charts, fields
// and streams.
func CustomItems(refs Refs) outbox.Kind {
	return Things[training.CustomItem]{
		Refs: refs, Collection: document.CustomItems, Kind: training.ThingCustomItems,
		Fields: []string{"type", "name", "description", "visibility", "content"},
		ID:     func(i *training.CustomItem) *string { return &i.ID },
		Takes:  source.Can[CustomItemKeeper], Reads: source.Can[CustomItemKeeper],
		SeenBy: seenBy,
		List: func(ctx context.Context, s source.Service) ([]training.CustomItem, error) {
			return s.(CustomItemKeeper).CustomItems(ctx)
		},
		Save: func(ctx context.Context, s source.Service, i training.CustomItem, names []string) (training.CustomItem, error) {
			return s.(CustomItemKeeper).SaveCustomItem(ctx, i, names...)
		},
		Remove: func(ctx context.Context, s source.Service, i training.CustomItem) error {
			return s.(CustomItemKeeper).DeleteCustomItem(ctx, i.ID)
		},
	}
}

// seenBy describes who can see an item with its visibility. It returns "" for a
// private item. An item without visibility is private.
func seenBy(i training.CustomItem) i18n.Sentence {
	switch v := strings.ToUpper(i.Visibility); v {
	case "", "PRIVATE":
		return ""
	case "FOLLOWERS":
		return "the athlete's followers"
	}
	return "everybody"
}
