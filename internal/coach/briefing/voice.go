package briefing

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/coach/memory"
)

// tellPersona tells how to speak: the persona that the memory names, or those
// to choose from.
func (m *maker) tellPersona() {
	if !m.q.wants(Persona) || m.q.Personas == nil {
		return
	}
	set := m.q.Personas
	m.view.Notes = append(m.view.Notes, set.Told...)
	out := &Voice{Health: clean(set.Health)}
	name := Chosen(&m.memory, set)
	p, text, err := set.Find(name)
	if name == "" || err != nil {
		for i := range set.Personas {
			out.Choose = append(out.Choose, clip(set.Personas[i].Name, nameRunes))
		}
		if out.Intensity = m.q.Intensity; out.Intensity > 0 {
			out.Tone = memory.Intensity(out.Intensity)
		}
		m.view.Persona = out
		return
	}
	out.Name, out.Title, out.About = clip(p.Name, nameRunes), clip(p.Title, nameRunes), clip(p.About, saidRunes)
	out.Intensity = cmp.Or(m.q.Intensity, p.Intensity)
	out.Tone, out.Text = memory.Intensity(out.Intensity), clean(text)
	m.view.Persona = out
}

// Chosen is the persona that the memory names, in a line that speaks of a
// persona or a coach: of facts first, the newest one counting, then of
// sections. Empty where it names none that there is.
func Chosen(m *memory.Memory, set *memory.PersonaSet) string {
	for _, f := range slices.Backward(m.Facts) {
		if f.Kind == memory.Preference {
			if name := namedIn(f.Text, set); name != "" {
				return name
			}
		}
	}
	for _, s := range m.Sections {
		if s.Key == memory.FactsKey || s.Key == memory.SessionHistory {
			continue
		}
		for line := range strings.Lines(s.Content) {
			if name := namedIn(line, set); name != "" {
				return name
			}
		}
	}
	return ""
}

// namedIn is the persona that a line names which speaks of one.
func namedIn(line string, set *memory.PersonaSet) string {
	words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
	if !slices.Contains(words, "persona") && !slices.Contains(words, "coach") {
		return ""
	}
	for i := range set.Personas {
		p := &set.Personas[i]
		// "coach" is a word of such lines, and the name of a persona of others.
		if name := strings.ToLower(p.Name); slices.Contains(words, name) && (name != "coach" || last(words) == name) {
			return p.Name
		}
	}
	return ""
}

func last(words []string) string { return words[len(words)-1] }
