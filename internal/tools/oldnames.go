package tools

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// OldNameName is one tool of an older server.
type OldNameName struct {
	Old  string
	Tool string // the tool that answers the same question here
	Args string // an example of its arguments, as JSON
}

// ExampleID is the id of an activity in the examples.
const ExampleID = "xu5dfeps4c"

// ExampleAnswer is the address, in the examples, at which a browser ends after
// the athlete has agreed.
const ExampleAnswer = "http://localhost/callback?state=STATE&code=CODE"

// oldNames are the tools of strava-activity-mcp-server, which all have two names; of
// intervals-mcp-server; of intervals-icu-mcp, whose names have a prefix that its own
// prompts omit; of igpsport-mcp and mcpacer; and of servers for Strava segments.
//
//go:embed oldnames.json
var oldNames []byte

// FormerNames lists every old name that a present tool replaces. Some names are
// used by several servers; each name is listed once.
func FormerNames() []OldNameName {
	var read []struct {
		Old, Tool string
		Args      json.RawMessage
	}
	if err := json.Unmarshal(oldNames, &read); err != nil {
		panic("tools: oldnames.json is damaged: " + err.Error())
	}
	out := make([]OldNameName, len(read))
	for i, n := range read {
		out[i] = OldNameName{n.Old, n.Tool, string(n.Args)}
	}
	return out
}

// Hints returns the replacement of each old name, as the end of a sentence that
// begins with "Use".
func Hints() map[string]string {
	out := map[string]string{}
	for _, n := range FormerNames() {
		out[n.Old] = n.Tool
		if n.Args != "{}" {
			out[n.Old] += " with arguments such as " + strings.ReplaceAll(n.Args, ExampleID, "ID")
		}
	}
	return out
}
