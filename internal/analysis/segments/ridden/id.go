package ridden

import (
	"fmt"
	"math"
	"strings"

	"lapkeep/internal/training"
)

// Kind says what is proposed.
type Kind string

// The kinds of proposals.
const (
	ClimbKind   Kind = "climb" // its span is of seconds
	StretchKind Kind = "way"   // its span is of metres
)

// ID names a proposal by the part of an activity that it is, so that it can be
// saved whatever else is proposed by then: "climb:xu5dfeps4c@1200-2400".
type ID struct {
	Kind     Kind
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
	id.Kind = Kind(strings.ToLower(kind))
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
