package tools

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// OldNameName is a tool of another server.
type OldNameName struct {
	Old  string
	Tool string // Lapkeep's tool for the same question
	Args string // example of arguments for Tool, as JSON
}

// ExampleID is the activity id used in the examples.
const ExampleID = "xu5dfeps4c"

// ExampleAnswer is the address used in the examples for where a browser is
// redirected after the athlete has agreed.
const ExampleAnswer = "http://localhost/callback?state=STATE&code=CODE"

// oldNames lists the tools of strava-activity-mcp-server (each under two names),
// intervals-mcp-server, intervals-icu-mcp (also without the prefix, which its own prompts
// omit), igpsport-mcp, mcpacer, and servers for Strava segments.
//
//go:embed oldnames.json
var oldNames []byte

// FormerNames returns all tool names of other servers that a tool here
// replaces. A name that several servers use is listed once.
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

// Hints returns the replacement for each old name, in words that can follow "Use". The map
// is shared by the tables of all homes, and must not be changed.
func Hints() map[string]string { return hints() }

var hints = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, n := range FormerNames() {
		out[n.Old] = n.Tool
		if n.Args != "{}" {
			out[n.Old] += " with arguments such as " + strings.ReplaceAll(n.Args, ExampleID, "ID")
		}
	}
	return out
})
