package own

import (
	"cmp"
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/coach/roster"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
)

type rosterView struct {
	page.Answer[roster.View]

	table *page.Table
}

// Roster shows a coach a line for each athlete, beginning with those who need attention.
func Roster(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &rosterView{Answer: page.Ask[roster.View](ctx, p, "get_roster", nil)}
	words := func(s i18n.Sentence) page.Cell { return page.Words(s.In(p.Say)) }
	v.table = p.Show(page.TableOf("roster", p.Say("Athletes"), v.V.Lines,
		page.TextField("name", p.Say("Name"), func(l *roster.Line) page.Cell {
			c := page.Words(cmp.Or(l.Name, string(l.Athlete)))
			if p.Site.Homes {
				c = c.To(page.Link(page.HomesPath, string(l.Athlete)) + "/")
			}
			return c
		}),
		page.TextField("attention", p.Say("Attention"), func(l *roster.Line) page.Cell {
			return page.Words(page.Word(p, map[string]i18n.Sentence{
				string(roster.Now): "now", string(roster.Soon): "soon", string(roster.None): "not needed",
			}, string(l.Attention), "")).Of(map[roster.Attention]string{roster.Now: "bad", roster.Soon: "warn"}[l.Attention])
		}),
		page.TextField("why", p.Say("Reason"), func(l *roster.Line) page.Cell {
			if len(l.Why) == 0 {
				return page.Words("")
			}
			return words(l.Why[0]).Of("long")
		}),
		page.Numbers[roster.Line](p, "tsb", "ctl"),
		page.TextField("last", p.Say("Last activity"), func(l *roster.Line) page.Cell {
			if l.Last == nil {
				return page.Words("")
			}
			return page.Words(p.Say("%s, %s", p.Day(l.Last.Day.String()), p.Sport(string(l.Last.Sport))))
		}),
		page.NumberField(p, "adherence_pct", func(l *roster.Line) any { return l.Adherence }),
		page.TextField("readiness", p.Say("Readiness"), func(l *roster.Line) page.Cell {
			if l.Readiness == "" {
				return page.Words("")
			}
			word, class, _ := p.State(l.Readiness)
			return page.Words(word).Of(class)
		}),
		page.TextField("availability", p.Say("Availability"), func(l *roster.Line) page.Cell {
			if len(l.Away) == 0 {
				return page.Words("")
			}
			word, _, _ := p.State(string(l.Away[0].Kind))
			return page.Words(p.Say("%s until %s", word, p.Day(l.Away[0].To.String())))
		}),
		page.NumberField(p, "pain", func(l *roster.Line) any { return l.Pain }),
	))
	return rosterBody(p, v), nil
}
