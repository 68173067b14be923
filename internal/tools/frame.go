package tools

import "lapkeep/internal/analysis"

// Frame gives the days that the call's question depends on.
func (c *Call) Frame() analysis.Frame {
	return analysis.Frame{Today: c.Today, TimeZone: c.Location.String(), Week: c.Week}
}
