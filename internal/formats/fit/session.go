package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// session is a session message: the device's summary of one activity.
type session struct {
	start, end    uint32 // FIT time, 0 if missing
	elapsed       float64
	timer         float64
	hasElapsed    bool
	hasTimer      bool
	index         int // message index, -1 if missing
	sport         typedef.Sport
	sub           typedef.SubSport
	values        training.Values
	inHR, inPower []float64 // seconds in zones
	synthesised   bool
}

func newSession(m *proto.Message) session {
	s := session{
		start:   FieldTime(m, fieldnum.SessionStartTime),
		end:     FieldTime(m, fieldnum.SessionTimestamp),
		index:   messageIndex(m, fieldnum.SessionMessageIndex),
		sport:   Code[typedef.Sport](m, fieldnum.SessionSport),
		sub:     Code[typedef.SubSport](m, fieldnum.SessionSubSport),
		values:  values(m, SessionValues),
		inHR:    seconds(m, fieldnum.SessionTimeInHrZone),
		inPower: seconds(m, fieldnum.SessionTimeInPowerZone),
	}
	s.elapsed, s.hasElapsed = millis(m, fieldnum.SessionTotalElapsedTime)
	s.timer, s.hasTimer = millis(m, fieldnum.SessionTotalTimerTime)
	return s
}

// zoneFields lists the fields of a time_in_zone message that hold the zones of each kind.
var zoneFields = [...]struct {
	kind          training.ZoneKind
	times, bounds byte
	scale         float64 // of the bounds
}{
	{training.ZonesHR, fieldnum.TimeInZoneTimeInHrZone, fieldnum.TimeInZoneHrZoneHighBoundary, 1},
	{training.ZonesPower, fieldnum.TimeInZoneTimeInPowerZone, fieldnum.TimeInZonePowerZoneHighBoundary, 1},
	{training.ZonesPace, fieldnum.TimeInZoneTimeInSpeedZone, fieldnum.TimeInZoneSpeedZoneHighBoundary, 1000},
}

// zones collects the times in zones and their bounds from the messages that may
// have them.
type zones struct {
	hrHigh, powerHigh []float64 // from hr_zone and power_zone messages
	inSession         []sessionZones
}

type sessionZones struct {
	session int // message index
	zones   []training.ZoneTimes
}

const maxZones = 32

func (z *zones) add(m *proto.Message) {
	switch m.Num {
	case mesgnum.HrZone:
		z.hrHigh = setBound(z.hrHigh, messageIndex(m, fieldnum.HrZoneMessageIndex), m, fieldnum.HrZoneHighBpm)
	case mesgnum.PowerZone:
		z.powerHigh = setBound(z.powerHigh, messageIndex(m, fieldnum.PowerZoneMessageIndex), m, fieldnum.PowerZoneHighValue)
	case mesgnum.TimeInZone:
		if Code[typedef.MesgNum](m, fieldnum.TimeInZoneReferenceMesg) != mesgnum.Session || len(z.inSession) > maxZones {
			return
		}
		z.inSession = append(z.inSession, newSessionZones(m))
	}
}

func setBound(bounds []float64, i int, m *proto.Message, num byte) []float64 {
	high, ok := Int(m, num)
	if i < 0 || i >= maxZones || !ok {
		return bounds
	}
	for len(bounds) <= i {
		bounds = append(bounds, 0)
	}
	bounds[i] = float64(high)
	return bounds
}

func newSessionZones(m *proto.Message) sessionZones {
	s := sessionZones{session: max(0, messageIndex(m, fieldnum.TimeInZoneReferenceIndex))}
	for _, f := range zoneFields {
		s.zones = appendZone(s.zones, f.kind, bounds(m, f.bounds, f.scale), seconds(m, f.times))
	}
	return s
}

// bounds returns an array of boundaries divided by scale, up to the first invalid one.
func bounds(m *proto.Message, num byte, scale float64) []float64 {
	f := m.FieldByNum(num)
	if f == nil {
		return nil
	}
	var out []float64
	switch f.Value.Type() {
	case proto.TypeSliceUint8:
		for _, n := range f.Value.SliceUint8() {
			if n == 0xFF {
				break
			}
			out = append(out, float64(n)/scale)
		}
	case proto.TypeSliceUint16:
		for _, n := range f.Value.SliceUint16() {
			if n == 0xFFFF {
				break
			}
			out = append(out, float64(n)/scale)
		}
	}
	return out
}

func appendZone(out []training.ZoneTimes, kind training.ZoneKind, high, secs []float64) []training.ZoneTimes {
	if len(secs) == 0 || len(high) == 0 {
		return out
	}
	return append(out, training.ZoneTimes{Kind: kind, HighBounds: high, Seconds: secs})
}

// of returns the times in zones of a session: from a time_in_zone message that refers to the
// session, or else from its own arrays with the bounds of the zone messages.
func (z *zones) of(s *session, i int) []training.ZoneTimes {
	for _, sz := range z.inSession {
		if sz.session == s.index || s.index < 0 && sz.session == i {
			return sz.zones
		}
	}
	out := appendZone(nil, training.ZonesHR, z.hrHigh, s.inHR)
	return appendZone(out, training.ZonesPower, z.powerHigh, s.inPower)
}

// settle sorts rows by time, and sets missing starts and ends of sessions.
func (f *file) settle() (warnings []string) {
	near := uint32(0)
	if len(f.sessions) > 0 {
		near = f.sessions[0].start
	}
	warnings = f.rows.Settle(near)
	warnings = append(warnings, f.rows.Adopt()...)
	warnings = append(warnings, f.pulses.merge(&f.rows, near)...)
	f.rows.Pad()
	f.sessions = slices.DeleteFunc(f.sessions, func(s session) bool {
		return s.start == 0 && s.end == 0 && len(f.rows.At) == 0 // it has no time at all
	})
	for i := range f.sessions {
		warnings = reading.AppendNew(warnings, f.settleSession(&f.sessions[i]))
	}
	slices.SortStableFunc(f.laps, func(a, b lap) int { return cmp.Compare(a.start, b.start) })
	slices.SortStableFunc(f.lengths, func(a, b length) int { return cmp.Compare(a.start, b.start) })
	slices.SortStableFunc(f.marks, func(a, b mark) int { return cmp.Compare(a.at, b.at) })
	slices.SortStableFunc(f.sessions, func(a, b session) int { return cmp.Compare(a.start, b.start) })
	warnings = append(warnings, f.leaveOut()...)
	if t := f.rows.At; len(t) > 0 && t[0] < FirstDate {
		warnings = append(warnings, string(i18n.Sentence("The device's clock was not set: the date is wrong.")))
	}
	return warnings
}

const daySeconds = 24 * 3600

// settleSession sets a plausible start and elapsed time for a session.
func (f *file) settleSession(s *session) (warnings []string) {
	at := f.rows.At
	if s.start == 0 && s.end > uint32(s.elapsed) && s.end != 0 {
		s.start = s.end - uint32(s.elapsed)
	}
	if len(at) > 0 {
		first, last := at[0], at[len(at)-1]
		if s.start == 0 || int64(s.start) < int64(first)-daySeconds || int64(s.start) > int64(last)+daySeconds {
			if s.start != 0 {
				warnings = append(warnings, string(i18n.Sentence("The session's start does not fit its records; the first record's time was used.")))
			}
			s.start = first
		}
	}
	if !s.hasElapsed || s.elapsed == 0 {
		s.elapsed = f.lastSecond(s)
	}
	if span := f.lastSecond(s); s.elapsed > 10*span && s.elapsed-span > 2*daySeconds && span > 0 {
		warnings = append(warnings,
			string(i18n.Sentencef("The session header states %.0f s but the data covers %.0f s; using the data.", s.elapsed, span)))
		s.elapsed, s.hasTimer = span, false
	}
	return warnings
}

// longest is the maximum time in s between the first and the last lap of a file
// that has only laps or lengths. FIT allows elapsed times of up to 49 days.
const longest = 30 * daySeconds

// leaveOut drops laps and lengths that cannot belong to the recording: those
// that begin more than a day before or after it.
func (f *file) leaveOut() (warnings []string) {
	from, to := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range f.sessions {
		s := &f.sessions[i]
		from, to = min(from, int64(s.start)), max(to, int64(s.start)+int64(s.elapsed))
	}
	if at := f.rows.At; len(at) > 0 {
		from, to = min(from, int64(at[0])), max(to, int64(at[len(at)-1]))
	}
	from, to = from-daySeconds, to+daySeconds
	if len(f.sessions)+len(f.rows.At) == 0 {
		from, to = f.lastStart()-longest, math.MaxInt64
	}
	outside := func(start uint32) bool { return int64(start) < from || int64(start) > to }
	n := len(f.laps) + len(f.lengths)
	f.laps = slices.DeleteFunc(f.laps, func(l lap) bool { return outside(l.start) })
	f.lengths = slices.DeleteFunc(f.lengths, func(l length) bool { return outside(l.start) })
	if n -= len(f.laps) + len(f.lengths); n > 0 {
		warnings = append(warnings,
			string(i18n.Sentencef("Laps or lengths that begin more than a day before or after the recording were left out: %d.", n)))
	}
	return warnings
}

// lastStart returns the FIT time at which the last lap or length begins, or 0
// if there is none.
func (f *file) lastStart() (out int64) {
	if n := len(f.laps); n > 0 {
		out = int64(f.laps[n-1].start)
	}
	if n := len(f.lengths); n > 0 {
		out = max(out, int64(f.lengths[n-1].start))
	}
	return out
}

// lastSecond returns the seconds from the start of the session to its end, or
// to the last row of a file with only one session.
func (f *file) lastSecond(s *session) float64 {
	last := int64(s.end)
	if at := f.rows.At; len(at) > 0 && len(f.sessions) == 1 {
		last = int64(at[len(at)-1])
	}
	return math.Max(0, float64(last-int64(s.start)))
}

// trailing is how many seconds after the last session rows may continue before they
// count as a session without a summary.
const trailing = 60

// complete adds the session that is missing in a file that was cut off.
func (f *file) complete() (warnings []string) {
	at := f.rows.At
	if len(f.sessions) == 0 {
		f.sessions = []session{f.synthesise(0)}
		return []string{string(i18n.Sentence("The file has no session summary; one was made from the records."))}
	}
	last := &f.sessions[len(f.sessions)-1]
	end := int64(last.start) + int64(math.Ceil(last.elapsed))
	if f.closed || len(at) == 0 || int64(at[len(at)-1]) < end+trailing {
		return nil
	}
	from, _ := slices.BinarySearch(at, uint32(end))
	f.sessions = append(f.sessions, f.synthesise(from))
	return []string{
		string(i18n.Sentence("The file is cut off after its last session summary; another session was made from the records after it.")),
	}
}

// synthesise makes a session from the rows starting at index from, or from laps
// and lengths if there are no rows.
func (f *file) synthesise(from int) session {
	s := session{index: -1, sport: f.sport, sub: f.sub, synthesised: true}
	var end uint32
	if at := f.rows.At; len(at) > from {
		s.start, end = at[from], at[len(at)-1]
	} else if len(f.laps) > 0 {
		s.start = f.laps[0].start
		end = max(f.laps[len(f.laps)-1].end, s.start)
	} else if len(f.lengths) > 0 {
		l := f.lengths[len(f.lengths)-1]
		s.start = f.lengths[0].start
		end = l.start + uint32(l.elapsed)
	}
	s.elapsed = float64(end - min(end, s.start))
	for i := len(f.laps) - 1; i >= 0; i-- {
		if l := &f.laps[i]; l.start >= s.start && l.sport != typedef.SportInvalid {
			s.sport, s.sub = l.sport, l.sub
		}
	}
	return s
}

// timerOf returns the timer time in s computed from the pauses, for sessions
// without a stated timer time.
func timerOf(elapsed float64, pauses []training.Span) float64 {
	for _, p := range pauses {
		elapsed -= p.ToS - p.FromS
	}
	return math.Max(0, elapsed)
}

// sessions writes the session messages, after everything that they summarize.
func (f *encodeFile) sessions(recs []*training.Recording) {
	for i, r := range recs {
		sport, sub := SportCodes(r.Sport, r.SubSport)
		m := newMessage(mesgnum.Session)
		m.int(fieldnum.SessionTimestamp, after(r, r.ElapsedS))
		m.int(fieldnum.SessionMessageIndex, int64(i))
		m.int(fieldnum.SessionStartTime, Seconds(r.Start))
		m.scaled(fieldnum.SessionTotalElapsedTime, r.ElapsedS, 1000)
		m.scaled(fieldnum.SessionTotalTimerTime, r.TimerS, 1000)
		m.int(fieldnum.SessionEvent, int64(typedef.EventSession))
		m.int(fieldnum.SessionEventType, int64(typedef.EventTypeStop))
		m.int(fieldnum.SessionSport, int64(sport))
		m.int(fieldnum.SessionSubSport, int64(sub))
		m.int(fieldnum.SessionFirstLapIndex, int64(f.first[i]))
		m.int(fieldnum.SessionNumLaps, int64(len(r.Laps)))
		m.values(SessionValues, r.DeviceValues, fieldnum.SessionTotalCycles)
		f.add(m)
		f.timeInZone(i, r)
	}
}

func (f *encodeFile) timeInZone(session int, r *training.Recording) {
	if len(r.DeviceZones) == 0 {
		return
	}
	m := newMessage(mesgnum.TimeInZone)
	m.int(fieldnum.TimeInZoneTimestamp, after(r, r.ElapsedS))
	m.int(fieldnum.TimeInZoneReferenceMesg, int64(mesgnum.Session))
	m.int(fieldnum.TimeInZoneReferenceIndex, int64(session))
	for _, z := range r.DeviceZones {
		for i := range zoneFields {
			if f := &zoneFields[i]; f.kind == z.Kind {
				m.list(f.times, z.Seconds, 1000)
				m.list(f.bounds, z.HighBounds, f.scale)
			}
		}
	}
	f.add(m)
}
