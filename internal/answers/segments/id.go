package segments

import (
	"fmt"
	"math"
	"strings"

	"lapkeep/internal/training"
)

// RiddenKind says what is proposed.
type RiddenKind string

// The kinds of proposals.
const (
	ClimbKind   RiddenKind = "climb" // its span is of seconds
	StretchKind RiddenKind = "way"   // its span is of metres
)

// ID names a proposal by the part of an activity that it is, so that it can be
// saved whatever else is proposed by then: "climb:xu5dfeps4c@1200-2400".
type ID struct {
	Kind     RiddenKind
	Activity training.ActivityID
	Span     training.Span
}

func (id ID) String() string {
	return fmt.Sprintf("%s:%s@%.0f-%.0f", id.Kind, id.Activity, id.Span.FromS, id.Span.ToS)
}

// ParseID reads an id; false if it is none of a proposal.
func ParseID(text string) (id ID, ok bool) {
	kind, rest, _ := strings.Cut(strings.TrimSpace(text), ":")
	at := strings.LastIndexByte(rest, '@')
	id.Kind = RiddenKind(strings.ToLower(kind))
	if id.Kind != ClimbKind && id.Kind != StretchKind || at <= 0 {
		return ID{}, false
	}
	var from, to uint32
	if n, err := fmt.Sscanf(rest[at+1:], "%d-%d", &from, &to); n != 2 || err != nil || fmt.Sprintf("%d-%d", from, to) != rest[at+1:] {
		return ID{}, false
	}
	id.Activity, id.Span = training.ActivityID(rest[:at]), training.Span{FromS: float64(from), ToS: float64(to)}
	return id, from < to
}

// same reports whether a span is the one that the id has to whole numbers.
func (id ID) same(s training.Span) bool {
	return id.Kind == ClimbKind && math.Abs(s.FromS-id.Span.FromS) <= 0.5 && math.Abs(s.ToS-id.Span.ToS) <= 0.5
}
