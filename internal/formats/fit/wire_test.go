package fit_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

func TestCRCAgreesWithTheSlowOne(t *testing.T) {
	t.Parallel()
	data := rawfit.SteadyRide().Bytes
	for n := range 70 {
		if got, want := fit.CRC(data[:n]), rawfit.CRC(data[:n]); got != want {
			t.Fatalf("%d bytes: %04x, want %04x", n, got, want)
		}
	}
}

func TestGoodFilesPassUntouched(t *testing.T) {
	t.Parallel()
	for _, sc := range []rawfit.Scenario{
		rawfit.SteadyRide(), rawfit.SteadyRideBigEndian(), rawfit.SteadyRideCompressed(), rawfit.RunWithDeveloperPower(), rawfit.PoolSwim(),
	} {
		parts := fit.Split(sc.Bytes)
		if len(parts) != 1 || parts[0].Damaged || len(parts[0].Notes) > 0 {
			t.Errorf("%s: %+v", sc.Name, parts)
			continue
		}
		header := int(sc.Bytes[0])
		if want := sc.Bytes[header : len(sc.Bytes)-2]; !bytes.Equal(parts[0].Messages, want) {
			t.Errorf("%s: the messages changed", sc.Name)
		}
		if parts[0].Records != sc.Truth.Sessions[0].Records {
			t.Errorf("%s: %d records, want %d", sc.Name, parts[0].Records, sc.Truth.Sessions[0].Records)
		}
	}
}

// whole returns a sequence as a file with a header of its own.
func whole(s *fit.Sequence) []byte {
	h := fit.Header(uint32(len(s.Messages))) //nolint:gosec // a file has no more
	return slices.Concat(h, s.Messages, []byte{0, 0})
}

func TestASequenceWithAHeaderIsAFile(t *testing.T) {
	t.Parallel()
	parts := fit.Split(rawfit.SteadyRide().Bytes)
	if file := whole(&parts[0]); !fit.Is(file) || len(file) != 14+len(parts[0].Messages)+2 {
		t.Errorf("%d bytes", len(file))
	}
}

func TestSplitFindsEachFile(t *testing.T) {
	t.Parallel()
	ride, settings := rawfit.SteadyRide().Bytes, rawfit.SettingsFile().Bytes
	for name, tt := range map[string]struct {
		data    []byte
		parts   int
		damaged bool // of the first part
	}{
		"two files":            {rawfit.Chain(ride, settings), 2, false},
		"garbage between":      {rawfit.Chain(ride, []byte("garbage"), settings), 2, true},
		"garbage behind":       {rawfit.Chain(ride, make([]byte, 5)), 1, true},
		"garbage before":       {rawfit.Chain([]byte("garbage"), ride), 1, false},
		"first one cut":        {rawfit.Chain(ride[:len(ride)/2], settings), 2, true},
		"no checksum":          {ride[:len(ride)-2], 1, true},
		"length never written": {unclosed(ride), 1, true},
		"wrong checksum":       {rawfit.CRCBroken().Bytes, 1, true},
		"nothing":              {[]byte("garbage"), 0, false},
	} {
		parts := fit.Split(tt.data)
		if len(parts) != tt.parts || tt.parts > 0 && parts[0].Damaged != tt.damaged {
			t.Errorf("%s: %d parts, damaged %v, notes %q", name, len(parts), len(parts) > 0 && parts[0].Damaged, notes(parts))
		}
		if tt.damaged && len(parts[0].Notes) == 0 {
			t.Errorf("%s: not a word of the damage", name)
		}
	}
}

func notes(parts []fit.Sequence) (out []string) {
	for _, p := range parts {
		out = append(out, p.Notes...)
	}
	return out
}

// unclosed returns the file of a recorder that died: its header gives no
// length.
func unclosed(data []byte) []byte {
	c := slices.Clone(data)
	clear(c[4:8])
	return c
}

func TestUnclosedFileKeepsItsRecords(t *testing.T) {
	t.Parallel()
	sc := rawfit.SteadyRide()
	if got := fit.Split(unclosed(sc.Bytes))[0].Records; got != sc.Truth.Sessions[0].Records {
		t.Errorf("%d records", got)
	}
}

// Bytes that are lost in the middle cost the records around them, not the rest.
func TestDamageInTheMiddleIsStepped(t *testing.T) {
	t.Parallel()
	sc := rawfit.SteadyRide()
	middle := len(sc.Bytes) / 2
	for name, data := range map[string][]byte{
		"bytes overwritten": overwrite(sc.Bytes, middle, bytes.Repeat([]byte{0x3F}, 100)),
		"bytes lost":        slices.Delete(slices.Clone(sc.Bytes), middle, middle+7),
		"bytes added":       slices.Insert(slices.Clone(sc.Bytes), middle, bytes.Repeat([]byte{0x2A}, 11)...),
	} {
		parts := fit.Split(data)
		if len(parts) != 1 || !parts[0].Damaged {
			t.Errorf("%s: %+v", name, notes(parts))
			continue
		}
		if got, want := parts[0].Records, sc.Truth.Sessions[0].Records; got < want*95/100 || got > want {
			t.Errorf("%s: %d records of %d are left; %q", name, got, want, notes(parts))
		}
	}
}

func overwrite(data []byte, at int, with []byte) []byte {
	c := slices.Clone(data)
	copy(c[at:], with)
	return c
}

// Some writers leave a bit out of the base type: 0x04 for 0x84.
func TestBaseTypesAreMended(t *testing.T) {
	t.Parallel()
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "time_created": rawfit.Start()})
	f.Append(0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 7, 2, 0x04)
	f.Append(0x00, 0, 0, 0, 0x40, 200, 0)
	parts := fit.Split(f.Bytes())
	if len(parts) != 1 || parts[0].Damaged || len(parts[0].Notes) != 1 || parts[0].Records != 1 {
		t.Fatalf("%+v", parts)
	}
	if !bytes.Contains(parts[0].Messages, []byte{7, 2, 0x84}) {
		t.Error("the type was not mended")
	}
}

// Damage that makes every offset implausible must not take the square of the
// file's size.
func TestResyncIsNotSlow(t *testing.T) {
	t.Parallel()
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "time_created": rawfit.Start()})
	f.Record(rawfit.Fields{"timestamp": rawfit.Start(), "heart_rate": 100})
	for range 2000 {
		f.Append(bytes.Repeat([]byte{0x0F, 0x4F, 0xFF}, 300)...)
	}
	begin := time.Now()
	parts := fit.Split(f.Bytes())
	if len(parts) != 1 || !parts[0].Damaged || time.Since(begin) > 5*time.Second {
		t.Errorf("%d parts in %v", len(parts), time.Since(begin))
	}
}

func FuzzSplit(f *testing.F) {
	for _, sc := range rawfit.Scenarios() {
		f.Add(sc.Bytes[:min(len(sc.Bytes), 4000)])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		total := 0
		for _, p := range fit.Split(data) {
			total += len(p.Messages)
			// What is handed on must pass its own test.
			file := whole(&p)
			if len(p.Messages) == 0 {
				continue
			}
			again := fit.Split(file)
			if len(again) == 0 || !bytes.Equal(again[0].Messages, p.Messages) || again[0].Records != p.Records {
				t.Fatalf("what was mended needs mending again: %q", notes(again))
			}
		}
		if total > len(data) {
			t.Fatalf("%d bytes became %d", len(data), total)
		}
	})
}

// outing is one session of a file, its rows at seconds of the file's clock.
type outing struct {
	sport, from, to int
	total           float64 // m, as the device says it; negative is not said
	rows            [][2]float64
}

func legsOf(t *testing.T, outings ...outing) []*training.Recording {
	t.Helper()
	f := open()
	for _, o := range outings {
		for _, r := range o.rows {
			m := rawfit.Fields{"heart_rate": 140}
			if r[1] >= 0 {
				m["distance"] = r[1]
			}
			record(f, int(r[0]), m)
		}
	}
	for i, o := range outings {
		m := rawfit.Fields{
			"message_index": i, "timestamp": at(o.to), "start_time": at(o.from), "sport": o.sport,
			"total_elapsed_time": o.to - o.from, "total_timer_time": o.to - o.from,
		}
		if o.total >= 0 {
			m["total_distance"] = o.total
		}
		f.Session(m)
	}
	return read(t, f).Recordings
}

// lastDistance returns the distance of a leg, in m, and the second at which it
// ends.
func lastDistance(r *training.Recording) (m float64, s int32) {
	c := &r.Columns
	for i := c.Len() - 1; i >= 0; i-- {
		if v, ok := c.At(training.Distance, i); ok {
			return float64(v) / 100, c.TimeS[i]
		}
	}
	return -1, -1
}

// TestLegsHaveTheDistanceMadeInThem: what lies between the last row of a leg
// and the first of the next goes to neither by chance.
func TestLegsHaveTheDistanceMadeInThem(t *testing.T) {
	t.Parallel()
	ride := [][2]float64{{0, 0}, {20, 200}, {40, 400}}
	run := [][2]float64{{60, 560}, {80, 620}, {90, 650}}
	anew := [][2]float64{{60, 10}, {80, 70}, {90, 100}}
	for _, tt := range []struct {
		name string
		legs []outing
		want []float64
	}{
		{"the device's totals cut within the gap", []outing{{2, 0, 52, 520, ride}, {1, 52, 90, 130, run}}, []float64{520, 130}},
		{"without totals a leg ends with its last row", []outing{{2, 0, 50, -1, ride}, {1, 50, 90, -1, run}}, []float64{400, 250}},
		{"totals that lie elsewhere do not count", []outing{{2, 0, 50, 9999, ride}, {1, 50, 90, 1, run}}, []float64{400, 250}},
		{"all up to the last row", []outing{{2, 0, 50, 400, ride}, {1, 50, 90, 250, run}}, []float64{400, 250}},
		{"all up to the next row", []outing{{2, 0, 60, 560, ride}, {1, 60, 90, 90, run}}, []float64{560, 90}},
		{"what is walked between two legs is of neither", []outing{{2, 0, 44, 430, ride}, {1, 56, 90, 120, run}}, []float64{430, 120}},
		{"a counter that begins anew", []outing{{2, 0, 50, 500, ride}, {1, 50, 90, 100, anew}}, []float64{400, 100}},
		{
			"a swim without rows of distance that the counter holds",
			[]outing{{5, 0, 52, 60, [][2]float64{{0, -1}, {40, -1}}}, {2, 52, 90, 90, [][2]float64{{60, 70}, {90, 150}}}},
			[]float64{-1, 90},
		},
		{
			"a swim that the counter does not hold, and a ride that begins without rows",
			[]outing{{5, 0, 52, 60, [][2]float64{{0, -1}, {40, -1}}}, {2, 52, 90, 150, [][2]float64{{60, 70}, {90, 150}}}},
			[]float64{-1, 150},
		},
		{
			"a total too far from the reading to tell who counted the swim",
			[]outing{{5, 0, 52, 60, [][2]float64{{0, -1}, {40, -1}}}, {2, 52, 90, 1540, [][2]float64{{60, 70}, {90, 1500}}}},
			[]float64{-1, 1440},
		},
		{
			"a swim and a walk that the counter does not hold",
			[]outing{
				{5, 0, 40, 40, [][2]float64{{0, -1}, {20, -1}}},
				{1, 40, 52, 20, [][2]float64{{45, -1}}},
				{2, 52, 90, 150, [][2]float64{{60, 70}, {90, 150}}},
			},
			[]float64{-1, -1, 150},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for i, r := range legsOf(t, tt.legs...) {
				if m, s := lastDistance(r); m != tt.want[i] || float64(s) > r.ElapsedS {
					t.Errorf("leg %d covers %v m up to second %d of %v, want %v m", i, m, s, r.ElapsedS, tt.want[i])
				}
				if !slices.IsSorted(r.Columns.TimeS) || len(r.Columns.Data[training.HeartRate].Values) != r.Columns.Len() {
					t.Errorf("leg %d has rows at %v", i, r.Columns.TimeS)
				}
			}
		})
	}
}

// TestWhatMeasuredPower: the power meter before the trainer, the first that has
// a number, of ANT+ and of Bluetooth, whose types have other numbers.
func TestWhatMeasuredPower(t *testing.T) {
	t.Parallel()
	const favero, wahoo = 263, 32
	watch := rawfit.Fields{"device_index": 0, "device_type": 11, "manufacturer": favero, "serial_number": 1}
	strap := rawfit.Fields{"device_index": 1, "device_type": 120, "manufacturer": 1, "serial_number": 2}
	trainer := rawfit.Fields{"device_index": 2, "device_type": 17, "manufacturer": wahoo, "serial_number": 3}
	unnumbered := rawfit.Fields{"device_index": 3, "device_type": 11, "manufacturer": favero}
	pedals := rawfit.Fields{
		"device_index": 4, "device_type": 11, "manufacturer": favero, "serial_number": 412_355,
		"product_name": "Assioma DUO",
	}
	again := rawfit.Fields{"device_index": 5, "device_type": 11, "manufacturer": favero, "serial_number": 412_356}
	radio := rawfit.Fields{"device_index": 6, "device_type": 2, "source_type": 3, "manufacturer": favero, "ant_device_number": 77}
	notRadio := rawfit.Fields{"device_index": 6, "device_type": 2, "manufacturer": favero, "ant_device_number": 77}
	for name, c := range map[string]struct {
		infos  []rawfit.Fields
		serial string
	}{
		"a meter":         {[]rawfit.Fields{watch, strap, trainer, unnumbered, pedals, again}, "412355"},
		"a trainer alone": {[]rawfit.Fields{strap, trainer}, "3"}, "a trainer after": {[]rawfit.Fields{pedals, trainer}, "412355"},
		"by Bluetooth": {[]rawfit.Fields{radio}, "77"}, "another type": {[]rawfit.Fields{notRadio}, ""},
		"none": {[]rawfit.Fields{watch, strap, unnumbered}, ""},
	} {
		f := open()
		for _, info := range c.infos {
			info["timestamp"] = at(0)
			f.DeviceInfo(info)
		}
		for s := range 5 {
			record(f, s, rawfit.Fields{"power": 200})
		}
		got := one(t, f).PowerMeter
		if got.Serial != c.serial || name == "a meter" && got.Product != "Assioma DUO" || c.serial == "" && got != (training.Device{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
