package curve

// ReferenceVersion is the version of the rules of [PowerIndex] and [OneEffort].
const ReferenceVersion = 1

// reference is the athlete that GoldenCheetah measures all efforts by:
// critical power 261 W, W′ 15.5 kJ, Pmax 1100 W.
var reference = Morton{CPW: 261, WPrimeJ: 15_500, PMaxW: 1100}

// PowerIndex is a power in percent of what the reference athlete holds for
// the time. Between efforts of one athlete it tells the maximal ones from the
// others without knowing the athlete.
func PowerIndex(e PowerModelEffort) float64 { return 100 * e.PowerW / reference.Power(e.DurationS) }

// The efforts in s that say something of an hour's power: shorter ones are
// sprints.
const (
	OneEffortLeastS = 180
	OneEffortMostS  = 3600
)

// OneEffort is the hour's power in W that one maximal effort points to: the
// power of the best effort of 3 to 60 minutes, divided by how much more than
// in an hour the reference athlete holds for its time. Published tools that
// take one effort do not tell their curve; this one is told. False without
// such an effort. The effort that says most is returned too.
func OneEffort(efforts []PowerModelEffort) (hourW float64, from PowerModelEffort, ok bool) {
	hour := reference.Power(3600)
	for _, e := range usable(efforts) {
		if e.DurationS < OneEffortLeastS || e.DurationS > OneEffortMostS {
			continue
		}
		if w := e.PowerW * hour / reference.Power(e.DurationS); w > hourW {
			hourW, from, ok = w, e, true
		}
	}
	return hourW, from, ok
}
