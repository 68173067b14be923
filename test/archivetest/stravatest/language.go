package stravatest

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Language is an account language.
type Language string

// The languages in which archives are made. No Korean header is known: its
// columns have names that no reader can know.
const (
	English    Language = "en"
	German     Language = "de"
	French     Language = "fr"
	Spanish    Language = "es"
	Dutch      Language = "nl"
	Czech      Language = "cs"
	Portuguese Language = "pt"
	Italian    Language = "it"
	Polish     Language = "pl"
	Norwegian  Language = "no"
	Russian    Language = "ru"
	Japanese   Language = "ja"
	Chinese    Language = "zh"
	Korean     Language = "ko"
)

// Languages returns all languages.
func Languages() []Language {
	return []Language{
		English, German, French, Spanish, Dutch, Czech, Portuguese, Italian, Polish, Norwegian, Russian, Japanese, Chinese, Korean,
	}
}

// kinds are the values of Activity Type for a ride, a run, a walk and a swim.
var kinds = map[Language]string{
	English:    "Ride,Run,Walk,Swim",
	German:     "Radfahrt,Lauf,Spaziergang,Schwimmen",
	French:     "Vélo,Course à pied,Marche,Natation",
	Spanish:    "Vuelta ciclista,Carrera,Caminata,Natación",
	Dutch:      "Fietsrit,Hardloopsessie,Wandeling,Zwemmen",
	Czech:      "Jízda,Běh,Chůze,Plavání",
	Portuguese: "Pedalada,Corrida,Caminhada,Natação",
	Italian:    "Giro,Corsa,Camminata,Nuoto",
	Polish:     "Jazda,Bieg,Spacer,Pływanie",
	Norwegian:  "Sykkeltur,Løpetur,Gåtur,Svømming",
	Russian:    "Велозаезд,Забег,Ходьба,Плавание",
	Japanese:   "ライド,ランニング,ウォーキング,水泳",
	Chinese:    "骑行,跑步,步行,游泳",
	Korean:     "라이드,달리기,걷기,수영",
}

func kind(l Language, en string) string {
	for i, w := range strings.Split(kinds[English], ",") {
		if w == en {
			return strings.Split(kinds[l], ",")[i]
		}
	}
	return en
}

// months are the short names of months, for languages whose dates have them.
var months = map[Language]string{
	French:     "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
	Spanish:    "ene feb mar abr may jun jul ago sep oct nov dic",
	Dutch:      "jan feb mrt apr mei jun jul aug sep okt nov dec",
	Portuguese: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
	Italian:    "gen feb mar apr mag giu lug ago set ott nov dic",
	Polish:     "sty lut mar kwi maj cze lip sie wrz paź lis gru",
	Norwegian:  "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
	Russian:    "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
}

// date returns a UTC instant without its zone in the form of the language.
func date(l Language, t time.Time) string {
	t = t.UTC()
	month := ""
	if names := strings.Fields(months[l]); len(names) > 0 {
		month = names[t.Month()-1]
	}
	clock := t.Format("15:04:05")
	switch l {
	case German:
		return t.Format("02.01.2006, 15:04:05")
	case French:
		return fmt.Sprintf("%d %s %d à %s", t.Day(), month, t.Year(), clock)
	case Spanish: // as in Mexico
		return fmt.Sprintf("%d %s %d, %s", t.Day(), month, t.Year(),
			strings.NewReplacer("AM", "a.m.", "PM", "p.m.").Replace(t.Format("3:04:05 PM")))
	case Dutch, Italian, Polish:
		return fmt.Sprintf("%d %s %d, %s", t.Day(), month, t.Year(), clock)
	case Czech:
		return t.Format("2. 1. 2006 15:04:05")
	case Portuguese:
		return fmt.Sprintf("%d de %s de %d, %s", t.Day(), month, t.Year(), clock)
	case Norwegian:
		return fmt.Sprintf("%d. %s %d, %s", t.Day(), month, t.Year(), clock)
	case Russian:
		return fmt.Sprintf("%d %s %d\u202fг., %s", t.Day(), month, t.Year(), clock)
	case Japanese:
		return t.Format("2006/01/02 15:04:05")
	case Chinese:
		return t.Format("2006年1月2日 15:04:05")
	case Korean:
		return t.Format("2006. 1. 2. ") + strings.NewReplacer("AM", "오전", "PM", "오후").Replace(t.Format("PM 3:04:05"))
	}
	return t.Format("Jan 2, 2006, 3:04:05 PM")
}

// number returns a number for display, with a decimal comma if the language has
// one.
func number(l Language, v float64, places int) string {
	s := strconv.FormatFloat(v, 'f', places, 64)
	switch l {
	case English, Japanese, Chinese, Korean:
		return s
	}
	return strings.Replace(s, ".", ",", 1)
}

// table returns activities.csv.
func table(o Options, acts []Activity) []byte {
	head := header(o.Language, o.Layout)
	if o.Extra {
		head = append(head, "Zukunft", "Unknown, new")
	}
	end := "\n"
	if o.CRLF {
		end = "\r\n"
	}
	var b bytes.Buffer
	if o.BOM {
		b.WriteString("\ufeff")
	}
	writeRow(&b, head, end)
	for _, a := range acts {
		r := newRow(o, len(head))
		displayBlock(o, a, r)
		machineBlock(a, r)
		if o.Extra {
			r.cells[len(r.cells)-2], r.cells[len(r.cells)-1] = "x,\"y\"", "1.0"
		}
		writeRow(&b, r.cells, end)
	}
	return b.Bytes()
}

// row is one row; values without a column in its layout are left out.
type row struct {
	en    []string // English names of the columns
	file  int      // the index of the file
	cells []string
}

func newRow(o Options, columnCount int) row {
	en := columns(o.Layout)
	if o.Language == Dutch && o.Layout == Layout2021 {
		en = slices.DeleteFunc(en, func(n string) bool { return untranslated[n] != "" })
	}
	return row{en: en, file: slices.Index(en, "Filename"), cells: make([]string, columnCount)}
}

// show fills a column for display.
func (r row) show(name, cell string) {
	if i := slices.Index(r.en[:r.file+1], name); i >= 0 {
		r.cells[i] = cell
	}
}

// set fills a column after the file.
func (r row) set(name, cell string) {
	if i := slices.Index(r.en[r.file+1:], name); i >= 0 {
		r.cells[r.file+1+i] = cell
	}
}

// displayBlock fills the columns in the athlete's language and units.
func displayBlock(o Options, a Activity, r row) {
	r.show("Activity ID", a.ID)
	r.show("Activity Date", date(o.Language, a.Start))
	r.show("Activity Name", a.Name)
	r.show("Activity Type", kind(o.Language, a.Kind))
	r.show("Activity Description", a.Description)
	r.show("Elapsed Time", strconv.Itoa(a.ElapsedS))
	unit := 1000.0
	switch {
	case a.Sport == "swimming":
		unit = 1
	case o.Miles:
		unit = 1609.344
	}
	r.show("Distance", number(o.Language, a.DistanceM/unit, 2))
	if o.Layout == Layout2018 { // before there were units and languages
		r.show("Activity Date", a.Start.UTC().Format("2006-01-02 15:04:05"))
		r.show("Activity Type", a.Kind)
		r.show("Distance", strconv.FormatFloat(a.DistanceM, 'f', -1, 64))
	}
	if a.AvgHR > 0 {
		r.show("Max Heart Rate", number(o.Language, 163, 1))
	}
	r.show("Relative Effort", "31")
	r.show("Commute", strconv.FormatBool(a.Commute))
	r.show("Activity Private Note", a.PrivateNote)
	r.show("Activity Gear", a.Gear)
	r.show("Filename", a.File)
	r.set("Athlete Weight", number(o.Language, 71.5, 1))
}

// machineBlock fills the columns after the file, in SI units with a decimal
// point.
func machineBlock(a Activity, r row) {
	set := func(name string, v float64) { r.set(name, strconv.FormatFloat(v, 'f', -1, 64)) }
	set("Elapsed Time", float64(a.ElapsedS))
	set("Moving Time", float64(a.MovingS))
	set("Distance", a.DistanceM)
	set("Max Cadence", 95)
	set("Average Cadence", 82)
	if a.AvgHR > 0 {
		set("Max Heart Rate", 163)
		set("Average Heart Rate", float64(a.AvgHR))
	}
	if a.RPE > 0 {
		set("Perceived Exertion", a.RPE)
	}
	flag := func(name string, on bool) {
		r.set(name, "0.0")
		if on {
			r.set(name, "1.0")
		}
	}
	flag("Commute", a.Commute)
	flag("Competition", a.Race)
	flag("Long Run", a.LongRun)
	flag("From Upload", a.File != "")
	r.set("Media", "media/a.jpg|media/b.jpg")
}

// writeRow writes a row as the export does: quotes only where needed, with raw
// line ends inside.
func writeRow(b *bytes.Buffer, row []string, end string) {
	for i, cell := range row {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.ContainsAny(cell, ",\"\n") {
			fmt.Fprintf(b, `"%s"`, strings.ReplaceAll(cell, `"`, `""`))
			continue
		}
		b.WriteString(cell)
	}
	b.WriteString(end)
}
