package derive

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
)

// structure adds the work intervals, in absolute watts and speeds, and what
// tells whether another activity went the same way.
func (c *collector) structure(v *stream.View) {
	if s, missing := efforts.Of(v); missing == "" {
		c.add(Intervals, EncodeIntervals(&s))
	}
	if s, missing := route.Of(v); missing == "" {
		c.add(Route, EncodeRoute(&s))
	}
}
