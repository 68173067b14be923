package ledger_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

const (
	model = training.AudienceModel
	page  = training.AudiencePage
)

var (
	power, hr, cadence = ledger.Channels(training.Power), ledger.Channels(training.HeartRate), ledger.Channels(training.Cadence)
	noModels           = ledger.EveryAudience &^ (1 << model)
)

func TestShare(t *testing.T) {
	t.Parallel()
	own := ledger.Link{Recording: "own", Has: power | hr, Chosen: power, Audience: ledger.EveryAudience}
	service := ledger.Link{Recording: "service", Rank: 1, Has: power | hr | cadence, Chosen: hr | cadence, Audience: noModels}
	removed := service
	removed.Removed = true
	wishful := own
	wishful.Chosen = ledger.AllChannels
	for name, tt := range map[string]struct {
		links []ledger.Link
		who   training.Audience
		want  []ledger.ChannelSet
	}{
		"all seen":                     {[]ledger.Link{own, service}, page, []ledger.ChannelSet{power, hr | cadence}},
		"falls back, or goes without":  {[]ledger.Link{own, service}, model, []ledger.ChannelSet{power | hr, 0}},
		"removed is seen by nobody":    {[]ledger.Link{own, removed}, page, []ledger.ChannelSet{power | hr, 0}},
		"only the hidden one":          {[]ledger.Link{service}, model, []ledger.ChannelSet{0}},
		"chosen but not recorded":      {[]ledger.Link{wishful}, page, []ledger.ChannelSet{power | hr}},
		"recorded but not chosen":      {[]ledger.Link{own}, page, []ledger.ChannelSet{power}},
		"two chose it, the first wins": {[]ledger.Link{own, own}, page, []ledger.ChannelSet{power, 0}},
		"none":                         {nil, page, []ledger.ChannelSet{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ledger.Share(tt.links, func(l ledger.Link) bool { return l.SeenBy(tt.who) })
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestShareLaw: nothing is given by who may not be seen or has it not, no
// channel is given twice, and none that was not chosen at all.
func TestShareLaw(t *testing.T) {
	t.Parallel()
	link := rapid.Custom(func(t *rapid.T) ledger.Link {
		return ledger.Link{
			Recording: training.RecordingID(rapid.StringN(1, 2, 2).Draw(t, "id")), Rank: rapid.IntRange(0, 3).Draw(t, "rank"),
			Has:      ledger.ChannelSet(rapid.Uint32Range(0, 15).Draw(t, "has")),
			Chosen:   ledger.ChannelSet(rapid.Uint32Range(0, 15).Draw(t, "chosen")),
			Audience: ledger.Audiences(rapid.Uint8Range(0, 7).Draw(t, "audience")),
			Removed:  rapid.Bool().Draw(t, "removed"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		links := rapid.SliceOfN(link, 0, 5).Draw(t, "links")
		ledger.SortLinks(links)
		who := rapid.SampledFrom([]training.Audience{model, page, training.AudienceExport}).Draw(t, "who")
		var given, wanted, possible ledger.ChannelSet
		gives := ledger.Share(links, func(l ledger.Link) bool { return l.SeenBy(who) })
		for i, l := range links {
			if gives[i]&^l.Has != 0 || gives[i] != 0 && !l.SeenBy(who) || gives[i]&given != 0 {
				t.Fatalf("recording %d gives %b", i, gives[i])
			}
			given |= gives[i]
			wanted |= l.Chosen & l.Has
			if l.SeenBy(who) {
				possible |= l.Has
			}
		}
		if given != wanted&possible {
			t.Fatalf("given %b, could be %b", given, wanted&possible)
		}
	})
}

func TestShownTo(t *testing.T) {
	t.Parallel()
	open := ledger.Link{Recording: "a", Source: "file", Has: power, Chosen: power, Audience: ledger.EveryAudience}
	closed := ledger.Link{Recording: "b", Source: "service", Rank: 1, Has: hr, Chosen: hr, Audience: noModels}
	unused := closed
	unused.Chosen = 0
	gone := open
	gone.Removed = true
	for name, tt := range map[string]struct {
		links                   []ledger.Link
		manual, hidden, deleted bool
		seen, whole             int64
	}{
		"typed in":            {manual: true, seen: 0b111, whole: 0b111},
		"typed in and hidden": {manual: true, hidden: true, seen: 0b110, whole: 0b111},
		"lost its recordings": {seen: 0, whole: 0b111},
		"removed":             {links: []ledger.Link{gone}, seen: 0, whole: 0b111},
		"open":                {links: []ledger.Link{open}, seen: 0b111, whole: 0b111},
		"open, hidden":        {links: []ledger.Link{open}, hidden: true, seen: 0b110, whole: 0b111},
		"closed":              {links: []ledger.Link{closed}, seen: 0b110, whole: 0b110},
		"mixed":               {links: []ledger.Link{open, closed}, seen: 0b111, whole: 0b110},
		"mixed, not taken":    {links: []ledger.Link{open, unused}, seen: 0b111, whole: 0b111},
		"deleted":             {links: []ledger.Link{open}, deleted: true, seen: 0b111 << ledger.DeletedShift, whole: 0b111},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := ledger.ShownTo(tt.links, tt.manual, tt.hidden, tt.deleted)
			if s.Seen != tt.seen || s.Whole != tt.whole {
				t.Errorf("seen %b whole %b, want %b and %b", s.Seen, s.Whole, tt.seen, tt.whole)
			}
		})
	}
	s := ledger.ShownTo([]ledger.Link{open, closed, open}, false, false, false)
	want := []ledger.SourceMask{{Source: "file", Mask: ledger.EveryAudience}, {Source: "service", Mask: noModels}}
	if d := cmp.Diff(want, s.Sources); d != "" {
		t.Error(d)
	}
	if s.Channels[model] != power || s.Channels[page] != power|hr {
		t.Errorf("channels %b", s.Channels)
	}
}

func TestEveryFieldHasAWord(t *testing.T) {
	t.Parallel()
	for _, field := range ledger.FieldNames() {
		var a training.Activity
		accepted := 0
		for _, value := range []string{`"x"`, `1.5`, `2`, `true`, `["x"]`, `[{"channel":"power","end_offset_s":1}]`} {
			if ledger.Override(&a, field, json.RawMessage(value)) == nil {
				accepted++
				a.Edited = []string{field}
			}
		}
		if accepted == 0 || accepted > 2 || len(a.Edited) != 1 || a.Edited[0] != field {
			t.Errorf("%s accepts %d kinds of value, edited %v", field, accepted, a.Edited)
		}
	}
}

// TestIgnored: nothing is taken out but what is named, and no column is shared
// with what was read.
func TestIgnored(t *testing.T) {
	t.Parallel()
	rows := func() *training.Columns {
		c := &training.Columns{TimeS: []int32{0, 1, 2, 5, 9}}
		for i := range c.TimeS {
			c.Put(training.Power, i, int32(100+i))
		}
		c.Put(training.HeartRate, 1, 140)
		c.Pad()
		return c
	}
	for name, tt := range map[string]struct {
		all  string
		want []int32 // power, -1 for none
		hr   bool
	}{
		"nothing":         {`[]`, []int32{100, 101, 102, 103, 104}, true},
		"a stretch":       {`[{"channel":"power","from_s":1,"to_s":9}]`, []int32{100, -1, -1, -1, 104}, true},
		"to the end":      {`[{"channel":"power","from_s":2}]`, []int32{100, 101, -1, -1, -1}, true},
		"the whole":       {`[{"channel":"power"},{"channel":"power","from_s":2}]`, []int32{-1, -1, -1, -1, -1}, true},
		"all that it has": {`[{"channel":"hr","from_s":1,"to_s":2}]`, []int32{100, 101, 102, 103, 104}, false},
		"not recorded":    {`[{"channel":"cadence"}]`, []int32{100, 101, 102, 103, 104}, true},
	} {
		var a training.Activity
		if err := ledger.Override(&a, "ignored", json.RawMessage(tt.all)); err != nil {
			t.Fatal(err)
		}
		c, before := rows(), rows()
		held := c.Data[training.Power]
		ledger.Ignore(c, a.Ignored)
		for i, want := range tt.want {
			v, ok := c.At(training.Power, i)
			if ok != (want >= 0) || ok && v != want {
				t.Errorf("%s: second %d is %d %v", name, c.TimeS[i], v, ok)
			}
		}
		if c.Has(training.HeartRate) != tt.hr {
			t.Errorf("%s: heart rate %v", name, !tt.hr)
		}
		if d := cmp.Diff(before.Data[training.Power], held); d != "" {
			t.Errorf("%s: what was read changed: %s", name, d)
		}
	}
	for _, bad := range []string{
		`{}`, `[{"channel":"x"}]`, `[{"channel":"power","from_s":-1}]`,
		`[{"channel":"power","from_s":5,"to_s":5}]`, "[" + strings.Repeat(`{"channel":"hr"},`, 50) + `{"channel":"hr"}]`,
	} {
		if err := ledger.Override(&training.Activity{}, "ignored",
			json.RawMessage(bad)); training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestAMomentEndsWithAWriteOfOurOwn: what another process writes during a
// call is the next call's, what this one writes is seen at once.
func TestAMomentEndsWithAWriteOfOurOwn(t *testing.T) {
	t.Parallel()
	open := func(path string) *sqlitedb.DB {
		db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: []string{"CREATE TABLE changes (seq INTEGER PRIMARY KEY)"}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	path := filepath.Join(t.TempDir(), "a.db")
	ours, other := open(path), open(path)
	write := func(db *sqlitedb.DB) {
		t.Helper()
		if err := db.Write(t.Context(), func(tx *sqlitedb.Tx) error {
			_, err := tx.Exec("INSERT INTO changes DEFAULT VALUES")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	log, call := ledger.NewReader(ours), ledger.AtOneMoment(t.Context())
	expect := func(want int64, when string) {
		t.Helper()
		if got, err := log.LastChange(call); got != want || err != nil {
			t.Errorf("%s: %d, %v, want %d", when, got, err, want)
		}
	}
	expect(0, "at first")
	write(other)
	expect(0, "after another process wrote")
	if got, err := log.LastChange(t.Context()); got != 1 || err != nil {
		t.Errorf("the next call sees %d, %v", got, err)
	}
	write(ours)
	expect(2, "after our own write")
	if got, err := ledger.NewReader(open(filepath.Join(t.TempDir(), "b.db"))).LastChange(call); got != 0 || err != nil {
		t.Errorf("another store shows %d, %v", got, err)
	}
}
