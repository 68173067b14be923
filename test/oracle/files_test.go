package oracle

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
)

// row is a line of one of the collection's tables, by column.
type row map[string]string

func (r row) number(column string) (float64, bool) {
	x, err := strconv.ParseFloat(r[column], 64)
	return x, err == nil
}

func (r row) int(t *testing.T, column string) int {
	t.Helper()
	n, err := strconv.Atoi(r[column])
	if err != nil {
		t.Fatalf("column %s of %s: %v", column, r["file"], err)
	}
	return n
}

// numbers is a list like "1.5;2;;4"; entries that are no numbers end it.
func (r row) numbers(column string) []float64 {
	var out []float64
	for _, s := range strings.Split(r[column], ";") {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			break
		}
		out = append(out, x)
	}
	return out
}

func table(t *testing.T, name string) []row {
	t.Helper()
	f, err := os.Open(filepath.Join(testdata.Dir(t), "fit", name))
	if err != nil {
		t.Skipf("no oracle: %v", err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []row
	for _, line := range lines[1:] {
		r := row{}
		for i, cell := range line {
			r[lines[0][i]] = cell
		}
		out = append(out, r)
	}
	return out
}

// collection reads each file once for all tests of the package.
type collection struct {
	mu    sync.Mutex
	views map[string][]*stream.View
	half  map[string]half

	pairs       sync.Once
	whole, laps []pair
}

var files = collection{views: map[string][]*stream.View{}, half: map[string]half{}}

// session is the view of one session of a file; nil if the reader has none.
func session(t *testing.T, r row, index int) *stream.View {
	t.Helper()
	files.mu.Lock()
	defer files.mu.Unlock()
	views, seen := files.views[r["file"]]
	if !seen {
		views, files.half[r["file"]] = read(t, r["file"])
		files.views[r["file"]] = views
	}
	for _, v := range views {
		if v.Recording.SessionIndex == index {
			return v
		}
	}
	return nil
}

// halfOf is the half of the collection that the file of a row is in.
func halfOf(t *testing.T, r row) half {
	t.Helper()
	session(t, r, 0) // which reads the file
	files.mu.Lock()
	defer files.mu.Unlock()
	return files.half[r["file"]]
}

func read(t *testing.T, name string) ([]*stream.View, half) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata.Dir(t), "fit", name))
	if err != nil {
		t.Fatal(err)
	}
	res, err := fit.Read(context.Background(), data, reading.Limits{})
	if err != nil {
		t.Logf("%s: %v", name, err)
	}
	var out []*stream.View
	for _, r := range res.Recordings {
		out = append(out, stream.Of(r, stream.Limits{}))
	}
	return out, halfBy(data)
}
