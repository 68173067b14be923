package archive

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
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
	MaximumMeters   float64 `json:"maximumMeters"` // in m, after which to replace it
}

// gearTable is a table of gear, with the activities in which each piece was used.
type gearTable struct {
	entry listing.Entry
	err   error
	gear  []training.Gear
	// reminders say when to replace the gear.
	reminders []training.GearReminder

	used map[string][]float64 // activity ids by gear id
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

// links returns the gear ids for each activity number. Bikes come first, then
// shoes, then other gear, each in the order of the tables.
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

// gear converts a row; ok is false if the gear has no number or no name.
func (r *gearRow) gear() (g training.Gear, ok bool) {
	const other, unknown = "Other", "Unknown"
	own := textclean.Line(r.CustomMakeModel, textclean.NameRunes)
	g.Brand, g.Model = textclean.Line(r.GearMakeName, textclean.NameRunes), textclean.Line(r.GearModelName, textclean.NameRunes)
	if g.Brand == "" || g.Brand == other { // the athlete's own text, which begins with the maker
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

// gearID returns the local id for gear with the given number in the archive.
func gearID(pk string) string { return listing.GearID(GarminSource, "gear/"+pk) }

// reminders returns a reminder to replace gear after its maximum distance,
// unless the gear is retired.
func (r *gearRow) reminders(g training.Gear) []training.GearReminder {
	const least, most = 1000, 1e9
	if g.Retired || !(r.MaximumMeters >= least && r.MaximumMeters <= most) {
		return nil
	}
	return []training.GearReminder{{
		ID: GarminSource + ":" + number(r.GearPK), GearID: g.ID, Text: "Replace it",
		DistanceKm: r.MaximumMeters / 1000,
	}}
}

// account yields the athlete's data from the tables: gear, records, and the
// thresholds that the devices use.
func (a *archived) account(gear []gearTable) bool {
	for _, t := range gear {
		if !a.says(&t.entry, t.err, listing.Account{Gear: t.gear, Reminders: t.reminders}) {
			return false
		}
	}
	return a.table("_personalrecord", func(e *listing.Entry, to *listing.Account) error {
		return read(a, e, "personalRecords", func(r recordRow) {
			if p, ok := r.record(); ok {
				to.Records = append(to.Records, p)
			}
		})
	}) && a.table("_heartratezones", func(e *listing.Entry, to *listing.Account) error {
		all := heartZones{}
		err := read(a, e, "", all.add)
		to.Thresholds = all.thresholds()
		return err
	}) && a.table("_powerzones", func(e *listing.Entry, to *listing.Account) error {
		return read(a, e, "", func(r powerZonesRow) { to.Thresholds = append(to.Thresholds, r.threshold()...) })
	})
}

// table yields the data in all tables of the given kind.
func (a *archived) table(kind string, read func(*listing.Entry, *listing.Account) error) bool {
	for _, e := range a.take(kind) {
		var to listing.Account
		err := read(&e, &to)
		if !a.says(&e, err, to) {
			return false
		}
	}
	return true
}

func (a *archived) says(e *listing.Entry, err error, what listing.Account) bool {
	it := a.item(e)
	what.Source = GarminSource
	it.Err, it.Account = err, &what
	return a.Yield(it)
}

// zonesRow holds the values that determine the heart rate zones of one sport.
type zonesRow struct {
	Sport string  `json:"sport"`
	MaxHR float64 `json:"maxHeartRateUsed"`
	LTHR  float64 `json:"lactateThresholdHeartRateUsed"`
}

// heartZones holds the rows by sport. The key for all sports is "".
type heartZones map[training.Sport]zonesRow

func (h heartZones) add(r zonesRow) {
	if sport, ok := sportOfZones(r.Sport); ok {
		h[sport] = r
	}
}

// thresholds returns the heart rate thresholds. If a sport has the same value
// as all sports, it gets no entry.
func (h heartZones) thresholds() (all []training.ThresholdEntry) {
	for _, sport := range []training.Sport{"", training.Running, training.Cycling, training.Swimming} {
		for _, v := range []struct {
			key          training.ThresholdKey
			here, common float64
		}{
			{training.KeyMaxHR, h[sport].MaxHR, h[""].MaxHR},
			{training.KeyLTHR, h[sport].LTHR, h[""].LTHR},
		} {
			if (sport == "" || v.here != v.common) && v.here >= leastHR && v.here <= mostHR {
				all = append(all, training.ThresholdEntry{Key: v.key, Sport: sport.Plain(), Values: []float64{v.here}})
			}
		}
	}
	return all
}

// These are the plausible ranges for thresholds, in bpm and W.
const (
	leastHR, mostHR       = 90, 240
	leastPower, mostPower = 40, 600
)

type powerZonesRow struct {
	Sport string  `json:"sport"`
	FTP   float64 `json:"functionalThresholdPower"`
}

func (r powerZonesRow) threshold() []training.ThresholdEntry {
	sport, ok := sportOfZones(r.Sport)
	if !ok || sport == "" || !(r.FTP >= leastPower && r.FTP <= mostPower) {
		return nil
	}
	return []training.ThresholdEntry{{Key: training.KeyFTP, Sport: sport.Plain(), Values: []float64{r.FTP}}}
}

func sportOfZones(word string) (training.Sport, bool) {
	switch word {
	case "DEFAULT":
		return "", true
	case "RUNNING":
		return training.Running, true
	case "CYCLING":
		return training.Cycling, true
	case "SWIMMING":
		return training.Swimming, true
	}
	return "", false
}

// Count returns the number of items that a walk of the paths would yield, without reading
// large files. known is false if the number cannot be determined, or if ctx has ended.
func Count(ctx context.Context, paths []string, l Limits) (n int, known bool) {
	l = l.withDefaults()
	unread := false
	forms := forms()
	for i, f := range forms {
		if large, ok := f.(listing.Large); ok {
			forms[i] = uncounted{large, &unread}
		}
	}
	w := &walker{ctx: ctx, limits: l, forms: forms, yield: func(listing.Item) bool { n++; return !unread }}
	for _, p := range paths {
		if !w.path(p) || unread {
			break
		}
	}
	return n, !unread && ctx.Err() == nil
}

// uncounted is a form whose exports are only recognised, not read.
type uncounted struct {
	listing.Large
	found *bool
}

// Emit yields nothing, and records that an export was found.
func (u uncounted) Emit(*listing.Export) { *u.found = true }

// These are the types of FIT files that are read.
const (
	typeActivity = 4
	typeSummary  = 34
)

var typeReasons = map[byte]string{
	1: "device", 2: "settings", 3: "sport settings", 5: "a planned workout", 6: "a course", 7: "a schedule", 9: "weights",
	10: "totals", 11: "goals", 14: "blood pressure", 15: "all-day monitoring", 28: "all-day monitoring", 32: "all-day monitoring",
	41: "no data of its own", 44: "metrics of the watch", 49: "sleep", 68: "heart rate variability of the night",
}

// siftFIT returns the reason to skip a FIT file that is not an activity. The type is
// in the file_id message, which comes first. It returns "" for files that are read.
func siftFIT(head []byte) string {
	kind, ok := fitType(head)
	if !ok || kind == typeActivity || kind == typeSummary {
		return ""
	}
	if what := typeReasons[kind]; what != "" {
		return "A FIT file of type " + fmt.Sprint(kind) + ", " + what + "; it holds no activity."
	}
	return "A FIT file of type " + fmt.Sprint(kind) + "; it holds no activity."
}

// fitType returns the file_id.type at the beginning of a FIT file, which has a
// definition message for file_id followed by its data.
func fitType(head []byte) (kind byte, ok bool) {
	const (
		mark       = ".FIT"
		definition = 0x40
		developer  = 0x20
		compressed = 0x80
		fixed      = 6 // length of a definition before its fields
		perField   = 3
		invalid    = 0xff
	)
	if len(head) < 12 || string(head[8:12]) != mark || int(head[0]) < 12 {
		return 0, false
	}
	b := head[min(int(head[0]), len(head)):]
	if len(b) < fixed || b[0]&(definition|compressed) != definition || b[0]&developer != 0 || message(b) != 0 {
		return 0, false
	}
	fields := b[fixed:]
	n := int(b[5]) * perField
	if len(fields) <= n || fields[n] != b[0]&0x0f {
		return 0, false
	}
	data, at := fields[n+1:], 0
	for i := 0; i < n; i += perField {
		size := int(fields[i+1])
		if fields[i] == 0 && size == 1 && at < len(data) {
			return data[at], data[at] != invalid
		}
		at += size
	}
	return 0, false
}

// message returns the global message number in a definition message.
func message(b []byte) uint16 {
	if b[2] == 1 {
		return binary.BigEndian.Uint16(b[3:])
	}
	return binary.LittleEndian.Uint16(b[3:])
}
