package app

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/cli/settings"
)

// TestTheCalendarExplainsItself: what list_events explains is a resource too,
// where the tool is offered.
func TestTheCalendarExplainsItself(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s, _ := a.connect(t, a.Workbench, []string{"all"}, nil)
	for uri, want := range map[string]string{
		"lapkeep://event-categories": "race_a", "lapkeep://workout-syntax": "LTHR",
		"lapkeep://custom-item-schemas": "aggregate",
	} {
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

// TestALargeWriteAsks: where the config lets the model agree, it repeats the
// code of what it was shown; elsewhere the code is no argument.
func TestALargeWriteAsks(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	config := filepath.Join(a.user, ".lapkeep", settings.ConfigName)
	b, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, append(b, "consent: model\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := settings.Load(a.program(nil, nil).places())
	if err != nil {
		t.Fatal(err)
	}
	w := *a.Workbench
	w.Settings = loaded
	agreeing, _ := a.connect(t, &w, []string{"all"}, nil)
	plain, _ := a.connect(t, a.Workbench, []string{"all"}, nil)
	args := map[string]any{"ids": []string{"hill-race"}, "copies": 4}
	ask := func(s *mcp.ClientSession, code string) (text string, failed bool) {
		t.Helper()
		given := maps.Clone(args)
		if code != "" {
			given["approval_code"] = code
		}
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "duplicate_events", Arguments: given})
		if err != nil {
			t.Fatal(err)
		}
		return res.Content[0].(*mcp.TextContent).Text, res.IsError
	}
	told, failed := ask(agreeing, "")
	code := regexp.MustCompile(`approval_code: "([a-z0-9]+)"`).FindStringSubmatch(told)
	if !failed || len(code) != 2 {
		t.Fatalf("it was not asked: %s", told)
	}
	if told, failed := ask(plain, code[1]); !failed || !strings.Contains(told, "approval_code") {
		t.Errorf("a code where none counts: %s", told)
	}
	if told, failed := ask(agreeing, code[1]); failed {
		t.Errorf("with its code: %s", told)
	}
}
