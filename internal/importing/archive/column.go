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

// The columns that are read. Elapsed time, distance, maximum heart rate and the
// commute flag may occur twice: up to the file's column for display, in the
// units of the account, and after it in seconds and metres.
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

// columnNames has the names of columns in archives, in lower case: English,
// German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech, Russian,
// Norwegian, Japanese and Chinese, as far as archive headers are known. The
// last names of some rows are the keys of 2018.
//
//go:embed columns.json
var columnNames []byte

// elapsedKey is a key in the tables of 2018, which had keys instead of names,
// and metres instead of the account's units.
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

// Names without a translation were written as an element, and some programs
// number the second of two equal names.
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

// layout holds the positions of the columns of an activities.csv, which depend
// on the year in which the archive was made.
type layout struct {
	shown map[column]int // for display, up to the file's column
	exact map[column]int // in seconds, metres and flags as numbers
}

// show returns a cell of a column for display.
func (l layout) show(cells []string, c column) string { return at(cells, l.shown, c) }

// figure returns a cell of a column in seconds, metres or as a flag.
func (l layout) figure(cells []string, c column) string { return at(cells, l.exact, c) }

func at(cells []string, places map[column]int, c column) string {
	if i, ok := places[c]; ok {
		return cell(cells, i)
	}
	return ""
}

// layoutOf finds the layout of a table by the names of its columns if they are
// known, else by their positions if all content agrees.
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

// byNames returns the layout determined by the column names. An unknown column
// is identified by its position if the positions of all known columns agree.
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
	// Strava puts the maximum before the mean. Where the names say otherwise,
	// as in Dutch archives of 2021, they are swapped.
	if mean, ok := l.exact[colAvgCadence]; ok && l.exact[colMaxCadence] == mean+1 {
		l.exact[colAvgCadence], l.exact[colMaxCadence] = mean+1, mean
	}
	return l, true
}

// agrees reports whether no known name is in another column's position.
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

// fill adds the columns of another layout that were not found by name.
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

// The positions of the file's column in the layouts of 2018 and 2019, of 2020
// and 2021, of 2022, and since 2023.
const (
	file2018 = 9
	file2020 = 10
	file2022 = 11
	file2023 = 12

	columns2025 = 99 // in the layout of 2025
)

// byPlaces returns the layout determined by positions, for a language whose
// column names are not known.
func byPlaces(head []string, rows [][]string) (layout, bool) {
	for file := file2023; file >= file2018; file-- {
		if l, ok := placesOf(head, file); ok && l.files(rows) {
			return l, true
		}
	}
	return layout{}, false
}

// placesOf returns the layout with the file's column at a position, if the
// table ends with it or has the repeated names in the right places.
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
	// Two columns before it were left out if their names had no translation.
	const normalized, commute = 34, 38
	for _, less := range []int{0, 2} {
		if same(l.shown[colCommute], file+commute-less) {
			l.exact[colNormalized], l.exact[colCommute] = file+normalized-less, file+commute-less
			break
		}
	}
	// The flags added in 2025 have kept their positions.
	if file == file2023 && len(head) >= columns2025 {
		l.exact[colRace], l.exact[colLongRun] = 95, 96
	}
	return l, true
}

// holds reports whether the values fit the columns: most ids are numbers, file
// cells look like files, and gear cells do not.
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

// toNought maps every digit to 0, so that digits can be counted.
func toNought(r rune) rune {
	if r >= '0' && r <= '9' {
		return '0'
	}
	return r
}

// mostly reports whether most non-empty cells of a column satisfy so.
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

// looksLikeFile reports whether a cell names a recording in an archive.
func looksLikeFile(s string) bool {
	switch strings.ToLower(path.Ext(strings.TrimSuffix(strings.ToLower(s), ".gz"))) {
	case ".fit", ".gpx", ".tcx":
		return true
	}
	return strings.HasPrefix(strings.ToLower(s), "activities/")
}
