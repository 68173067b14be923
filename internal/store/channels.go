package store

import (
	"lapkeep/internal/store/layer"
	"lapkeep/internal/training"
)

// ChannelSet is a set of channels, one bit each.
type ChannelSet = layer.ChannelSet

// Audiences says which audiences a recording may be shown to, one bit each.
type Audiences = layer.Audiences

// AllChannels is every channel there is; EveryAudience is the policy of the
// athlete's own files.
const (
	AllChannels   = layer.AllChannels
	EveryAudience = layer.EveryAudience
)

// Channels makes a set.
func Channels(cs ...training.Channel) ChannelSet { return layer.Channels(cs...) }
