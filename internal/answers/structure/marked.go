package structure

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// OriginAthlete says that intervals were marked here.
const OriginAthlete = "athlete"

// MarkedOf shows the intervals that the athlete marked, in the columns and by the
// rules of those that are found.
func MarkedOf(s *efforts.Session, names []training.Marked, sport training.Sport, t training.Thresholds) Drawn {
	out := Drawn{Origin: OriginAthlete}
	w := writer{s: s, c: classesOf(s.Basis, sport, t), paced: paced(sport), marked: true}
	for i := range s.Intervals {
		out.Interval = append(out.Interval, textclean.Line(names[i].Name, textclean.NameRunes))
		w.add(&out.Columns, i)
	}
	out.prune()
	return out
}
