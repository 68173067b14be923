package bodymap

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads marks.
type Reader interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// Stored is a mark as it is kept, by the id of [MarkID].
type Stored struct {
	ID  string
	Own json.RawMessage
	training.BodyMark
}

// MarkID names the one mark that somebody has on a region on a day.
func MarkID(by training.BodyMarkAuthor, region string, day training.Day) string {
	return string(by) + "/" + region + "/" + day.String()
}

// All reads every mark that there ever was, the oldest first.
func All(ctx context.Context, r Reader, s training.Scope) ([]Stored, error) {
	docs, err := r.Documents(ctx, s, document.BodyMarks, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]Stored, len(docs))
	for i, d := range docs {
		m, err := document.Show[training.BodyMark](d)
		if err != nil {
			return nil, err
		}
		out[i] = Stored{d.ID, d.Own, m}
	}
	slices.SortStableFunc(out, func(a, b Stored) int { return cmp.Compare(a.Date, b.Date) })
	return out, nil
}

// Holding are those of marks that hold on a day: the last of each author on
// each region, unless it is cleared; the worst first.
func Holding(all []Stored, today training.Day) []Stored {
	type place struct {
		by     training.BodyMarkAuthor
		region string
	}
	last := map[place]Stored{}
	for _, m := range all { // the oldest first
		if m.Date <= today {
			last[place{m.By, m.Region}] = m
		}
	}
	out := []Stored{}
	for _, m := range last {
		if m.Cleared == nil || *m.Cleared > today {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b Stored) int {
		return cmp.Or(cmp.Compare(level(b), level(a)), cmp.Compare(b.Date, a.Date), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// level ranks a mark: one without a level of pain stands behind those with one.
func level(m Stored) int {
	if m.PainLevel == nil {
		return -1
	}
	return *m.PainLevel
}

// Mark is a mark in an answer.
type Mark struct {
	Region  string                  `json:"region"`
	Label   i18n.Sentence           `json:"label"`
	View    View                    `json:"view,omitempty"`
	By      training.BodyMarkAuthor `json:"by"`
	Date    training.Day            `json:"date"`
	Pain    *int                    `json:"pain,omitempty"` // 0 to 10
	Kind    string                  `json:"kind,omitempty"`
	Note    string                  `json:"note,omitempty"`
	Cleared *training.Day           `json:"cleared,omitempty"`
	// Since is the first day of the marks that this one goes on from, without a
	// day on which it was cleared between them.
	Since *training.Day `json:"since,omitempty"`
}

// Map is what is marked, and on request what was, and the regions.
type Map struct {
	answers.Heading
	Marks   []Mark   `json:"marks"`
	History []Mark   `json:"history,omitempty"` // the newest first
	Regions []Region `json:"regions,omitempty"`
	// Sides says whose left is meant.
	Sides     i18n.Sentence `json:"sides"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
}

// Asked selects what a map has beside what is marked today.
type Asked struct {
	History *training.DayRange
	Region  string // of marks and history, an id; empty is all
	Regions bool
}

// The bounds of an answer.
const (
	mostMarks   = 60
	mostHistory = 60
	noteRunes   = 200
)

// Read answers what is marked. The coach's context takes its marks from it.
func Read(ctx context.Context, r Reader, s training.Scope, f answers.Frame, a Asked) (*Map, error) {
	all, err := All(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if a.Region != "" {
		all = slices.DeleteFunc(all, func(m Stored) bool { return m.Region != a.Region })
	}
	out := &Map{Heading: f.Heading(), Marks: []Mark{}, Sides: "Left and right are the athlete's own."}
	labels := map[string]Region{}
	for _, region := range Regions() {
		labels[region.ID] = region
	}
	for _, m := range Holding(all, f.Today) {
		out.Marks = append(out.Marks, shown(m, labels, since(all, m)))
	}
	if a.History != nil {
		for _, m := range slices.Backward(all) {
			if a.History.From <= m.Date && m.Date <= a.History.To {
				out.History = append(out.History, shown(m, labels, 0))
			}
		}
	}
	if len(out.Marks) > mostMarks || len(out.History) > mostHistory {
		out.Truncated, out.Narrow = true, "Ask for one region, or for fewer days."
		out.Marks, out.History = out.Marks[:min(mostMarks, len(out.Marks))], out.History[:min(mostHistory, len(out.History))]
	}
	if a.Regions {
		out.Regions = Regions()
	}
	return out, ctx.Err()
}

// since is the first day of the marks that one goes on from.
func since(all []Stored, m Stored) training.Day {
	first := m.Date
	for _, other := range slices.Backward(all) {
		if other.By != m.By || other.Region != m.Region || other.Date >= first {
			continue
		}
		if other.Cleared != nil {
			break
		}
		first = other.Date
	}
	return first
}

func shown(m Stored, labels map[string]Region, since training.Day) Mark {
	region, ok := labels[m.Region]
	if !ok { // of a later version
		region.Label = i18n.Name(textclean.Line(m.Region, textclean.NameRunes))
	}
	out := Mark{
		Region: m.Region, Label: region.Label, View: region.View, By: m.By, Date: m.Date, Pain: m.PainLevel, Kind: m.Kind,
		Note: textclean.Text(m.Note, noteRunes), Cleared: m.Cleared,
	}
	if since != 0 {
		out.Since = &since
	}
	return out
}
