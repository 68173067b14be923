package tools

import "lapkeep/internal/answers"

// Frame gives the days that the call's question depends on.
func (c *Call) Frame() answers.Frame {
	return answers.Frame{Today: c.Today, TimeZone: c.Location.String(), Week: c.Week}
}
