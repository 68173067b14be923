package recordingtest

import (
	"os"
	"testing"

	"lapkeep/internal/testdata"
)

// small keeps fuzzing fast: larger files are no seeds.
const small = 12_000

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
			if len(data) < small {
				f.Add(data)
			}
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
