package page

import (
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"net/http"
	"os"
	"regexp"

	"lapkeep/internal/training"
)

// archive is an open file in the format PMTiles 3,
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md. The page
// reads its tiles; the server reads its header and attribution.
type archive struct {
	file *os.File
	head [127]byte
}

// The offsets of header fields, and their possible values.
const (
	atVersion     = 7
	atMetadata    = 24 // the metadata's offset, followed by its length
	atPacked      = 97 // the compression of directories and metadata
	atTilesPacked = 98
	atKind        = 99
	atMinZoom     = 100
	atMaxZoom     = 101

	unpacked = 1
	zipped   = 2
	vector   = 1
	avif     = 5 // the last picture format
	mostZoom = 26
)

// mostMetadata limits the size of the metadata, regardless of what the file states.
const mostMetadata = 1 << 20

// tags matches HTML tags, which are removed because the credit is untrusted text.
var tags = regexp.MustCompile(`<[^>]*>`)

func open(path string) (*archive, error) {
	f, err := os.Open(path) //nolint:gosec // the athlete named it
	if err != nil {
		return nil, training.Errorf(training.KindNotFound, "The map file cannot be opened.").
			WithFix("Check map_file in config.yaml: the file must exist and be readable.")
	}
	a := &archive{file: f}
	if err := a.start(); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

func (a *archive) close() { _ = a.file.Close() }

func (a *archive) start() error {
	info, err := a.file.Stat()
	if err == nil && info.Mode().IsRegular() {
		_, err = a.file.ReadAt(a.head[:], 0)
	}
	h := a.head
	switch {
	case err != nil || string(h[:atVersion]) != "PMTiles" || h[atVersion] != 3:
		return training.Errorf(training.KindUnsupported, "The map file is not a PMTiles version 3 archive.").
			WithFix("Set map_file in config.yaml to another file, or convert this one with the pmtiles tool.")
	case h[atKind] < vector || h[atKind] > avif || h[atPacked] != unpacked && h[atPacked] != zipped || h[atTilesPacked] > zipped:
		return training.Errorf(training.KindUnsupported, "The map file uses a format that the dashboard cannot read.").
			WithFix("Set map_file in config.yaml to a PMTiles file with vector tiles (MVT) or raster tiles (PNG, JPEG or WebP).")
	case h[atMinZoom] > h[atMaxZoom] || h[atMaxZoom] > mostZoom:
		return training.Errorf(training.KindCorrupt, "The map file is damaged.").
			WithFix("Get a new copy of the file, or set map_file in config.yaml to another one.")
	}
	return nil
}

// credit returns the attribution in the file's metadata, without HTML tags, or
// "" if it cannot be read.
func (a *archive) credit() string {
	at, long := binary.LittleEndian.Uint64(a.head[atMetadata:]), binary.LittleEndian.Uint64(a.head[atMetadata+8:])
	var r io.Reader = io.NewSectionReader(a.file, int64(at&math.MaxInt64), int64(min(long, mostMetadata))) //nolint:gosec // both fit
	if a.head[atPacked] == zipped {
		z, err := gzip.NewReader(r)
		if err != nil {
			return ""
		}
		r = z
	}
	var said struct {
		Attribution string `json:"attribution"`
	}
	if json.NewDecoder(io.LimitReader(r, mostMetadata)).Decode(&said) != nil {
		return ""
	}
	return html.UnescapeString(tags.ReplaceAllString(said.Attribution, ""))
}

// ServeFile answers a request for a part of the map file.
func (s Source) ServeFile(w http.ResponseWriter, r *http.Request) {
	f, err := os.Open(s.File) //nolint:gosec // the athlete named it
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close() //nolint:errcheck // opened only for reading
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/vnd.pmtiles")
	w.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size())) // so that a page notices a changed file
	http.ServeContent(w, r, "", info.ModTime(), f)
}
