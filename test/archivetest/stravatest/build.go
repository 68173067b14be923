package stravatest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Canary is in every private file and in no other file. It must never be read,
// and so can never be in the result.
const Canary = "CANARY-private-7f3a"

// Options shape an archive; the zero value is a small English one.
type Options struct {
	Language   Language  // English if empty
	Layout     Layout    // the newest if empty
	Seed       uint64    // another seed is another athlete
	Activities int       // 24 if 0
	Seconds    int       // of a typical activity; 600 if 0
	EveryS     int       // seconds between points; 1 if 0
	From       time.Time // the first activity; 2024-03-01 if zero. The others follow every 36 hours
	Miles      bool      // display distances in miles
	BOM        bool      // begin activities.csv with a byte order mark
	CRLF       bool      // end its lines with CR LF
	Extra      bool      // add unknown columns at the end
	// Bodies are the outings themselves, for an archive of activities that
	// other archives contain too; each has a file. Activities, Seconds, EveryS
	// and From are then ignored.
	Bodies []bodytest.Body
	Edited bool // the same archive, newer: every fifth activity has another name and gear
}

// Activity holds the expected values of one row of activities.csv.
type Activity struct {
	ID          string
	Start       time.Time
	Sport       string // cycling, running, walking or swimming
	Kind        string // English word of the type
	Name        string
	Description string // its lines separated by \n
	PrivateNote string
	Gear        string  // "" is none
	RPE         float64 // 0 is none
	Commute     bool
	Race        bool
	LongRun     bool
	DistanceM   float64
	ElapsedS    int
	MovingS     int
	AvgHR       int    // 0 is none
	File        string // "" is a manual activity
}

// Gear is a row of bikes.csv or shoes.csv.
type Gear struct {
	Name, Brand, Model string
	Bike               bool
}

// Truth holds the expected contents.
type Truth struct {
	Activities []Activity // in the order of activities.csv, oldest first
	Gear       []Gear
	Routes     []string // names
	// Followed lists the activities along each route, by the route's name.
	Followed map[string][]string
	WeightKG float64
	Private  []string // files that must not be read
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Truth Truth
}

func (o Options) withDefaults() Options {
	if o.Language == "" {
		o.Language = English
	}
	if o.Layout == "" {
		o.Layout = Layout2026
	}
	if len(o.Bodies) > 0 {
		o.Activities = len(o.Bodies)
	}
	if o.Activities == 0 {
		o.Activities = 24
	}
	if o.Seconds == 0 {
		o.Seconds = 600
	}
	if o.From.IsZero() {
		o.From = time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)
	}
	return o
}

// forms are the ways in which files are packed, used in turn; "" is a manual
// activity.
var forms = []string{".fit.gz", ".fit.gz", ".gpx", ".fit.gz", ".gpx.gz", ".tcx.gz", ".fit.gz", ""}

// Build makes an archive. The same options give the same bytes. Of two archives
// with the same seed, the larger one begins with all activities of the smaller
// one.
func Build(o Options) Archive {
	var a Archive
	a.Truth = write(o, a.Add)
	return a
}

// Write writes the zip of an archive file by file, so that it need not fit into
// memory, and returns its expected contents.
func Write(w io.Writer, o Options) (Truth, error) {
	z := packtest.NewWriter(w)
	truth := write(o, z.Put)
	return truth, z.Close()
}

// Table returns activities.csv alone, and the activities that must be read from
// it.
func Table(o Options) ([]byte, []Activity) {
	o = o.withDefaults()
	acts := make([]Activity, o.Activities)
	for n := range acts {
		acts[n], _ = activity(o, n)
	}
	return table(o, acts), told(o, acts)
}

// told reduces activities to the fields that a table can hold.
func told(o Options, acts []Activity) []Activity {
	out := make([]Activity, len(acts))
	for i, a := range acts {
		out[i] = o.Layout.tells(a)
	}
	return out
}

// write passes every file of an archive to add, in order.
func write(o Options, add func(name string, data []byte)) Truth {
	o = o.withDefaults()
	var t Truth
	for n := range o.Activities {
		act, body := activity(o, n)
		if act.File != "" {
			add(act.File, pack(act, body))
		}
		t.Activities = append(t.Activities, act)
	}
	add("activities.csv", table(o, t.Activities))
	t.Activities = told(o, t.Activities)
	t.side(o, add)
	return t
}

var (
	sports    = []string{"cycling", "running", "cycling", "walking"}
	kindsOf   = map[string]string{"cycling": "Ride", "running": "Run", "walking": "Walk", "swimming": "Swim"}
	gearNames = map[string][]string{"cycling": {"Green Gravel", "12345678"}, "running": {"Blue, fast"}}
)

// outing returns body n and the form of its file.
func outing(o Options, n int) (bodytest.Body, string) {
	if len(o.Bodies) > 0 {
		return o.Bodies[n], forms[n%(len(forms)-1)]
	}
	body := bodytest.Body{
		Start: o.From.Add(time.Duration(n) * 36 * time.Hour), Seed: o.Seed*1_000_003 + uint64(n) + 1,
		Seconds: o.Seconds + n%7*10, EveryS: o.EveryS, Sport: sports[n%len(sports)], Serial: 7000 + uint32(o.Seed%1000),
	}
	if every := body.EveryS; every > 1 {
		body.Seconds -= body.Seconds % every
	}
	return body, forms[n%len(forms)]
}

// activity returns activity n and, unless it is manual, its recording.
func activity(o Options, n int) (Activity, bodytest.Body) {
	body, form := outing(o, n)
	act := Activity{
		ID: fmt.Sprint(9_000_000_000 + uint64(n) + o.Seed%1000*100_000), Start: body.Began(), Sport: body.Sport,
		Name: fmt.Sprintf("Session %d “Über” 山", n), ElapsedS: body.ElapsedS(), MovingS: body.TimerS(),
		Commute: n%6 == 2, RPE: float64(n % 9), DistanceM: 5000 + float64(n),
	}
	if form != "" {
		// The file's number is that of the upload, not of the activity.
		act.File = fmt.Sprintf("activities/%d%s", 5_000_000_000+uint64(n)*7+o.Seed%1000*100_000, form)
		act.DistanceM, act.AvgHR = body.DistanceM(), 140
	} else if n%16 == 7 {
		act.Sport = "swimming"
	}
	act.Kind = kindsOf[act.Sport]
	act.Race = n%12 == 5
	act.LongRun = act.Sport == "running" && n%8 == 1
	if g := gearNames[act.Sport]; len(g) > 0 {
		act.Gear = g[n/4%len(g)]
	}
	switch n % 5 {
	case 1:
		act.Description = "First line, with a comma\nthen \"quotes\"\n\nand the end \\"
	case 3:
		act.Description, act.PrivateNote = "plain words", "tired; legs\nheavy"
	}
	if o.Edited && n%5 == 0 {
		act.Name += " (renamed)"
		if act.Sport == "cycling" {
			act.Gear = "Red Racer"
		}
	}
	return act, body
}

// pack writes the recording in the format of the file name. A TCX begins with
// blanks before its declaration, as from some devices.
func pack(a Activity, body bodytest.Body) []byte {
	var data []byte
	switch {
	case strings.Contains(a.File, ".fit"):
		data = body.FIT()
	case strings.Contains(a.File, ".gpx"):
		data = body.GPX(a.Name)
	default:
		data = append([]byte("          "), body.TCX()...)
	}
	if strings.HasSuffix(a.File, ".gz") {
		return gz(data)
	}
	return data
}

func gz(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.HuffmanOnly)
	if err != nil {
		panic(err)
	}
	if _, err := w.Write(data); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// side adds everything except the activities.
func (t *Truth) side(o Options, add func(name string, data []byte)) {
	t.WeightKG = 71.5
	t.Gear = []Gear{
		{Name: "Green Gravel", Brand: "Canyon", Model: "Grizl", Bike: true},
		{Name: "Red Racer", Brand: "Basso", Model: "Diamante", Bike: true},
		{Name: "Blue, fast", Brand: "Saucony", Model: "Endorphin"},
	}
	bikes, shoes := "Bike Name,Bike Brand,Bike Model,Bike Default Sport Types\n", "Shoe Name,Shoe Brand,Shoe Model,Shoe Default Sport Types\n"
	for _, g := range t.Gear {
		line := fmt.Sprintf("%q,%s,%s,\n", g.Name, g.Brand, g.Model)
		if g.Bike {
			bikes += line
		} else {
			shoes += line
		}
	}
	add("bikes.csv", []byte(bikes))
	add("shoes.csv", []byte(shoes))
	add("components.csv", []byte("Bike Name,Component Brand,Component Model,Component Type\nGreen Gravel,Shimano,CN-M8100,Chain\n"))
	add("profile.csv", []byte("Athlete ID,Email Address,First Name,Last "+
		"Name,Sex,Description,Weight,City,State,Country\n4242,someone@example.invalid,Some,Athlete,M,,71.5,,,\n"))
	t.Routes = []string{"Lake & hill", "Home, round"}
	add("routes.csv", []byte("Route ID,Route Name,Route Filename\n1,Lake & hill,routes/1.gpx\n2,\"Home, round\",routes/2.gpx\n"))
	add("routes/1.gpx", route(t.Routes[0], bodytest.Body{Seed: o.Seed + 77, Seconds: 900, EveryS: 10, Sport: "cycling"}))
	ridden, body := activity(o, 0)
	body.EveryS = 10
	add("routes/2.gpx", route(t.Routes[1], body))
	t.Followed = map[string][]string{t.Routes[1]: {ridden.ID}}
	for _, name := range []string{"messaging.json", "contacts.csv", "logins.csv", "followers.csv", "comments.csv"} {
		t.Private = append(t.Private, name)
		add(name, []byte("Name,Text\n"+Canary+","+Canary+"\n"))
	}
	add("media/a.jpg", []byte("\xff\xd8\xff\xe0not a picture"))
}

// route returns a drawn route, which has no times.
func route(name string, b bodytest.Body) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `<?xml version="1.0" encoding="UTF-8"?><gpx creator="Strava" version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>%s</name><trkseg>`, bodytest.Escape(name))
	for _, p := range b.Points() {
		fmt.Fprintf(&s, `<trkpt lat="%.6f" lon="%.6f"><ele>%.1f</ele></trkpt>`, p.Lat, p.Lon, p.AltitudeM)
	}
	s.WriteString("</trkseg></trk></gpx>")
	return []byte(s.String())
}
