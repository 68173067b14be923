package archive_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/stravatest"
)

// file returns one file of a generated archive.
func file(t testing.TB, a stravatest.Archive, name string) []byte {
	t.Helper()
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// stravaTold gives a row in the form of the truth.
func stravaTold(r archive.StravaRow) stravatest.Activity {
	a := stravatest.Activity{
		ID: strings.TrimPrefix(r.Said.Ref, "strava:"), Start: r.Start, Sport: string(r.Said.Sport), Name: r.Said.Name,
		Description: r.Said.Description, PrivateNote: r.Said.PrivateNote, Gear: r.GearName, RPE: r.Said.PerceivedExertion,
		Commute: r.Said.Commute, Race: r.Said.Race, LongRun: len(r.Said.Tags) == 1, File: r.File,
	}
	if e := r.Said.Entry; e != nil {
		a.DistanceM, a.ElapsedS, a.MovingS = e.Values[training.MetricDistanceKM]*1000, int(e.ElapsedS), int(e.TimerS)
	}
	return a
}

func TestEveryLanguageSaysTheSame(t *testing.T) {
	t.Parallel()
	for _, language := range stravatest.Languages() {
		cases := map[string]stravatest.Options{
			"marks": {BOM: true, CRLF: true}, "more": {Extra: true, Miles: true}, "newer": {Edited: true, Activities: 60},
		}
		for _, l := range stravatest.Layouts() {
			cases["of "+string(l)] = stravatest.Options{Layout: l}
		}
		for name, o := range cases {
			t.Run(string(language)+" "+name, func(t *testing.T) {
				t.Parallel()
				o.Language, o.Seconds, o.EveryS = language, 60, 10
				data, truth := stravatest.Table(o)
				got, err := archive.Activities(data)
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Rows) != len(truth) {
					t.Fatalf("%d rows, want %d", len(got.Rows), len(truth))
				}
				for i, want := range truth {
					want.Kind, want.AvgHR = "", 0
					if want.File != "" {
						want.DistanceM, want.ElapsedS, want.MovingS = 0, 0, 0
					}
					if d := cmp.Diff(want, stravaTold(got.Rows[i])); d != "" {
						t.Errorf("row %d: %s", i, d)
					}
				}
				if last := truth[len(got.Rows)-1].Start; !got.AsOf.Equal(last) {
					t.Errorf("as of %v, want %v", got.AsOf, last)
				}
			})
		}
	}
}

// TestPlacesTellOnlyWhatAgrees: a table whose names nobody knows is read by
// the places of its columns where the values are of the kinds that belong
// there; another one is refused, with its header named.
func TestPlacesTellOnlyWhatAgrees(t *testing.T) {
	t.Parallel()
	foreign := func(columns int, change func(head, row []string)) []byte {
		head, row := make([]string, columns), make([]string, columns)
		for i := range head {
			head[i] = fmt.Sprintf("Colonna %d", i)
		}
		row[0], row[1], row[9], row[12] = "7", "2024. 3. 1. 5:30:00", "Gazelle", "activities/7.fit.gz"
		change(head, row)
		return []byte(strings.Join(head, ",") + "\n" + strings.Join(row, ",") + "\n")
	}
	for name, data := range map[string][]byte{
		"nothing stands twice":      foreign(103, func(_, _ []string) {}),
		"another number of columns": foreign(17, func(head, _ []string) { head[15] = head[5] }),
		"gear is a file": foreign(103, func(head, row []string) {
			head[15], row[11] = head[5], "activities/7.fit.gz"
		}),
		"no files where they should be": foreign(103, func(head, row []string) { head[15], row[12] = head[5], "Gazelle" }),
		"no dates":                      foreign(103, func(head, row []string) { head[15], row[1] = head[5], "12" }),
		"ids are words":                 foreign(103, func(head, row []string) { head[15], row[0] = head[5], "x" }),
		"known names over other values": []byte("Activity ID,Activity Date,Activity Gear,Filename\n1,\"May 1, 2023\",activities/1.fit,Gazelle\n"),
	} {
		got, err := archive.Activities(data)
		first, _, _ := strings.Cut(string(data), ",")
		if training.KindOf(err) != training.KindCorrupt || len(got.Rows) > 0 || !strings.Contains(err.Error(), first) {
			t.Errorf("%s: %d rows, %v", name, len(got.Rows), err)
		}
	}
	got, err := archive.Activities(foreign(103, func(head, _ []string) { head[15] = head[5] }))
	if err != nil || len(got.Rows) != 1 || got.Rows[0].File != "activities/7.fit.gz" || got.Rows[0].Start.IsZero() {
		t.Errorf("a table in a language that is not known: %+v, %v", got.Rows, err)
	}
}

// TestATableThatWasSavedAgain: spreadsheets write other letters.
func TestATableThatWasSavedAgain(t *testing.T) {
	t.Parallel()
	plain := string(table([]string{"1", "3 août 2024, 13:14:30", "Léman"}))
	wide := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(plain)) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	for name, data := range map[string][]byte{
		"UTF-16": wide, "Windows": []byte(strings.NewReplacer("û", "\xfb", "é", "\xe9").Replace(plain)),
	} {
		got, err := archive.Activities(data)
		if err != nil || len(got.Rows) != 1 || got.Rows[0].Said.Name != "Léman" || got.Rows[0].Start.Month() != time.August {
			t.Errorf("%s: %+v, %v", name, got.Rows, err)
		}
	}
}

// TestTheHighestIsNotBelowTheMean: in Dutch archives of 2021 the names of the
// two cadences are the wrong way round.
func TestTheHighestIsNotBelowTheMean(t *testing.T) {
	t.Parallel()
	for _, layout := range []stravatest.Layout{stravatest.Layout2021, stravatest.Layout2025} {
		data, _ := stravatest.Table(stravatest.Options{Language: stravatest.Dutch, Layout: layout})
		got, err := archive.Activities(data)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, r := range got.Rows {
			if r.Said.Entry == nil {
				continue
			}
			seen++
			v := r.Said.Entry.Values
			if v[training.MetricMaxCadenceRPM] != 95 || v[training.MetricAvgCadenceRPM] != 82 {
				t.Errorf("%s: %v", layout, v)
			}
		}
		if seen == 0 {
			t.Errorf("%s: no activity without a file", layout)
		}
	}
}

func TestDatesOfManyLanguages(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 7, 3, 13, 14, 30, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"Jul 3, 2024, 1:14:30 PM": at, "Jul 3, 2024, 1:14:30\u202fPM": at, "3 Jul 2024, 13:14:30": at, "3 July 2024 at 13:14:30": at,
		"03.07.2024, 13:14:30": at, "3. 7. 2024 13:14:30": at, "3 juil. 2024 à 13:14:30": at, "3 jul. 2024, 13:14:30": at,
		"3 de jul. de 2024 13:14:30": at, "3 lug 2024, 13:14:30": at, "3 lip 2024, 13:14:30": at, "3. července 2024 13:14:30": at,
		"2024/07/03 13:14:30": at, "2024年7月3日 13:14:30": at, "2024. 7. 3. 오후 1:14:30": at, "2024-07-03 13:14:30": at, "2024年7月3日 下午1:14:30": at,
		"3. jul. 2024 13.14.30": at, "3 июл. 2024 г., 13:14:30": at, "3-7-2024 13:14:30": at, "3 jul. 2024 13:14": at.Add(-30 * time.Second),
		"Jul 3, 2024, 12:14:30 AM": at.Add(-13 * time.Hour), "31/7/2024, 13:14:30": at.AddDate(0, 0, 28),
		"7/31/2024, 1:14:30 PM":  at.AddDate(0, 0, 28),
		"3. juli 2024, 13:14:30": at, "3. des. 2024, 13:14:30": at.AddDate(0, 5, 0), "3 лип. 2024 р., 13:14:30": at,
		"3 листопада 2024 р., 13:14:30": at.AddDate(0, 4, 0),
		"3 Ιουλ 2024, 1:14:30 μ.μ.":     at, "3 Ιουλ 2024, 13:14:30": at, "3 ก.ค. 2567 13:14:30": at,
		"3 มิ.ย. 2567 13:14:30":  at.AddDate(0, -1, 0),
		"2024. júl. 3. 13:14:30": at, "2024. szept. 3. 13:14:30": at.AddDate(0, 2, 0), "3 iul. 2024, 13:14:30": at,
		"3 noi. 2024, 13:14:30": at.AddDate(0, 4, 0),
		"3 Jul 2024 13.14.30":   at, "3 Agu 2024 13.14.30": at.AddDate(0, 1, 0), "2024年7月3日 上午1:14:30": at.Add(-12 * time.Hour),
		"3/7/24, 13:14:30": at, "7/3/24, 1:14:30 p.m.": at,
		"": {}, "yesterday": {}, "Jul 3, 2024, 13:14:30 PM": {}, "32.07.2024, 13:14:30": {}, "30 feb 2024": {},
		"Jul 3, 2024, 25:14:30": {}, "1 2 3 4 5": {},
		"3 Jul 2024, 13:60:30": {}, "3 Jul 2024, 13:59:30": at.Add(45 * time.Minute),
		"99999999999999999999, 1:00": {}, "3 jul 1204, 13:14:30": {},
	} {
		if got := dateOf(t, text); !got.Equal(want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

// table returns activities.csv with rows of these cells after the id.
func table(rows ...[]string) []byte {
	var b strings.Builder
	b.WriteString("Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed " +
		"Time,Distance,Max Heart Rate,Relative Effort," +
		"Commute,Activity Private Note,Activity Gear,Filename" + strings.Repeat(",h", 48) + "\n")
	for _, r := range rows {
		for i, c := range r {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + strings.ReplaceAll(c, `"`, `""`) + `"`)
		}
		b.WriteString(strings.Repeat(",", 60-len(r)) + "\n")
	}
	return []byte(b.String())
}

func dateOf(t *testing.T, text string) time.Time {
	t.Helper()
	got, err := archive.Activities(table([]string{"1", text, "name"}))
	if err != nil {
		t.Fatal(err)
	}
	return got.Rows[0].Start
}

// TestOneRowDecidesTheOrderOfAll: dates with slashes are read as the row
// that can be read in one way only.
func TestOneRowDecidesTheOrderOfAll(t *testing.T) {
	t.Parallel()
	for clear, month := range map[string]time.Month{"12/25/2023, 08:00:00": time.July, "25/12/2023, 08:00:00": time.March} {
		got, err := archive.Activities(table([]string{"1", "7/3/2024, 08:00:00"}, []string{"2", clear}))
		if err != nil {
			t.Fatal(err)
		}
		if m := got.Rows[0].Start.Month(); m != month {
			t.Errorf("beside %s: %v, want %v", clear, m, month)
		}
	}
}

func TestTypesAndOddRows(t *testing.T) {
	t.Parallel()
	rows := [][]string{
		{"1", "", "a", "Virtual Ride", "", "", "", "", "", "", "", "", "activities/1.fit.gz"},
		{"2", "", "b", "Mountainbike-Fahrt", "", "", "", "", "", "", "", "", "activities/2.fit.gz"},
		{"3", "", "c", "Quidditch", "", "", "", "", "", "", "", "", "activities/3.fit.gz"},
		{"4", "", "d", "Under Water  Hockey"},
		{"2", "", "again", "Run"},
		{"not a number", "", "e", "Run"},
		{"5"},
	}
	got, err := archive.Activities(table(rows...))
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{}
	for _, r := range got.Rows {
		lines = append(lines, strings.Join([]string{r.Said.Ref, r.Said.Name, string(r.Said.Sport), r.Said.SubSport}, "|"))
	}
	want := []string{
		"strava:1|a|cycling|virtual", "strava:2|b|cycling|mountain", "strava:3|c||", "strava:4|d|under_water_hockey|", "strava:5||other|",
	}
	if d := cmp.Diff(want, lines); d != "" {
		t.Error(d)
	}
}

// TestCaloriesAreTheServicesWord where a recording is there, which may have none.
func TestCaloriesAreTheServicesWord(t *testing.T) {
	t.Parallel()
	got, err := archive.Activities([]byte("Activity ID,Activity Date,Activity Name,Activity Type,Filename,Calories\n" +
		"1,\"May 1, 2023, 6:00:00 AM\",a,Ride,activities/1.gpx,412.0\n2,\"May 2, 2023, 6:00:00 AM\",b,Ride,,300.0\n"))
	if err != nil || len(got.Rows) != 2 {
		t.Fatalf("%+v, %v", got.Rows, err)
	}
	with, without := got.Rows[0].Said, got.Rows[1].Said
	if with.CaloriesKcal != 412 || with.Entry != nil || without.CaloriesKcal != 0 || without.Entry.Values[training.MetricCaloriesKcal] != 300 {
		t.Errorf("%+v, %+v", with, without)
	}
}

func TestOtherTablesAreRefused(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"nothing": "", "other columns": "a,b,c\n1,2,3\n", "no ids": strings.Repeat("h,", 20) + "h\n" + strings.Repeat("x,", 20) + "x\n",
		"not text": "\xff\xfe\x00",
	} {
		if got, err := archive.Activities([]byte(data)); training.KindOf(err) != training.KindCorrupt || len(got.Rows) > 0 {
			t.Errorf("%s: %d rows, %v", name, len(got.Rows), err)
		}
	}
	if got, err := archive.Activities(table()); err != nil || len(got.Rows) > 0 {
		t.Errorf("an athlete without activities: %v", err)
	}
}

// TestAnyText: whatever the athlete wrote comes out as it was written, in the
// row that it was written in.
func TestAnyText(t *testing.T) {
	t.Parallel()
	text := rapid.StringMatching(`[a-z",;\\\n' ]{0,40}[a-z]`)
	rapid.Check(t, func(t *rapid.T) {
		rows := [][]string{}
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			rows = append(rows, []string{"", "", "n", "Run", text.Draw(t, "text")})
		}
		for i := range rows {
			rows[i][0] = string(rune('1' + i))
		}
		got, err := archive.Activities(table(rows...))
		if err != nil || len(got.Rows) != len(rows) {
			t.Fatalf("%d rows of %d, %v", len(got.Rows), len(rows), err)
		}
		for i, r := range got.Rows {
			if squeeze(r.Said.Description) != squeeze(rows[i][4]) {
				t.Fatalf("%q came out as %q", rows[i][4], r.Said.Description)
			}
		}
	})
}

// squeeze leaves out what cleaning may change.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func FuzzActivities(f *testing.F) {
	f.Add(file(f, stravatest.Build(stravatest.Options{Language: stravatest.German, Activities: 3, Seconds: 10}), "activities.csv"))
	f.Add([]byte("\ufeff\"a\nb\",,\r\n1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := archive.Activities(data)
		if err != nil && training.KindOf(err) != training.KindCorrupt && training.KindOf(err) != training.KindTooLarge {
			t.Errorf("%v", err)
		}
		for _, r := range got.Rows {
			if r.Said.Ref == "" || (r.File == "") != (r.Said.Entry != nil) {
				t.Errorf("%+v", r)
			}
		}
	})
}
