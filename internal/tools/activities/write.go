package activities

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// change makes a write to an activity and answers in its own day and zone.
func (d Deps) change(
	ctx context.Context, c *tools.Call, row *store.ActivityRow, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error),
) (*tools.WrittenOne, error) {
	out, err := c.Do(ctx, d.Journal, w, string(row.ID), false, apply)
	if err == nil {
		out.LocalDate, out.TimeZone = row.LocalDay, activity.ZoneName(&row.Activity)
	}
	return out, err
}

// touched is an activity as the target of a write.
func touched(row *store.ActivityRow) map[string]string {
	return map[string]string{string(row.ID): version(row)}
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
func lost(row *store.ActivityRow) i18n.Sentence {
	out := called(row)
	if row.Name != "" {
		out = i18n.Sentencef("%s %s", out, strconv.Quote(textclean.Line(row.Name, textclean.NameRunes)))
	}
	if s := row.Summary.Values[training.MetricDurationS]; s > 0 {
		out = i18n.Sentencef("%s, %.0f min", out, s/60)
	}
	if km := row.Summary.Values[training.MetricDistanceKM]; km > 0 {
		out = i18n.Sentencef("%s, %s", out, i18n.Measured("%.1f ", km, i18n.Kilometres()))
	}
	return out
}

// called is how a sentence for people names an activity.
func called(row *store.ActivityRow) i18n.Sentence {
	return i18n.Sentencef("%s of %s", i18n.Word(row.Sport), row.LocalDay)
}
