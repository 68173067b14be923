package bodymap

import (
	"strings"
	"unicode"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// View is the side of the body that one looks at.
type View string

// The views.
const (
	Front View = "front"
	Back  View = "back"
)

// Region is a place on the body that can be marked.
type Region struct {
	ID    string        `json:"id"` // left_kneecap, lower_spine
	Label i18n.Sentence `json:"label"`
	View  View          `json:"view"`
	Side  string        `json:"side,omitempty"` // left or right, the athlete's own
	// Group is the part of the body that it belongs to: head, trunk, arm, hip,
	// thigh, knee, lower_leg or foot.
	Group string `json:"group"`
}

// Regions lists them from head to foot, those of the front first.
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

const (
	left  = "left"
	right = "right"
)

// Find is the region that somebody calls by its id or its label, in any order
// of words and in any case. One that is not there is told with the nearest.
func Find(name string) (Region, error) {
	said := spelled(name)
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

// spelled is a name as ids are: the side first, words with a line between.
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

// near is how many regions an unknown name may mean.
const near = 6

// nearest are the regions that a name may mean: those that have all its words,
// or the one that is written most like it.
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
