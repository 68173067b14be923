package coach_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/coach"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

type spoken struct {
	Personas []struct {
		Name string `json:"name"`
	} `json:"personas"`
	Text       string   `json:"text"`
	Intensity  int      `json:"intensity"`
	Tone       string   `json:"tone"`
	Guidelines string   `json:"guidelines"`
	Health     string   `json:"health_rules"`
	Truncated  bool     `json:"truncated"`
	Notes      []string `json:"notes"`
}

func (b *board) persona(args object) (out spoken) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), "get_persona", with(args), &out)
	return out
}

// TestAPersonaComesWithItsRules: whatever its file says.
func TestAPersonaComesWithItsRules(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	if all := b.persona(object{}); len(all.Personas) != 5 || all.Text != "" || all.Health != "" {
		t.Errorf("%+v", all)
	}
	if p := b.persona(object{"coach_name": "anvil"}); p.Intensity != 5 || !strings.HasPrefix(p.Tone, "Hard") ||
		p.Text == "" || p.Guidelines == "" || !strings.Contains(p.Health, "doctor") {
		t.Errorf("%+v", p)
	}
	if p := b.persona(object{"name": "anvil", "intensity": 2}); p.Intensity != 2 || !strings.HasPrefix(p.Tone, "Friendly") {
		t.Errorf("%+v", p)
	}
	if err := os.MkdirAll(filepath.Join(b.path("personas")), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b.path("personas/long.md"), []byte(strings.Repeat("word ", 9000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if p := b.persona(object{"name": "long"}); !p.Truncated || p.Health == "" {
		t.Errorf("%+v", p)
	}
	b.refused("get_persona", object{"name": "../COACH_MEMORY"}, training.KindNotFound, "There are anvil")
	b.refused("get_persona", object{"name": "anvil", "intensity": 6}, training.KindInvalid, "intensity")
}

// TestTheSettingIsTheIntensity: over the persona's, under the caller's.
func TestTheSettingIsTheIntensity(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	d := coach.Deps{Store: b.db, Journal: b.journal, Texts: tools.Keeper{Store: b.db, Journal: b.journal, Home: b.home}, Intensity: 4}
	b.table = tools.NewTable(coach.Rows(d)...)
	if p := b.persona(object{"name": "harbor"}); p.Intensity != 4 {
		t.Errorf("%+v", p)
	}
	if p := b.persona(object{"name": "harbor", "intensity": 1}); p.Intensity != 1 {
		t.Errorf("%+v", p)
	}
}

func TestQuestionsToBeginWith(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	var out struct {
		Questions string `json:"questions"`
	}
	tooltest.Decode(t, b.table, call(), "get_onboarding_questions", `{}`, &out)
	if !strings.Contains(out.Questions, "What hurts now") {
		t.Errorf("%+v", out)
	}
}
