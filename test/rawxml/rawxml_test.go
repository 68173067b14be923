package rawxml_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
)

// seen counts what a plain walk over the tokens finds in a file.
type seen struct {
	Points, Laps    int
	HR, Power, Temp int64
	Parents         int // tracks of a GPX file, activities of a TCX file
}

func walk(data []byte) (seen, error) {
	var s seen
	dec := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))))
	var word string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return s, err
		}
		switch x := token.(type) {
		case xml.StartElement:
			word = ""
			switch strings.ToLower(x.Name.Local) {
			case "lap":
				s.Laps++
			case "activity", "trk":
				s.Parents++
			}
		case xml.CharData:
			word = strings.TrimSpace(string(x))
		case xml.EndElement:
			n, _ := strconv.ParseInt(word, 10, 64)
			switch x.Name.Local {
			case "Trackpoint", "trkpt":
				s.Points++
			case "hr", "Value":
				s.HR += n
			case "power", "Watts":
				s.Power += n
			case "atemp":
				s.Temp += n
			}
			word = ""
		}
	}
}

func TestScenariosHoldTheirTruth(t *testing.T) {
	t.Parallel()
	for _, sc := range rawxml.Scenarios() {
		if sc.Truth.Kind != "activity" {
			continue
		}
		got, err := walk(sc.Bytes)
		if (err != nil) != sc.Truth.Damaged {
			t.Errorf("%s: damaged %v, but reading gave %v", sc.Name, sc.Truth.Damaged, err)
		}
		var want seen
		for _, s := range sc.Truth.Sessions {
			want.Parents++
			want.Points += s.Records
			want.Laps += len(s.Laps)
			want.HR += s.Channels["hr"].Sum
			want.Power += s.Channels["power"].Sum
			want.Temp += s.Channels["temp"].Sum / 10
		}
		// A lap of TCX says an average and a maximum rate itself.
		got.HR -= int64(got.Laps) * (134 + 149)
		if sc.Name == "tcx cut" {
			want.Laps = 1
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-truth +file):\n%s", sc.Name, diff)
		}
	}
}

func TestTimesAddUp(t *testing.T) {
	t.Parallel()
	for _, sc := range rawxml.Scenarios() {
		for _, s := range sc.Truth.Sessions {
			paused := 0.0
			for _, p := range s.Pauses {
				paused += p.ToS - p.FromS
			}
			// A second may count as a whole or as the step to the next point.
			if d := s.ElapsedS - paused - s.TimerS; d > 0 || d < -2 {
				t.Errorf("%s: %g s elapsed, %g paused, %g timer", sc.Name, s.ElapsedS, paused, s.TimerS)
			}
		}
	}
}

func TestNamesAreDistinct(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, sc := range rawxml.Scenarios() {
		if names[sc.Name] || len(sc.Bytes) == 0 {
			t.Errorf("%q stands twice or is empty", sc.Name)
		}
		names[sc.Name] = true
	}
	if len(names) != 20 {
		t.Errorf("%d scenarios", len(names))
	}
}

func TestHostileFilesAreHostile(t *testing.T) {
	t.Parallel()
	bomb, deep := rawxml.GPXEntityBomb(), rawxml.GPXDeep()
	if n := bytes.Count(bomb.Bytes, []byte("<!ENTITY")); n != 10 || len(bomb.Bytes) > 2000 {
		t.Errorf("the bomb has %d entities in %d bytes", n, len(bomb.Bytes))
	}
	if n := bytes.Count(deep.Bytes, []byte("<x>")); n < 100_000 {
		t.Errorf("nested %d deep", n)
	}
}

// TestTruthIsOneTypeWithFIT lets one test of a reader take the files of all
// formats. It holds if this compiles and all files are there.
func TestTruthIsOneTypeWithFIT(t *testing.T) {
	t.Parallel()
	all := append(rawfit.Scenarios(), rawxml.Scenarios()...)
	if want := len(rawfit.Scenarios()) + len(rawxml.Scenarios()); len(all) != want {
		t.Errorf("%d files, want %d", len(all), want)
	}
}
