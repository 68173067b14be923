package derive

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Changed describes how the last upgrade changed the summaries of an athlete's
// activities.
type Changed struct {
	// Rules is the combined version of the rules and readers after the upgrade.
	Rules      int                               `json:"rules"`
	At         time.Time                         `json:"at"` // when the latest change was computed
	Activities int                               `json:"activities"`
	Metrics    map[training.Metric]ChangedMetric `json:"metrics"`
}

// ChangedMetric describes how an upgrade changed one metric.
type ChangedMetric struct {
	Activities int             `json:"activities"`
	Most       []ChangedNumber `json:"most"` // greatest changes first
}

// ChangedNumber is a value before and after an upgrade; nil means no value.
type ChangedNumber struct {
	ID   training.ActivityID `json:"id"`
	From *float64            `json:"from,omitempty"`
	To   *float64            `json:"to,omitempty"`
}

const (
	changedID   = "upgrade"
	byRules     = "rules"
	mostChanged = 10 // maximum number of changes kept for each metric
)

// ReadChanged returns the changes made by the last upgrade; ok is false if it
// changed nothing, or if there was no upgrade.
func ReadChanged(ctx context.Context, r store.Reader, a training.AthleteID) (c Changed, ok bool, err error) {
	err = document.Each(ctx, r.Documents, training.Everything(a), document.ChangedNumbers, document.Filter{ID: changedID},
		func(_ document.Document, kept Changed) { c, ok = kept, true })
	return c, ok, err
}

// RulesOf returns the combined version of the rules and of the readers that
// read the recording's file.
func RulesOf(r *training.Recording) int { return stream.RulesetVersion(Version(), r.ReadVersion) }

// compare adds the values that new rules have changed in a group of activities to the
// upgrade report.
func compare(tx *store.Tx, results []*result) error {
	told := map[training.AthleteID]*Changed{}
	for _, r := range results {
		_, was, err := tx.OwnRow(r.athlete, r.id)
		if training.KindOf(err) == training.KindNotFound { // deleted meanwhile
			continue
		}
		if err != nil {
			return err
		}
		if was.Version == 0 || was.Version == r.summary.Version {
			continue
		}
		c := told[r.athlete]
		if c == nil {
			if c, err = keptChanged(tx, r.athlete); err != nil {
				return err
			}
			told[r.athlete] = c
		}
		c.add(r.id, was.Values, r.summary.Values)
	}
	for athlete, c := range told {
		if c.Activities == 0 {
			continue
		}
		c.At = tx.Now()
		_, err := tx.PutStatement(athlete, document.Statement{Collection: document.ChangedNumbers, ID: changedID, Source: byRules, Body: c})
		if err != nil {
			return err
		}
	}
	return nil
}

// keptChanged returns the stored report on the current upgrade, or an empty one.
func keptChanged(tx *store.Tx, a training.AthleteID) (*Changed, error) {
	fresh := &Changed{Rules: stream.RulesetVersion(Version(), recording.Version), Metrics: map[training.Metric]ChangedMetric{}}
	l, err := tx.Layers(a, document.ChangedNumbers, changedID)
	if err != nil || len(l.Statements) == 0 {
		return fresh, err
	}
	kept, err := document.ShowLayer[Changed](l.Statements[0].SourceLayer)
	if err != nil || kept.Rules != fresh.Rules {
		return fresh, err
	}
	return &kept, nil
}

func (c *Changed) add(id training.ActivityID, was, is training.Values) {
	changed := false
	for m := range was {
		changed = c.number(m, id, was, is) || changed
	}
	for m := range is {
		if _, known := was[m]; !known {
			changed = c.number(m, id, was, is) || changed
		}
	}
	if changed {
		c.Activities++
	}
}

func (c *Changed) number(m training.Metric, id training.ActivityID, was, is training.Values) bool {
	n := ChangedNumber{ID: id, From: valueOf(was, m), To: valueOf(is, m)}
	if !differs(m, n.From, n.To) {
		return false
	}
	kept := c.Metrics[m]
	kept.Activities++
	at, _ := slices.BinarySearchFunc(kept.Most, n, bySize)
	kept.Most = slices.Insert(kept.Most, at, n)
	kept.Most = kept.Most[:min(len(kept.Most), mostChanged)]
	c.Metrics[m] = kept
	return true
}

func valueOf(v training.Values, m training.Metric) *float64 {
	x, ok := v[m]
	if !ok {
		return nil
	}
	return &x
}

// differs reports whether two values differ when shown with the metric's decimals.
func differs(m training.Metric, from, to *float64) bool {
	if from == nil || to == nil {
		return from != to
	}
	unit := math.Pow10(glossary.Decimals(m))
	return math.Round(*from*unit) != math.Round(*to*unit)
}

// size returns the key for sorting changes: lost values come first, then
// changed values by relative size, then new values.
func (n ChangedNumber) size() float64 {
	switch {
	case n.To == nil:
		return math.Inf(1)
	case n.From == nil:
		return 0
	}
	return math.Abs(*n.To-*n.From) / max(math.Abs(*n.From), math.Abs(*n.To))
}

func bySize(a, b ChangedNumber) int {
	return cmp.Or(-cmp.Compare(a.size(), b.size()), cmp.Compare(a.ID, b.ID))
}
