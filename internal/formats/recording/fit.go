package recording

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/encoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// listener collects what a course says.
type listener struct {
	rec  training.Recording
	rows fit.Rows
	left int
}

// OnMesg implements the decoder's listener.
func (l *listener) OnMesg(m proto.Message) {
	switch m.Num {
	case mesgnum.Course:
		l.rec.Name = reading.Text(fit.FieldText(&m, fieldnum.CourseName))
		if sport := fit.Code[typedef.Sport](&m, fieldnum.CourseSport); sport != typedef.SportInvalid {
			l.rec.Sport, l.rec.SubSport = fit.Sport(sport, typedef.SubSportInvalid)
		}
	case mesgnum.Record:
		if l.left--; l.left >= 0 {
			l.rows.OnRecord(&m)
		}
	}
}

// readFIT reads the courses of the files that are chained in one.
func readFIT(ctx context.Context, data []byte, limits reading.Limits) (out []training.Route, err error) {
	for _, p := range fit.Split(data) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(p.Messages) == 0 {
			continue
		}
		l := &listener{rows: fit.NewRows(min(p.Records, limits.MaxRecords), p.Records), left: limits.MaxRecords}
		decodePart(p.Reader(), l)
		l.rec.Columns.TimeS = make([]int32, len(l.rows.At))
		for ch := range training.NumChannels {
			if c := l.rows.Data[ch]; len(c.Values) == len(l.rows.At) {
				l.rec.Columns.Data[ch] = c
			}
		}
		if r, ok := CourseOf(&l.rec); ok {
			out = append(out, r)
		}
	}
	return out, nil
}

// decodePart reads as far as the library does; what came before damage is kept.
func decodePart(src io.Reader, l *listener) {
	defer func() { _ = recover() }() // the library panics on some damaged files
	fields := fit.NewFields()
	d := decoder.New(src, decoder.WithIgnoreChecksum(), decoder.WithBroadcastOnly(), decoder.WithNoComponentExpansion(),
		decoder.WithFactory(fields), decoder.WithMesgListener(l), decoder.WithMesgDefListener(fields))
	_, _ = d.Decode()
}

// begins is the time of every written course's first point: a course has no
// time, but its formats want one. From there it goes at paceMPS.
var begins = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const paceMPS = 5

func writeFIT(w io.Writer, r *training.Route) error {
	sport, _ := fit.SportCodes(r.Sport, "")
	last := len(r.Points) - 1
	at := times(r)
	end := begins.Add(time.Duration(at[last].seconds) * time.Second)
	total := at[last].metres
	id := mesgdef.NewFileId(nil).SetType(typedef.FileCourse).SetManufacturer(typedef.ManufacturerDevelopment).SetTimeCreated(begins)
	course := mesgdef.NewCourse(nil).SetName(short(r.Name)).SetSport(sport)
	lap := mesgdef.NewLap(nil).SetTimestamp(end).SetStartTime(begins).
		SetStartPositionLat(semicircles(r.Points[0].LatDeg)).SetStartPositionLong(semicircles(r.Points[0].LonDeg)).
		SetEndPositionLat(semicircles(r.Points[last].LatDeg)).SetEndPositionLong(semicircles(r.Points[last].LonDeg)).
		SetTotalElapsedTimeScaled(float64(at[last].seconds)).SetTotalTimerTimeScaled(float64(at[last].seconds)).SetTotalDistanceScaled(total)
	event := func(t time.Time, kind typedef.EventType) proto.Message {
		return mesgdef.NewEvent(nil).SetTimestamp(t).SetEvent(typedef.EventTimer).SetEventType(kind).SetEventGroup(0).ToMesg(nil)
	}
	out := proto.FIT{Messages: []proto.Message{id.ToMesg(nil), course.ToMesg(nil), lap.ToMesg(nil), event(begins, typedef.EventTypeStart)}}
	for i, p := range r.Points {
		m := mesgdef.NewRecord(nil).SetTimestamp(begins.Add(time.Duration(at[i].seconds) * time.Second)).
			SetPositionLat(semicircles(p.LatDeg)).SetPositionLong(semicircles(p.LonDeg)).SetDistanceScaled(at[i].metres)
		if p.AltitudeM != nil {
			m.SetAltitudeScaled(*p.AltitudeM)
		}
		out.Messages = append(out.Messages, m.ToMesg(nil))
	}
	out.Messages = append(out.Messages, event(end, typedef.EventTypeStopDisableAll))
	if err := encoder.New(w).Encode(&out); err != nil {
		return fmt.Errorf("write FIT: %w", err)
	}
	return nil
}

// semicircles is an angle as FIT has it; +180° is the same as −180°.
func semicircles(deg float64) int32 {
	const half = 1 << 31
	v := math.Round(deg / 180 * half)
	if v >= half {
		v -= 2 * half
	}
	return int32(v)
}

// short is a name that fits into a field.
func short(s string) string {
	const longest = 200
	for i := range s {
		if i > longest {
			return s[:i]
		}
	}
	return s
}

// passing is when and where along the way a point is passed.
type passing struct {
	seconds int64
	metres  float64
}

// times are those of all points; each takes a second of its own.
func times(r *training.Route) []passing {
	out := make([]passing, len(r.Points))
	for i := range r.Points {
		if i == 0 {
			continue
		}
		m := out[i-1].metres + Metres(r.Points[i-1], r.Points[i])
		out[i] = passing{max(out[i-1].seconds+1, int64(math.Round(m/paceMPS))), m}
	}
	return out
}
