package stravatest

import (
	"fmt"
	"slices"
	"strings"
)

// Layout is the layout of activities.csv in a year. The zero value is the
// newest.
type Layout string

// The layouts known since archives can be requested.
const (
	Layout2018 Layout = "2018" // keys instead of names, metres
	Layout2019 Layout = "2019" // names, and only displayed values
	Layout2020 Layout = "2020" // with the relative effort
	Layout2021 Layout = "2021" // with the block in SI; some names are untranslated
	Layout2022 Layout = "2022" // shows the highest heart rate
	Layout2023 Layout = "2023" // with the private note
	Layout2024 Layout = "2024"
	Layout2025 Layout = "2025" // with races and long runs
	Layout2026 Layout = "2026"
)

// Layouts returns all layouts, the oldest first.
func Layouts() []Layout {
	return []Layout{
		Layout2018, Layout2019, Layout2020, Layout2021, Layout2022, Layout2023, Layout2024, Layout2025, Layout2026,
	}
}

// newest is the whole header in English. The columns up to the file are for
// display; those after the weights are in SI units.
const newest = "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate," +
	"Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time," +
	"Distance,Max Speed,Average Speed,Elevation Gain,Elevation Loss,Elevation Low,Elevation High,Max Grade,Average Grade," +
	"Average Positive Grade,Average Negative Grade,Max Cadence,Average Cadence,Max Heart Rate,Average Heart Rate,Max Watts," +
	"Average Watts,Calories,Max Temperature,Average Temperature,Relative Effort,Total Work,Number of Runs,Uphill Time," +
	"Downhill Time,Other Time,Perceived Exertion,Type,Start Time,Weighted Average Power,Power Count,Prefer Perceived Exertion," +
	"Perceived Relative Effort,Commute,Total Weight Lifted,From Upload,Grade Adjusted Distance,Weather Observation Time," +
	"Weather Condition,Weather Temperature,Apparent Temperature,Dewpoint,Humidity,Weather Pressure,Wind Speed,Wind Gust," +
	"Wind Bearing,Precipitation Intensity,Sunrise Time,Sunset Time,Moon Phase,Bike,Gear,Precipitation Probability," +
	"Precipitation Type,Cloud Cover,Weather Visibility,UV Index,Weather Ozone,Jump Count,Total Grit,Average Flow,Flagged," +
	"Average Elapsed Speed,Dirt Distance,Newly Explored Distance,Newly Explored Dirt Distance,Activity Count,Total Steps," +
	"Carbon Saved,Pool Length,Training Load,Intensity,Average Grade Adjusted Pace,Timer Time,Total Cycles,Recovery,With Pet," +
	"Competition,Long Run,For a Cause,With Kid,Downhill Distance,Total Sets,Total Reps,Media"

// columns returns the English names of a layout's columns.
func columns(l Layout) []string {
	all := strings.Split(newest, ",")
	shown, rest := all[:13], all[13:]
	upTo := func(last string, media bool) []string {
		out := slices.Clone(rest[:slices.Index(rest, last)+1])
		if media {
			out = append(out, "Media")
		}
		return out
	}
	without := func(names ...string) []string {
		return slices.DeleteFunc(slices.Clone(shown), func(n string) bool { return slices.Contains(names, n) })
	}
	switch l {
	case Layout2018, Layout2019:
		return without("Max Heart Rate", "Relative Effort", "Activity Private Note")
	case Layout2020:
		return without("Max Heart Rate", "Activity Private Note")
	case Layout2021:
		return append(without("Max Heart Rate", "Activity Private Note"), upTo("Flagged", false)...)
	case Layout2022:
		return append(without("Activity Private Note"), upTo("Newly Explored Dirt Distance", true)...)
	case Layout2023:
		return append(slices.Clone(shown), upTo("Activity Count", true)...)
	case Layout2024:
		return append(slices.Clone(shown), upTo("Average Grade Adjusted Pace", true)...)
	case Layout2025:
		return append(slices.Clone(shown), upTo("For a Cause", true)...)
	case Layout2026:
	}
	return all
}

// keys are the names in the layout of 2018, for the same columns as in 2019.
const keys = "id,date,name,type,description,elapsed_time,distance,commute,gear,filename"

// untranslated are the columns without a name in 2021 and 2022, with the keys
// shown instead.
var untranslated = map[string]string{
	"Type": "type", "Start Time": "start_time", "Jump Count": "jump_count", "Total Grit": "total_grit", "Average Flow": "avg_flow",
	"Flagged": "flagged", "Average Elapsed Speed": "avg_elapsed_speed", "Dirt Distance": "dirt_distance",
	"Newly Explored Distance": "newly_explored_distance", "Newly Explored Dirt Distance": "newly_explored_dirt_distance",
}

// missing returns the text in place of an untranslated name.
func missing(l Layout, name string) string {
	text := "translation missing: en-US.lib.export.portability_exporter.activities.horton_values." + untranslated[name]
	if l == Layout2021 {
		return text
	}
	return fmt.Sprintf(`<span class="translation_missing" title="%s">%s</span>`, text, name)
}

// has reports whether a layout has a column with an English name.
func (l Layout) has(name string) bool { return slices.Contains(columns(l), name) }

// inSI reports whether a layout has the block in SI units.
func (l Layout) inSI() bool { return l.has("Moving Time") }

// tells reduces an activity to the fields that a table of the layout can
// contain.
func (l Layout) tells(a Activity) Activity {
	if !l.has("Activity Private Note") {
		a.PrivateNote = ""
	}
	if !l.inSI() {
		a.RPE, a.MovingS = 0, a.ElapsedS
		if l != Layout2018 { // in the athlete's unit, whichever that is
			a.DistanceM = 0
		}
	}
	a.Race, a.LongRun = a.Race && l.has("Competition"), a.LongRun && l.has("Long Run")
	return a
}

// The known headers of archives in each language: whole ones, beginnings, and
// single names by the English one.
const (
	german2024 = "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz," +
		"Max. Herzfrequenz,Relative Leistung,Pendeln,Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname," +
		"Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.,Durchschnittliche Geschwindigkeit," +
		"Höhenzunahme,Höhenunterschied,Min. Höhe,Max. Höhe,Max. Steigung,Durchschnittliche Steigung," +
		"Durchschnittliche positive Steigung,Durchschnittliche negative Steigung,Max. Tritt-/Schrittfrequenz," +
		"Durchschnittliche Trittfrequenz,Max. Herzfrequenz,Durchschnittliche Herzfrequenz,Max. Watt,Durchschnittliche Watt,Kalorien," +
		"Max. Temperatur,Durchschnittliche Temperatur,Relative Leistung,Gesamtarbeit,Anzahl Läufe,Bergaufzeit,Bergabzeit,Andere Zeit," +
		"Gefühlte Anstrengung,Art,Startzeit,Gewichtete durchschnittliche Leistung,Leistungszahl,Gefühlte Anstrengung verwenden," +
		"Gefühlte relative Leistung,Pendeln"
	spanish2026 = "Id. de la actividad,Fecha de la actividad,Nombre de la actividad,Tipo de actividad,Descripción de la actividad," +
		"Tiempo transcurrido,Distancia,Ritmo cardíaco máx.,Esfuerzo relativo,Viaje al trabajo,Nota privada de actividad," +
		"Equipamiento de la actividad,Nombre de archivo,Peso del atleta,Peso de la bicicleta,Tiempo transcurrido," +
		"Tiempo en movimiento,Distancia,Velocidad máxima,Velocidad promedio,Desnivel positivo,Desnivel negativo,Desnivel bajo," +
		"Desnivel alto,Grado máximo,Pendiente promedio,Grado positivo promedio,Grado negativo promedio,Cadencia máx.," +
		"Cadencia promedio,Ritmo cardíaco máx.,Ritmo cardíaco promedio,Máx. de vatios,Vatios promedio,Calorías,Temperatura máx.," +
		"Temperatura promedio,Esfuerzo relativo,Esfuerzo total,Cantidad de carreras,Tiempo de ascenso,Tiempo de descenso," +
		"Otro tiempo,Esfuerzo Percibido,Tipo,Hora de inicio,Potencia promedio ponderada,Conteo de potencia," +
		"Usar Esfuerzo Percibido,Esfuerzo relativo percibido,Viaje al trabajo"
	dutch2025 = "Activiteits-ID,Datum van activiteit,Naam activiteit,Activiteitstype,Beschrijving van activiteit,Verstreken tijd," +
		"Afstand,Max. hartslag,Vergelijkbare poging,Woon-werkverkeer,Privénotitie activiteit,Uitrusting voor activiteit," +
		"Bestandsnaam,Gewicht sporter,Gewicht fiets,Verstreken tijd,Beweegtijd,Afstand,Max. snelheid,Gemiddelde snelheid," +
		"Totale stijging,Totale daling,Kleinste hoogte,Grootste hoogte,Max. stijgingspercentage,Gemiddeld stijgingspercentage," +
		"Gemiddeld positief stijgingspercentage,Gemiddeld negatief stijgingspercentage,Max. cadans,Gemiddelde cadans," +
		"Max. hartslag,Gemiddelde hartslag,Maximaal wattage,Gemiddeld wattage,Calorieën,Maximale temperatuur," +
		"Gemiddelde temperatuur,Vergelijkbare poging,Totale arbeid,Aantal hardloopsessies,Tijd bergop,Tijd bergaf,Andere tijd," +
		"Ervaren inspanning,Type,Starttijd,Gewogen gemiddeld vermogen,Aantal vermogensgegevens,Voorkeur voor ervaren inspanning," +
		"Ervaren vergelijkbare poging,Woon-werkverkeer"
	czech2026 = "ID aktivity,Datum aktivity,Název aktivity,Typ aktivity,Popis aktivity,Uplynulý čas,Vzdálenost," +
		"Maximální tepová frekvence,Relativní úsilí,Dojíždění,Soukromá poznámka k aktivitě,Vybavení na aktivitu,Název souboru," +
		"Hmotnost sportovce,Hmotnost kola,Uplynulý čas,Aktivní čas,Vzdálenost,Maximální rychlost,Průměrná rychlost," +
		"Nastoupaná výška,Naklesaná výška,Nejnižší nadmořská výška,Nejvyšší nadmořská výška,Maximální sklon,Průměrný sklon," +
		"Průměrný pozitivní sklon,Průměrný záporný sklon,Maximální kadence,Průměrná kadence,Maximální tepová frekvence," +
		"Průměrná tepová frekvence,Maximální výkon ve wattech,Průměrný výkon ve wattech,Kalorie"
	french2026 = "ID de l'activité,Date de l'activité,Nom de l'activité,Type d'activité,Description de l'activité,Temps écoulé," +
		"Distance,Fréquence cardiaque max.,Effort relatif,Déplacement-transport,Note privée sur les activités," +
		"Matériel utilisé pour l'activité,Nom du fichier,Poids de l'athlète,Poids du vélo,Temps écoulé,Durée de déplacement," +
		"Distance,Vitesse max.,Vitesse moyenne,Dénivelé positif"
	russian2026 = "ID физической активности,Дата тренировки,Название тренировки,Тип активности,Описание,Общее время,Расстояние," +
		"Макс. пульс,Относительное усилие,На работу,,Снаряжение,Название файла,,,Общее время,Время в движении,Дистанция," +
		"Макс. скорость,Средняя скорость,Набор высоты,Высота спуска,Высота низменности,Высота подъема,Макс. уклон," +
		"Средний угол уклона,,,Макс. каденс,Средний каденс,Макс. пульс,Средний пульс,Макс. мощность,Средняя мощность,Калории," +
		"Макс. температура,Средняя температура,Относительное усилие"
)

// single are names with unknown neighbours, after the English ones.
var single = map[Language]string{
	Portuguese: "Activity ID=ID da atividade,Activity Date=Data da atividade,Activity Name=Nome da atividade," +
		"Activity Type=Tipo de atividade,Elapsed Time=Tempo decorrido,Moving Time=Tempo de movimentação,Distance=Distância," +
		"Max Heart Rate=Frequência cardíaca máxima,Average Heart Rate=Frequência cardíaca média,Max Speed=Velocidade máx.," +
		"Average Speed=Velocidade média,Elevation Gain=Ganho de elevação,Average Cadence=Cadência média,Calories=Calorias," +
		"Activity Gear=Equipamento da atividade,Filename=Nome do arquivo,Average Temperature=Temperatura média",
	Italian: "Activity ID=ID attività,Activity Date=Data dell'attività,Activity Name=Nome attività,Activity Type=Tipo attività," +
		"Activity Description=Descrizione dell’attività,Activity Gear=Attrezzatura attività,Filename=Nome del file," +
		"Elapsed Time=Tempo trascorso,Moving Time=Tempo in movimento,Distance=Distanza,Elevation Gain=Dislivello positivo," +
		"Average Heart Rate=Frequenza cardiaca media,Max Heart Rate=Frequenza cardiaca massima,Average Watts=Watt medi," +
		"Weighted Average Power=Potenza media ponderata,Average Cadence=Cadenza media,Perceived Exertion=Sforzo percepito," +
		"Calories=Calorie,Average Speed=Velocità media",
	Japanese: "Activity ID=アクティビティID,Activity Date=アクティビティ実行日,Activity Name=アクティビティ名," +
		"Activity Type=アクティビティタイプ,Filename=ファイル名,Moving Time=移動時間,Distance=距離,Elevation Gain=獲得標高," +
		"Elapsed Time=経過時間",
	Chinese: "Activity ID=活动 ID,Activity Date=活动日期,Activity Name=活动名称,Activity Type=活动类型," +
		"Activity Description=活动描述,Elapsed Time=全程耗时,Distance=距离,Filename=文件名",
	Polish: "Activity ID=Identyfikator aktywności,Activity Date=Data aktywności,Activity Name=Nazwa aktywności," +
		"Activity Type=Rodzaj aktywności,Distance=Dystans,Moving Time=Czas ruchu,Elapsed Time=Czas całkowity," +
		"Average Speed=Średnia prędkość,Max Speed=Maksymalna prędkość",
	Norwegian: "Activity ID=Aktivitets-ID,Activity Date=Aktivitetsdato,Activity Name=Aktivitetsnavn,Activity Type=Aktivitetstype," +
		"Elapsed Time=Totaltid,Distance=Distanse,Filename=Filnavn,Moving Time=Bevegelsestid",
}

// races are the race and long run marks of the newest layouts.
var races = map[Language][2]string{
	German: {"Wettkampf", "Langer Lauf"}, Spanish: {"Competencia", "Carrera larga"}, Dutch: {"Wedstrijd", "Lange loop"},
}

// header returns the column names of a layout in a language. Unknown names are
// replaced by arbitrary ones, the same for the same English name: a reader has
// only the position.
func header(lang Language, l Layout) []string {
	en := columns(l)
	if l == Layout2018 {
		return strings.Split(keys, ",")
	}
	if lang == Dutch && l == Layout2021 { // it lacked the untranslated columns
		en = slices.DeleteFunc(en, func(n string) bool { return untranslated[n] != "" })
	}
	words := wordsOf(lang)
	out := make([]string, len(en))
	for i, name := range en {
		word, known := words[at{name, i > slices.Index(en, "Filename")}]
		switch _, lacks := untranslated[name]; {
		case lacks && (l == Layout2021 || l == Layout2022):
			out[i] = missing(l, name)
		case lang == English:
			out[i] = name
		case known && word != "":
			out[i] = word
		default:
			out[i] = fmt.Sprintf("%s %d", lang, slices.Index(strings.Split(newest, ","), name))
		}
	}
	if lang == Dutch && l == Layout2021 { // a real error, above numbers in the usual order
		i := slices.Index(en, "Max Cadence")
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out
}

// at is a column: some names appear both before and after the file.
type at struct {
	name  string
	after bool
}

// wordsOf returns the known names of a language.
func wordsOf(lang Language) map[at]string {
	words := map[at]string{}
	en := columns(Layout2026)
	sequence := map[Language]string{
		German: german2024, Spanish: spanish2026, Dutch: dutch2025, Czech: czech2026, French: french2026, Russian: russian2026,
	}[lang]
	for i, w := range strings.Split(sequence, ",") {
		after := i > slices.Index(en, "Filename")
		words[at{en[i], after}] = w
		if other := (at{en[i], !after}); words[other] == "" {
			words[other] = w
		}
	}
	for pair := range strings.SplitSeq(single[lang], ",") {
		name, w, _ := strings.Cut(pair, "=")
		words[at{name, false}], words[at{name, true}] = w, w
	}
	if r, ok := races[lang]; ok {
		words[at{"Competition", true}], words[at{"Long Run", true}] = r[0], r[1]
	}
	return words
}
