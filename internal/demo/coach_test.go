package demo_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
)

// TestTheCoachOfTheDemo: on whatever day the athlete is invented, the coach has
// the same to say twice, nothing of it is of the future, and lines are sound.
func TestTheCoachOfTheDemo(t *testing.T) {
	t.Parallel()
	for _, day := range []training.Day{today(), training.NewDay(2025, time.December, 28), training.NewDay(2026, time.March, 2)} {
		p, again := demo.Athlete(day), demo.Athlete(day)
		_, text := p.TrainingPlan()
		_, text2 := again.TrainingPlan()
		if text != text2 || p.Memory() != again.Memory() || !cmp.Equal(p.Sessions(), again.Sessions()) ||
			!cmp.Equal(p.BodyMarks(), again.BodyMarks()) {
			t.Errorf("%s: not the same twice", day)
		}
		for _, s := range p.Sessions() {
			if s.Day >= day || training.DayOf(s.At.In(p.Athlete.Location())) != s.Day {
				t.Errorf("a session of %s at %s, on %s", s.Day, s.At, day)
			}
		}
		for _, m := range p.BodyMarks() {
			if m.Date > day || m.Cleared != nil && (*m.Cleared > day || *m.Cleared < m.Date) {
				t.Errorf("%+v", m)
			}
		}
		lines := p.Digests()
		if len(lines) < 2 {
			t.Errorf("%s: %d digests", day, len(lines))
		}
		for _, d := range lines {
			if err := (training.Digest{Line: d.Line, By: "assistant"}).Check(); err != nil {
				t.Errorf("%s: %v", d.Line, err)
			}
		}
	}
}
