package activityindex

import (
	"encoding/binary"
	"errors"
	"math"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Input holds the values from which the load of one activity follows, without
// any map: the series of years is read from these.
type Input struct {
	ID        training.ActivityID
	Sport     training.Sport
	Day       training.Day
	Hour      int // local hour of the start
	Indoor    bool
	TimerS    float64
	MovingS   float64
	ElapsedS  float64
	DistanceM float64
	// NP is 0 where there is none; likewise AvgHR.
	NP         float64
	NPWindows  int
	AvgHR      float64
	HRSeconds  float64
	AvgSpeed   float64 // m/s over timer time, 0 if unknown
	GradedMPS  float64 // normalized graded speed of a run, 0 if unknown
	GainM      float64
	WorkJ      float64
	Kcal       float64 // burnt, by the device or a service; 0 if nobody says
	KcalSaid   bool    // by a service, of an activity whose recordings have none
	ManualLoad float64
	RPE        float64
}

// numbers are in the order in which they are packed: what the athlete said,
// then what comes from recordings.
func (in *Input) numbers() [14]*float64 {
	return [...]*float64{
		&in.ManualLoad, &in.RPE,
		&in.TimerS, &in.MovingS, &in.ElapsedS, &in.DistanceM, &in.NP, &in.AvgHR, &in.HRSeconds, &in.AvgSpeed, &in.GainM, &in.WorkJ,
		&in.GradedMPS, &in.Kcal,
	}
}

// said is how many of the numbers are the athlete's own words.
const said = 2

// Rows that were packed before one of the last numbers was added lack its
// mark, and that number until they are packed anew.
const (
	graded = 0x80
	burnt  = 0x20
	former = 12 // numbers of a row with neither
)

// indoors marks an activity that led over no ground; rows that were packed
// before there was the mark lack it until they are packed anew.
const indoors = 0x40

// reported marks, in the byte of the hour, calories that a service says.
const reported = 0x80

// Pack is: audiences that may see what is derived, hour, day, windows, id,
// sport, then the numbers.
func (in *Input) Pack(whole int64) []byte {
	b := []byte{byte(whole) | graded | burnt, byte(in.Hour)} //nolint:gosec // small by construction
	if in.Indoor {
		b[0] |= indoors
	}
	if in.KcalSaid {
		b[1] |= reported
	}
	b = binary.AppendVarint(b, int64(in.Day))
	b = binary.AppendVarint(b, int64(in.NPWindows))
	b = append(binary.AppendUvarint(b, uint64(len(in.ID))), in.ID...)
	b = append(binary.AppendUvarint(b, uint64(len(in.Sport))), in.Sport...)
	for _, x := range in.numbers() {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*x))
	}
	return b
}

var errLoadRow = errors.New("a packed load row is too short")

// Unpack reads a packed row for the audience of bit, which gets no derived
// numbers of an activity that it may only see a part of.
func (in *Input) Unpack(b []byte, bit int64, sports map[string]training.Sport) error {
	if len(b) < 2 {
		return sqlitedb.Damaged(errLoadRow)
	}
	whole, numbers := int64(b[0]&^(graded|burnt|indoors)), in.numbers()
	held := numbers[:]
	switch {
	case b[0]&graded == 0:
		held = numbers[:former]
	case b[0]&burnt == 0:
		held = numbers[:former+1]
	}
	in.Hour, in.Indoor, in.KcalSaid = int(b[1]&^reported), b[0]&indoors != 0, b[1]&reported != 0 && whole&bit != 0
	day, k := binary.Varint(b[2:])
	b = b[2+max(k, 0):]
	windows, k := binary.Varint(b)
	b = b[max(k, 0):]
	id, b, ok := text(b)
	sport, b, ok2 := text(b)
	if ok && ok2 && len(b) == 8*len(held) {
		if whole&bit == 0 {
			windows = 0
			b = b[:8*said]
		}
		for i := range len(b) / 8 {
			*held[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
		in.ID, in.Day, in.NPWindows = training.ActivityID(id), training.Day(day), int(windows) //nolint:gosec // as packed
		if in.Sport, ok = sports[string(sport)]; !ok {
			in.Sport = training.Sport(sport)
			sports[string(sport)] = in.Sport
		}
		return nil
	}
	return sqlitedb.Damaged(errLoadRow)
}

// text reads a length and as many bytes.
func text(b []byte) (s, rest []byte, ok bool) {
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)-k) { //nolint:gosec // not negative
		return nil, nil, false
	}
	end := k + int(n) //nolint:gosec // at most len(b)
	return b[k:end], b[end:], true
}
