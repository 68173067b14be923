package intervalstest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"lapkeep/test/intervalstest/signaltest"
)

// originalFile returns the recorded file, nil for none.
func originalFile(a *Activity) (name string, data []byte) {
	switch {
	case a.Original != nil:
		return a.FileName, a.Original
	case a.Body != nil:
		kind := Text(a.Doc, "file_type")
		name := IDOf(a.Doc) + "." + kind
		switch kind {
		case "gpx":
			return name, a.Body.GPX(a.Title)
		case "tcx":
			return name, a.Body.TCX()
		}
		return name, a.Body.FIT()
	}
	return "", nil
}

// getFile returns the original, gzipped.
func getFile(c *Call) (any, error) {
	name, data := originalFile(c.Activity)
	if data == nil {
		return nil, NotFound("File")
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return File{Kind: "application/octet-stream", Name: name + ".gz", Data: b.Bytes()}, nil
}

// upload accepts recordings: one, or several in a zip. A known file, or one
// whose activity was deleted, creates nothing.
func upload(c *Call) (any, error) {
	name, data, err := c.Part()
	if err != nil {
		return nil, err
	}
	files, err := unpacked(name, data)
	if err != nil {
		return nil, Invalid("Unable to read file")
	}
	ids, fresh := []Doc{}, false
	for _, f := range files {
		hash := hashed(f.Data)
		if old := byHash(c.Athlete, hash); old != "" {
			ids = append(ids, Doc{"icu_athlete_id": c.Athlete.ID, "id": old})
			continue
		}
		if buried(c.Athlete, hash) {
			continue
		}
		a, err := imported(c, f, hash)
		if err != nil {
			return nil, err
		}
		fresh = true
		ids = append(ids, Doc{"icu_athlete_id": c.Athlete.ID, "id": IDOf(a.Doc)})
	}
	out := Doc{"icu_athlete_id": c.Athlete.ID, "id": nil, "activities": ids}
	if len(ids) > 0 {
		out["id"] = ids[0]["id"]
	}
	if fresh {
		return WithStatus{Status: http.StatusCreated, Value: out}, nil
	}
	return out, nil
}

func byHash(a *Athlete, hash string) string {
	for id, v := range a.Activities {
		if hashOf(v) == hash {
			return id
		}
	}
	return ""
}

func hashed(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// hashOf returns the hash by which the service recognises an activity's file,
// "" if it has none.
func hashOf(a *Activity) string {
	if a.Hash == "" {
		if _, data := originalFile(a); data != nil {
			a.Hash = hashed(data)
		}
	}
	return a.Hash
}

func buried(a *Athlete, hash string) bool {
	for _, h := range a.Tombstones {
		if h == hash {
			return true
		}
	}
	return false
}

// unpacked returns the recordings in a zip, a gzip or a plain file.
func unpacked(name string, data []byte) ([]File, error) {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		var all []File
		for _, f := range r.File {
			in, err := f.Open()
			if err != nil {
				return nil, err
			}
			inner, err := io.ReadAll(io.LimitReader(in, MaxBody))
			_ = in.Close() // it was only read
			if err != nil {
				return nil, err
			}
			more, err := unpacked(path.Base(f.Name), inner)
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		}
		return all, nil
	case bytes.HasPrefix(data, []byte{0x1f, 0x8b}):
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		inner, err := io.ReadAll(io.LimitReader(r, MaxBody))
		if err != nil {
			return nil, err
		}
		return unpacked(strings.TrimSuffix(name, ".gz"), inner)
	}
	return []File{{Name: name, Data: data}}, nil
}

// imported makes an activity from a file, with the times and channels that can
// be read without a full reader.
func imported(c *Call, f File, hash string) (*Activity, error) {
	rec, err := signaltest.Glance(f.Data)
	if err != nil {
		return nil, Invalid("Unable to read file")
	}
	id := "i" + NumberText(float64(c.Next()))
	local := rec.Start.In(c.Athlete.Zone)
	a := &Activity{Original: f.Data, FileName: f.Name, Hash: hash, Written: rec.Streams, Gone: map[string]bool{}}
	a.Doc = PlainDoc(Doc{
		"id": id, "icu_athlete_id": c.Athlete.ID, "source": "UPLOAD", "created": c.Stamp(), "analyzed": c.Stamp(),
		"start_date": rec.Start.UTC().Format(time.RFC3339), "start_date_local": local.Format(LocalTime),
		"timezone": c.Athlete.Zone.String(),
		"type":     rec.Sport, "name": rec.Sport, "file_type": strings.TrimPrefix(path.Ext(f.Name), "."),
		"elapsed_time": rec.Seconds, "moving_time": rec.Seconds,
		"trainer": false, "commute": false, "race": false, "icu_ignore_power": false, "icu_ignore_hr": false,
	})
	if c.Op.ID == "uploadActivity" {
		for _, q := range []string{"name", "description", "device_name", "external_id"} {
			if v := c.Query.Get(q); v != "" {
				a.Doc[q] = v
			}
		}
		if n := c.Integer("paired_event_id", 0); n > 0 {
			a.Doc["paired_event_id"] = float64(n)
		}
	}
	c.Athlete.Activities[id] = a
	return a, nil
}
