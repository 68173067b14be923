package intervalsicu

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Gear holds the fields that we read from gear; the service has no maker or model.
type Gear struct {
	ID         ID         `json:"id"`
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Notes      string     `json:"notes"`
	DistanceM  float64    `json:"distance"`
	TimeS      float64    `json:"time"`
	Activities int        `json:"activities"`
	Purchased  string     `json:"purchased"`
	Retired    string     `json:"retired"`
	Component  bool       `json:"component"`
	Parts      []ID       `json:"component_ids"`
	Reminders  []Reminder `json:"reminders"`
}

// Reminder holds the fields that we read from a reminder.
type Reminder struct {
	ID         ID      `json:"id"`
	GearID     ID      `json:"gear_id"`
	Name       string  `json:"name"`
	DistanceM  float64 `json:"distance"`
	TimeS      float64 `json:"time"`
	Activities int     `json:"activities"`
	Days       int     `json:"days"`
	LastReset  string  `json:"last_reset"`
	Snoozed    string  `json:"snoozed_until"`
	Percent    float64 `json:"percent_used"`
	UsedM      float64 `json:"distance_used"`
	UsedS      float64 `json:"time_used"`

	StartM          *float64 `json:"starting_distance"`
	StartS          *float64 `json:"starting_time"`
	StartActivities *int     `json:"starting_activities"`
}

// wholeThings maps types of complete gear to our kinds.
var wholeThings = map[string]training.GearKind{"Bike": training.GearBike, "Shoes": training.GearShoes}

// ReadGear converts all gear, and sets the gear to which each part belongs.
func ReadGear(list []Gear) []source.Gear {
	owners := map[ID]string{}
	for _, g := range list {
		for _, p := range g.Parts {
			owners[p] = string(g.ID)
		}
	}
	out := make([]source.Gear, len(list))
	for i := range list {
		out[i] = list[i].Read()
		out[i].PartOf = owners[list[i].ID]
	}
	return out
}

// Read converts one piece of gear, with the distance in km.
func (g *Gear) Read() source.Gear {
	out := source.Gear{
		Gear: training.Gear{ID: string(g.ID), Name: g.Name, Kind: cmp.Or(wholeThings[g.Type], training.GearOther), Retired: g.Retired != ""},
		Type: g.Type, DistanceKm: g.DistanceM / 1000, TimeS: g.TimeS, Activities: g.Activities, Notes: g.Notes,
		Purchased: wireDay(g.Purchased), RetiredOn: wireDay(g.Retired),
	}
	if g.Component {
		out.Kind, out.Part = training.GearComponent, g.Type
	}
	for _, p := range g.Parts {
		out.Parts = append(out.Parts, string(p))
	}
	for i := range g.Reminders {
		out.Reminders = append(out.Reminders, g.Reminders[i].read(out.ID))
	}
	return out
}

func (r *Reminder) read(gear string) training.GearReminder {
	out := training.GearReminder{
		ID: string(r.ID), GearID: cmp.Or(string(r.GearID), gear), Text: r.Name, DistanceKm: r.DistanceM / 1000, TimeS: r.TimeS,
		Activities: r.Activities, Days: r.Days, LastDone: UTC(r.LastReset), SnoozedUntil: UTC(r.Snoozed),
		UsedPct: r.Percent, UsedKm: r.UsedM / 1000, UsedS: r.UsedS,
		StartS: r.StartS, StartActivities: r.StartActivities,
	}
	if r.StartM != nil {
		km := *r.StartM / 1000
		out.StartKm = &km
	}
	return out
}

// gearTypes lists the service's words for gear.
var gearTypes = []string{
	"Bike", "Shoes", "Wetsuit", "RowingMachine", "Skis", "Snowboard", "Boat", "Board", "Equipment", "Accessories",
	"Apparel", "Computer", "Light",
	"Battery", "Brake", "BrakePads", "Rotor", "Drivetrain", "BottomBracket", "Cassette", "Chain", "Chainrings",
	"Crankset", "Derailleur", "Pedals",
	"Lever", "Cable", "Frame", "Fork", "Handlebar", "Headset", "Saddle", "Seatpost", "Shock", "Stem", "Axel", "Hub",
	"Trainer", "Tube", "Tyre", "Wheel",
	"Wheelset", "PowerMeter", "Cleats", "CyclingShoes", "Paddle",
}

// partType returns the service's name for a part, or "" if it has none.
func partType(part string) string {
	word := strings.NewReplacer(" ", "", "_", "", "-", "", "tire", "tyre", "axle", "axel").Replace(lower(part))
	i := slices.IndexFunc(gearTypes, func(t string) bool { return lower(t) == word })
	if i < 0 {
		return ""
	}
	return gearTypes[i]
}

// GearPatch returns gear in the service's form, without values that the service
// counts itself or has no field for. The default retirement date is today.
func GearPatch(g source.Gear, today training.Day) (Patch, error) {
	kind := g.Type
	if kind == "" && g.Kind == training.GearComponent {
		kind = partType(g.Part)
	}
	if kind == "" {
		kind = map[training.GearKind]string{training.GearBike: "Bike", training.GearShoes: "Shoes"}[g.Kind]
	}
	kind = cmp.Or(kind, "Equipment")
	if !slices.Contains(gearTypes, kind) {
		return nil, training.Errorf(training.KindUnsupported, "Intervals.icu has no gear of the type %q.", kind).
			WithFix("Use Bike, Shoes, Chain, Cassette, Tyre or another of its types.")
	}
	p := Patch{"type": kind, "component": g.Kind == training.GearComponent, "purchased": nil}
	p.text("name", g.Name)
	p.text("notes", g.Notes)
	if g.Purchased != nil {
		p["purchased"] = g.Purchased.String()
	}
	switch {
	case g.Retired && g.RetiredOn != nil:
		p["retired"] = g.RetiredOn.String()
	case g.Retired:
		p["retired"] = today.String()
	default:
		p["retired"] = "" // null would leave the gear retired
	}
	p["component_ids"] = g.Parts
	if g.Parts == nil {
		p["component_ids"] = []string{}
	}
	return p, nil
}

// NewGear returns the body of a request that creates gear.
func NewGear(g source.Gear, today training.Day) (Patch, error) {
	p, err := GearPatch(g, today)
	if err != nil {
		return nil, err
	}
	if p["retired"] == "" {
		delete(p, "retired")
	}
	// Restored gear has been used before.
	p.number("distance", g.DistanceKm*1000)
	p.number("time", g.TimeS)
	p.whole("activities", float64(g.Activities))
	return p.given(), nil
}

// ReminderPatch returns a reminder in the service's form.
func ReminderPatch(r training.GearReminder) Patch {
	p := Patch{}
	p.text("name", r.Text)
	p.number("distance", r.DistanceKm*1000)
	p.number("time", r.TimeS)
	p.whole("activities", float64(r.Activities))
	p.whole("days", float64(r.Days))
	return p
}

// NewReminder returns the body of a request that creates a reminder.
func NewReminder(r training.GearReminder) Patch {
	p := ReminderPatch(r).given()
	if r.StartKm != nil {
		p["starting_distance"] = *r.StartKm * 1000
	}
	if r.StartS != nil {
		p["starting_time"] = *r.StartS
	}
	if r.StartActivities != nil {
		p["starting_activities"] = *r.StartActivities
	}
	return p
}

// SnoozeDays returns for how many days from now a reminder is snoozed, rounded up,
// or 0 if it is not snoozed.
func SnoozeDays(r training.GearReminder, now time.Time) int {
	if !r.SnoozedUntil.After(now) {
		return 0
	}
	const daily = 24 * time.Hour
	return int((r.SnoozedUntil.Sub(now) + daily - 1) / daily)
}

// Gear returns all gear, including parts.
func (c *Client) Gear(ctx context.Context) ([]source.Gear, error) {
	list, err := client.Ask[[]Gear](ctx, c.api, request{Op: opGear, At: []string{c.athlete, ""}})
	if err != nil {
		return nil, err
	}
	return ReadGear(list), nil
}

// SaveGear creates or changes gear.
func (c *Client) SaveGear(ctx context.Context, g source.Gear) (source.Gear, error) {
	me, err := c.who(ctx)
	if err != nil {
		return g, err
	}
	today := training.DayOf(c.now().In(me.zone))
	if g.ID == "" {
		p, err := NewGear(g, today)
		if err != nil {
			return g, err
		}
		return client.One(ctx, c.api, request{Op: opCreateGear, At: []string{c.athlete}, Body: p}, (*Gear).Read)
	}
	if err := gearID(g.ID); err != nil {
		return g, err
	}
	p, err := GearPatch(g, today)
	if err != nil {
		return g, err
	}
	return client.One(ctx, c.api, request{Op: opUpdateGear, At: []string{c.athlete, g.ID}, Body: p, Repeatable: true}, (*Gear).Read)
}

// gearID returns an error for a string that is not an id, before it becomes part of an
// address. Gear ids need not be numbers.
func gearID(id string) error {
	if id == "" || strings.ContainsAny(id, "/?#% ") || strings.HasPrefix(id, ".") {
		return training.Errorf(training.KindInvalid, "%q is not the id of Intervals.icu gear.", id).WithFix("Give the id that list_gear shows.")
	}
	return nil
}

// DeleteGear deletes gear.
func (c *Client) DeleteGear(ctx context.Context, id string) error {
	if err := gearID(id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opDeleteGear, At: []string{c.athlete, id}})
}

// SaveReminder creates or changes a reminder. If reset is set, counting starts from
// now. The service returns the whole gear.
func (c *Client) SaveReminder(ctx context.Context, r training.GearReminder, reset bool) (source.Gear, error) {
	if err := gearID(r.GearID); err != nil {
		return source.Gear{}, err
	}
	if r.ID == "" {
		made := request{Op: opCreateReminder, At: []string{c.athlete, r.GearID}, Body: NewReminder(r)}
		return client.One(ctx, c.api, made, (*Gear).Read)
	}
	if _, err := Number(r.ID); err != nil {
		return source.Gear{}, err
	}
	q := url.Values{"reset": {strconv.FormatBool(reset)}, "snoozeDays": {strconv.Itoa(SnoozeDays(r, c.now()))}}
	changed := request{Op: opUpdateReminder, At: []string{c.athlete, r.GearID, r.ID}, Query: q, Body: ReminderPatch(r), Repeatable: true}
	return client.One(ctx, c.api, changed, (*Gear).Read)
}

// DeleteReminder deletes a reminder.
func (c *Client) DeleteReminder(ctx context.Context, gear, reminder string) error {
	if err := gearID(gear); err != nil {
		return err
	}
	if _, err := Number(reminder); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opDeleteReminder, At: []string{c.athlete, gear, reminder}})
}
