package archive

import (
	_ "embed"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// column identifies a column of activities.csv.
type column string

// These are the columns that are read. Elapsed time, distance, maximum heart rate and the
// commute flag may occur twice: those up to the file column are for display, in the units of
// the account, and those after it are in seconds and metres.
const (
	colNone        column = ""
	colID          column = "id"
	colDate        column = "date"
	colName        column = "name"
	colType        column = "type"
	colDescription column = "description"
	colElapsed     column = "elapsed"
	colDistance    column = "distance"
	colMaxHR       column = "max_hr"
	colCommute     column = "commute"
	colNote        column = "note"
	colGear        column = "gear"
	colFile        column = "file"
	colMoving      column = "moving"
	colMaxSpeed    column = "max_speed"
	colAvgSpeed    column = "avg_speed"
	colGain        column = "gain"
	colLoss        column = "loss"
	colMaxCadence  column = "max_cadence"
	colAvgCadence  column = "avg_cadence"
	colAvgHR       column = "avg_hr"
	colMaxPower    column = "max_power"
	colAvgPower    column = "avg_power"
	colCalories    column = "calories"
	colAvgTemp     column = "avg_temp"
	colExertion    column = "exertion"
	colNormalized  column = "normalized"
	colRace        column = "race"
	colLongRun     column = "long_run"
)

// columnNames lists the names of columns in archives, in lower case. The
// languages are English, German, French, Spanish, Portuguese, Italian, Dutch,
// Polish, Czech, Russian, Norwegian, Japanese and Chinese, as far as their
// headers are known. In some rows, the last name is the key used in 2018.
//
//go:embed columns.json
var columnNames []byte

// elapsedKey is one of the keys in the tables of 2018, which have keys instead
// of names, and distances in metres instead of the account's units.
const elapsedKey = "elapsed_time"

// namesOf returns the column of each name in a header.
func namesOf(head []string) []column {
	var names map[column][]string
	if err := json.Unmarshal(columnNames, &names); err != nil {
		panic("archive: columns.json is damaged: " + err.Error())
	}
	known := map[string]column{}
	for c, all := range names {
		for _, name := range all {
			known[name] = c
		}
	}
	out := make([]column, len(head))
	for i, h := range head {
		out[i] = known[plainName(h)]
	}
	return out
}

// Names without a translation were written as an HTML element. Some programs
// append a number to the second of two equal names.
var (
	nameElement = textclean.LazyRegexp(`^<span[^>]*>(.*)</span>$`)
	nameNumber  = textclean.LazyRegexp(`[._]\d+$`)
)

func plainName(h string) string {
	h = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(h, "’", "'")))
	for _, without := range []*regexp.Regexp{nameElement.Get(), nameNumber.Get()} {
		h = without.ReplaceAllString(h, "$1")
	}
	return h
}

// layout holds the positions of the columns in an activities.csv. They depend
// on the year in which the archive was made.
type layout struct {
	shown map[column]int // for display; up to the file column
	exact map[column]int // in seconds and metres, with flags as numbers
}

// show returns the cell of a column that is meant for display.
func (l layout) show(cells []string, c column) string { return at(cells, l.shown, c) }

// figure returns the cell of a column in seconds or metres, or as a flag.
func (l layout) figure(cells []string, c column) string { return at(cells, l.exact, c) }

func at(cells []string, places map[column]int, c column) string {
	if i, ok := places[c]; ok {
		return cell(cells, i)
	}
	return ""
}

// layoutOf determines the layout of a table from the names of its columns, or
// if they are unknown from their positions, provided that all content fits.
func layoutOf(head []string, rows [][]string) (layout, error) {
	if l, ok := byNames(head); ok && l.holds(rows) {
		return l, nil
	}
	if l, ok := byPlaces(head, rows); ok && l.holds(rows) && l.dated(rows) {
		return l, nil
	}
	const most = 20
	named := strings.Join(head[:min(len(head), most)], ", ")
	return layout{}, training.Errorf(training.KindCorrupt,
		"The table has none of the columns that a Strava archive is known to have: %s.", named).
		WithFix("Request the archive again with the account set to English, or import its activities folder by itself.")
}

// byNames returns the layout given by the column names. An unknown column is
// identified by its position if all known columns are in their usual positions.
func byNames(head []string) (layout, bool) {
	l := layout{map[column]int{}, map[column]int{}}
	names := namesOf(head)
	file := -1
	for i, c := range names {
		switch places := l.shown; {
		case c == colNone:
		case file >= 0:
			places = l.exact
			fallthrough
		default:
			if _, twice := places[c]; !twice {
				places[c] = i
			}
			if c == colFile {
				file = i
			}
		}
	}
	_, id := l.shown[colID]
	_, date := l.shown[colDate]
	if file < 0 || !id || !date {
		return l, false
	}
	if i, ok := l.shown[colElapsed]; ok && strings.EqualFold(head[i], elapsedKey) {
		l.exact[colDistance] = l.shown[colDistance]
	}
	if placed, ok := placesOf(head, file); ok && placed.agrees(names) {
		l.fill(placed, names)
	}
	// In Strava's layout, the maximum comes before the mean. If the names say
	// otherwise, as in Dutch archives of 2021, the two names are swapped.
	if mean, ok := l.exact[colAvgCadence]; ok && l.exact[colMaxCadence] == mean+1 {
		l.exact[colAvgCadence], l.exact[colMaxCadence] = mean+1, mean
	}
	return l, true
}

// agrees reports whether no known name is in the position of another column.
func (l layout) agrees(names []column) bool {
	for _, places := range []map[column]int{l.shown, l.exact} {
		for c, i := range places {
			if names[i] != colNone && names[i] != c {
				return false
			}
		}
	}
	return true
}

// fill adds the columns of the other layout that were not found by name.
func (l layout) fill(other layout, names []column) {
	add := func(to, from map[column]int) {
		for c, i := range from {
			if _, known := to[c]; !known && names[i] == colNone {
				to[c] = i
			}
		}
	}
	add(l.shown, other.shown)
	add(l.exact, other.exact)
}

// These are the positions of the file column in the layouts of 2018 and 2019,
// of 2020 and 2021, of 2022, and since 2023.
const (
	file2018 = 9
	file2020 = 10
	file2022 = 11
	file2023 = 12

	columns2025 = 99 // number of columns in the layout of 2025
)

// byPlaces returns the layout given by positions, for a language whose column names are unknown.
func byPlaces(head []string, rows [][]string) (layout, bool) {
	for file := file2023; file >= file2018; file-- {
		if l, ok := placesOf(head, file); ok && l.files(rows) {
			return l, true
		}
	}
	return layout{}, false
}

// placesOf returns the layout that has the file column at the given position.
// The table must end there, or have the repeated names in the right positions.
func placesOf(head []string, file int) (layout, bool) {
	const elapsed, block, least = 5, 3, 32 // the block begins with the second elapsed time
	l := layout{map[column]int{
		colID: 0, colDate: 1, colName: 2, colType: 3, colDescription: 4, colElapsed: elapsed, colDistance: elapsed + 1,
		colGear: file - 1, colFile: file, colCommute: min(file-2, 9),
	}, map[column]int{}}
	switch {
	case file < file2018 || file > file2023:
		return l, false
	case file == file2023:
		l.shown[colNote] = 10
	}
	same := func(i, j int) bool { return j < len(head) && head[i] == head[j] }
	switch {
	case len(head) == file+1 && file <= file2020:
		return l, true
	case len(head) < file+least || !same(elapsed, file+block):
		return l, false
	}
	for i, c := range []column{
		colElapsed, colMoving, colDistance, colMaxSpeed, colAvgSpeed, colGain, colLoss, colNone, colNone, colNone, colNone, colNone,
		colNone, colMaxCadence, colAvgCadence, colMaxHR, colAvgHR, colMaxPower, colAvgPower, colCalories, colNone, colAvgTemp,
		colNone, colNone, colNone, colNone, colNone, colNone, colExertion,
	} {
		if c != colNone {
			l.exact[c] = file + block + i
		}
	}
	// Two columns before these were missing if their names had no translation.
	const normalized, commute = 34, 38
	for _, less := range []int{0, 2} {
		if same(l.shown[colCommute], file+commute-less) {
			l.exact[colNormalized], l.exact[colCommute] = file+normalized-less, file+commute-less
			break
		}
	}
	// The flags added in 2025 are always in the same positions.
	if file == file2023 && len(head) >= columns2025 {
		l.exact[colRace], l.exact[colLongRun] = 95, 96
	}
	return l, true
}

// holds reports whether the values fit the columns: most ids must be numbers,
// and the cells of files but not those of gear must look like file names.
func (l layout) holds(rows [][]string) bool {
	ids := 0
	for _, r := range rows {
		if digits(l.show(r, colID)) {
			ids++
		}
	}
	return (2*ids > len(rows) || len(rows) == 0) && l.files(rows) && !mostly(rows, l.shown, colGear, looksLikeFile)
}

func (l layout) files(rows [][]string) bool {
	for _, r := range rows {
		if strings.TrimSpace(l.show(r, colFile)) != "" {
			return mostly(rows, l.shown, colFile, looksLikeFile)
		}
	}
	return true
}

// dated reports whether most dates look like dates.
func (l layout) dated(rows [][]string) bool {
	return len(rows) == 0 || mostly(rows, l.shown, colDate, func(s string) bool {
		const least = 5 // digits of a day, a month or year, and a time
		return strings.Count(strings.Map(toNought, s), "0") >= least && !digits(s)
	})
}

// toNought maps every digit to 0, so that digits are easy to count.
func toNought(r rune) rune {
	if r >= '0' && r <= '9' {
		return '0'
	}
	return r
}

// mostly reports whether so returns true for most non-empty cells of a column.
func mostly(rows [][]string, places map[column]int, c column, so func(string) bool) bool {
	good, all := 0, 0
	for _, r := range rows {
		s := strings.TrimSpace(at(r, places, c))
		if s == "" {
			continue
		}
		all++
		if so(s) {
			good++
		}
	}
	return 2*good > all
}

// looksLikeFile reports whether a cell looks like the path of a recording in an archive.
func looksLikeFile(s string) bool {
	switch strings.ToLower(path.Ext(strings.TrimSuffix(strings.ToLower(s), ".gz"))) {
	case ".fit", ".gpx", ".tcx":
		return true
	}
	return strings.HasPrefix(strings.ToLower(s), "activities/")
}
