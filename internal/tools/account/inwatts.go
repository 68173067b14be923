package account

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// How far ahead planned sessions are looked for that a new FTP leaves as they
// are, and how many are named.
const (
	inWattsDays  = 365
	mostInWatts  = 5
	inWattsRunes = 60
)

// tellInWatts names the sessions that are planned in W from the day on from
// which a new FTP holds: here they stay as they are, and at services too.
func (out *settingsOut) tellInWatts(ctx context.Context, d Deps, p *plan) error {
	ftp := string(training.KeyFTP)
	if !slices.ContainsFunc(p.Changes, func(ch journal.Change) bool { return ch.Field == ftp }) {
		return nil
	}
	_, sport := tools.Named(ftp, p.in.Sport.Sport())
	from := max(p.From, p.call.Today)
	all, err := calendar.InWatts(ctx, d.Store, p.call.Scope, sport, training.DayRange{From: from, To: from + inWattsDays})
	if err != nil || len(all) == 0 {
		return err
	}
	var names []string
	for i := range all[:min(len(all), mostInWatts)] {
		names = append(names, fmt.Sprintf("%s %s", all[i].Days.From, textclean.Line(all[i].Name, inWattsRunes)))
	}
	told := i18n.Name(strings.Join(names, "; "))
	if n := len(all) - len(names); n > 0 {
		told = i18n.Sentencef("%s and %d more", told, n)
	}
	out.Notes = append(out.Notes, i18n.Sentencef(
		"Planned in W, so they do not follow the new FTP, here and where they were sent: %s.", told))
	return nil
}
