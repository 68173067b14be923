package stravatest

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// table is activities.csv.
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

// row is one row; what its layout has no column for is left out.
type row struct {
	en    []string // the English names of the columns
	file  int      // the place of the file
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

// set fills a column that follows the file.
func (r row) set(name, cell string) {
	if i := slices.Index(r.en[r.file+1:], name); i >= 0 {
		r.cells[r.file+1+i] = cell
	}
}

// displayBlock fills what is in the athlete's language and units.
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

// machineBlock fills what follows, in SI units with a decimal point.
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
