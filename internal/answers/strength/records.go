package strength

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/strength"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Records are the records of exercises, the most frequent exercise first.
type Records struct {
	Exercises []ExerciseRecords `json:"exercises"`
	Formula   i18n.Sentence     `json:"formula,omitempty"`
	// More is the number of exercises that are not shown.
	More int `json:"more_exercises,omitempty"`
}

// ExerciseRecords are the records of one exercise. Warm-ups do not count.
type ExerciseRecords struct {
	Exercise string       `json:"exercise"`
	Sessions int          `json:"sessions"`
	Last     training.Day `json:"last_date"`
	// Heaviest is the heaviest load, OneRepMax the best estimate, SetVolume the most repetitions
	// times load of a set, SessionVolume of a session, and MostReps the most repetitions.
	Heaviest      *Mark     `json:"heaviest,omitempty"`
	OneRepMax     *Mark     `json:"estimated_1rm,omitempty"`
	SetVolume     *Mark     `json:"best_set,omitempty"`
	SessionVolume *Mark     `json:"best_session,omitempty"`
	MostReps      *Mark     `json:"most_reps,omitempty"`
	Progress      *Progress `json:"progress,omitempty"`
}

// Mark is a record, with the set that holds it.
type Mark struct {
	Value     float64             `json:"value"` // kg, or repetitions
	Reps      int                 `json:"reps,omitempty"`
	LoadKg    float64             `json:"load_kg,omitempty"`
	LocalDate training.Day        `json:"local_date"`
	ID        training.ActivityID `json:"id"`
}

// Progress holds the best of each month with a session, as columns.
type Progress struct {
	Month       []string   `json:"month"`
	OneRepMaxKg []*float64 `json:"estimated_1rm_kg"`
	TopLoadKg   []*float64 `json:"top_load_kg"`
	VolumeKg    []*float64 `json:"volume_kg"`
}

// These are the maximum numbers of exercises and months in an answer.
const (
	mostExercises = 15
	mostMonths    = 24
)

// ReadRecords returns the records of the exercises that were done in a range of days.
func ReadRecords(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) (*Records, error) {
	all, err := r.StrengthSessions(ctx, s, days)
	if err != nil {
		return nil, err
	}
	of := map[string]*course{}
	for i := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for name, sets := range byName(all[i].Sets) {
			if of[name] == nil {
				of[name] = &course{ExerciseRecords: ExerciseRecords{Exercise: name}}
			}
			of[name].add(&all[i], sets)
		}
	}
	out := &Records{Exercises: []ExerciseRecords{}}
	for _, c := range of {
		if c.Sessions > 0 && c.Exercise != unnamed {
			c.Progress = c.progress()
			out.Exercises = append(out.Exercises, c.ExerciseRecords)
		}
	}
	slices.SortFunc(out.Exercises, func(a, b ExerciseRecords) int {
		return cmp.Or(cmp.Compare(b.Sessions, a.Sessions), cmp.Compare(b.Last, a.Last), cmp.Compare(a.Exercise, b.Exercise))
	})
	if n := len(out.Exercises) - mostExercises; n > 0 {
		out.Exercises, out.More = out.Exercises[:mostExercises], n
	}
	out.Formula = formulaOf(out.Exercises, func(e *ExerciseRecords) bool { return e.OneRepMax != nil })
	return out, nil
}

// IDs returns the ids of the activities that hold records.
func (r *Records) IDs() (ids []training.ActivityID) {
	for i := range r.Exercises {
		e := &r.Exercises[i]
		for _, m := range []*Mark{e.Heaviest, e.OneRepMax, e.SetVolume, e.SessionVolume, e.MostReps} {
			if m != nil {
				ids = append(ids, m.ID)
			}
		}
	}
	return ids
}

// byName groups sets by their exercise.
func byName(sets []training.StrengthSet) map[string][]*training.StrengthSet {
	out := map[string][]*training.StrengthSet{}
	for i := range sets {
		if s := &sets[i]; s.Working() {
			name := Of(s).Name
			out[name] = append(out[name], s)
		}
	}
	return out
}

// course collects the records of an exercise, session by session in order of day.
type course struct {
	ExerciseRecords
	months []month
}

type month struct {
	name string
	strength.Totals
}

func (c *course) add(in *store.StrengthSession, sets []*training.StrengthSet) {
	c.Sessions, c.Last = c.Sessions+1, in.Day
	name := in.Day.String()[:len("2006-01")]
	if n := len(c.months); n == 0 || c.months[n-1].name != name {
		c.months = append(c.months, month{name: name})
	}
	now, total := &c.months[len(c.months)-1], strength.Totals{}
	for _, s := range sets {
		now.Add(s)
		total.Add(s)
		oneRM, _ := strength.OneRepMaxKg(s)
		better(&c.Heaviest, s.LoadKg, kgDecimals, s, in)
		better(&c.OneRepMax, oneRM, 1, s, in)
		better(&c.SetVolume, s.VolumeKg(), 1, s, in)
		better(&c.MostReps, float64(s.Reps), 0, s, in)
	}
	better(&c.SessionVolume, total.VolumeKg, 1, &training.StrengthSet{}, in)
}

// better replaces a record with a higher value; of equal values, the first one stays.
func better(mark **Mark, value float64, decimals int, s *training.StrengthSet, in *store.StrengthSession) {
	value = answers.Round(value, decimals)
	if value <= 0 || *mark != nil && (*mark).Value >= value {
		return
	}
	*mark = &Mark{Value: value, Reps: s.Reps, LoadKg: answers.Round(s.LoadKg, kgDecimals), LocalDate: in.Day, ID: in.ID}
}

// progress returns the last months of an exercise, or nil for a single one.
func (c *course) progress() *Progress {
	months := c.months[max(0, len(c.months)-mostMonths):]
	if len(months) < 2 {
		return nil
	}
	p := &Progress{}
	for _, m := range months {
		p.Month = append(p.Month, m.name)
		p.OneRepMaxKg = append(p.OneRepMaxKg, positive(m.OneRepMaxKg, 1))
		p.TopLoadKg = append(p.TopLoadKg, positive(m.TopLoadKg, kgDecimals))
		p.VolumeKg = append(p.VolumeKg, positive(m.VolumeKg, 1))
	}
	return p
}

// positive returns a rounded value, or nil for 0, which is unknown.
func positive(x float64, decimals int) *float64 {
	if x <= 0 {
		return nil
	}
	x = answers.Round(x, decimals)
	return &x
}
