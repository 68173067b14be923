package archive

import (
	"path"
	"regexp"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// column is a column of activities.csv.
type column int

// The columns that are read. Elapsed time, distance, the highest heart rate and
// the mark of a commute may occur twice: up to the file's column for display,
// in the units of the account; after it in seconds and metres.
const (
	colNone column = iota
	colID
	colDate
	colName
	colType
	colDescription
	colElapsed
	colDistance
	colMaxHR
	colCommute
	colNote
	colGear
	colFile
	colMoving
	colMaxSpeed
	colAvgSpeed
	colGain
	colLoss
	colMaxCadence
	colAvgCadence
	colAvgHR
	colMaxPower
	colAvgPower
	colCalories
	colAvgTemp
	colExertion
	colNormalized
	colRace
	colLongRun
)

// columnNames are the names of columns as archives have them, in lower case:
// English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech,
// Russian, Norwegian, Japanese and Chinese, as far as a header of an archive
// is known. The last of some rows are the keys of 2018.
var columnNames = []struct {
	column column
	names  string
}{
	{colID, "activity id|aktivitäts-id|id de l'activité|id. de la actividad|id de actividad|id da atividade|id attività|activiteits-id|" +
		"identyfikator aktywności|id aktivity|id физической активности|aktivitets-id|アクティビティid|活动 id|id"},
	{colDate, "activity date|aktivitätsdatum|date de l'activité|fecha de la actividad|data da atividade|data dell'attività|" +
		"data attività|datum van activiteit|data aktywności|datum aktivity|дата тренировки|aktivitetsdato|アクティビティ実行日|" +
		"アクティビティ日|活动日期|date"},
	{colName, "activity name|name der aktivität|nom de l'activité|nombre de la actividad|nome da atividade|nome attività|" +
		"naam activiteit|nazwa aktywności|název aktivity|название тренировки|aktivitetsnavn|アクティビティ名|活动名称|name"},
	{colType, "activity type|aktivitätsart|type d'activité|tipo de actividad|tipo de atividade|tipo attività|activiteitstype|" +
		"rodzaj aktywności|typ aktivity|тип активности|aktivitetstype|アクティビティタイプ|アクティビティの種類|活动类型|type"},
	{colDescription, "activity description|aktivitätsbeschreibung|description de l'activité|descripción de la actividad|" +
		"descrizione dell'attività|beschrijving van activiteit|popis aktivity|описание|活动描述|description"},
	{colElapsed, "elapsed time|verstrichene zeit|temps écoulé|tiempo transcurrido|tempo decorrido|tempo trascorso|verstreken tijd|" +
		"czas całkowity|uplynulý čas|общее время|totaltid|経過時間|全程耗时|" + elapsedKey},
	{colDistance, "distance|distanz|distancia|distância|distanza|afstand|dystans|vzdálenost|расстояние|дистанция|distanse|距離|距离"},
	{colMaxHR, "max heart rate|max. herzfrequenz|fréquence cardiaque max.|ritmo cardíaco máx.|frequência cardíaca máxima|" +
		"frequenza cardiaca massima|max. hartslag|maximální tepová frekvence|макс. пульс"},
	{colCommute, "commute|pendeln|déplacement-transport|viaje al trabajo|woon-werkverkeer|forenzenrit|dojíždění|на работу|" +
		"регулярный маршрут"},
	{colNote, "activity private note|hinweis zur privatsphäre für aktivitäten|note privée sur les activités|" +
		"nota privada de actividad|privénotitie activiteit|soukromá poznámka k aktivitě"},
	{colGear, "activity gear|aktivitätsausrüstung|matériel utilisé pour l'activité|equipamiento de la actividad|" +
		"equipamento da atividade|attrezzatura attività|uitrusting voor activiteit|vybavení na aktivitu|снаряжение|gear"},
	{colFile, "filename|dateiname|nom du fichier|nombre de archivo|nombre del archivo|nome do arquivo|nome del file|bestandsnaam|" +
		"název souboru|название файла|filnavn|ファイル名|文件名"},
	{colMoving, "moving time|bewegungszeit|durée de déplacement|tiempo en movimiento|tempo de movimentação|tempo in movimento|" +
		"beweegtijd|czas ruchu|aktivní čas|время в движении|bevegelsestid|移動時間"},
	{colMaxSpeed, "max speed|höchstgeschw.|vitesse max.|velocidad máxima|velocidade máx.|max. snelheid|maksymalna prędkość|" +
		"maximální rychlost|макс. скорость"},
	{colAvgSpeed, "average speed|durchschnittliche geschwindigkeit|vitesse moyenne|velocidad promedio|velocidade média|" +
		"velocità media|gemiddelde snelheid|średnia prędkość|průměrná rychlost|средняя скорость"},
	{colGain, "elevation gain|höhenzunahme|dénivelé positif|desnivel positivo|ganho de elevação|dislivello positivo|totale stijging|" +
		"hoogteverschil|nastoupaná výška|набор высоты|獲得標高"},
	{colLoss, "elevation loss|höhenunterschied|desnivel negativo|totale daling|hoogteverlies|naklesaná výška|высота спуска"},
	{colMaxCadence, "max cadence|max. tritt-/schrittfrequenz|cadencia máx.|max. cadans|maximální kadence|макс. каденс"},
	{colAvgCadence, "average cadence|durchschnittliche trittfrequenz|cadencia promedio|cadência média|cadenza media|" +
		"gemiddelde cadans|průměrná kadence|средний каденс"},
	{colAvgHR, "average heart rate|durchschnittliche herzfrequenz|ritmo cardíaco promedio|frequência cardíaca média|" +
		"frequenza cardiaca media|gemiddelde hartslag|průměrná tepová frekvence|средний пульс"},
	{colMaxPower, "max watts|max. watt|máx. de vatios|maximaal wattage|maximální výkon ve wattech|макс. мощность"},
	{colAvgPower, "average watts|durchschnittliche watt|vatios promedio|watt medi|gemiddeld wattage|průměrný výkon ve wattech|" +
		"средняя мощность"},
	{colCalories, "calories|kalorien|calorías|calorias|calorie|calorieën|kalorie|калории"},
	{colAvgTemp, "average temperature|durchschnittliche temperatur|temperatura promedio|temperatura média|gemiddelde temperatuur|" +
		"средняя температура"},
	{colExertion, "perceived exertion|gefühlte anstrengung|esfuerzo percibido|sforzo percepito|ervaren inspanning"},
	{colNormalized, "weighted average power|gewichtete durchschnittliche leistung|potencia promedio ponderada|" +
		"potenza media ponderata|gewogen gemiddeld vermogen"},
	{colRace, "competition|race|wettkampf|wettbewerb|rennen|compétition|course|competencia|competición|competicion|carrera|" +
		"competição|corrida de competição|prova|gara|competizione|wedstrijd|レース|大会|závod|zawody|соревнование|比赛|比賽|대회|레이스|" +
		"tävling|konkurranse|konkurrence|yarış"},
	{colLongRun, "long run|langer lauf|longue course|sortie longue|course longue|carrera larga|tirada larga|corrida longa|longão|" +
		"lungo|corsa lunga|lange loop|lange duurloop|lange afstand hardlopen|ロング走|ロングラン|dlouhý běh|długi bieg|" +
		"длительная пробежка|длинный забег|长跑|長跑|장거리 달리기|롱런|långpass|langtur|uzun koşu"},
}

// elapsedKey is a name in the tables of 2018, which had keys in place of
// names, and metres in place of the units of the account.
const elapsedKey = "elapsed_time"

// namesOf finds the column of each name of a header.
func namesOf(head []string) []column {
	known := map[string]column{}
	for _, c := range columnNames {
		for name := range strings.SplitSeq(c.names, "|") {
			known[name] = c.column
		}
	}
	out := make([]column, len(head))
	for i, h := range head {
		out[i] = known[plainName(h)]
	}
	return out
}

// A name that had no translation stood as an element, and some programs number
// the second of two equal names.
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

// layout holds the positions of the columns of one activities.csv, which differ
// by the year in which the archive was made.
type layout struct {
	shown map[column]int // for display, up to the file's column
	exact map[column]int // in seconds, metres and points
}

// show returns a cell of the columns for display.
func (l layout) show(cells []string, c column) string { return at(cells, l.shown, c) }

// figure returns a cell of the columns in seconds, metres or points.
func (l layout) figure(cells []string, c column) string { return at(cells, l.exact, c) }

func at(cells []string, places map[column]int, c column) string {
	if i, ok := places[c]; ok {
		return cell(cells, i)
	}
	return ""
}

// layoutOf finds the layout of a table: by the names of its columns where they
// are known, else by their places where everything agrees with that.
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
	// Strava puts the highest before the mean; where the names say otherwise,
	// as in Dutch archives of 2021, they are the wrong way round.
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

// fill adds the columns of another layout whose names are not known.
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

// The places of the file's column in the layouts of 2018 and 2019, of 2020 and
// 2021, of 2022, and since.
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

// placesOf returns the layout with the file's column at a position: for a table
// that ends with it, or in which the repeated names are where they must be.
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
	// Two columns before it were left out where their names had no translation.
	const normalized, commute = 34, 38
	for _, less := range []int{0, 2} {
		if same(l.shown[colCommute], file+commute-less) {
			l.exact[colNormalized], l.exact[colCommute] = file+normalized-less, file+commute-less
			break
		}
	}
	// The marks of 2025 have kept their places since.
	if file == file2023 && len(head) >= columns2025 {
		l.exact[colRace], l.exact[colLongRun] = 95, 96
	}
	return l, true
}

// holds reports whether the values fit the columns: most ids are numbers, file
// cells look like files, and gear does not.
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

// dated reports whether dates look like dates.
func (l layout) dated(rows [][]string) bool {
	return len(rows) == 0 || mostly(rows, l.shown, colDate, func(s string) bool {
		const least = 5 // digits of a day, a month or year, and a clock
		return strings.Count(strings.Map(toNought, s), "0") >= least && !digits(s)
	})
}

// toNought makes every digit one that can be counted.
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
