// Package fit reads and writes FIT files: activities, courses and workouts. A
// library decodes the messages. This package reads plain records directly from the
// bytes, skips damage, and translates between FIT's terms and numbers and
// Lapkeep's, using tables that the reader and the writer share.
//
//   - sequence.go, walk.go: the bytes. The files chained in one input,
//     their checksums, their messages from header to header; bytes that a decoder
//     cannot read are repaired or cut out.
//   - source.go, layout.go, record.go, rows.go, developer.go: records, which become
//     columns of one row per second.
//   - field.go, message.go: single fields, read and written.
//   - file.go, session.go, lap.go, event.go, pulses.go, leg.go: the contents of a file;
//     recording.go turns it into recordings, write.go recordings into files.
//   - values.go, sport.go, exercise.go, target.go: the tables.
//   - workout.go, workoutstep.go, workoutwrite.go: planned workouts.
//
// Rules for files that contradict themselves:
//
//   - Rows in one second become one row; the later value of a channel wins.
//   - Rows more than 30 days from the session's start, or from the file's
//     middle row, are dropped; rows out of order are sorted. A warning counts both.
//   - A record belongs to the last session that began before it.
//   - Implausible percentages of FTP in the steps of a workout are watts;
//     steps in a file of several sessions are dropped.
//   - A recording starts at its session's start, or with its first record if
//     that is earlier.
//   - The distance counter continues over all sessions and is cut into the
//     distances of each. The writer continues it so that readers cut it there.
//
// The writer writes everything that the format can hold in a fixed order, so that
// the same recordings give the same bytes. It writes times in whole seconds,
// temperature in whole degrees, altitude in fifths of a metre.
package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// bufferSize is the number of bytes that the decoder requests in one read. Decoding can be
// stopped between reads.
const bufferSize = 32 << 10

// Read reads a FIT file, or several chained ones.
func Read(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	out := reading.Result{Format: training.FormatFIT, Kind: reading.Unknown}
	parts := Split(data)
	if len(parts) == 0 {
		return out, training.Errorf(training.KindCorrupt, "This is not a FIT file: its header is missing.").
			WithFix("Export the activity again from the device or service.")
	}
	var files []*file
	var strap *file // pulses that came before the watch's file
	d := new(decoder.Decoder)
	all := 0
	for i := range parts {
		all += parts[i].Records
	}
	for i := range parts {
		p := &parts[i]
		f, err := decodePart(ctx, d, p, all, limits.MaxRecords)
		if err != nil {
			return out, err
		}
		out.Salvaged = out.Salvaged || p.Damaged
		f.notes = p.Notes
		limits.MaxRecords = max(1, f.left)
		switch n := len(files); {
		case f.onlyPulses() && n > 0:
			files[n-1].join(f)
			continue
		case f.onlyPulses() && i+1 < len(parts):
			if strap != nil {
				f.join(strap)
			}
			strap = f
			continue
		case strap != nil:
			f.join(strap)
			strap = nil
		}
		files = append(files, f)
	}
	return collect(out, files)
}

// join adds the pulses of a file that contains nothing else.
func (f *file) join(strap *file) {
	f.pulses.all = append(f.pulses.all, strap.pulses.all...)
	f.notes = append(f.notes, strap.notes...)
}

// decodePart runs the library over one file. An error from the library ends the part and
// becomes a warning; the messages before it are kept.
func decodePart(ctx context.Context, d *decoder.Decoder, p *Sequence, all, maxRecords int) (*file, error) {
	f := newFile(p.Records, all, maxRecords)
	if len(p.Messages) == 0 {
		return f, ctx.Err()
	}
	fields := NewFields()
	err := runDecoder(d, newSource(ctx, p, f, fields), f, fields)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errTooMany):
		return nil, training.Errorf(training.KindTooLarge, "The file contains more than %d records.", maxRecords).
			WithFix("Split the recording and import its parts.")
	default:
		p.Damaged = true
		p.Notes = append(p.Notes, string(i18n.Sentence("The file could not be read to its end; what came before was kept.")))
	}
	return f, nil
}

var errTooMany = errors.New("too many records")

func runDecoder(d *decoder.Decoder, src *source, f *file, fields *Fields) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoder: %v", r)
		}
	}()
	d.Reset(src,
		decoder.WithIgnoreChecksum(), decoder.WithBroadcastOnly(), decoder.WithNoComponentExpansion(), decoder.WithReadBufferSize(bufferSize),
		decoder.WithFactory(fields), decoder.WithMesgListener(f), decoder.WithMesgDefListener(fields))
	_, err = d.Decode()
	if errors.Is(err, io.EOF) && src.atEnd() {
		return nil
	}
	return err
}

// ReadCourses returns the tracks of courses as recordings: one for each of the
// chained files, with a name, a sport and its rows.
func ReadCourses(ctx context.Context, data []byte, limits reading.Limits) ([]training.Recording, error) {
	parts := Split(data)
	out := make([]training.Recording, len(parts))
	for i := range parts {
		f, err := decodePart(ctx, new(decoder.Decoder), &parts[i], parts[i].Records, limits.WithDefaults().MaxRecords)
		if err != nil {
			return nil, err
		}
		f.rows.Pad()
		r := &out[i]
		r.Name = f.course.name
		if f.course.sport != typedef.SportInvalid {
			r.Sport, r.SubSport = Sport(f.course.sport, typedef.SubSportInvalid)
		}
		r.Columns = training.Columns{TimeS: make([]int32, len(f.rows.At)), Data: f.rows.Data}
	}
	return out, nil
}

// kinds maps the type that a file states to the kind of its content.
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

// byContent lists the kinds of files without a known type, by a message that they contain.
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
	reading.Device:        "The file describes a device and contains no activity.",
	reading.Settings:      "The file contains device settings, not an activity.",
	reading.Sport:         "The file contains sport settings, not an activity.",
	reading.Workout:       "The file is a planned workout; it was not recorded.",
	reading.Course:        "The file is a course to follow; it was not recorded.",
	reading.Schedule:      "The file contains a schedule of workouts, not an activity.",
	reading.Weight:        "The file contains weight measurements, not an activity.",
	reading.Totals:        "The file contains totals, not an activity.",
	reading.Goals:         "The file contains goals, not an activity.",
	reading.BloodPressure: "The file contains blood pressure measurements, not an activity.",
	reading.Monitoring:    "The file contains all-day monitoring data, not an activity.",
	reading.Segment:       "The file contains segments, not an activity.",
	reading.Activity:      "The activity in the file is empty: it has no session, no laps and no records.",
	reading.Unknown:       "The file contains nothing that Lapkeep recognises as an activity.",
}

// classify returns the kind of a file. Its content takes precedence over its
// stated type: only a course may have records without being an activity.
func (f *file) classify() reading.Kind {
	said, known := kinds[f.kind]
	hasRows, hasSession := len(f.rows.At) > 0, len(f.sessions) > 0
	if !hasSession && len(f.rows.At) == 1 && len(f.laps) == 0 {
		hasRows = false // a single moment is not an activity
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

// told returns the kind that a message in the file implies, or else the stated one.
func (f *file) told(said reading.Kind) reading.Kind {
	for _, c := range byContent {
		if f.messages[c.message] > 0 {
			return c.kind
		}
	}
	return cmp.Or(said, reading.Unknown)
}

// onlyPulses reports whether a file contains only the readings of a heart rate strap.
func (f *file) onlyPulses() bool {
	return len(f.pulses.all) > 0 && len(f.rows.At)+len(f.sessions)+len(f.laps)+len(f.lengths) == 0
}

// empty reports whether nothing was decoded.
func (f *file) empty() bool {
	return !f.hasID && len(f.messages) == 0 && len(f.rows.At) == 0
}

// collect combines all files of an input into the result.
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
		if kind == reading.Activity {
			out.Warnings = reading.AppendNew(out.Warnings, f.unreadKinds())
		}
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
