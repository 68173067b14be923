package fitness

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// ranked is the number of activities in a ranking.
const ranked = 20

// ranking shows the best activities at the duration or distance that the address names.
type ranking struct {
	page.Answer[curves.View]

	table *page.Table // nil if the address names none
}

// rankHref returns the address of the ranking at a step of a kind of records.
func rankHref(p *page.Page, kind string, step float64) string {
	return p.With("rank", kind+"-"+strconv.FormatFloat(step, 'f', -1, 64)) + "#ranking"
}

func askRanking(ctx context.Context, p *page.Page, sport string) (v ranking) {
	kind, at, _ := strings.Cut(p.Query("rank"), "-")
	kinds := recordKinds(p)
	of := slices.IndexFunc(kinds, func(k recordKind) bool { return k.id == kind })
	if of < 0 {
		return v
	}
	k, in := kinds[of], page.Args{
		"kind": kind, "sport": sport, "range": cmp.Or(p.Query("range"), page.AllTime), "rank": ranked, "per_kg": kind == curves.Power,
	}
	in[map[bool]string{true: "distances_m", false: "durations_s"}[kind == curves.Distance]] = []string{at}
	v.Answer = page.Ask[curves.View](ctx, p, "get_curves", in)
	c := page.Or(v.V.Ranking)
	key, values := k.values(&c)
	fields := []page.Field[int]{
		page.NumberField(p, "rank", func(i *int) any { return *i + 1 }),
		page.ColumnField(p, key, p.Label(key), values),
		page.ColumnField(p, "power_w_per_kg", p.Label("power_w_per_kg"), c.WPerKg),
	}
	title := p.Say("Ranking: %s", k.title)
	if step, steps := stepsOf(curves.Curve{Columns: c}); len(steps) > 0 {
		title = p.Say("Ranking: %s", p.Say("%s, %s", k.title, stepCell(p, step, stepUnit(training.Sport(sport), step), steps[0]).Whole()))
	}
	v.table = p.Show(page.TableOf("ranking", title, page.Places(min(len(c.IDs), len(c.Dates))), append(fields,
		page.TextField("name", p.Say("Activity"), func(i *int) page.Cell {
			return page.Words(v.V.Names[training.ActivityID(page.Or(c.IDs[*i]))])
		}),
		page.TextField("local_date", p.Say("Date"), func(i *int) page.Cell {
			return p.DoneCell(page.Or(c.Dates[*i]), page.Or(c.IDs[*i]))
		}))...))
	return v
}
