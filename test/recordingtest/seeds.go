package recordingtest

import (
	"os"
	"testing"

	"lapkeep/internal/testdata"
)

// small bounds a seed: coverage is measured anew for each mutation of it, and
// what is found in a large one is minimised for minutes.
const small = 8 << 10

// Seed adds the files that are small enough.
func Seed(f *testing.F, files ...[]byte) {
	f.Helper()
	for _, data := range files {
		if len(data) <= small {
			f.Add(data)
		}
	}
}

// RealSeeds adds files of the collection as seeds of a fuzz target, if the
// collection is there. The target runs without it as well.
func RealSeeds(f *testing.F, patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		for _, path := range present(f, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			Seed(f, data)
		}
	}
}

// present lists the files, none where testdata would skip the test.
func present(f *testing.F, pattern string) (files []string) {
	f.Helper()
	defer func() {
		if r := recover(); r != nil && r != absent {
			panic(r)
		}
	}()
	return testdata.Files(probe{f}, pattern)
}

const absent = "no test data"

// probe is a test that is told of missing data instead of being skipped.
type probe struct{ testing.TB }

func (probe) Skip(...any)          { panic(absent) }
func (probe) Skipf(string, ...any) { panic(absent) }
