package importing_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

// hours makes files of one hour at 1 Hz with all sensors, one a day.
func hours(tb testing.TB, n int) []file {
	tb.Helper()
	files := make([]file, n)
	for i := range files {
		rec := recordingtest.Hour()
		rec.Start = rec.Start.AddDate(0, 0, -i)
		var b bytes.Buffer
		if err := fit.Write(&b, []*training.Recording{rec}); err != nil {
			tb.Fatal(err)
		}
		files[i] = file{fmt.Sprintf("%d.fit", i), b.Bytes()}
	}
	return files
}

// BenchmarkImportOneHourFIT is the CPU of one file from its bytes to columns
// and every primitive, without the store. The goal is 5 ms.
func BenchmarkImportOneHourFIT(b *testing.B) {
	f := hours(b, 1)[0]
	b.ReportAllocs()
	b.SetBytes(int64(len(f.data)))
	for b.Loop() {
		res, err := recording.Read(b.Context(), f.name, f.data, recording.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			b.Fatal(res, err)
		}
		act := training.Activity{ID: "a", Sport: training.Cycling}
		if _, ps := derive.Single(act, "r", res.Recordings[0]); len(ps) < 8 {
			b.Fatalf("only %d primitives", len(ps))
		}
	}
}

// BenchmarkImportDurable imports a year of one-hour files into a store on
// disk. The goal is 150 files a second and core.
func BenchmarkImportDurable(b *testing.B) {
	files, zones := hours(b, 365), &timezone.Finder{}
	for b.Loop() {
		b.StopTimer()
		bench := newBench(b, func(o *importing.Options) { o.Read, o.Workers = recording.Read, 0; o.Zones = zones })
		begin := time.Now()
		b.StartTimer()
		for _, r := range bench.run(b, importing.RunOptions{}, files...) {
			if r.Status != importing.Imported {
				b.Fatalf("%+v", r)
			}
		}
		b.StopTimer()
		perSecond := float64(len(files)) / time.Since(begin).Seconds()
		b.ReportMetric(perSecond, "files/s")
		b.ReportMetric(perSecond/float64(runtime.GOMAXPROCS(0)), "files/s/core")
		b.ReportMetric(residentMB(b), "MB-peak")
		b.StartTimer()
	}
}

// residentMB is the most memory that the process ever held, 0 where the
// system does not say.
func residentMB(tb testing.TB) float64 {
	tb.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	return 0
}
