package source

// Abilities list what a service can do, in words for people, the most wanted first.
type Abilities struct {
	Reads []string // what it hands out: "activities"
	Takes []string // what it lets change
	// Coaches says that it names athletes whom the owner of a key coaches.
	Coaches bool
}

// AbilitiesOf are those that the service implements.
func AbilitiesOf(s Service) (a Abilities) {
	for _, of := range []struct {
		what         string
		reads, takes bool
	}{
		{"activities", can[ActivityLister](s), can[ActivityWriter](s) || can[ActivityUploader](s)},
		{"calendar", can[EventReader](s), can[EventWriter](s)},
		{"wellness", can[WellnessReader](s), can[WellnessWriter](s)},
		{"workouts", can[WorkoutReader](s), can[WorkoutWriter](s) || can[StepWriter](s)},
		{"gear", can[GearReader](s), can[GearWriter](s)},
		{"sport settings", can[SportSettingsReader](s), can[SportSettingsWriter](s)},
		{"messages", can[MessageReader](s), can[MessageWriter](s)},
		{"custom items", can[CustomItemReader](s), can[CustomItemWriter](s)},
		{"profile", can[ProfileReader](s), can[ProfileWriter](s)},
		{"routes", can[RouteReader](s), false},
	} {
		if of.reads {
			a.Reads = append(a.Reads, of.what)
		}
		if of.takes {
			a.Takes = append(a.Takes, of.what)
		}
	}
	a.Coaches = can[RosterReader](s)
	return a
}

func can[C any](s Service) bool {
	_, ok := s.(C)
	return ok
}
