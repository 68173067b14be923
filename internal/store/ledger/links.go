package ledger

import (
	"slices"
	"strings"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Link is a recording as its activity has it.
type Link struct {
	Recording training.RecordingID
	Source    string
	Rank      int
	Has       ChannelSet // channels of the recording
	Chosen    ChannelSet // channels that the activity takes from it
	Audience  Audiences
	Removed   bool
}

// SortLinks puts the primary recording first.
func SortLinks(links []Link) {
	slices.SortFunc(links, func(a, b Link) int {
		if a.Rank != b.Rank {
			return a.Rank - b.Rank
		}
		return strings.Compare(string(a.Recording), string(b.Recording))
	})
}

// Share says which channels each of the sorted links gives, where only those
// that see allows may give any: the chosen ones, and in place of a chosen
// recording that may not be seen the first that may and has the channel.
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

// SeenBy reports whether the recording may be shown to a.
func (l Link) SeenBy(a training.Audience) bool { return !l.Removed && l.Audience.May(a) }

// Shown holds who may see an activity, and which of its channels, by its links.
type Shown struct {
	Seen, Whole int64
	Channels    [NumAudiences]ChannelSet
	Sources     []SourceMask
}

// SourceMask is a source of recordings and the audiences that may know of it.
type SourceMask struct {
	Source string    `json:"s"`
	Mask   Audiences `json:"m"`
}

// ShownTo works out who sees an activity with these sorted links. A manual
// activity never had any; once it had, someone who may see none of them may
// not see it.
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

// SourcesFor lists the sources that an audience may know of, of masks as they
// are stored.
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
