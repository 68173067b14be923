package briefing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// piece is a part of the view that can be made smaller.
type piece struct {
	part  Part
	share int // of the budget, in any unit
	value func() any
	// shrink leaves out the least of what is there; false where nothing is left.
	shrink func() bool
	how    i18n.Sentence
	bytes  int
	gone   []i18n.Sentence // what was left out
}

// slack are bytes kept free for how long ago services were read, which an
// answer says as it is sent.
const slack = 16

// fit leaves out what has no room: always of the part that takes most of its
// share. What is measured is the answer as it is sent.
func (m *maker) fit() {
	v := m.view
	budget := min(max(m.q.MaxTokens, LeastTokens), MostTokens)
	v.Most = budget
	pieces := m.pieces()
	for _, p := range pieces {
		p.bytes = m.q.Bytes(p.value())
	}
	most := budget*tokenBytes - slack
	for over := m.q.Bytes(v) - most; over > 0; over = m.q.Bytes(v) - most {
		if !m.leaveOut(pieces, over) {
			m.onlyParts()
			break
		}
		v.LeftOut = leftOut(pieces)
	}
}

// leaveOut makes pieces smaller by so many bytes; false where nothing is left.
func (m *maker) leaveOut(pieces []*piece, over int) bool {
	for over > 0 {
		p := largest(pieces)
		if p == nil {
			return false
		}
		before := p.bytes
		if !p.shrink() {
			p.share = 0
			continue
		}
		p.bytes = m.q.Bytes(p.value())
		over -= before - p.bytes
	}
	return true
}

// onlyParts names the parts that had no room, where there is none to say more.
func (m *maker) onlyParts() {
	v := m.view
	for i := range v.LeftOut {
		v.LeftOut[i].What = v.LeftOut[i].What[:0]
	}
	v.Fence = ""
}

// largest is the piece that takes most of its share, nil where none can shrink.
func largest(pieces []*piece) *piece {
	var best *piece
	for _, p := range pieces {
		if p.share > 0 && (best == nil || p.bytes*best.share > best.bytes*p.share) {
			best = p
		}
	}
	return best
}

func leftOut(pieces []*piece) []LeftOut {
	var out []LeftOut
	for _, p := range pieces {
		if len(p.gone) > 0 {
			out = append(out, LeftOut{p.part, p.gone, p.how})
		}
	}
	return out
}

// left notes once what was left out, in place of what is within that.
func (p *piece) left(what i18n.Sentence, within ...i18n.Sentence) bool {
	p.gone = slices.DeleteFunc(p.gone, func(s i18n.Sentence) bool { return s == what || slices.Contains(within, s) })
	p.gone = append(p.gone, what)
	return true
}

func (m *maker) pieces() []*piece {
	v := m.view
	var all []*piece
	add := func(part Part, share int, value func() any, how string, shrink func(*piece) bool) {
		p := &piece{part: part, share: share, value: value, how: i18n.Name(how)}
		p.shrink = func() bool { return shrink(p) }
		all = append(all, p)
	}
	add(Alerts, 600, func() any { return v.Alerts }, "get_coach_context parts: alerts", m.fewerAlerts)
	add(Memory, 700, func() any { return v.Memory }, "get_coach_context parts: memory", m.lessMemory)
	add(Plan, 1000, func() any { return v.Plan }, "get_training_plan", m.lessPlan)
	add(Plan, 200, func() any { return v.Events }, "list_events", m.fewerEvents)
	add(Training, 1200, func() any { return v.Training }, "get_coach_context parts: training", m.lessTraining)
	add(Wellness, 250, func() any { return v.Wellness }, "get_wellness", m.lessWellness)
	add(Logs, 250, func() any { return v.Logs }, "get_session_logs", m.fewerLogs)
	add(Persona, 350, func() any { return v.Persona }, "get_persona", m.lessPersona)
	add("", 50, func() any { return []any{v.Notes, v.Missing} }, "", m.fewerNotes)
	return all
}

// The least that a text is cut to before it goes.
const shortRunes = 120

// shorter cuts the longest of texts, and those nearly as long, to half; false
// where none is long.
func shorter(texts []*string) bool {
	longest := 0
	for _, t := range texts {
		longest = max(longest, utf8.RuneCountInString(*t))
	}
	if longest <= shortRunes {
		return false
	}
	for _, t := range texts {
		if utf8.RuneCountInString(*t) > longest/2 {
			*t = i18n.Clip(strings.TrimSuffix(*t, textclean.Ellipsis), max(shortRunes, longest/2)-1)
		}
	}
	return true
}

// fewer is a list without its last quarter.
func fewer[T any](all []T) []T { return all[:len(all)-max(1, len(all)/4)] }
