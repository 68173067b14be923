package stravatest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// table is activities.csv.
func table(o Options, acts []Activity) []byte {
	head := header(o.Language)
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
		row := make([]string, len(head))
		displayBlock(o, a, row)
		machineBlock(a, row)
		if o.Extra {
			row[len(row)-2], row[len(row)-1] = "x,\"y\"", "1.0"
		}
		writeRow(&b, row, end)
	}
	return b.Bytes()
}

// displayBlock fills columns 0 to 14, in the athlete's language and units.
func displayBlock(o Options, a Activity, row []string) {
	row[0], row[1], row[2], row[3] = a.ID, date(o.Language, a.Start), a.Name, kind(o.Language, a.Kind)
	row[4] = a.Description
	row[5] = strconv.Itoa(a.ElapsedS)
	unit := 1000.0
	switch {
	case a.Sport == "swimming":
		unit = 1
	case o.Miles:
		unit = 1609.344
	}
	row[6] = number(o.Language, a.DistanceM/unit, 2)
	if a.AvgHR > 0 {
		row[7] = number(o.Language, 163, 1)
	}
	row[8] = "31"
	row[9] = strconv.FormatBool(a.Commute)
	row[10], row[11], row[12] = a.PrivateNote, a.Gear, a.File
	row[13] = number(o.Language, 71.5, 1)
}

// machineBlock fills what follows, in SI units with a decimal point.
func machineBlock(a Activity, row []string) {
	// Positions are those of the English header, which all languages share.
	at := map[string]int{}
	for i, name := range strings.Split(english, ",") {
		at[name] = i // the last occurrence
	}
	set := func(name string, v float64) { row[at[name]] = strconv.FormatFloat(v, 'f', -1, 64) }
	set("Elapsed Time", float64(a.ElapsedS))
	set("Moving Time", float64(a.MovingS))
	set("Distance", a.DistanceM)
	if a.AvgHR > 0 {
		set("Max Heart Rate", 163)
		set("Average Heart Rate", float64(a.AvgHR))
	}
	if a.RPE > 0 {
		set("Perceived Exertion", a.RPE)
	}
	flag := func(name string, on bool) {
		row[at[name]] = "0.0"
		if on {
			row[at[name]] = "1.0"
		}
	}
	flag("Commute", a.Commute)
	flag("Competition", a.Race)
	flag("Long Run", a.LongRun)
	flag("From Upload", a.File != "")
	row[at["Media"]] = "media/a.jpg|media/b.jpg"
}

// writeRow writes a row as the export does: quotes only where they are needed,
// raw line ends inside of them.
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
