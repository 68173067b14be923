package export

import (
	"bytes"
	"encoding/json"
	"time"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// DocumentsFormat names the file of one collection: JSON lines, of which the
// first is its [Head] and each other one a [Kept]. It has the [Version] of
// the export.
const DocumentsFormat = "lapkeep-documents"

// Head is the first line of a collection. How many documents follow tells
// whether the file is whole.
type Head struct {
	Format     string              `json:"format"`
	Version    int                 `json:"version"`
	Collection document.Collection `json:"collection"`
	Documents  int                 `json:"documents"`
}

// Kept is one document with its layers apart.
type Kept struct {
	ID   string   `json:"id"`
	Said []Stated `json:"said,omitempty"`
	Own  *Own     `json:"own,omitempty"`
}

// Stated holds the words of one source.
type Stated struct {
	Source string          `json:"source"`
	AsOf   time.Time       `json:"as_of,omitzero"` // the time that the source is a copy of
	Days   *Days           `json:"days,omitempty"`
	Body   json.RawMessage `json:"body"`
}

// Own holds the athlete's words: fields that replace those of the sources,
// days in place of theirs, or that the document is deleted.
type Own struct {
	Fields  json.RawMessage `json:"fields,omitempty"`
	Days    *Days           `json:"days,omitempty"`
	Deleted bool            `json:"deleted,omitempty"`
}

// Days are the first and the last that a document is about.
type Days struct {
	From training.Day `json:"from"`
	To   training.Day `json:"to"`
}

func daysOf(r training.DayRange) *Days {
	if r == (training.DayRange{}) {
		return nil
	}
	return &Days{r.From, r.To}
}

// Range is the zero range for no days.
func (d *Days) Range() training.DayRange {
	if d == nil {
		return training.DayRange{}
	}
	return training.DayRange{From: d.From, To: d.To}
}

// Layer is the athlete's words as the store takes them; none of nil.
func (o *Own) Layer() document.Own {
	if o == nil {
		return document.Own{}
	}
	return document.Own{Fields: o.Fields, Days: o.Days.Range(), Deleted: o.Deleted}
}

// Collections are those that are exported as files of their own. Decisions on
// pairs stand in the [Document].
func Collections() []document.Collection {
	return []document.Collection{
		document.BodyMarks, document.CoachPages, document.CustomItems, document.DatedThresholds, document.Digests,
		document.Drawn, document.Events, document.Fitness, document.Folders, document.GearTotals, document.Goals, document.Memory,
		document.OwnStreams, document.Personas, document.PrivacyZones, document.Profiles, document.Rated, document.Records,
		document.Reminders, document.Routes, document.Segments, document.SessionLogs, document.SportSettings,
		document.TextVersions, document.TrainingPlans, document.Wellness, document.Withheld, document.Workouts,
	}
}

// keptOf is a document as it is written.
func keptOf(l document.Layers) Kept {
	k := Kept{ID: l.ID}
	for _, s := range l.Said {
		k.Said = append(k.Said, Stated{Source: s.Source, AsOf: s.AsOf, Days: daysOf(s.Days), Body: s.Body})
	}
	if !l.Own.Silent() {
		k.Own = &Own{Fields: l.Own.Fields, Days: daysOf(l.Own.Days), Deleted: l.Own.Deleted}
	}
	return k
}

// lines is the file of a collection.
func lines(c document.Collection, all []document.Layers) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	if err := out.Encode(Head{DocumentsFormat, Version, c, len(all)}); err != nil {
		return nil, err
	}
	for _, l := range all {
		if err := out.Encode(keptOf(l)); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The %s %q cannot be exported: %w.", c, l.ID, err).
				WithFix("Run lapkeep verify to see what is damaged.")
		}
	}
	return b.Bytes(), nil
}
