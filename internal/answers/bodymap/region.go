// Package bodymap records where something hurts. The athlete and the coach mark regions of the
// body, and each mark has a day. A mark applies until it is cleared or replaced by a later mark of
// the same author. Marks are never deleted, so the history of each pain is kept.
//
// Left and right always mean the athlete's own left and right, regardless of the view in a picture.
package bodymap

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/store"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/symptom"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// View is the side of the body that is shown.
type View string

// These are the views.
const (
	Front View = "front"
	Back  View = "back"
)

// Region is a place on the body that can be marked.
type Region struct {
	ID    string        `json:"id"` // for example left_kneecap, lower_spine
	Label i18n.Sentence `json:"label"`
	View  View          `json:"view"`
	Side  string        `json:"side,omitempty"` // left or right, the athlete's own
	// Group is the part of the body to which the region belongs: head, trunk, arm, hip,
	// thigh, knee, lower_leg or foot.
	Group string `json:"group"`
}

// Regions returns the regions from head to foot, front before back.
func Regions() []Region {
	var out []Region
	for _, p := range parts() {
		if !p.sided {
			out = append(out, Region{p.id, p.label, p.view, "", p.group})
			continue
		}
		out = append(out, Region{left + "_" + p.id, i18n.Sentencef("left %s", p.label), p.view, left, p.group},
			Region{right + "_" + p.id, i18n.Sentencef("right %s", p.label), p.view, right, p.group})
	}
	return out
}

func byID() map[string]Region {
	out := map[string]Region{}
	for _, r := range Regions() {
		out[r.ID] = r
	}
	return out
}

const (
	left       = "left"
	right      = "right"
	breastbone = "breastbone"
)

// Find returns the region with the given id or label, ignoring case and the
// order of words. For an unknown name, the error lists the most similar ones.
func Find(name string) (Region, error) {
	said := spelled(name)
	if slices.Contains([]string{"chest", "middle_chest", "middle_of_the_chest", "center_of_the_chest", "sternum"}, said) {
		said = breastbone // the middle of the chest
	}
	all := Regions()
	ids := make([]string, len(all))
	for i, r := range all {
		if r.ID == said || spelled(r.Label.String()) == said {
			return r, nil
		}
		ids[i] = r.ID
	}
	e := training.Errorf(training.KindInvalid, "There is no region %q on the body map.", textclean.Line(name, textclean.NameRunes))
	if near := nearest(said, ids); len(near) > 0 {
		return Region{}, e.WithFix("Did you mean %s? get_body_map with regions true lists them all.", strings.Join(near, ", "))
	}
	return Region{}, e.WithFix("get_body_map with regions true lists them all.")
}

// spelled converts a name to an id: the side comes first, and words are joined by underscores.
func spelled(name string) string {
	var side []string
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch w {
		case left, "l":
			side = append(side, left)
		case right, "r":
			side = append(side, right)
		case "the", "of", "my":
			if len(words) > 0 {
				words = append(words, w)
			}
		default:
			words = append(words, w)
		}
	}
	return strings.Join(append(side, words...), "_")
}

const near = 6

// nearest returns the regions that a name may mean: those whose ids contain all
// its words, or else the one with the most similar spelling.
func nearest(said string, ids []string) (out []string) {
	for _, id := range ids {
		has := said != ""
		for w := range strings.SplitSeq(said, "_") {
			has = has && strings.Contains(id, w)
		}
		if has && len(out) < near {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		if one := i18n.Nearest(said, ids); one != "" {
			out = []string{one}
		}
	}
	return out
}

// part is a part of the body in one view, front or back.
type part struct {
	id    string
	label i18n.Sentence
	view  View
	group string
	// sided means that the part exists both on the left and on the right.
	sided bool
}

const (
	paired = true
	single = false
)

// parts returns the parts from head to foot, front before back.
func parts() []part {
	return []part{
		{"forehead", "forehead", Front, "head", single},
		{"face", "face", Front, "head", single},
		{"jaw", "jaw", Front, "head", paired},
		{"throat", "throat", Front, "head", single},
		{breastbone, "breastbone", Front, "trunk", single},
		{"upper_belly", "upper belly", Front, "trunk", single},
		{"lower_belly", "lower belly", Front, "trunk", single},
		{"pubic_bone", "pubic bone", Front, "hip", single},
		{"collarbone", "collarbone", Front, "trunk", paired},
		{"chest", "chest", Front, "trunk", paired},
		{"ribs", "ribs", Front, "trunk", paired},
		{"flank", "flank", Front, "trunk", paired},
		{"front_shoulder", "front of the shoulder", Front, "arm", paired},
		{"biceps", "biceps", Front, "arm", paired},
		{"inner_elbow", "inside of the elbow", Front, "arm", paired},
		{"inner_forearm", "inside of the forearm", Front, "arm", paired},
		{"inner_wrist", "inside of the wrist", Front, "arm", paired},
		{"palm", "palm", Front, "arm", paired},
		{"thumb", "thumb", Front, "arm", paired},
		{"fingers", "fingers", Front, "arm", paired},
		{"hip_flexor", "hip flexor", Front, "hip", paired},
		{"groin", "groin", Front, "hip", paired},
		{"inner_thigh", "inner thigh", Front, "thigh", paired},
		{"upper_quad", "upper front thigh", Front, "thigh", paired},
		{"lower_quad", "lower front thigh", Front, "thigh", paired},
		{"kneecap", "kneecap", Front, "knee", paired},
		{"below_kneecap", "tendon below the kneecap", Front, "knee", paired},
		{"inner_knee", "inside of the knee", Front, "knee", paired},
		{"outer_knee", "outside of the knee", Front, "knee", paired},
		{"shin", "shin", Front, "lower_leg", paired},
		{"inner_shin", "inner edge of the shin", Front, "lower_leg", paired},
		{"front_ankle", "front of the ankle", Front, "foot", paired},
		{"inner_ankle", "inside of the ankle", Front, "foot", paired},
		{"outer_ankle", "outside of the ankle", Front, "foot", paired},
		{"top_of_foot", "top of the foot", Front, "foot", paired},
		{"big_toe", "big toe", Front, "foot", paired},
		{"toes", "small toes", Front, "foot", paired},
		{"back_of_head", "back of the head", Back, "head", single},
		{"neck", "neck", Back, "head", paired},
		{"upper_spine", "upper spine", Back, "trunk", single},
		{"middle_spine", "middle spine", Back, "trunk", single},
		{"lower_spine", "lower spine", Back, "trunk", single},
		{"sacrum", "sacrum", Back, "hip", single},
		{"tailbone", "tailbone", Back, "hip", single},
		{"trapezius", "trapezius", Back, "trunk", paired},
		{"shoulder_blade", "shoulder blade", Back, "trunk", paired},
		{"middle_back", "middle back", Back, "trunk", paired},
		{"lower_back", "lower back", Back, "trunk", paired},
		{"back_shoulder", "back of the shoulder", Back, "arm", paired},
		{"triceps", "triceps", Back, "arm", paired},
		{"elbow", "point of the elbow", Back, "arm", paired},
		{"outer_forearm", "outside of the forearm", Back, "arm", paired},
		{"outer_wrist", "back of the wrist", Back, "arm", paired},
		{"back_of_hand", "back of the hand", Back, "arm", paired},
		{"outer_hip", "outside of the hip", Back, "hip", paired},
		{"upper_glute", "upper buttock", Back, "hip", paired},
		{"lower_glute", "lower buttock", Back, "hip", paired},
		{"sit_bone", "sit bone", Back, "hip", paired},
		{"upper_hamstring", "upper hamstring", Back, "thigh", paired},
		{"lower_hamstring", "lower hamstring", Back, "thigh", paired},
		{"outer_thigh", "outer thigh", Back, "thigh", paired},
		{"back_of_knee", "back of the knee", Back, "knee", paired},
		{"inner_calf", "inner calf", Back, "lower_leg", paired},
		{"outer_calf", "outer calf", Back, "lower_leg", paired},
		{"lower_calf", "lower calf", Back, "lower_leg", paired},
		{"achilles", "Achilles tendon", Back, "lower_leg", paired},
		{"heel", "heel", Back, "foot", paired},
		{"arch", "arch of the foot", Back, "foot", paired},
		{"ball_of_foot", "ball of the foot", Back, "foot", paired},
		{"outer_foot", "outer edge of the foot", Back, "foot", paired},
	}
}

// Stored is a stored mark. [MarkID] makes its ID.
type Stored struct {
	ID  string
	Own json.RawMessage
	training.BodyMark
}

// MarkID returns the id of a mark. An author has one mark per region and day.
func MarkID(by training.BodyMarkAuthor, region string, day training.Day) string {
	return string(by) + "/" + region + "/" + day.String()
}

// All reads all marks, oldest first, including cleared and replaced ones.
func All(ctx context.Context, r store.Reader, s training.Scope) ([]Stored, error) {
	all, err := document.List[training.BodyMark](ctx, r, s, document.BodyMarks)
	var out []Stored
	for _, d := range all {
		out = append(out, Stored{d.ID, d.Own, d.Value})
	}
	slices.SortStableFunc(out, func(a, b Stored) int { return cmp.Compare(a.Date, b.Date) })
	return out, err
}

// Holding returns the marks that apply on a day: for each author and region, the latest
// mark, unless it is cleared. The most painful come first.
func Holding(all []Stored, today training.Day) []Stored {
	type place struct {
		by     training.BodyMarkAuthor
		region string
	}
	last := map[place]Stored{}
	for _, m := range all { // all is sorted, oldest first
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
	slices.SortStableFunc(out, func(a, b Stored) int {
		return cmp.Or(cmp.Compare(level(b), level(a)), cmp.Compare(b.Date, a.Date), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// level returns the pain level for sorting marks, or -1 if a mark has none.
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
	// Since is the day of the first mark in the series that this mark
	// continues. Within a series, no mark was cleared.
	Since *training.Day `json:"since,omitempty"`

	region Region
	flag   symptom.RedFlag
}

// Map holds the current marks and, on request, earlier marks and the regions.
type Map struct {
	answers.Heading
	Marks   []Mark   `json:"marks"`
	History []Mark   `json:"history,omitempty"` // newest first
	Regions []Region `json:"regions,omitempty"`
	// Sides explains from whose point of view left and right are given.
	Sides     i18n.Sentence `json:"sides"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
}

// Asked selects what a map contains in addition to the current marks.
type Asked struct {
	History *training.DayRange
	Region  string // id of the only region to include; empty means all
	Regions bool
}

const (
	mostMarks   = 60
	mostHistory = 60
	noteRunes   = 200
)

// Read returns the marks on the body. The coach's context uses this function, too.
func Read(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, a Asked) (*Map, error) {
	all, err := All(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if a.Region != "" {
		all = slices.DeleteFunc(all, func(m Stored) bool { return m.Region != a.Region })
	}
	out := &Map{Heading: f.Heading(), Marks: []Mark{}, Sides: "Left and right are from the athlete's point of view."}
	labels := byID()
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

// since returns the day of the first mark in the series that m continues: the
// marks by the same author on the same region since the last cleared one.
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
	if !ok { // the region is from a later version of Lapkeep
		region.Label = i18n.Name(textclean.Line(m.Region, textclean.NameRunes))
	}
	out := Mark{
		Region: m.Region, Label: region.Label, View: region.View, By: m.By, Date: m.Date, Pain: m.PainLevel, Kind: m.Kind,
		Note: textclean.Text(m.Note, noteRunes), Cleared: m.Cleared, region: region, flag: symptom.RedFlag(m.Flag),
	}
	if since != 0 {
		out.Since = &since
	}
	return out
}
