package mcp_test

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestNamesFromElsewhere: an old name is answered with a result, in the
// shape that strict clients of either era take; a wrong one with an error.
func TestNamesFromElsewhere(t *testing.T) {
	everywhere(t, func(t *testing.T, _ *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		s := connect(nil)
		for _, name := range []string{"get-activity-details", "get_activity_details"} {
			res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{"activityId": 1}})
			if err != nil || !res.IsError || !strings.HasSuffix(textOf(t, res), " Use get_activity.") {
				t.Errorf("%s: %v, %+v", name, err, res)
			}
		}
		for _, name := range []string{"make_coffee", "lapkeep.moved"} {
			if res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name}); err == nil ||
				!strings.Contains(err.Error(), "There is no tool") {
				t.Errorf("%s: %v, %+v", name, err, res)
			}
		}
		list, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if strings.HasPrefix(tool.Name, "lapkeep") {
				t.Errorf("%s is listed", tool.Name)
			}
		}
	})
}
