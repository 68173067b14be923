package basemap

import (
	"encoding/binary"
	"errors"
	"sort"

	"lapkeep/internal/training"
)

// Tile is a part of the map, unpacked, and its media type. One that the file does not
// hold is [training.KindNotFound].
func (s Source) Tile(z, x, y int) (b []byte, mediaType string, err error) {
	if s.File == "" {
		return nil, "", none()
	}
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
	return training.Errorf(training.KindNotFound, "The map file has no tile there.").WithFix("Leave it out.")
}

// number is a tile's place on the curve that goes through all, zoom by zoom.
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

// find goes down the directories, as deep as the form allows and no deeper: one
// that names itself is no way in a circle.
func (a *archive) find(tile uint64) ([]byte, error) {
	where := a.head.root
	for range mostDepth {
		b, err := a.unpack(where)
		if err != nil {
			return nil, err
		}
		all, err := directory(b)
		if err != nil {
			return nil, err
		}
		i := sort.Search(len(all), func(i int) bool { return all[i].tile > tile }) - 1
		if i < 0 {
			return nil, none()
		}
		e := all[i]
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

// inside is where a part of a section lies in the file.
func inside(all, p part) (part, error) {
	if p.bytes == 0 || p.at > all.bytes || p.bytes > all.bytes-p.at || all.at+p.at < all.at {
		return part{}, errDamaged
	}
	return part{all.at + p.at, p.bytes}, nil
}

// directory reads entries column by column: tiles as steps, runs, lengths, and
// offsets, where 0 is just behind the one before.
func directory(b []byte) ([]entry, error) {
	bad := false
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			bad = true
			return 0
		}
		b = b[n:]
		return v
	}
	n := next()
	if bad || n > uint64(len(b))/4 { // each has four numbers
		return nil, errDamaged
	}
	all := make([]entry, n)
	var tile uint64
	for i := range all {
		step := next()
		if bad = bad || tile+step < tile || i > 0 && step == 0; bad {
			return nil, errDamaged
		}
		tile += step
		all[i].tile = tile
	}
	for i := range all {
		all[i].run = next()
	}
	for i := range all {
		all[i].part.bytes = next()
	}
	for i := range all {
		v := next()
		switch {
		case v > 0:
			all[i].part.at = v - 1
		case i > 0:
			all[i].part.at = all[i-1].part.at + all[i-1].part.bytes
		default:
			bad = true
		}
	}
	if bad {
		return nil, errDamaged
	}
	return all, nil
}
