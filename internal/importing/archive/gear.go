package archive

import (
	"cmp"
	"slices"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// gearRow is a bike or a pair of shoes.
type gearRow struct {
	GearPK          float64 `json:"gearPk"`
	GearMakeName    string  `json:"gearMakeName"`
	GearModelName   string  `json:"gearModelName"`
	GearTypeName    string  `json:"gearTypeName"`
	DisplayName     string  `json:"displayName"`
	CustomMakeModel string  `json:"customMakeModel"`
	GearStatusName  string  `json:"gearStatusName"`
	MaximumMeters   float64 `json:"maximumMeters"` // after which it is to be replaced
}

// gearTable is a table of gear, with the activities that each was used in.
type gearTable struct {
	entry listing.Entry
	err   error
	gear  []training.Gear
	// reminders are when to replace it.
	reminders []training.GearReminder

	used map[string][]float64 // ids of activities by that of the gear
}

func (a *archived) readGear() (all []gearTable) {
	type link struct {
		ActivityID float64 `json:"activityId"`
	}
	type file struct {
		Gear  []gearRow         `json:"gearDTOS"`
		Links map[string][]link `json:"gearActivityDTOs"`
	}
	for _, e := range a.take("_gear") {
		t := gearTable{entry: e, used: map[string][]float64{}}
		t.err = read(a, &e, "", func(f file) {
			for _, r := range f.Gear {
				if g, ok := r.gear(); ok {
					t.gear = append(t.gear, g)
					t.reminders = append(t.reminders, r.reminders(g)...)
				}
			}
			for pk, links := range f.Links {
				id := gearID(pk)
				for _, l := range links {
					t.used[id] = append(t.used[id], l.ActivityID)
				}
			}
		})
		all = append(all, t)
	}
	return all
}

// links is the gear of each activity, by its number: bikes, shoes, then
// others, of their like in the order of the table.
func links(tables []gearTable) map[string][]string {
	of := map[string][]string{}
	for _, kind := range []training.GearKind{training.GearBike, training.GearShoes, training.GearOther} {
		for _, t := range tables {
			for _, g := range t.gear {
				if g.Kind != kind {
					continue
				}
				for _, id := range t.used[g.ID] {
					key := number(id)
					if !slices.Contains(of[key], g.ID) {
						of[key] = append(of[key], g.ID)
					}
				}
			}
		}
	}
	return of
}

// gear reads a row; ok is false for one without a number or any name.
func (r *gearRow) gear() (g training.Gear, ok bool) {
	const other, unknown = "Other", "Unknown"
	own := textclean.Line(r.CustomMakeModel, textclean.NameRunes)
	g.Brand, g.Model = textclean.Line(r.GearMakeName, textclean.NameRunes), textclean.Line(r.GearModelName, textclean.NameRunes)
	if g.Brand == "" || g.Brand == other { // the athlete's own words, the maker first
		g.Brand, g.Model, ok = strings.Cut(own, " ")
		if !ok {
			g.Brand, g.Model = "", own
		}
	}
	if strings.HasPrefix(g.Model, unknown) {
		g.Model = ""
	}
	g.Name = cmp.Or(textclean.Line(r.DisplayName, textclean.NameRunes), own, strings.TrimSpace(g.Brand+" "+g.Model))
	g.Kind = training.GearOther
	switch strings.ToLower(r.GearTypeName) {
	case "bike":
		g.Kind = training.GearBike
	case "shoes":
		g.Kind = training.GearShoes
	}
	g.ID = gearID(number(r.GearPK))
	g.Retired = strings.EqualFold(r.GearStatusName, "retired")
	return g, r.GearPK >= 1 && g.Name != ""
}

// gearID is the id here of gear with that number.
func gearID(pk string) string { return listing.GearID(GarminSource, "gear/"+pk) }

// reminders asks for gear in use to be replaced after its distance.
func (r *gearRow) reminders(g training.Gear) []training.GearReminder {
	const least, most = 1000, 1e9
	if g.Retired || !(r.MaximumMeters >= least && r.MaximumMeters <= most) {
		return nil
	}
	return []training.GearReminder{{ID: GarminSource + ":" + number(r.GearPK), GearID: g.ID, Text: "Replace it",
		DistanceKm: r.MaximumMeters / 1000}}
}
