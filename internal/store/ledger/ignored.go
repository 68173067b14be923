package ledger

import (
	"encoding/json"

	"lapkeep/internal/training"
)

// mostIgnored is how many stretches an activity may have.
const mostIgnored = 50

func ignoredInto(a *training.Activity, value json.RawMessage) error {
	var all []training.Ignored
	if err := json.Unmarshal(value, &all); err != nil {
		return err
	}
	if len(all) > mostIgnored {
		return training.Errorf(training.KindInvalid, "%d stretches are more than %d", len(all), mostIgnored)
	}
	for _, i := range all {
		if _, ok := training.ParseChannel(i.Channel); !ok {
			return training.Errorf(training.KindInvalid, "%q is not a channel", i.Channel)
		}
		if i.FromS < 0 || i.ToS != 0 && i.ToS <= i.FromS {
			return training.Errorf(training.KindInvalid, "%d to %d s is not a stretch", i.FromS, i.ToS)
		}
	}
	a.Ignored = all
	return nil
}

// Ignored lists the channels that are ignored as a whole.
func Ignored(all []training.Ignored) (s ChannelSet) {
	for _, i := range all {
		if c, ok := training.ParseChannel(i.Channel); ok && i.Whole() {
			s |= Channels(c)
		}
	}
	return s
}

// Without shows nobody some channels.
func (s *Shown) Without(channels ChannelSet) {
	for a := range s.Channels {
		s.Channels[a] &^= channels
	}
}

// Ignore takes what is ignored out of columns, which may not be shared.
func Ignore(cols *training.Columns, all []training.Ignored) {
	for _, i := range all {
		c, ok := training.ParseChannel(i.Channel)
		if !ok || !cols.Has(c) {
			continue
		}
		left := training.Column{}
		if !i.Whole() {
			left = without(&cols.Data[c], cols.TimeS, i)
		}
		cols.Data[c] = left
	}
}

// without is a column with the rows of a stretch not measured.
func without(col *training.Column, timeS []int32, i training.Ignored) training.Column {
	out := training.Column{Values: make([]int32, len(timeS)), Valid: training.NewBitmap(len(timeS))}
	some := false
	for row, t := range timeS {
		within := int(t) >= i.FromS && (i.ToS == 0 || int(t) < i.ToS)
		if !within && col.Valid.Get(row) {
			out.Values[row] = col.Values[row]
			out.Valid.Set(row)
			some = true
		}
	}
	if !some {
		return training.Column{}
	}
	return out
}
