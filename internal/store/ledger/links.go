package ledger

import (
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Link is a recording as part of its activity.
type Link struct {
	Recording training.RecordingID
	Source    string
	Rank      int
	Has       ChannelSet // channels of the recording
	Chosen    ChannelSet // channels that the activity takes from it
	Audience  Audiences
	Removed   bool
}

// SortLinks sorts the primary recording first.
func SortLinks(links []Link) {
	slices.SortFunc(links, func(a, b Link) int {
		if a.Rank != b.Rank {
			return a.Rank - b.Rank
		}
		return strings.Compare(string(a.Recording), string(b.Recording))
	})
}

// Share returns the channels that each of the sorted links provides, using only
// links for which see returns true. A channel comes from the link from which it was
// chosen or, if that link may not be seen, from the first link that has it.
func Share(links []Link, see func(Link) bool) []ChannelSet {
	gives := make([]ChannelSet, len(links))
	for c := range training.NumChannels {
		owner, wanted := -1, false
		for i, l := range links {
			if l.Chosen.Has(c) && l.Has.Has(c) {
				wanted = true
				if owner < 0 && see(l) {
					owner = i
				}
			}
		}
		for i, l := range links {
			if wanted && owner < 0 && l.Has.Has(c) && see(l) {
				owner = i
			}
		}
		if owner >= 0 {
			gives[owner] |= 1 << c
		}
	}
	return gives
}

func (l Link) live() bool { return !l.Removed }

// SeenBy reports whether audience a may see the recording.
func (l Link) SeenBy(a training.Audience) bool { return !l.Removed && l.Audience.May(a) }

// Shown holds the audiences that may see an activity and its channels, computed
// from its links.
type Shown struct {
	Seen, Whole int64
	Channels    [NumAudiences]ChannelSet
	Sources     []SourceMask
}

// SourceMask is a source of recordings and the audiences that may know about it.
type SourceMask struct {
	Source string    `json:"s"`
	Mask   Audiences `json:"m"`
}

// ShownTo computes who may see an activity with these sorted links. A manual
// activity never had links. An activity that ever had links is hidden from
// audiences that may see none of them.
func ShownTo(links []Link, manual, hiddenFromModels, deleted bool) Shown {
	var s Shown
	all := Share(links, Link.live)
	for a := range training.Audience(NumAudiences) {
		gives := Share(links, func(l Link) bool { return l.SeenBy(a) })
		visible := manual || slices.ContainsFunc(links, func(l Link) bool { return l.SeenBy(a) })
		if a == training.AudienceModel && hiddenFromModels {
			visible = false
		}
		for _, g := range gives {
			s.Channels[a] |= g
		}
		if slices.Equal(gives, all) {
			s.Whole |= 1 << a
		}
		if visible && deleted {
			s.Seen |= 1 << (a + DeletedShift)
		} else if visible {
			s.Seen |= 1 << a
		}
	}
	for _, l := range links {
		if l.Removed {
			continue
		}
		i := slices.IndexFunc(s.Sources, func(m SourceMask) bool { return m.Source == l.Source })
		if i < 0 {
			i = len(s.Sources)
			s.Sources = append(s.Sources, SourceMask{Source: l.Source})
		}
		s.Sources[i].Mask |= l.Audience
	}
	return s
}

// SourcesFor parses masks and lists the sources that an audience may know about.
func SourcesFor(text string, a training.Audience) ([]string, error) {
	masks, err := sqlitedb.Parse[[]SourceMask](text)
	var out []string
	for _, m := range masks {
		if m.Mask.May(a) {
			out = append(out, m.Source)
		}
	}
	return out, err
}

// Audiences is the set of audiences that may see a recording, one bit each.
type Audiences uint8

// May reports whether a is in the set.
func (s Audiences) May(a training.Audience) bool { return s>>a&1 != 0 }

// EveryAudience is the policy of the athlete's own files.
const EveryAudience Audiences = 1<<training.AudienceModel | 1<<training.AudiencePage | 1<<training.AudienceExport

// NumAudiences is the number of audiences. Bits for deleted rows start at
// DeletedShift.
const (
	NumAudiences = 3
	DeletedShift = 4
)

// CheckScope returns an error for a read without an athlete and an audience.
func CheckScope(s training.Scope) error {
	if s.Athlete == "" || s.Audience > training.AudienceExport {
		return training.Errorf(training.KindInternal, "The scope of the read is missing.")
	}
	return nil
}

// maxAthleteID is the maximum length of an athlete's id.
const maxAthleteID = 64

// CheckAthlete returns an error for an id that cannot be the name of a folder.
func CheckAthlete(a training.AthleteID) error {
	plain := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	odd := func(r rune) bool { return !plain(r) && r != '_' && r != '-' }
	if a != "" && len(a) <= maxAthleteID && plain(rune(a[0])) && !strings.ContainsFunc(string(a), odd) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%q is not an athlete's id.", a).
		WithFix("Use up to 64 lower-case letters, digits, - and _.")
}

// Closed maps import runs to the audiences that may not see their statements,
// as the terms of a service require.
type Closed map[string]Audiences

// To reports whether a run is closed to an audience.
func (c Closed) To(a training.Audience, run string) bool { return c[run].May(a) }

// markedInto sets the intervals that the athlete marked. They may overlap.
func markedInto(a *training.Activity, value json.RawMessage) error {
	var all []training.Marked
	if err := json.Unmarshal(value, &all); err != nil {
		return err
	}
	if len(all) > training.MostMarked {
		return training.Errorf(training.KindInvalid, "%d intervals exceed the limit of %d", len(all), training.MostMarked)
	}
	for _, m := range all {
		if m.StartS < 0 || m.EndS <= m.StartS || m.EndS > 1<<30 {
			return training.Errorf(training.KindInvalid, "%d to %d s is not an interval", m.StartS, m.EndS)
		}
	}
	a.Marked = all
	return nil
}

// setsInto sets the sets of strength training that the athlete entered.
func setsInto(a *training.Activity, value json.RawMessage) error {
	var all []training.StrengthSet
	if err := json.Unmarshal(value, &all); err != nil {
		return err
	}
	a.Sets = all
	return training.CheckSets(all)
}

// wordOf is a function that applies one override to an activity.
type wordOf func(a *training.Activity, value json.RawMessage) error

func into[T any](field func(*training.Activity) *T) wordOf {
	return func(a *training.Activity, value json.RawMessage) error { return json.Unmarshal(value, field(a)) }
}

// overridable returns the fields that the athlete may override.
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
		"more_gear":          into(func(a *training.Activity) *[]string { return &a.MoreGear }),
		"perceived_exertion": into(func(a *training.Activity) *float64 { return &a.PerceivedExertion }),
		"feel":               into(func(a *training.Activity) *int { return &a.Feel }),
		"carbs_g":            into(func(a *training.Activity) *float64 { return &a.CarbsG }),
		"fluid_ml":           into(func(a *training.Activity) *float64 { return &a.FluidML }),
		"ignored":            ignoredInto,
		"intervals":          markedInto,
		"sets":               setsInto,
		"manual_load":        into(func(a *training.Activity) *float64 { return &a.ManualLoad }),
		"hidden_from_models": into(func(a *training.Activity) *bool { return &a.HiddenFromModels }),
	}
}

// Override applies one of the athlete's overrides to an activity and lists its
// field as edited.
func Override(a *training.Activity, field string, value json.RawMessage) error {
	apply, ok := overridable()[field]
	if !ok {
		return training.Errorf(training.KindInvalid, "An activity has no field %q that can be edited.", field).
			WithFix("The fields are %s.", strings.Join(FieldNames(), ", "))
	}
	if err := apply(a, value); err != nil {
		return training.Errorf(training.KindInvalid, "%s is not a valid value for %s: %w.", value, field, err).
			WithFix("Write it the way get_activity shows it.")
	}
	a.Edited = append(a.Edited, field)
	return nil
}

// FieldNames lists the fields that can be overridden.
func FieldNames() []string {
	var names []string
	for n := range overridable() {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
