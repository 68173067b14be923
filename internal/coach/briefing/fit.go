package briefing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
)

// piece is a part of the view that can be made smaller.
type piece struct {
	part  Part
	share int // of the budget, in any unit
	value func() any
	// shrink leaves out the least of what is there; false where nothing is left.
	shrink func() bool
	how    phrase.Sentence
	bytes  int
	gone   []phrase.Sentence // what was left out
}

// slack are bytes kept free for how long ago services were read, which an
// answer says as it is sent.
const slack = 16

// fit leaves out what has no room: always of the part that takes most of its
// share. What is measured is the answer as it is sent.
func (m *maker) fit() {
	v := m.view
	budget := min(max(m.q.MaxTokens, LeastTokens), MostTokens)
	v.Budget = Budget{Max: budget, Used: budget}
	pieces := m.pieces()
	for i := range pieces {
		pieces[i].bytes = m.q.Bytes(pieces[i].value())
	}
	most := budget*tokenBytes - slack
	for over := m.q.Bytes(v) - most; over > 0; over = m.q.Bytes(v) - most {
		for over > 0 {
			p := largest(pieces)
			if p == nil {
				return
			}
			before := p.bytes
			if !p.shrink() {
				p.share = 0
				continue
			}
			p.bytes = m.q.Bytes(p.value())
			over -= before - p.bytes
		}
		v.LeftOut = leftOut(pieces)
	}
	v.Budget.Used = (m.q.Bytes(v) + tokenBytes - 1) / tokenBytes
}

// largest is the piece that takes most of its share, nil where none can shrink.
func largest(pieces []piece) *piece {
	var best *piece
	for i := range pieces {
		p := &pieces[i]
		if p.share > 0 && (best == nil || p.bytes*best.share > best.bytes*p.share) {
			best = p
		}
	}
	return best
}

func leftOut(pieces []piece) []LeftOut {
	var out []LeftOut
	for i := range pieces {
		if p := &pieces[i]; len(p.gone) > 0 {
			out = append(out, LeftOut{p.part, p.gone, p.how})
		}
	}
	return out
}

// left notes once what was left out.
func (p *piece) left(what phrase.Sentence) bool {
	if !slices.Contains(p.gone, what) {
		p.gone = append(p.gone, what)
	}
	return true
}

func (m *maker) pieces() []piece {
	v := m.view
	all := make([]piece, 0, len(Parts())+1)
	add := func(part Part, share int, value func() any, how phrase.Sentence, shrink func(*piece) bool) {
		all = append(all, piece{part: part, share: share, value: value, how: how})
		p := &all[len(all)-1]
		p.shrink = func() bool { return shrink(p) }
	}
	add(Alerts, 400, func() any { return v.Alerts }, "Ask for parts alerts alone, or get_body_map.", m.fewerAlerts)
	add(Memory, 700, func() any { return v.Memory }, "Ask for parts memory alone, with more max_tokens.", m.lessMemory)
	add(Plan, 1000, func() any { return v.Plan }, "get_training_plan has every week.", m.lessPlan)
	add(Plan, 250, func() any { return v.Events }, "list_events has the calendar.", m.fewerEvents)
	add(Training, 1300, func() any { return v.Training }, "Ask for parts training alone, or list_activities.", m.lessTraining)
	add(Wellness, 250, func() any { return v.Wellness }, "get_wellness has it.", m.lessWellness)
	add(Logs, 300, func() any { return v.Logs }, "get_session_logs has them.", m.fewerLogs)
	add(Persona, 400, func() any { return v.Persona }, "get_persona has them.", m.lessPersona)
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
			*t = phrase.Clip(strings.TrimSuffix(*t, textclean.Ellipsis), max(shortRunes, longest/2)-1)
		}
	}
	return true
}

// fewer is a list without its last quarter.
func fewer[T any](all []T) []T { return all[:len(all)-max(1, len(all)/4)] }
