package app

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestTheCalendarExplainsItself: what list_events explains is a resource too,
// where the tool is offered.
func TestTheCalendarExplainsItself(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s, _ := a.connect(t, a.Workbench, []string{"all"}, nil)
	for uri, want := range map[string]string{"lapkeep://event-categories": "race_a", "lapkeep://workout-syntax": "LTHR"} {
		res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil || len(res.Contents) != 1 || res.Contents[0].MIMEType != "text/plain" || !strings.Contains(res.Contents[0].Text, want) {
			t.Errorf("%s: %+v, %v", uri, res, err)
		}
	}
	research, _ := a.connect(t, a.Workbench, []string{"research"}, nil)
	if _, err := research.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "lapkeep://event-categories"}); err == nil {
		t.Error("a server without the calendar explains it")
	}
}
