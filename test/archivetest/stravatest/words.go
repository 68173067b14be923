package stravatest

import (
	"fmt"
	"slices"
	"strings"
)

// The headers that archives of each language had, as far as they are known:
// whole ones, beginnings, and single names by the English one.
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

// single are names whose neighbours are not known, after the English ones.
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

// races are the marks of the newest layouts.
var races = map[Language][2]string{
	German: {"Wettkampf", "Langer Lauf"}, Spanish: {"Competencia", "Carrera larga"}, Dutch: {"Wedstrijd", "Lange loop"},
}

// header is the column names of a layout in a language. A name that is not
// known is one that nobody can know, the same wherever the English one is the
// same: a reader has its place alone.
func header(lang Language, l Layout) []string {
	en := columns(l)
	if l == Layout2018 {
		return strings.Split(keys, ",")
	}
	if lang == Dutch && l == Layout2021 { // had no place for what lacked a name
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
	if lang == Dutch && l == Layout2021 { // so it was, over numbers in the usual order
		i := slices.Index(en, "Max Cadence")
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out
}

// at is a column: some names stand before the file's and after it.
type at struct {
	name  string
	after bool
}

// wordsOf are the known names of a language.
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
