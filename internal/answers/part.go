package answers

import "lapkeep/internal/training"

// Part is a week or month that an answer does not hold whole: the range or
// today cuts it.
type Part struct {
	Date training.Day `json:"date"` // its first day, as it stands in the index
	Days int          `json:"days"` // those that count
	Of   int          `json:"of_days"`
}

// PartsOf appends a bucket, whose first day is its label, to parts if only
// some of its days count.
func PartsOf(parts []Part, whole, days training.DayRange) []Part {
	if days.Days() >= whole.Days() {
		return parts
	}
	return append(parts, Part{Date: whole.From, Days: days.Days(), Of: whole.Days()})
}
