package archive

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/importing/apple"
	"lapkeep/internal/importing/diary"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// forms returns the forms of exports that a walk recognises. Package listing
// explains how to add one.
func forms() []listing.Form {
	return slices.Concat([]listing.Form{
		StravaForm{},
		GarminForm{},
		apple.Form{},
		GoldenCheetahForm{},
		TrainingPeaksForm{},
		PolarForm{},
		RunkeeperForm{},
		FitbitForm{},
		MCPacerForm{},
	}, liftsForms(), diary.Forms(), unreadForms())
}

// FitbitSource is the prefix of references.
const FitbitSource = "fitbit"

// FitbitForm recognises and reads the archives of Fitbit and Google Health.
type FitbitForm struct{}

const (
	fitbitTable = "userexercises_"
	list        = "exercise-"
)

// Top returns the service's folder. Either list of exercises identifies it.
func (FitbitForm) Top(e *listing.Entry) (string, bool) {
	low := strings.ToLower(e.Rel)
	if !fitbitIsTable(low) && !isList(low) {
		return "", false
	}
	for _, whole := range []string{"fitbit/", "google health/"} {
		if at := strings.Index("/"+low, "/"+whole); at >= 0 {
			return e.Rel[:at+len(whole)], true
		}
	}
	return e.Rel[:len(e.Rel)-len(path.Base(e.Rel))], true
}

func fitbitIsTable(low string) bool {
	base := path.Base(low)
	return strings.HasPrefix(base, fitbitTable) && strings.HasSuffix(base, ".csv")
}

// isList reports whether a file is the older list of exercises. It also checks
// the folder, because other programs use such file names too.
func isList(low string) bool {
	base := path.Base(low)
	return strings.HasPrefix(base, list) && strings.HasSuffix(base, ".json") && strings.Contains("/"+low, "/global export data/")
}

const fitbitLeft = "It is a table of Fitbit or Google Health that holds no exercises with a zone; it was not opened."

// Emit leaves the tracks to the walk. It yields the exercises after them, when
// the importer knows which of them have a track.
func (FitbitForm) Emit(x *listing.Export) {
	x.Return()
	var names []string
	for name := range x.Parts() {
		if fitbitIsTable(name) {
			names = append(names, name)
		}
	}
	var tables []listing.Entry
	for _, name := range names {
		if e, ok := x.Use(name); ok {
			tables = append(tables, e)
		}
	}
	x.Leave(func(name string) string { return unlessDays(x, name, fitbitLeft, ".json", ".csv", ".txt", ".html") })
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == fitbitLeft
		return it
	})
	if len(tables) == 0 {
		x.Yield(listing.Item{
			Path: x.Mark.Shown,
			Skip: "It is an archive of Fitbit or Google Health without the table UserExercises: " +
				"the times of its exercises have no zone, and were not read. " +
				"Request the archive again from Google Takeout with all of its data.",
		})
		return
	}
	x.Last(func() {
		for i := range tables {
			if !emit(x, &tables[i]) {
				return
			}
		}
	})
}

// emit yields the exercises of a table.
func emit(x *listing.Export, e *listing.Entry) bool {
	it := e.Item()
	data, err := x.Table(e)
	var t exercises
	if err == nil {
		t, err = fitbitRead(data)
	}
	if err != nil {
		it.Err = err
		return x.Yield(it)
	}
	it = listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, AsOf: t.asOf, Unrecorded: t.said}
	if it.Unrecorded == nil {
		it.Unrecorded = []training.Statement{}
	}
	if !x.Yield(it) {
		return false
	}
	if t.empty == 0 {
		return true
	}
	words := fmt.Sprintf("%d of its exercises hold nothing that was measured; they were left out.", t.empty)
	return x.Yield(listing.Item{Path: it.Path, Skip: words})
}

// UnreadForm recognises the archives of one service.
type UnreadForm struct{ *service }

// service is a service whose archives are only reported by name.
type service struct {
	name string
	// shows matches the path, in lower case, of a part that identifies the archive.
	shows textclean.Regexp
	why   string // the reason, and what to do instead
}

// unreadForms returns the services whose archives are recognised but not read.
func unreadForms() []listing.Form {
	const uncertain = "the format of its exercises is not known for certain. " + elsewhere
	return []listing.Form{
		UnreadForm{&service{
			"Hevy", textclean.LazyRegexp(`(^|/)measurement_data\.csv$`),
			"it is a table of measurements of the body, not of sets. The table of workouts is imported.",
		}},
		UnreadForm{&service{"Samsung Health", textclean.LazyRegexp(`(^|/)com\.samsung\.s?health\.exercise\.[^/]*csv$`), uncertain}},
		UnreadForm{&service{"Nike Run Club", textclean.LazyRegexp(`(^|/)nrc/[^/]*\.json$`), uncertain}},
		UnreadForm{&service{
			"Health Connect", textclean.LazyRegexp(`(^|/)health_connect_export\.db$`),
			"it is a database of what other apps recorded, and those export recordings themselves. " + elsewhere,
		}},
		UnreadForm{&service{
			"Endomondo", textclean.LazyRegexp(`(^|/)\d{4}-\d\d-\d\d \d\d_\d\d_\d\d(\.\d+)?\.json$`),
			"the service is closed. The TCX files beside its workouts are imported.",
		}},
	}
}

// elsewhere explains how to get recordings as files.
const elsewhere = "Connect it with a service that exports recordings as files, such as Strava, and import that service's archive."

// Top returns the folder of the part that identifies the archive.
func (f UnreadForm) Top(e *listing.Entry) (string, bool) {
	low := strings.ToLower(e.Rel)
	if !f.shows.Get().MatchString(low) {
		return "", false
	}
	folder := e.Rel[:len(e.Rel)-len(path.Base(e.Rel))]
	const runs = "nrc/"
	if at := strings.Index("/"+strings.ToLower(folder), "/"+runs); at >= 0 {
		return folder[:at+len(runs)], true
	}
	return folder, true
}

// Emit yields an item that reports the archive, and skips the archive's tables.
func (f UnreadForm) Emit(x *listing.Export) {
	x.Return()
	it := listing.Item{Path: x.Shown(""), Skip: "It is an archive of " + f.name + ", which is not read: " + f.why}
	if it.Path == "" {
		it.Path = f.name
	}
	if !x.Yield(it) {
		return
	}
	const left = "It is a table of an archive that is not read."
	x.Leave(func(name string) string { return unlessDays(x, name, left, ".json", ".csv", ".db", ".txt", ".html") })
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == left
		return it
	})
}

// unlessDays returns the reason not to open a part with one of the endings, or "" if the part
// has days, which another form reads.
func unlessDays(x *listing.Export, name, reason string, endings ...string) string {
	if !slices.Contains(endings, path.Ext(name)) {
		return ""
	}
	if e, ok := x.Part(name); ok && e.Readable() && diary.Is(&e) {
		return ""
	}
	return reason
}

// GoldenCheetahSource is the prefix of references.
const GoldenCheetahSource = "goldencheetah"

// GoldenCheetahForm recognises and reads the folders of GoldenCheetah.
type GoldenCheetahForm struct{}

const (
	activities          = "activities/"
	planned             = "planned/"
	goldencheetahEnding = ".json"
)

// Top returns the athlete's folder, or the folder of activities if it was moved
// out of the athlete's folder.
func (GoldenCheetahForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	folder := e.Rel[:len(e.Rel)-len(base)]
	if _, ok := named(base); !ok || strings.HasSuffix("/"+strings.ToLower(folder), "/"+planned) {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	if err != nil || !bytes.Contains(head, []byte(`"RIDE"`)) {
		return "", false
	}
	if strings.HasSuffix("/"+strings.ToLower(folder), "/"+activities) {
		folder = folder[:len(folder)-len(activities)]
	}
	return folder, true
}

// named parses the local time in the file name of an activity.
func named(base string) (time.Time, bool) {
	t, ok := jsonfile.LocalTime(base)
	return t, ok && len(base) == len("2006_01_02_15_04_05"+goldencheetahEnding)
}

// Emit yields the activities, newest first. It leaves everything else in the
// folder to the walk, because the folder also contains original recordings.
func (GoldenCheetahForm) Emit(x *listing.Export) {
	x.Return()
	var names []string
	for name := range x.Parts() {
		_, ok := named(path.Base(name))
		if dir := name[:len(name)-len(path.Base(name))]; ok && (dir == "" || dir == activities) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(path.Base(b), path.Base(a)) })
	x.Leave(goldencheetahAsideReason)
	for _, name := range names {
		e, ok := x.Use(name)
		if ok && !x.Yield(goldencheetahActivity(x, &e)) {
			return
		}
	}
}

// goldencheetahAsideReason returns the reason why a part is not opened, or ""
// if it does not belong to the export.
func goldencheetahAsideReason(name string) string {
	dir, _, _ := strings.Cut(name, "/")
	switch dir + "/" {
	case planned:
		return "It is planned, not done."
	case "workouts/":
		return "It is a workout to be done, not a recording."
	case "cache/", "config/", "calendar/", "media/", "temp/", "snippets/", "equipment/":
		return "It holds no training data; it was not opened."
	}
	return ""
}

// goldencheetahActivity returns the item for one file. Before the import, only
// the part of the file that precedes the samples is read.
func goldencheetahActivity(x *listing.Export, e *listing.Entry) listing.Item {
	it := e.Item()
	if !e.Readable() {
		return it
	}
	it.ModTime, _ = named(path.Base(e.Rel))
	h, err := head(x, e)
	if err != nil {
		it.Err = err
		return it
	}
	words := said(h, strings.TrimSuffix(path.Base(e.Rel), goldencheetahEnding))
	if it.Statement, it.AsOf = &words, e.Mod; !h.Sampled {
		words.Entry = entry(h)
	}
	return it
}

func head(x *listing.Export, e *listing.Entry) (*jsonfile.Ride, error) {
	r, err := x.Stream(e)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return jsonfile.Head(r)
}

// said returns a statement with the athlete's texts about an activity.
func said(h *jsonfile.Ride, stem string) training.Statement {
	s := training.Statement{
		Ref: GoldenCheetahSource + ":" + strings.ToLower(stem), Sport: h.Sport(),
		Name: textclean.Line(h.Tags["Workout Title"], textclean.NameRunes), Description: textclean.Text(h.Tags["Notes"], textclean.TextRunes),
	}
	if v, err := strconv.ParseFloat(h.Tags["RPE"], 64); err == nil && v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	return s
}

// entered maps the values of an activity without samples to their metrics.
var entered = map[string]training.Metric{
	"total_distance": training.MetricDistanceKM,
	"time_riding":    training.MetricMovingTimeS,
	"average_power":  training.MetricAvgPowerW,
	"coggan_np":      training.MetricNormalizedPowerW,
	"average_hr":     training.MetricAvgHRBpm,
	"max_heartrate":  training.MetricMaxHRBpm,
	"average_cad":    training.MetricAvgCadenceRPM,
	"total_work":     training.MetricWorkKJ,
	"elevation_gain": training.MetricElevationGainM,
}

// entry returns the data of an activity that was entered by hand.
func entry(h *jsonfile.Ride) *training.Entry {
	e := &training.Entry{Start: h.Start, ElapsedS: max(0, h.Overrides["workout_time"])}
	if e.TimerS = max(0, h.Overrides["time_riding"]); e.TimerS == 0 {
		e.TimerS = e.ElapsedS
	}
	e.ElapsedS = max(e.ElapsedS, e.TimerS)
	for name, v := range h.Overrides {
		if m, ok := entered[name]; ok && v > 0 {
			e.Values = e.Values.Put(m, v)
		}
	}
	return e
}
