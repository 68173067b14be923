package coach

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

type personaIn struct {
	Name      string `json:"name,omitempty" jsonschema:"default lists them"`
	Intensity int    `json:"intensity,omitempty" jsonschema:"1 gentle to 5 hard; default the setting, else the persona's"`
}

type personaOut struct {
	answers.Heading
	Personas []memory.Persona `json:"personas,omitempty"`
	Persona  *memory.Persona  `json:"persona,omitempty"`
	Text     string           `json:"text,omitempty"`
	// Intensity is the one that counts, with what it means.
	Intensity  int           `json:"intensity,omitempty"`
	Tone       i18n.Sentence `json:"tone,omitempty"`
	Guidelines string        `json:"guidelines,omitempty"`
	// Health stands above everything else in the answer.
	Health    string          `json:"health_rules,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
}

// personaRunes bounds a text of the athlete's own in an answer.
const personaRunes = 10_000

func personaRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_persona", Title: "Coaching personas", Toolset: toolset, Idempotent: true,
		Description: "Lists the coaching personas, or gives one by name: how it speaks, the guidelines that all share, and the health " +
			"rules, which stand above every persona. The athlete's own are files in the coach's folder.",
		Aliases: map[string]string{"coach_name": "name"},
		Input:   func(s *jsonschema.Schema) { tools.Bounds(s, "intensity", 1, memory.MaxIntensity) },
	}, func(ctx context.Context, c *tools.Call, in personaIn) (*personaOut, error) {
		set, err := d.personas(ctx, c)
		if err != nil {
			return nil, err
		}
		out := &personaOut{Heading: c.Frame().Heading(), Notes: set.Told}
		if in.Name == "" {
			out.Personas = set.Personas
			return out, ctx.Err()
		}
		p, body, err := set.Find(in.Name)
		if err != nil {
			return nil, err
		}
		out.Persona, out.Intensity = &p, cmp.Or(in.Intensity, d.Intensity, p.Intensity)
		out.Tone, out.Health = memory.Intensity(out.Intensity), set.Health
		out.Text, out.Guidelines = out.cut(body), out.cut(set.Guidelines)
		return out, ctx.Err()
	})
}

// personas are those that there are, once the athlete's own are files and what
// was edited in those is kept.
func (d Deps) personas(ctx context.Context, c *tools.Call) (*memory.PersonaSet, error) {
	told := d.Texts.Fresh(ctx, c, memory.PersonaKind, memory.Page)
	set, err := memory.LoadPersona(ctx, d.Store, c.Scope, d.Texts.Home)
	if err != nil {
		return nil, err
	}
	for _, t := range told { // a link is told by both
		if !slices.Contains(set.Told, t) {
			set.Told = append(set.Told, t)
		}
	}
	return set, nil
}

// cut is a text that an answer has room for.
func (o *personaOut) cut(body string) string {
	if short := textclean.Text(body, personaRunes); short != textclean.Text(body, 0) {
		o.Truncated, o.Narrow = true, "Keep the text of a persona within 10,000 letters."
		return short
	}
	return body
}

type onboardingIn struct{}

type onboardingOut struct {
	answers.Heading
	Questions string          `json:"questions"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
}

func onboardingRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_onboarding_questions", Title: "Questions to begin with", Toolset: toolset, Idempotent: true,
		Description: "The questions for an athlete whom the coach does not know yet, each with the part of the memory that its answer " +
			"goes to. Ask a few at a time, then save with update_coach_memory.",
	}, func(ctx context.Context, c *tools.Call, _ onboardingIn) (*onboardingOut, error) {
		set, err := d.personas(ctx, c)
		if err != nil {
			return nil, err
		}
		return &onboardingOut{c.Frame().Heading(), textclean.Text(set.Onboarding, personaRunes), set.Told}, ctx.Err()
	})
}
