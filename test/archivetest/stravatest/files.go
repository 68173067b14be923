package stravatest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"

	"lapkeep/test/archivetest/bodytest"
)

// pack writes the recording in the form that the file's name says. A TCX
// begins with blanks before its declaration, as those of some devices do.
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

// side adds everything beside the activities.
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

// route is a drawn track: it has no times.
func route(name string, b bodytest.Body) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `<?xml version="1.0" encoding="UTF-8"?><gpx creator="Strava" version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>%s</name><trkseg>`, bodytest.Escape(name))
	for _, p := range b.Points() {
		fmt.Fprintf(&s, `<trkpt lat="%.6f" lon="%.6f"><ele>%.1f</ele></trkpt>`, p.Lat, p.Lon, p.AltitudeM)
	}
	s.WriteString("</trkseg></trk></gpx>")
	return []byte(s.String())
}
