// Package own shows what the athlete keeps besides activities: gear, segments, routes and
// the coach's memory.
package own

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/gear"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

const (
	gearPath = "/gear"

	doDone, doRemind, doRetire, doUse, doForget = "done", "remind", "retire", "use", "forget"
)

type gearView struct {
	page.Answer[gear.View]

	table *page.Table
	tasks []task
	one   *gear.Item // chosen in the address
	last  *page.Change
}

// task is a reminder with the gear that it is about.
type task struct {
	gear.Reminder

	of string
}

// Gear shows bikes, shoes and parts with their use, and what they need next.
func Gear(ctx context.Context, p *page.Page) (templ.Component, error) {
	id := p.Query("id")
	v := &gearView{Answer: page.Ask[gear.View](ctx, p, "list_gear", page.Args{"include_retired": id != "" || p.Query("show") == "all"})}
	v.last = p.LastOf(ctx, "", "save_gear", "save_gear_reminder", "delete_gear")
	names := map[string]string{}
	for i := range v.V.Gear {
		g := &v.V.Gear[i]
		names[g.ID] = g.Name
		if g.ID == id {
			v.one = g
		}
		for _, r := range g.Reminders {
			v.tasks = append(v.tasks, task{r, g.Name})
		}
	}
	slices.SortStableFunc(v.tasks, func(a, b task) int { return cmp.Compare(b.share(), a.share()) })
	v.table = p.Show(gearTable(p, v.V.Gear, names))
	return gearBody(p, v), nil
}

func gearTable(p *page.Page, all []gear.Item, names map[string]string) *page.Table {
	return page.TableOf("gear", p.Say("Bikes, shoes and parts"), all,
		page.TextField("name", p.Say("Name"), func(g *gear.Item) page.Cell {
			return page.Words(g.Name).To(p.With("id", g.ID) + "#edit").Of("name")
		}),
		page.TextField("kind", p.Say("Kind"), func(g *gear.Item) page.Cell {
			return page.CalledCell(append(gearKinds(p), [2]string{g.Part, g.Part}), cmp.Or(g.Part, string(g.Kind))).Of("sentence")
		}),
		page.TextField("part_of", p.Say("Mounted on"), func(g *gear.Item) page.Cell { return page.Words(names[g.PartOf]) }),
		page.Numbers[gear.Item](p, "distance_km", "duration_s", "activities"),
		page.TextField("first_date", p.Say("First used"), func(g *gear.Item) page.Cell { return p.DayCell(g.First) }),
		page.TextField("last_date", p.Say("Last used"), func(g *gear.Item) page.Cell { return p.DayCell(g.Last) }),
		page.TextField("retired_on", p.Say("Retired"), func(g *gear.Item) page.Cell {
			c := p.DayCell(g.RetiredOn)
			if g.Retired && c.Value == "" {
				c = page.Words(p.Say("Retired"))
			}
			return c
		}),
	)
}

func gearKinds(p *page.Page) [][2]string {
	return [][2]string{
		{string(training.GearBike), p.Say("Bike")},
		{string(training.GearShoes), p.Say("Shoes")},
		{string(training.GearComponent), p.Say("Part")},
		{string(training.GearOther), p.Say("Other gear")},
	}
}

// nearlyPct is the used percentage from which a task is nearly due.
const nearlyPct = 90

// used returns the used percentage of a task.
func (t *task) used() float64 { return max(page.Or(t.UsedPct), page.Or(t.ServicePct)) }

// share returns the used percentage of a task; what is due comes first.
func (t *task) share() float64 {
	if t.Due {
		return t.used() + 1e6
	}
	return t.used()
}

// state returns the colour of a task.
func (t *task) state() string {
	switch {
	case t.Due:
		return "bad"
	case t.used() >= nearlyPct:
		return "warn"
	}
	return "good"
}

// limit is a limit of a task: what is used of it, and the limit as text.
type limit struct {
	used page.Measure
	of   string
}

// limits returns the limits of a task.
func (t *task) limits(p *page.Page) (out []limit) {
	add := func(key string, used, every any, of string) {
		if page.Digits(every) != "" {
			out = append(out, limit{p.Number(key, used), of})
		}
	}
	km, hours := cmp.Or(t.UsedKm, t.ServiceKm), cmp.Or(t.UsedHours, t.ServiceHours)
	whole := func(key string, v any) string { return p.Number(key, v).Chosen().Whole() }
	add("used_km", km, page.NonZero(t.EveryKm), p.Say("of %s", whole("every_km", t.EveryKm)))
	add("used_hours", hours, page.NonZero(t.EveryHours), p.Say("of %s hours", whole("every_hours", t.EveryHours)))
	add("used_activities", t.UsedActivities, page.NonZero(t.EveryActivities), p.Say("of %d activities", t.EveryActivities))
	add("used_days", t.UsedDays, page.NonZero(t.EveryDays), p.Say("of %d days", t.EveryDays))
	return out
}

// dates returns the days of a task as text.
func (t *task) dates(p *page.Page) (out []string) {
	add := func(label string, d *training.Day) {
		if d != nil {
			out = append(out, p.Say("%s: %s", label, p.Day(d.String())))
		}
	}
	add(p.Say("Due"), t.DueDate)
	add(p.Say("Last done"), t.LastDone)
	add(p.Say("Snoozed until"), t.SnoozedUntil)
	return out
}

// SaveGear reads the forms of the gear page.
func SaveGear(p *page.Page, fields url.Values) (page.FormAction, error) {
	id, task := page.Trimmed(fields, "id"), page.Trimmed(fields, "reminder")
	out := page.FormAction{Tool: "save_gear", In: page.Args{}, Then: page.Same(gearPath)}
	if id != "" {
		out.In["id"], out.Then = id, page.Same(gearPath+"?id="+url.QueryEscape(id))
	}
	switch page.Trimmed(fields, "do") {
	case doDone:
		out.Tool, out.In = "save_gear_reminder", page.Args{"id": task, "done": p.Call.Today.String()}
	case doForget:
		out.Tool, out.In = "delete_gear", page.Args{"reminder_id": task}
	case page.OpRemove:
		out.Tool, out.Then = "delete_gear", page.Same(gearPath)
	case doRetire, doUse:
		out.In["retired"] = strconv.FormatBool(page.Trimmed(fields, "do") == doRetire)
	case doRemind:
		out.Tool, out.In = "save_gear_reminder", page.Args{"gear_id": id}
		page.Take(out.In, fields, "text", "every_km", "every_hours", "every_days", "due_date")
	default:
		page.Take(out.In, fields, "kind", "part_of")
		changed, err := page.Given(fields, []string{"name", "brand", "model", "earlier_km"}, page.ChangedIn(fields))
		if err != nil {
			return out, err
		}
		page.Edits(out.In, changed)
	}
	return out, nil
}

// mounts returns what a part can be mounted on.
func mounts(p *page.Page, all []gear.Item) [][2]string {
	out := [][2]string{{"", p.Say("nothing")}}
	for i := range all {
		if g := &all[i]; g.PartOf == "" && g.Kind != training.GearComponent {
			out = append(out, [2]string{g.ID, page.Clean(g.Name)})
		}
	}
	return out
}
