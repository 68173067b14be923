package tools

import "lapkeep/internal/analysis"

// Frame is what the call's question is asked in.
func (c *Call) Frame() analysis.Frame {
	return analysis.Frame{Today: c.Today, TimeZone: c.Location.String(), Week: c.Week}
}
