package fitness

import (
	"slices"

	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Place names the sport, indoors or out, that zones belong to.
type Place struct {
	Sport  training.Sport
	Indoor bool
}

// Stretch is the zones of a place and the days [From, To) that they hold for.
type Stretch struct {
	From, To training.Day
	Scheme   zones.Scheme
	None     bool // there are no zones
}

// Zones tells which zones hold around a day.
type Zones interface {
	Around(p Place, day training.Day) Stretch
}

// zonedStretch is the part of one within a month.
type zonedStretch struct {
	place Place
	Stretch
}

func around(z Zones, p Place, day training.Day, of training.DayRange) zonedStretch {
	s := z.Around(p, day)
	s.From, s.To = max(s.From, of.From), min(s.To, of.To+1)
	return zonedStretch{p, s}
}

func (s *zonedStretch) same(o *zonedStretch) bool {
	return s.place == o.place && s.From == o.From && s.To == o.To && s.None == o.None &&
		s.Scheme.Kind == o.Scheme.Kind && s.Scheme.Method == o.Scheme.Method && slices.Equal(s.Scheme.Lower, o.Scheme.Lower)
}
