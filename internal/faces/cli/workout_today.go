package cli

import (
	"context"
	"os"
	"path/filepath"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// nobody is an athlete of whom nothing is known.
type nobody struct{}

func (nobody) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{}, nil
}

func (nobody) History(context.Context, training.Scope) (training.History, error) {
	return training.History{}, nil
}

// onToday gives the thresholds of today. Without a home there are none, and
// none is made.
func (a *app) onToday(ctx context.Context, use func(*workouts.Days, training.Day) error) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if !isHome(s.Get(settings.Home)) {
		days, err := workouts.DaysOf(ctx, nobody{}, training.Scope{})
		if err != nil {
			return err
		}
		return use(days, 0)
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		days, who, err := a.daysOf(ctx, w)
		if err != nil {
			return err
		}
		return use(days, a.today(&who))
	})
}

func isHome(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, store.FileName))
	return err == nil
}

// daysOf are the athlete with the thresholds by day. One whom the home does
// not know yet has none.
func (a *app) daysOf(ctx context.Context, w *Workbench) (*workouts.Days, training.Athlete, error) {
	who, err := w.DB.Athlete(ctx, w.Scope())
	var r workouts.StructuredReader = w.DB
	if err != nil && training.KindOf(err) == training.KindNotFound {
		r, err = nobody{}, nil
	}
	if err != nil {
		return nil, who, err
	}
	days, err := workouts.DaysOf(ctx, r, w.Scope())
	return days, who, err
}

// today is the day that it is for the athlete.
func (a *app) today(who *training.Athlete) training.Day {
	return training.DayOf(a.Now().In(who.Location()))
}

// givenThresholds are those of the command line, 0 where it names none.
type givenThresholds struct{ ftpW, lthrBpm float64 }

func (g givenThresholds) check() error {
	const lowW, highW, lowBpm, highBpm = 30, 700, 80, 230
	if g.ftpW != 0 && !(g.ftpW >= lowW && g.ftpW <= highW) {
		return training.Errorf(training.KindInvalid, "An FTP of %g W is nobody's.", g.ftpW).WithFix("Give --ftp in W, such as 250.")
	}
	if g.lthrBpm != 0 && !(g.lthrBpm >= lowBpm && g.lthrBpm <= highBpm) {
		return training.Errorf(training.KindInvalid, "A threshold heart rate of %g bpm is nobody's.", g.lthrBpm).
			WithFix("Give --lthr in bpm, such as 168.")
	}
	return nil
}

// in is the day with these thresholds. Zones of one's own belong to the former
// ones.
func (g givenThresholds) in(day efforts.Day) efforts.Day {
	if g.ftpW > 0 {
		day.Thresholds.FTPW, day.Thresholds.PowerZones = g.ftpW, nil
	}
	if g.lthrBpm > 0 {
		day.Thresholds.LTHRBpm, day.Thresholds.HRZones = g.lthrBpm, nil
	}
	return day
}
