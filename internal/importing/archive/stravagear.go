package archive

import (
	"strconv"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// GearID is the id that gear of an archive has here: archives know it by its
// name alone, and so its id is a function of that.
func GearID(name string) string { return stravaGearID("gear/" + strings.ToLower(name)) }

func stravaGearID(key string) string { return listing.GearID(StravaSource, key) }

// Bikes and Shoes read bikes.csv and shoes.csv: name, brand, model.
func Bikes(data []byte) ([]training.Gear, error) { return gear(data, training.GearBike) }

// Shoes reads shoes.csv; see [Bikes].
func Shoes(data []byte) ([]training.Gear, error) { return gear(data, training.GearShoes) }

func gear(data []byte, kind training.GearKind) (all []training.Gear, err error) {
	_, rows, err := readTable(data)
	for _, r := range rows {
		brand, model := words(r, 1), words(r, 2)
		name := words(r, 0)
		if name == "" { // some leave the name to the maker's words
			name = strings.TrimSpace(brand + " " + model)
		}
		if name != "" {
			all = append(all, training.Gear{ID: GearID(name), Kind: kind, Name: name, Brand: brand, Model: model})
		}
	}
	return all, err
}

// Components reads components.csv: the bike's name, brand, model, type.
func Components(data []byte) (all []training.Gear, err error) {
	_, rows, err := readTable(data)
	times := map[string]int{} // a chain may have been replaced by its like
	for _, r := range rows {
		bike, brand, model, part := words(r, 0), words(r, 1), words(r, 2), words(r, 3)
		name := strings.TrimSpace(brand + " " + model)
		if name == "" {
			name = part
		}
		if name == "" || bike == "" {
			continue
		}
		key := strings.ToLower("part/" + bike + "/" + part + "/" + name)
		times[key]++
		if n := times[key]; n > 1 {
			key += "/" + strconv.Itoa(n)
		}
		all = append(all, training.Gear{
			ID: stravaGearID(key), Kind: training.GearComponent, Name: name, Brand: brand, Model: model, Part: part, PartOf: GearID(bike),
		})
	}
	return all, err
}

func words(cells []string, col int) string {
	return textclean.Line(cell(cells, col), textclean.NameRunes)
}

// GearOf lists the gear that activities name and that is not among known: a
// bike or a pair of shoes that the archive has no row of, such as one that
// was never given a name.
func GearOf(rows []StravaRow, known []training.Gear) (more []training.Gear) {
	seen := map[string]bool{}
	for _, g := range known {
		seen[g.ID] = true
	}
	for _, r := range rows {
		if r.GearName == "" || seen[r.Said.GearID] {
			continue
		}
		seen[r.Said.GearID] = true
		kind := training.GearOther
		switch r.Said.Sport {
		case training.Cycling:
			kind = training.GearBike
		case training.Running, training.Walking, training.Hiking:
			kind = training.GearShoes
		}
		more = append(more, training.Gear{ID: r.Said.GearID, Kind: kind, Name: r.GearName})
	}
	return more
}
