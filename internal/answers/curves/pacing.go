package curves

import (
	"context"
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Course is the profile of a course: the altitude at growing distances.
type Course struct {
	Name      string
	DistanceM []float64
	AltitudeM []float64
}

// Pacing is how to run a course at an even effort. Its lists are by split.
type Pacing struct {
	Course     string  `json:"course,omitempty"`
	DistanceKm float64 `json:"distance_km"`
	GainM      float64 `json:"elevation_gain_m"`
	// FlatKm is the length of a flat course that takes as long.
	FlatKm    float64       `json:"flat_equivalent_km"`
	DurationS float64       `json:"duration_s"`
	AtKm      []float64     `json:"at_km"` // the end of a split
	GradePct  []float64     `json:"avg_grade_pct"`
	PaceSPkm  []float64     `json:"pace_s_per_km"`
	ElapsedS  []float64     `json:"elapsed_s"` // at the end of a split
	Assumes   i18n.Sentence `json:"assumes"`
}

// These are the limits of a pacing plan, and how a profile is smoothed before its grades are
// taken: recorded altitudes are noisy, and the cost of running is not linear in the grade.
const (
	courseStepM   = 50.0
	courseSmoothM = 100.0 // to either side
	leastCourseM  = 1000.0
	mostSplits    = 60
)

// ReadCourse reads the profile of a route or, if there is no such route, of the recording of
// an activity.
func ReadCourse(ctx context.Context, r store.Reader, s training.Scope, id string) (*Course, error) {
	d, err := r.Document(ctx, s, document.Routes, id)
	if training.KindOf(err) == training.KindNotFound {
		return recordedCourse(ctx, r, s, id)
	}
	if err != nil {
		return nil, err
	}
	route, err := document.Show[training.Route](d)
	if err != nil {
		return nil, err
	}
	c, m := &Course{Name: route.Name}, 0.0
	for i, p := range route.Points {
		if i > 0 {
			before := route.Points[i-1]
			m += training.MetresBetween(before.LatDeg, before.LonDeg, p.LatDeg, p.LonDeg)
		}
		if p.AltitudeM != nil {
			c.add(m, *p.AltitudeM)
		}
	}
	return c, c.check()
}

func recordedCourse(ctx context.Context, r store.Reader, s training.Scope, text string) (*Course, error) {
	id, err := r.Resolve(ctx, s, text)
	if err != nil {
		return nil, err
	}
	a, err := r.Activity(ctx, s, id)
	if err != nil {
		return nil, err
	}
	cols, err := r.Stream(ctx, s, id, store.Channels(training.Distance, training.Altitude))
	if err != nil {
		return nil, err
	}
	c := &Course{Name: a.Name}
	for i := range cols.TimeS {
		m, measured := cols.At(training.Distance, i)
		alt, known := cols.At(training.Altitude, i)
		if measured && known {
			c.add(float64(m)/training.Distance.Scale(), float64(alt)/training.Altitude.Scale())
		}
	}
	return c, c.check()
}

// add adds a point, unless the course does not advance.
func (c *Course) add(distanceM, altitudeM float64) {
	if n := len(c.DistanceM); n == 0 || distanceM > c.DistanceM[n-1] {
		c.DistanceM, c.AltitudeM = append(c.DistanceM, distanceM), append(c.AltitudeM, altitudeM)
	}
}

func (c *Course) length() float64 {
	if len(c.DistanceM) == 0 {
		return 0
	}
	return c.DistanceM[len(c.DistanceM)-1] - c.DistanceM[0]
}

func (c *Course) check() error {
	if c.length() < leastCourseM {
		return training.Errorf(training.KindInvalid, "The course has no profile of 1 km or more.").
			WithFix("Give the id of a route or activity whose distance and altitude are known; hidden places are left out.")
	}
	return nil
}

// steps returns the length of the steps of the smoothed course, and the grade of each (0.1
// is 10 %).
func (c *Course) steps() (stepM float64, grades []float64) {
	n := max(1, int(math.Round(c.length()/courseStepM)))
	stepM = c.length() / float64(n)
	alt := make([]float64, n+1)
	k := 0
	for i := range alt {
		at := c.DistanceM[0] + float64(i)*stepM
		for k < len(c.DistanceM)-2 && c.DistanceM[k+1] < at {
			k++
		}
		share := (at - c.DistanceM[k]) / (c.DistanceM[k+1] - c.DistanceM[k])
		alt[i] = c.AltitudeM[k] + min(max(share, 0), 1)*(c.AltitudeM[k+1]-c.AltitudeM[k])
	}
	// The mean is over as many steps before as behind, so that it keeps straight slopes.
	most := int(math.Round(courseSmoothM / stepM))
	smooth := make([]float64, n+1)
	for i := range alt {
		w := min(most, i, n-i)
		for j := i - w; j <= i+w; j++ {
			smooth[i] += alt[j] / float64(2*w+1)
		}
	}
	grades = make([]float64, n)
	for i := range grades {
		grades[i] = (smooth[i+1] - smooth[i]) / stepM
	}
	return stepM, grades
}

// flatM returns the length of a flat course that costs as much energy.
func (c *Course) flatM() (m float64) {
	step, grades := c.steps()
	for _, g := range grades {
		m += step * pace.Canonical.Factor(g)
	}
	return m
}

// pacing returns how to run the course in a time at an even effort: every step takes its
// share of the flat course that costs as much.
func (c *Course) pacing(timeS float64) *Pacing {
	step, grades := c.steps()
	flat := c.flatM()
	out := &Pacing{
		Course: c.Name, DistanceKm: answers.Round(c.length()/1000, 2), FlatKm: answers.Round(flat/1000, 2), DurationS: answers.Round(timeS, 0),
		Assumes: "the same energy in every second: the speed on a grade is the speed on the flat, divided by the cost of running on that grade " +
			"(Minetti 2002); steep descents are slower in reality",
	}
	splitM := 1000.0
	for c.length()/splitM > mostSplits {
		splitM += 1000
	}
	var elapsed, doneM, rise, fromM, fromS float64
	end := func() {
		out.AtKm = append(out.AtKm, answers.Round(doneM/1000, 2))
		out.GradePct = append(out.GradePct, answers.Round(100*rise/(doneM-fromM), 1))
		out.PaceSPkm = append(out.PaceSPkm, answers.Round((elapsed-fromS)/(doneM-fromM)*1000, 1))
		out.ElapsedS = append(out.ElapsedS, answers.Round(elapsed, 0))
		rise, fromM, fromS = 0, doneM, elapsed
	}
	for _, g := range grades {
		perM := timeS / flat * pace.Canonical.Factor(g)
		left := step
		for left > 1e-6 {
			part := min(left, splitM*float64(len(out.AtKm)+1)-doneM)
			elapsed, doneM, rise, left = elapsed+part*perM, doneM+part, rise+part*g, left-part
			if out.GainM += max(0, part*g); doneM >= splitM*float64(len(out.AtKm)+1)-1e-6 {
				end()
			}
		}
	}
	if doneM-fromM > 1 {
		end()
	}
	out.GainM = answers.Round(out.GainM, 0)
	return out
}

// pace adds how to run the course, in the middle of the predicted range.
func (a *asker) pace() {
	if a.q.Course == nil || len(a.view.FastestS) == 0 || a.view.FastestS[0] == nil || a.view.SlowestS[0] == nil {
		return
	}
	a.view.Pacing = a.q.Course.pacing(math.Sqrt(*a.view.FastestS[0] * *a.view.SlowestS[0]))
	a.view.Notes = append(a.view.Notes, i18n.Sentencef("The course is as hard as %s on the flat, for which the time is predicted.",
		distance(a.view.DistanceM[0])))
}
