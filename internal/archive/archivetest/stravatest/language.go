package stravatest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Language is an account language.
type Language string

// The languages in which archives are made.
const (
	English  Language = "en"
	German   Language = "de"
	French   Language = "fr"
	Spanish  Language = "es"
	Japanese Language = "ja"
)

// Languages are all of them.
func Languages() []Language { return []Language{English, German, French, Spanish, Japanese} }

// english is the whole header; the first 15 columns are for display, the rest
// in SI units. The last seven came with newer exports.
const english = "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight," +
	"Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,Elevation Gain,Elevation Loss,Elevation Low,Elevation High,Max Grade,Average Grade,Average Positive Grade,Average Negative Grade,Max Cadence,Average Cadence,Max Heart Rate,Average Heart Rate,Max Watts,Average Watts,Calories,Max Temperature,Average Temperature,Relative Effort,Total Work,Number of Runs,Uphill Time,Downhill Time,Other Time,Perceived Exertion,Type,Start Time,Weighted Average Power,Power Count,Prefer Perceived Exertion,Perceived Relative Effort,Commute," +
	"Total Weight Lifted,From Upload,Grade Adjusted Distance,Weather Observation Time,Weather Condition,Weather Temperature,Apparent Temperature,Dewpoint,Humidity,Weather Pressure,Wind Speed,Wind Gust,Wind Bearing,Precipitation Intensity,Sunrise Time,Sunset Time,Moon Phase,Bike,Gear,Precipitation Probability,Precipitation Type,Cloud Cover,Weather Visibility,UV Index,Weather Ozone,Jump Count,Total Grit,Average Flow,Flagged,Average Elapsed Speed,Dirt Distance,Newly Explored Distance,Newly Explored Dirt Distance,Activity Count,Total Steps,Carbon Saved,Pool Length,Training Load,Intensity,Average Grade Adjusted Pace,Timer Time,Total Cycles," +
	"Recovery,With Pet,Competition,Long Run,For a Cause,Downhill Distance,Media"

// display are columns 0 to 14 in the other languages; a name that occurs in
// both blocks is the same word in both.
var display = map[Language]string{
	German:   "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,Private Anmerkung zur Aktivität,Ausrüstung für Aktivität,Dateiname,Gewicht des Athleten,Fahrradgewicht",
	French:   "ID de l'activité,Date de l'activité,Nom de l'activité,Type d'activité,Description de l'activité,Temps écoulé,Distance,Fréquence cardiaque max.,Effort relatif,Trajet domicile-travail,Note privée,Équipement de l'activité,Nom du fichier,Poids de l'athlète,Poids du vélo",
	Spanish:  "ID de actividad,Fecha de la actividad,Nombre de la actividad,Tipo de actividad,Descripción de la actividad,Tiempo transcurrido,Distancia,Ritmo cardiaco máximo,Esfuerzo relativo,Desplazamiento,Nota privada de la actividad,Equipamiento de la actividad,Nombre del archivo,Peso del atleta,Peso de la bicicleta",
	Japanese: "アクティビティID,アクティビティ日,アクティビティ名,アクティビティの種類,アクティビティの説明,経過時間,距離,最大心拍数,相対的な激しさ,通勤,アクティビティの非公開メモ,アクティビティの機材,ファイル名,アスリートの体重,バイクの重量",
}

// later are columns after the display block, by their English name.
var later = map[Language]map[string]string{
	German:   {"Moving Time": "Bewegungszeit", "Perceived Exertion": "Gefühlte Anstrengung", "Competition": "Wettkampf", "Long Run": "Langer Lauf", "Media": "Medien", "Average Heart Rate": "Durchschnittliche Herzfrequenz"},
	French:   {"Moving Time": "Durée de déplacement", "Perceived Exertion": "Effort perçu", "Competition": "Compétition", "Long Run": "Sortie longue", "Media": "Média", "Average Heart Rate": "Fréquence cardiaque moyenne"},
	Spanish:  {"Moving Time": "Tiempo en movimiento", "Perceived Exertion": "Esfuerzo percibido", "Competition": "Competición", "Long Run": "Carrera larga", "Media": "Contenido multimedia", "Average Heart Rate": "Ritmo cardiaco promedio"},
	Japanese: {"Moving Time": "移動時間", "Perceived Exertion": "自覚的運動強度", "Competition": "レース", "Long Run": "ロング走", "Media": "メディア", "Average Heart Rate": "平均心拍数"},
}

// header is the column names of a language.
func header(l Language) []string {
	en := strings.Split(english, ",")
	if l == English {
		return en
	}
	out := make([]string, len(en))
	words := map[string]string{}
	for i, w := range strings.Split(display[l], ",") {
		out[i], words[en[i]] = w, w
	}
	for i := 15; i < len(en); i++ {
		out[i] = en[i]
		if w := words[en[i]]; w != "" {
			out[i] = w
		} else if w := later[l][en[i]]; w != "" {
			out[i] = w
		}
	}
	return out
}

// kinds are the words of Activity Type, by the English one.
var kinds = map[Language]map[string]string{
	German:   {"Ride": "Radfahrt", "Run": "Lauf", "Walk": "Spaziergang", "Swim": "Schwimmen"},
	French:   {"Ride": "Vélo", "Run": "Course à pied", "Walk": "Marche", "Swim": "Natation"},
	Spanish:  {"Ride": "Bicicleta", "Run": "Carrera", "Walk": "Caminata", "Swim": "Natación"},
	Japanese: {"Ride": "ライド", "Run": "ラン", "Walk": "ウォーキング", "Swim": "水泳"},
}

func kind(l Language, en string) string {
	if w := kinds[l][en]; w != "" {
		return w
	}
	return en
}

var (
	frenchMonths  = strings.Fields("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.")
	spanishMonths = strings.Fields("ene. feb. mar. abr. may. jun. jul. ago. sept. oct. nov. dic.")
)

// date is a UTC instant without its zone as the language writes it.
func date(l Language, t time.Time) string {
	t = t.UTC()
	switch l {
	case German:
		return t.Format("02.01.2006, 15:04:05")
	case French:
		return fmt.Sprintf("%d %s %d à %s", t.Day(), frenchMonths[t.Month()-1], t.Year(), t.Format("15:04:05"))
	case Spanish:
		return fmt.Sprintf("%d %s %d, %s", t.Day(), spanishMonths[t.Month()-1], t.Year(), t.Format("15:04:05"))
	case Japanese:
		return t.Format("2006/01/02 15:04:05")
	}
	return t.Format("Jan 2, 2006, 3:04:05 PM")
}

// number is a display number; German, French and Spanish use a decimal comma.
func number(l Language, v float64, places int) string {
	s := strconv.FormatFloat(v, 'f', places, 64)
	if l == German || l == French || l == Spanish {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}
