package app

import (
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// table is the whole tool table without a store under it: what it promises
// can be listed on a fresh machine, and nothing of it called.
func (p *Program) table(s settings.Settings) *tools.Table {
	who := p.athletes(nil, nil, training.AthleteID(s.Get(settings.Athlete)), s)
	t := tools.NewTable(p.rows(nil, who, s, nil, nil, nil, nil, limitedrows.Desk{})...).WithOldNames(tools.Hints())
	if who.several() {
		t = t.WithAthletes(who)
	}
	return t
}
