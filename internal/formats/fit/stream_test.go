package fit

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/encoder"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

// again lets the library write a file that it read: the same bytes, if it read all
// that was written.
func again(t *testing.T, data []byte) []byte {
	t.Helper()
	fit, err := decoder.New(bytes.NewReader(data), decoder.WithNoComponentExpansion()).Decode()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = encoder.New(&out, encoder.WithProtocolVersion(proto.V2), encoder.WithHeaderOption(encoder.HeaderOptionNormal, 15)).Encode(fit)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTheLibraryReadsAllThatIsWritten(t *testing.T) {
	t.Parallel()
	hour := recordingtest.Hour()
	// Sensors that come and go make more definitions than a file may know at once.
	gaps := recordingtest.Hour()
	for ch := range gaps.Columns.Data {
		col := &gaps.Columns.Data[ch]
		for i := range col.Valid {
			col.Valid[i] &= 0x0f0f_3c3c_5555_3333 << (ch % 7)
		}
	}
	gaps.Columns.Developer = []training.DeveloperColumn{{Name: "Glucose", Units: "mg/dl", Values: make([]float32, 900)}}
	gaps.RR = []uint16{800, 810, 790, 805, 800, 1020, 3}
	gaps.Laps = []training.Lap{
		{ElapsedS: 600, TimerS: 590, Device: training.Values{training.MetricAvgPowerW: 200}},
		{StartS: 600, ElapsedS: 60},
	}
	gaps.Pauses = []training.Span{{FromS: 100, ToS: 130}}
	plain := *gaps
	plain.Columns.Developer = nil
	bare := &training.Recording{Start: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), Sport: training.Yoga}
	for name, recs := range map[string][]*training.Recording{
		"an hour": {hour}, "gaps": {gaps}, "gaps without developer fields": {&plain}, "nothing recorded": {bare},
		"three sessions": {hour, gaps, bare},
	} {
		var out bytes.Buffer
		if err := Write(&out, recs); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := again(t, out.Bytes()); !bytes.Equal(want, out.Bytes()) {
			t.Errorf("%s: %d bytes, of which the library reads %d", name, out.Len(), len(want))
		}
	}
}

func TestMessagesThatNoFileCanHoldAreRefused(t *testing.T) {
	t.Parallel()
	text := newMessage(mesgnum.FileId)
	text.text(fieldnum.FileIdProductName, "\xff")
	long := newMessage(mesgnum.Hrv)
	long.put(fieldnum.HrvTime, proto.SliceUint16(make([]uint16, 200)))
	for name, m := range map[string]*message{"no fields": newMessage(mesgnum.Record), "a text that is not UTF-8": text, "a long value": long} {
		f := newEncodeFile()
		f.add(m)
		f.add(eventMessage(recordingtest.Hour(), 0, typedef.EventTimer, typedef.EventTypeStart))
		if _, err := f.close(); err == nil {
			t.Errorf("it is written as %s", name)
		}
	}
	if err := Write(failing{}, []*training.Recording{recordingtest.Hour()}); err == nil {
		t.Error("a file that could not be written")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
