//go:build e2e && unix

package firsthour

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/garmintest"
	"lapkeep/test/archivetest/mergetest"
	"lapkeep/test/archivetest/stravatest"
	"lapkeep/test/ingesttest"
)

// tell leaves in the environment how many activities there are, and of each sport.
func tell(ts *testscript.TestScript, activities int, ofSport map[string]int) {
	ts.Setenv("ACTIVITIES", strconv.Itoa(activities))
	for _, sport := range []string{"cycling", "running", "swimming", "walking"} {
		ts.Setenv(sport, strconv.Itoa(ofSport[sport]))
	}
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

func write(ts *testscript.TestScript, name string, data []byte) {
	path := ts.MkAbs(name)
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
	ts.Check(os.WriteFile(path, data, 0o600))
}

// makeStrava FILE LANGUAGE N writes an archive of n activities.
func makeStrava(ts *testscript.TestScript, _ bool, args []string) {
	a := stravatest.Build(stravatest.Options{
		Language: stravatest.Language(args[1]), Activities: number(ts, args[2]), Seconds: 300, BOM: true, CRLF: true,
	})
	ofSport := map[string]int{}
	for _, activity := range a.Truth.Activities {
		ofSport[activity.Sport]++
	}
	last := a.Truth.Activities[len(a.Truth.Activities)-1]
	ts.Setenv("LAST_ID", last.ID)
	ts.Setenv("LAST_DAY", last.Start.Format(time.DateOnly))
	tell(ts, len(a.Truth.Activities), ofSport)
	write(ts, args[0], a.Zip())
}

// makeGarmin FILE N writes an export of n activities, some of several legs.
func makeGarmin(ts *testscript.TestScript, _ bool, args []string) {
	a := garmintest.Build(garmintest.Options{Activities: number(ts, args[1]), Seconds: 300, Days: 20})
	ofSport := map[string]int{}
	for _, activity := range a.Truth.Activities {
		ofSport[activity.Sport]++
	}
	tell(ts, len(a.Truth.Activities), ofSport)
	ts.Setenv("FTP", strconv.Itoa(a.Truth.FTPW))
	write(ts, args[0], a.Zip())
}

// makeApple FILE N writes an export of n workouts with heart rates of years.
func makeApple(ts *testscript.TestScript, _ bool, args []string) {
	e := appletest.New(appletest.Options{Workouts: number(ts, args[1]), Seconds: 600, Bytes: 40 << 20})
	ofSport, own := map[string]int{}, 0
	for _, w := range e.Truth().Workouts {
		if w.CopyOf >= 0 {
			continue
		}
		if len(w.Legs) == 0 {
			own++
			ofSport[w.Sport]++
		}
		for _, leg := range w.Legs { // each is an activity
			own++
			ofSport[leg.Sport]++
		}
	}
	tell(ts, own, ofSport)
	var b bytes.Buffer
	ts.Check(e.WriteZip(&b))
	write(ts, args[0], b.Bytes())
}

// makeRides DIR N FIRST-DAY writes recordings of a quarter of an hour with
// power, one a day, at a steady power which the athlete's load follows from.
func makeRides(ts *testscript.TestScript, _ bool, args []string) {
	n := number(ts, args[1])
	first, err := time.Parse(time.DateOnly, args[2])
	ts.Check(err)
	for i := range n {
		o := ingesttest.Outing{
			Sport: training.Cycling, Start: first.AddDate(0, 0, i).Add(7 * time.Hour), Seconds: 900, Seed: float64(i), LatDeg: 47, LonDeg: 8,
		}
		rec := o.Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: []training.Channel{
			training.Latitude, training.Longitude, training.Distance, training.HeartRate, training.Power,
		}})
		var b bytes.Buffer
		ts.Check(fit.Write(&b, []*training.Recording{rec}))
		write(ts, filepath.Join(args[0], fmt.Sprintf("%04d.fit", i)), b.Bytes())
	}
	tell(ts, n, map[string]int{"cycling": n})
}

// makeMerge DIR CASE writes the files of a case of merging.
func makeMerge(ts *testscript.TestScript, _ bool, args []string) {
	for _, c := range mergetest.Cases(7) {
		if c.Name == args[1] {
			ts.Check(c.Unpack(ts.MkAbs(args[0])))
			ts.Setenv("ACTIVITIES", strconv.Itoa(len(c.Activities)))
			return
		}
	}
	ts.Fatalf("no case %q", args[1])
}
