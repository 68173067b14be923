package source

import "lapkeep/internal/training"

// Abilities list what a service can do, in words for people, the most wanted first.
type Abilities struct {
	Reads []string // what it hands out: "activities"
	// Takes is what it lets change, in the words of [training.ThingKinds]. Files
	// of recordings, which go nowhere by themselves, do not count.
	Takes []string
	// Coaches says that it names athletes whom the owner of a key coaches.
	Coaches bool
}

// AbilitiesOf are those that the service implements.
func AbilitiesOf(s Service) (a Abilities) {
	for _, of := range []struct {
		what         training.ThingKind
		reads, takes bool
	}{
		{training.ThingActivities, can[ActivityLister](s), can[ActivityWriter](s)},
		{training.ThingCalendar, can[EventReader](s), can[EventWriter](s)},
		{training.ThingWellness, can[WellnessReader](s), can[WellnessWriter](s)},
		{training.ThingWorkouts, can[WorkoutReader](s), can[WorkoutWriter](s) || can[StepWriter](s)},
		{training.ThingGear, can[GearReader](s), can[GearWriter](s)},
		{training.ThingSportSettings, can[SportSettingsReader](s), can[SportSettingsWriter](s)},
		{training.ThingMessages, can[MessageReader](s), can[MessageWriter](s)},
		{training.ThingCustomItems, can[CustomItemReader](s), can[CustomItemWriter](s)},
		{training.ThingProfile, can[ProfileReader](s), can[ProfileWriter](s)},
		{"routes", can[RouteReader](s), false},
		{"segments", can[SegmentReader](s), false},
		{"statistics", can[StatisticsReader](s), false},
	} {
		if of.reads {
			a.Reads = append(a.Reads, string(of.what))
		}
		if of.takes {
			a.Takes = append(a.Takes, string(of.what))
		}
	}
	a.Coaches = can[RosterReader](s)
	return a
}

func can[C any](s Service) bool {
	_, ok := s.(C)
	return ok
}
