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

// The most that is read at once, whatever sizes the file claims.
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

// media returns the media type of a kind of tiles, "" for a kind that the
// dashboard cannot draw.
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
	b := make([]byte, headerBytes)
	if err == nil && info.Mode().IsRegular() {
		a.size = uint64(info.Size())
		_, err = a.file.ReadAt(b, 0)
	}
	if err != nil || string(b[:7]) != "PMTiles" || b[7] != 3 {
		return training.Errorf(training.KindUnsupported, "The map file is not a PMTiles archive of version 3.").
			WithFix("Set map_file in config.yaml to another file, or convert this one with the program pmtiles.")
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
		return training.Errorf(training.KindUnsupported, "The map file uses a format that the dashboard cannot read.").
			WithFix("Set map_file in config.yaml to a PMTiles file with vector tiles (MVT) or raster tiles (PNG, JPEG or WebP).")
	case h.minZoom > h.maxZoom || h.maxZoom > mostZoom:
		return damaged()
	}
	return nil
}

func damaged() error {
	return training.Errorf(training.KindCorrupt, "The map file is damaged.").
		WithFix("Get a new copy of the file, or set map_file in config.yaml to another one.")
}

// read reads a part of the file; it fails if the part is outside of the file or
// is too large.
func (a *archive) read(p part, most uint64) ([]byte, error) {
	if p.bytes > most || p.at > a.size || p.bytes > a.size-p.at {
		return nil, errDamaged
	}
	b := make([]byte, p.bytes)
	_, err := a.file.ReadAt(b, int64(p.at)) //nolint:gosec // it lies within a file's size
	return b, err
}

// unpack reads and decompresses a part that is stored like a directory.
func (a *archive) unpack(p part) ([]byte, error) {
	b, err := a.read(p, mostDirBytes)
	if err != nil || a.head.packed == unpacked {
		return b, err
	}
	return unzip(b, mostPlain)
}

// unzip decompresses b, up to a limit.
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
		return nil, training.Errorf(training.KindTooLarge, "Part of the map file is larger than %d MB when unpacked.", most>>20).
			WithFix("Set map_file in config.yaml to another file.")
	}
	return b, nil
}

// credit returns the attribution in the file's metadata, without HTML tags.
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

// reading bounds how many tiles are read at once: a browser asks for a screen full.
var reading = make(chan struct{}, 4)

// Tile returns a tile, decompressed, and its media type. For a tile that the
// file does not have the error is [training.KindNotFound].
func (s Source) Tile(z, x, y int) (b []byte, mediaType string, err error) {
	if s.File == "" {
		return nil, "", none()
	}
	reading <- struct{}{}
	defer func() { <-reading }()
	a, err := open(s.File)
	if err != nil {
		return nil, "", err
	}
	defer a.close()
	if z < a.head.minZoom || z > a.head.maxZoom || x < 0 || y < 0 || x >= 1<<z || y >= 1<<z {
		return nil, "", none()
	}
	b, err = a.find(number(z, x, y))
	if err != nil && !errors.As(err, new(*training.Error)) {
		err = damaged()
	}
	return b, media(a.head.kind), err
}

func none() error {
	return training.Errorf(training.KindNotFound, "The map file has no tile here.").WithFix("Leave it out.")
}

// number returns a tile's position on the Hilbert curve through all tiles, zoom
// by zoom.
func number(z, x, y int) uint64 {
	var before, d uint64
	for i := range z {
		before += 1 << (2 * i)
	}
	for s := 1 << z >> 1; s > 0; s >>= 1 {
		var rx, ry int
		if x&s > 0 {
			rx = 1
		}
		if y&s > 0 {
			ry = 1
		}
		d += uint64(s) * uint64(s) * uint64((3*rx)^ry) //nolint:gosec // none is below 0
		if ry == 0 {
			if rx == 1 {
				x, y = s-1-x&(s-1), s-1-y&(s-1)
			}
			x, y = y, x
		}
	}
	return before + d
}

// entry is a run of tiles with one picture; a run of none is a directory.
type entry struct {
	tile, run uint64
	part      part
}

// find searches the directories, as deep as the form allows and no deeper, so
// that a circle of them ends.
func (a *archive) find(tile uint64) ([]byte, error) {
	where := a.head.root
	for range mostDepth {
		b, err := a.unpack(where)
		if err != nil {
			return nil, err
		}
		e, found, err := locate(b, tile)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, none()
		}
		if e.run > 0 {
			if tile-e.tile >= e.run {
				return nil, none()
			}
			return a.within(a.head.tiles, e.part)
		}
		if where, err = inside(a.head.leaves, e.part); err != nil {
			return nil, err
		}
	}
	return nil, errDamaged
}

func (a *archive) within(all, p part) ([]byte, error) {
	p, err := inside(all, p)
	if err != nil {
		return nil, err
	}
	b, err := a.read(p, mostTile)
	if err != nil || a.head.tilesPacked != zipped {
		return b, err
	}
	return unzip(b, mostPicture) // here, since a browser has no bound
}

// inside converts the position of a part within a section to its position in
// the file; it fails if it is outside of the section.
func inside(all, p part) (part, error) {
	if p.bytes == 0 || p.at > all.bytes || p.bytes > all.bytes-p.at || all.at+p.at < all.at {
		return part{}, errDamaged
	}
	return part{all.at + p.at, p.bytes}, nil
}

// locate finds the last entry of a directory that does not begin behind a tile;
// false if all do. A directory holds four columns, of which it keeps none: entries
// would take many times the bytes that they are made of.
func locate(b []byte, tile uint64) (e entry, found bool, err error) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size)/4 { // each has four numbers
		return e, false, errDamaged
	}
	tiles := column{left: b[size:]}
	at := -1
	var next uint64
	for i := range int(n) { //nolint:gosec // no more than the bytes
		step := tiles.next()
		if next+step < next || i > 0 && step == 0 {
			return e, false, errDamaged
		}
		if next += step; next <= tile {
			e.tile, at = next, i
		}
	}
	runs := tiles
	lengths := runs.behind(n)
	offsets := lengths.behind(n)
	rest := offsets.behind(n)
	for i := range at + 1 {
		end := e.part.at + e.part.bytes
		e.run, e.part.bytes = runs.next(), lengths.next()
		switch v := offsets.next(); {
		case v > 0:
			e.part.at = v - 1
		case i > 0:
			e.part.at = end
		default:
			return e, false, errDamaged
		}
	}
	if rest.bad {
		return e, false, errDamaged
	}
	return e, at >= 0, nil
}

// column is what is left of a column of numbers.
type column struct {
	left []byte
	bad  bool
}

func (c *column) next() uint64 {
	v, n := binary.Uvarint(c.left)
	if n <= 0 {
		c.bad, c.left = true, nil
		return 0
	}
	c.left = c.left[n:]
	return v
}

// behind returns the column after n numbers of this one.
func (c column) behind(n uint64) column {
	for range n {
		c.next()
	}
	return c
}
