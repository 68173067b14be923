package store

import (
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// link is a recording as its activity has it.
type link struct {
	recording training.RecordingID
	source    string
	rank      int
	has       ChannelSet // channels of the recording
	chosen    ChannelSet // channels that the activity takes from it
	audience  Audiences
	removed   bool
}

// sortLinks puts the primary recording first.
func sortLinks(links []link) {
	slices.SortFunc(links, func(a, b link) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return strings.Compare(string(a.recording), string(b.recording))
	})
}

// share says which channels each of the sorted links gives, where only those
// that see allows may give any: the chosen ones, and in place of a chosen
// recording that may not be seen the first that may and has the channel.
func share(links []link, see func(link) bool) []ChannelSet {
	gives := make([]ChannelSet, len(links))
	for c := range training.NumChannels {
		owner, wanted := -1, false
		for i, l := range links {
			if l.chosen.Has(c) && l.has.Has(c) {
				wanted = true
				if owner < 0 && see(l) {
					owner = i
				}
			}
		}
		for i, l := range links {
			if wanted && owner < 0 && l.has.Has(c) && see(l) {
				owner = i
			}
		}
		if owner >= 0 {
			gives[owner] |= 1 << c
		}
	}
	return gives
}

func (l link) live() bool { return !l.removed }

func (l link) seenBy(a training.Audience) bool { return !l.removed && l.audience.May(a) }

// shown is what the links of an activity mean for who may see it.
type shown struct {
	seen, whole int64
	channels    [audiences]ChannelSet
	sources     []sourceMask
}

// sourceMask is a source of recordings and the audiences that may know of it.
type sourceMask struct {
	Source string    `json:"s"`
	Mask   Audiences `json:"m"`
}

// shownTo works out who sees an activity with these sorted links. A manual
// activity never had any; once it had, someone who may see none of them may
// not see it.
func shownTo(links []link, manual, hiddenFromModels, deleted bool) shown {
	var s shown
	all := share(links, link.live)
	for a := range training.Audience(audiences) {
		gives := share(links, func(l link) bool { return l.seenBy(a) })
		visible := manual || slices.ContainsFunc(links, func(l link) bool { return l.seenBy(a) })
		if a == training.AudienceModel && hiddenFromModels {
			visible = false
		}
		for _, g := range gives {
			s.channels[a] |= g
		}
		if slices.Equal(gives, all) {
			s.whole |= 1 << a
		}
		if visible && deleted {
			s.seen |= 1 << (a + deletedShift)
		} else if visible {
			s.seen |= 1 << a
		}
	}
	for _, l := range links {
		if l.removed {
			continue
		}
		i := slices.IndexFunc(s.sources, func(m sourceMask) bool { return m.Source == l.source })
		if i < 0 {
			i = len(s.sources)
			s.sources = append(s.sources, sourceMask{Source: l.source})
		}
		s.sources[i].Mask |= l.audience
	}
	return s
}

// sourcesFor lists the sources that an audience may know of.
func sourcesFor(text string, a training.Audience) ([]string, error) {
	masks, err := parse[[]sourceMask](text)
	var out []string
	for _, m := range masks {
		if m.Mask.May(a) {
			out = append(out, m.Source)
		}
	}
	return out, err
}

// wordOf reads one override into the activity that it overrides.
type wordOf func(a *training.Activity, value json.RawMessage) error

func into[T any](field func(*training.Activity) *T) wordOf {
	return func(a *training.Activity, value json.RawMessage) error { return json.Unmarshal(value, field(a)) }
}

// overridable are the fields that the athlete may have their own word on.
func overridable() map[string]wordOf {
	return map[string]wordOf{
		"name":               into(func(a *training.Activity) *string { return &a.Name }),
		"description":        into(func(a *training.Activity) *string { return &a.Description }),
		"sport":              into(func(a *training.Activity) *training.Sport { return &a.Sport }),
		"sub_sport":          into(func(a *training.Activity) *string { return &a.SubSport }),
		"tags":               into(func(a *training.Activity) *[]string { return &a.Tags }),
		"race":               into(func(a *training.Activity) *bool { return &a.Race }),
		"commute":            into(func(a *training.Activity) *bool { return &a.Commute }),
		"gear_id":            into(func(a *training.Activity) *string { return &a.GearID }),
		"perceived_exertion": into(func(a *training.Activity) *float64 { return &a.PerceivedExertion }),
		"manual_load":        into(func(a *training.Activity) *float64 { return &a.ManualLoad }),
		"hidden_from_models": into(func(a *training.Activity) *bool { return &a.HiddenFromModels }),
	}
}

// override applies one word of the athlete to an activity and names it as edited.
func override(a *training.Activity, field string, value json.RawMessage) error {
	apply, ok := overridable()[field]
	if !ok {
		return training.Errorf(training.KindInvalid, "An activity has no field %q that can be edited.", field).
			WithFix("The fields are %s.", strings.Join(fieldNames(), ", "))
	}
	if err := apply(a, value); err != nil {
		return training.Errorf(training.KindInvalid, "%s is not a value for %s: %w.", value, field, err).
			WithFix("Give it in the form in which get_activity shows it.")
	}
	a.Edited = append(a.Edited, field)
	return nil
}

func fieldNames() []string {
	var names []string
	for n := range overridable() {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
