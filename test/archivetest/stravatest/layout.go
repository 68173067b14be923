package stravatest

import (
	"fmt"
	"slices"
	"strings"
)

// Layout is how activities.csv was laid out in a year. The zero value is the
// newest.
type Layout string

// The layouts that are known since archives can be asked for.
const (
	Layout2018 Layout = "2018" // keys for names, metres
	Layout2019 Layout = "2019" // names, and what is shown to the athlete alone
	Layout2020 Layout = "2020" // with the relative effort
	Layout2021 Layout = "2021" // with the block in SI; some names lack their translation
	Layout2022 Layout = "2022" // shows the highest heart rate
	Layout2023 Layout = "2023" // with the private note
	Layout2024 Layout = "2024"
	Layout2025 Layout = "2025" // with races and long runs
	Layout2026 Layout = "2026"
)

// Layouts are all of them, the oldest first.
func Layouts() []Layout {
	return []Layout{
		Layout2018, Layout2019, Layout2020, Layout2021, Layout2022, Layout2023, Layout2024, Layout2025, Layout2026,
	}
}

// newest is the whole header in English; what stands up to the file is for
// display, what stands after the weights is in SI units.
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

// columns are the English names of a layout's columns.
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

// keys are the names in the layout of 2018, of the same columns as in 2019.
const keys = "id,date,name,type,description,elapsed_time,distance,commute,gear,filename"

// untranslated are the columns that had no name in 2021 and 2022, with the
// key that stood there.
var untranslated = map[string]string{
	"Type": "type", "Start Time": "start_time", "Jump Count": "jump_count", "Total Grit": "total_grit", "Average Flow": "avg_flow",
	"Flagged": "flagged", "Average Elapsed Speed": "avg_elapsed_speed", "Dirt Distance": "dirt_distance",
	"Newly Explored Distance": "newly_explored_distance", "Newly Explored Dirt Distance": "newly_explored_dirt_distance",
}

// missing is the text in place of a name that was not translated.
func missing(l Layout, name string) string {
	text := "translation missing: en-US.lib.export.portability_exporter.activities.horton_values." + untranslated[name]
	if l == Layout2021 {
		return text
	}
	return fmt.Sprintf(`<span class="translation_missing" title="%s">%s</span>`, text, name)
}

// has says that a layout has a column of an English name.
func (l Layout) has(name string) bool { return slices.Contains(columns(l), name) }

// inSI says that a layout has the block in SI units.
func (l Layout) inSI() bool { return l.has("Moving Time") }

// tells leaves of an activity what a table of the layout can say.
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
