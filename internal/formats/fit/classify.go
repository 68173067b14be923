package fit

import (
	"cmp"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// kinds maps the type that a file gives itself.
var kinds = map[typedef.File]reading.Kind{
	typedef.FileDevice:           reading.Device,
	typedef.FileSettings:         reading.Settings,
	typedef.FileSport:            reading.Sport,
	typedef.FileActivity:         reading.Activity,
	typedef.FileWorkout:          reading.Workout,
	typedef.FileCourse:           reading.Course,
	typedef.FileSchedules:        reading.Schedule,
	typedef.FileWeight:           reading.Weight,
	typedef.FileTotals:           reading.Totals,
	typedef.FileGoals:            reading.Goals,
	typedef.FileBloodPressure:    reading.BloodPressure,
	typedef.FileMonitoringA:      reading.Monitoring,
	typedef.FileMonitoringDaily:  reading.Monitoring,
	typedef.FileMonitoringB:      reading.Monitoring,
	typedef.FileActivitySummary:  reading.Activity,
	typedef.FileSegment:          reading.Segment,
	typedef.FileSegmentList:      reading.Segment,
	typedef.FileExdConfiguration: reading.Settings,
}

// byContent are kinds told by a message, for files that do not say theirs.
var byContent = []struct {
	message typedef.MesgNum
	kind    reading.Kind
}{
	{mesgnum.Monitoring, reading.Monitoring},
	{mesgnum.WeightScale, reading.Weight},
	{mesgnum.BloodPressure, reading.BloodPressure},
	{mesgnum.Course, reading.Course},
	{mesgnum.WorkoutStep, reading.Workout},
	{mesgnum.Schedule, reading.Schedule},
	{mesgnum.Totals, reading.Totals},
	{mesgnum.Goal, reading.Goals},
	{mesgnum.SegmentId, reading.Segment},
	{mesgnum.Capabilities, reading.Device},
	{mesgnum.DeviceSettings, reading.Settings},
	{mesgnum.UserProfile, reading.Settings},
}

var reasons = map[reading.Kind]i18n.Sentence{
	reading.Device:        "The file describes a device; it holds no activity.",
	reading.Settings:      "The file holds device settings; it holds no activity.",
	reading.Sport:         "The file holds sport settings; it holds no activity.",
	reading.Workout:       "The file is a planned workout; it was not recorded.",
	reading.Course:        "The file is a course to follow; it was not recorded.",
	reading.Schedule:      "The file is a schedule of workouts; it holds no activity.",
	reading.Weight:        "The file holds weight measurements; it holds no activity.",
	reading.Totals:        "The file holds totals; it holds no activity.",
	reading.Goals:         "The file holds goals; it holds no activity.",
	reading.BloodPressure: "The file holds blood pressure measurements; it holds no activity.",
	reading.Monitoring:    "The file holds all-day monitoring; it holds no activity.",
	reading.Segment:       "The file holds segments; it holds no activity.",
	reading.Activity:      "The activity in the file is empty: it has no session, no laps and no records.",
	reading.Unknown:       "The file holds nothing that Lapkeep knows to be an activity.",
}

// classify says what a file is. The content counts more than what the file
// says of itself: only a course may have records and yet be no activity.
func (f *file) classify() reading.Kind {
	said, known := kinds[f.kind]
	hasRows, hasSession := len(f.rows.At) > 0, len(f.sessions) > 0
	if !hasSession && len(f.rows.At) == 1 && len(f.laps) == 0 {
		hasRows = false // one moment is no activity
	}
	isCourse := said == reading.Course || !known && f.messages[mesgnum.Course] > 0
	switch {
	case hasSession && (said == reading.Activity || hasRows || len(f.laps) > 0 || !known):
		return reading.Activity
	case hasRows && !isCourse:
		return reading.Activity
	case said == reading.Activity && (len(f.laps) > 0 || len(f.lengths) > 0):
		return reading.Activity
	case known && said != reading.Activity:
		return said
	}
	return f.told(said)
}

// told is the kind that a message of the file tells, else what it says of itself.
func (f *file) told(said reading.Kind) reading.Kind {
	for _, c := range byContent {
		if f.messages[c.message] > 0 {
			return c.kind
		}
	}
	return cmp.Or(said, reading.Unknown)
}

// onlyPulses says that a file holds what a strap stored and nothing else.
func (f *file) onlyPulses() bool {
	return len(f.pulses.all) > 0 && len(f.rows.At)+len(f.sessions)+len(f.laps)+len(f.lengths) == 0
}

// empty says that nothing at all was decoded.
func (f *file) empty() bool {
	return !f.hasID && len(f.messages) == 0 && len(f.rows.At) == 0
}

// collect makes the result of all files of one input.
func collect(out reading.Result, files []*file) (reading.Result, error) {
	ignored := i18n.Sentence("")
	allEmpty := true
	for _, f := range files {
		allEmpty = allEmpty && f.empty()
		odd := f.settle()
		kind := f.classify()
		if kind == reading.Activity {
			f.notes = append(f.notes, odd...)
		}
		recs := f.recordings(kind)
		if len(recs) > 0 {
			out.Kind = reading.Activity
			out.Recordings = append(out.Recordings, recs...)
		} else {
			if out.Kind == reading.Unknown {
				out.Kind = kind
			}
			if ignored == "" {
				ignored = reasons[kind]
			}
		}
		out.Warnings = reading.AppendNew(out.Warnings, f.notes)
	}
	if allEmpty {
		return out, training.Errorf(training.KindCorrupt, "The FIT file is damaged: nothing in it can be read.").
			WithFix("Copy or export the file again.")
	}
	if len(out.Recordings) == 0 {
		out.Ignored = ignored
		return out, nil
	}
	for i, r := range out.Recordings {
		r.SessionIndex, r.Sessions = i, len(out.Recordings)
		out.Warnings = reading.AppendNew(out.Warnings, r.Warnings)
	}
	return out, nil
}
