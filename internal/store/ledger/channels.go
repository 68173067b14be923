package ledger

import "lapkeep/internal/training"

// ChannelSet is a set of channels, one bit each.
type ChannelSet uint32

// Channels makes a set.
func Channels(cs ...training.Channel) ChannelSet {
	var s ChannelSet
	for _, c := range cs {
		s |= 1 << c
	}
	return s
}

// AllChannels is every channel there is.
const AllChannels ChannelSet = 1<<training.NumChannels - 1

// Position is the channels that say where the athlete was.
const Position ChannelSet = 1<<training.Latitude | 1<<training.Longitude

// Has reports whether c is in the set.
func (s ChannelSet) Has(c training.Channel) bool { return s>>c&1 != 0 }

// List is the channels of the set in their order.
func (s ChannelSet) List() []training.Channel {
	var cs []training.Channel
	for c := range training.NumChannels {
		if s.Has(c) {
			cs = append(cs, c)
		}
	}
	return cs
}

// ChannelsOf lists the channels of c with at least one valid row.
func ChannelsOf(c *training.Columns) ChannelSet {
	var s ChannelSet
	for ch := range training.NumChannels {
		if c.Has(ch) {
			s |= 1 << ch
		}
	}
	return s
}
