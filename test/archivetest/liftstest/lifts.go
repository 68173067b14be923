// Package liftstest writes exports of strength training apps from sessions in plain numbers,
// as these apps do. It is written from descriptions of the formats and knows no reader.
package liftstest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Session is one session: its start and end by the clock on the wall.
type Session struct {
	Start time.Time
	Min   int // minutes
	Name  string
	Note  string
	Sets  []Set
}

// Set is one set; zero means not given.
type Set struct {
	Exercise      string
	Kind          string // "", warmup, failure or drop
	Kg            float64
	Reps          int
	Km            float64
	Seconds       int
	RPE           float64
	RestAfter     int // only Strong writes it
	ExerciseNotes string
}

const pound = 0.45359237

// num writes a number without zeros at its end, or nothing for 0.
func num(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// HevyDate is the layout of the times in Hevy's tables.
const HevyDate = "2 Jan 2006, 15:04"

// Hevy writes the table of Hevy, newest session first. In pounds, it has pounds and miles.
func Hevy(sessions []Session, layout string, pounds bool) []byte {
	var b strings.Builder
	kg, km := "weight_kg", "distance_km"
	if pounds {
		kg, km = "weight_lbs", "distance_miles"
	}
	fmt.Fprintf(&b, `"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",`+
		`"set_index","set_type","%s","reps","%s","duration_seconds","rpe"`+"\n", kg, km)
	for i := len(sessions) - 1; i >= 0; i-- {
		s := sessions[i]
		index := map[string]int{}
		for _, x := range s.Sets {
			kind := map[string]string{"": "normal", "warmup": "warmup", "failure": "failure", "drop": "dropset"}[x.Kind]
			weight, far := x.Kg, x.Km
			if pounds {
				weight, far = x.Kg/pound, x.Km/1.609344
			}
			fmt.Fprintf(&b, "%s,%s,%s,%s,%s,,%s,%d,%s,%s,%s,%s,%s,%s\n", quoted(s.Name), quoted(s.Start.Format(layout)),
				quoted(s.Start.Add(time.Duration(s.Min)*time.Minute).Format(layout)), quoted(s.Note), quoted(x.Exercise), quoted(x.ExerciseNotes),
				index[x.Exercise], quoted(kind), num(weight), num(float64(x.Reps)), num(far), num(float64(x.Seconds)), num(x.RPE))
			index[x.Exercise]++
		}
	}
	return []byte(b.String())
}

// Variant is a form of Strong's table.
type Variant struct {
	Comma, Decimal string
	Quote, BOM     bool
	CRLF           bool
	Columns        []string // in English; see the cells in [Strong]
	Names          map[string]string
	Pounds         bool
}

// These are the forms of Strong's tables: of iPhones until 2023 and since 2024, of older and
// newer Android phones, and of iPhones in German.
var (
	StrongA = Variant{Comma: ",", Columns: []string{
		"Date", "Workout Name", "Duration", "Exercise Name", "Set Order", "Weight", "Reps", "Distance", "Seconds", "Notes",
		"Workout Notes", "RPE",
	}}
	StrongA2024 = Variant{Comma: ",", Columns: []string{
		"Date", "Workout Name", "Duration", "Exercise Name", "Set Order", "Weight", "Reps", "Distance", "Seconds", "RPE",
	}}
	StrongB = Variant{Comma: ";", Columns: []string{
		"Date", "Workout Name", "Exercise Name", "Set Order", "Weight", "Weight Unit", "Reps", "RPE", "Distance",
		"Distance Unit", "Seconds", "Notes",
		"Workout Notes", "Workout Duration",
	}}
	StrongC = Variant{Comma: ";", Decimal: ",", Quote: true, BOM: true, CRLF: true, Columns: []string{
		"Workout #", "Date", "Workout Name", "Duration (sec)", "Exercise Name", "Set Order", "Weight (kg)", "Reps", "RPE", "Distance (meters)",
		"Seconds", "Notes", "Workout Notes",
	}}
	StrongGerman = Variant{Comma: ";", Columns: StrongA.Columns, Names: map[string]string{
		"Date": "Datum", "Workout Name": "Workout-Name", "Duration": "Dauer", "Exercise Name": "Name der Übung",
		"Set Order": "Reihenfolge festlegen", "Weight": "Gewicht", "Reps": "Wiederh.", "Distance": "Entfernung", "Seconds": "Sekunden",
		"Notes": "Notizen", "Workout Notes": "Workout-Notizen",
	}}
)

// InPounds returns the form with pounds and miles.
func (v Variant) InPounds() Variant {
	v.Pounds = true
	v.Columns = append([]string(nil), v.Columns...)
	for i, c := range v.Columns {
		if c == "Weight (kg)" {
			v.Columns[i] = "Weight (lbs)"
		}
	}
	return v
}

// Strong writes the table of Strong in one of its forms. 0 means not applicable.
func Strong(sessions []Session, v Variant) []byte {
	var b strings.Builder
	if v.BOM {
		b.WriteString("\ufeff")
	}
	line := func(cell func(column string) string) {
		for i, c := range v.Columns {
			text := cell(c)
			if v.Quote || strings.Contains(text, v.Comma) {
				text = quoted(text)
			}
			if i > 0 {
				b.WriteString(v.Comma)
			}
			b.WriteString(text)
		}
		if v.CRLF {
			b.WriteString("\r")
		}
		b.WriteString("\n")
	}
	line(func(c string) string {
		if name := v.Names[c]; name != "" {
			return name
		}
		return c
	})
	for n, s := range sessions {
		order := map[string]int{}
		for _, x := range s.Sets {
			mark := map[string]string{"warmup": "W", "failure": "F", "drop": "D"}[x.Kind]
			if mark == "" {
				order[x.Exercise]++
				mark = strconv.Itoa(order[x.Exercise])
			}
			row := func(mark string, seconds int, x Set) {
				line(func(c string) string { return v.cell(c, n, s, x, mark, seconds) })
			}
			row(mark, x.Seconds, x)
			if x.RestAfter > 0 {
				row("Rest Timer", x.RestAfter, Set{Exercise: x.Exercise})
			}
			if x.ExerciseNotes != "" {
				row("Note", 0, Set{Exercise: x.Exercise, ExerciseNotes: x.ExerciseNotes})
			}
		}
	}
	return []byte(b.String())
}

func (v Variant) number(x float64) string {
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if v.Decimal != "" {
		s = strings.ReplaceAll(s, ".", v.Decimal)
	}
	return s
}

func (v Variant) cell(column string, n int, s Session, x Set, mark string, seconds int) string {
	kg, km := x.Kg, x.Km
	unit, far := "kg", "km"
	if v.Pounds {
		kg, km, unit, far = x.Kg/pound, x.Km/1.609344, "lbs", "mi"
	}
	switch column {
	case "Workout #":
		return strconv.Itoa(n + 1)
	case "Date":
		return s.Start.Format(time.DateTime)
	case "Workout Name":
		return s.Name
	case "Duration", "Workout Duration":
		if s.Min >= 60 {
			return fmt.Sprintf("%dh %dm", s.Min/60, s.Min%60)
		}
		return fmt.Sprintf("%dm", s.Min)
	case "Duration (sec)":
		return strconv.Itoa(s.Min * 60)
	case "Exercise Name":
		return x.Exercise
	case "Set Order":
		return mark
	case "Weight", "Weight (kg)", "Weight (lbs)":
		return v.number(kg)
	case "Weight Unit":
		return unit
	case "Reps":
		return strconv.Itoa(x.Reps)
	case "RPE":
		return num(x.RPE)
	case "Distance":
		return v.number(km)
	case "Distance (meters)":
		return v.number(x.Km * 1000)
	case "Distance Unit":
		return far
	case "Seconds":
		return strconv.Itoa(seconds)
	case "Notes":
		return x.ExerciseNotes
	case "Workout Notes":
		return s.Note
	}
	return ""
}
