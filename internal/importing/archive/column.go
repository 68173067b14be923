package archive

import (
	"regexp"
	"strings"

	"lapkeep/internal/platform/textclean"
)

// column is a column of activities.csv.
type column int

// The columns that are read. Elapsed time, distance, the highest heart rate
// and the mark of a commute may stand twice: up to the file's column for
// display, in the units of the account; after it in seconds and metres.
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
