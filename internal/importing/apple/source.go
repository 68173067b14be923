package apple

import (
	"cmp"
	"strings"

	"lapkeep/internal/platform/textclean"
)

// sourceID names who wrote a record.
type sourceID uint16

// source is a device or a program that writes into Apple Health.
type source struct {
	name string // as the telephone shows it; it may hold the athlete's
	rank rank
}

// rank orders sources; the least counts where several have measured one thing.
type rank uint8

const (
	watch  rank = iota // Apple's
	sensor             // a device of another maker
	app                // a program
	phone              // Apple's telephone, or one of its tablets
)

// label is the source without the name of its owner.
func (s source) label() string {
	switch s.rank {
	case watch:
		return "Apple Watch"
	case phone:
		return "iPhone"
	}
	return s.name
}

// shown is the source as results name it.
func (s source) shown() string { return Source + "/" + s.label() }

// before orders sources by rank and then by name, so that every export of the
// same records chooses alike.
func (s source) before(o source) int {
	return cmp.Or(cmp.Compare(s.rank, o.rank), cmp.Compare(s.name, o.name))
}

// sources are all of a file.
type sources struct {
	byName map[string]sourceID
	all    []source
}

// most is how many sources a file may have; the others are taken for one.
const mostSources = 2000

// of finds the source of an element, or adds it.
func (s *sources) of(e *element) sourceID {
	raw := e.raw("sourceName")
	if id, ok := s.byName[string(raw)]; ok {
		if s.all[id].rank == app && len(e.raw("device")) > 0 { // not said in every record
			s.all[id].rank = rankOf(s.all[id].name, e.text("device"))
		}
		return id
	}
	if len(s.all) > mostSources {
		return mostSources
	}
	name := textclean.Line(strings.ReplaceAll(plain(raw), "\u00a0", " "), textclean.NameRunes)
	id := sourceID(len(s.all)) //nolint:gosec // bounded
	s.byName[string(raw)] = id
	s.all = append(s.all, source{name, rankOf(name, e.text("device"))})
	return id
}

// rankOf tells the rank by the source's name and the description of its device.
func rankOf(name, device string) rank {
	maker, model := property(device, "manufacturer"), property(device, "model")
	switch {
	case model == "Watch", strings.HasPrefix(property(device, "hardware"), "Watch"), strings.Contains(name, "Apple Watch"):
		return watch
	case maker != "" && !strings.HasPrefix(maker, "Apple"):
		return sensor
	case strings.HasPrefix(maker, "Apple"), strings.Contains(name, "iPhone"), strings.Contains(name, "iPad"):
		return phone
	}
	return app
}

// property reads one of "<<HKDevice: 0x1>, name:Apple Watch, model:Watch, hardware:Watch6,2>".
func property(device, name string) string {
	_, rest, ok := strings.Cut(device, " "+name+":")
	if !ok {
		return ""
	}
	if i := strings.Index(rest, ", "); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSuffix(rest, ">")
}
