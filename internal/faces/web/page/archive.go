package page

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"html"
	"io"
	"os"
	"regexp"

	"lapkeep/internal/training"
)

// The most that is read at once, whatever a file says of itself.
const (
	headerBytes  = 127
	mostDirBytes = 1 << 20 // as stored
	mostPlain    = 4 << 20 // unpacked
	mostTile     = 4 << 20
	mostPicture  = 4 << 20 // a tile, unpacked
	mostDepth    = 4       // directories on the way to a tile
	mostZoom     = 26
)

// archive is an open file of the form PMTiles 3,
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
type archive struct {
	file *os.File
	size uint64
	head header
}

// part is a stretch of the file.
type part struct{ at, bytes uint64 }

type header struct {
	root, meta, leaves, tiles part
	packed                    byte // how directories are
	tilesPacked, kind         byte
	minZoom, maxZoom          int
}

// The bytes of the form.
const (
	unpacked = 1
	zipped   = 2
	vector   = 1
)

// media is the type of what the dashboard draws.
func media(kind byte) string {
	return map[byte]string{
		vector: "application/vnd.mapbox-vector-tile", 2: "image/png", 3: "image/jpeg", 4: "image/webp", 5: "image/avif",
	}[kind]
}

// tags are shown as nothing: what others wrote is text.
var tags = regexp.MustCompile(`<[^>]*>`)

// errDamaged is of a file that says what cannot be.
var errDamaged = errors.New("the archive is damaged")

func open(path string) (*archive, error) {
	f, err := os.Open(path) //nolint:gosec // the athlete named it
	if err != nil {
		return nil, training.Errorf(training.KindNotFound, "The map file cannot be opened.").
			WithFix("Look at map_file in config.yaml: the file must be there and readable.")
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
	b := make([]byte, headerBytes)
	if err == nil && info.Mode().IsRegular() {
		a.size = uint64(info.Size())
		_, err = a.file.ReadAt(b, 0)
	}
	if err != nil || string(b[:7]) != "PMTiles" || b[7] != 3 {
		return training.Errorf(training.KindUnsupported, "The map file is not a PMTiles archive of version 3.").
			WithFix("Name another file as map_file in config.yaml, or convert it with the program pmtiles.")
	}
	at := func(i int) part { return part{binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+8:])} }
	a.head = header{
		root: at(8), meta: at(24), leaves: at(40), tiles: at(56), packed: b[97], tilesPacked: b[98], kind: b[99],
		minZoom: int(b[100]), maxZoom: int(b[101]),
	}
	return a.head.check()
}

func (h header) check() error {
	switch {
	case media(h.kind) == "" || h.packed != unpacked && h.packed != zipped || h.tilesPacked > zipped:
		return training.Errorf(training.KindUnsupported, "The map file is packed in a way that the dashboard does not read.").
			WithFix("Name a PMTiles file with vector tiles (MVT) or raster tiles (PNG, JPEG or WebP) as map_file in config.yaml.")
	case h.minZoom > h.maxZoom || h.maxZoom > mostZoom:
		return damaged()
	}
	return nil
}

func damaged() error {
	return training.Errorf(training.KindCorrupt, "The map file is damaged.").
		WithFix("Get the file again, or name another as map_file in config.yaml.")
}

// read is a part of the file that lies within it and is not too large.
func (a *archive) read(p part, most uint64) ([]byte, error) {
	if p.bytes > most || p.at > a.size || p.bytes > a.size-p.at {
		return nil, errDamaged
	}
	b := make([]byte, p.bytes)
	_, err := a.file.ReadAt(b, int64(p.at)) //nolint:gosec // it lies within a file's size
	return b, err
}

// unpack is a part that is stored as directories are.
func (a *archive) unpack(p part) ([]byte, error) {
	b, err := a.read(p, mostDirBytes)
	if err != nil || a.head.packed == unpacked {
		return b, err
	}
	return unzip(b, mostPlain)
}

// unzip is what was zipped, if it is no more than the most.
func unzip(b []byte, most int64) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, errDamaged
	}
	b, err = io.ReadAll(io.LimitReader(z, most+1))
	switch {
	case err != nil:
		return nil, errDamaged
	case int64(len(b)) > most:
		return nil, training.Errorf(training.KindTooLarge, "A part of the map file unpacks to more than %d MB.", most>>20).
			WithFix("Name another file as map_file in config.yaml.")
	}
	return b, nil
}

// credit is whom the file itself names, without the tags that it may hold.
func (a *archive) credit() string {
	b, err := a.unpack(a.head.meta)
	var said struct {
		Attribution string `json:"attribution"`
	}
	if err != nil || json.Unmarshal(b, &said) != nil {
		return ""
	}
	return html.UnescapeString(tags.ReplaceAllString(said.Attribution, ""))
}
