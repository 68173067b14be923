package activities

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"lapkeep/internal/journal"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// written is what a write to one activity answers.
type written struct {
	ID        string `json:"id"`
	LocalDate string `json:"local_date"`
	TimeZone  string `json:"time_zone"`
	journal.Outcome
}

// write is a write of c's tool, with what it touches.
func write(c *tools.Call, summary string, dryRun bool, targets map[string]string) journal.Write {
	return journal.Write{
		Athlete: c.Scope.Athlete, Audience: c.Scope.Audience, Face: c.Face, Tool: c.Tool, Summary: summary, Args: c.Args,
		Targets: targets, Approval: c.Approval, DryRun: dryRun, Now: c.Now,
	}
}

// version changes with whatever an approval of a write to row should see.
func version(row *store.ActivityRow) string {
	b, err := json.Marshal(struct {
		Activity training.Activity
		Values   training.Values
		Deleted  bool
	}{row.Activity, row.Summary.Values, row.Deleted})
	if err != nil { // a value that is not finite: nothing must match it
		return "unreadable"
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// gravity is how much it weighs that an activity goes.
func gravity(row *store.ActivityRow) journal.Gravity {
	if row.Race {
		return journal.Race
	}
	return journal.Recorded
}

// lost is an activity as a person is shown it before it goes.
func lost(row *store.ActivityRow) string {
	out := called(row)
	if row.Name != "" {
		out += " " + strconv.Quote(textclean.Line(row.Name, textclean.NameRunes))
	}
	if s := row.Summary.Values[training.MetricDurationS]; s > 0 {
		out += fmt.Sprintf(", %.0f min", s/60)
	}
	if km := row.Summary.Values[training.MetricDistanceKM]; km > 0 {
		out += fmt.Sprintf(", %.1f km", km)
	}
	return out
}

// called is how a sentence for people names an activity.
func called(row *store.ActivityRow) string {
	return string(row.Sport) + " of " + row.LocalDay.String()
}
