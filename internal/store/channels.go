package store

import (
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// ChannelSet is a set of channels, one bit each.
type ChannelSet = ledger.ChannelSet

// Audiences says which audiences a recording may be shown to, one bit each.
type Audiences = ledger.Audiences

// AllChannels is every channel there is; EveryAudience is the policy of the
// athlete's own files.
const (
	AllChannels   = ledger.AllChannels
	EveryAudience = ledger.EveryAudience
)

// Channels makes a set.
func Channels(cs ...training.Channel) ChannelSet { return ledger.Channels(cs...) }
