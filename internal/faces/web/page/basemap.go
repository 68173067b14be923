package page

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Path is where the tiles of a file are found, behind the session.
const Path = "/tiles/{z}/{x}/{y}"

// Source is what the athlete named; empty is no map. The file goes first, since
// nobody learns of what is read from it.
type Source struct {
	Tiles  string // the address of a tile, with {z}, {x} and {y}
	Credit string // who is to be named beside the map
	File   string // path of a PMTiles archive
}

// BasemapView is a map as a page needs it.
type BasemapView struct {
	Tiles  string `json:"tiles"`
	Min    int    `json:"min"`
	Max    int    `json:"max"`
	Credit string `json:"credit"`
	// Vector is whether tiles are shapes that the page draws, no pictures.
	Vector bool `json:"vector,omitempty"`
	// Host and Origin are those of a server elsewhere, empty of a file.
	Host   string `json:"-"`
	Origin string `json:"-"`
}

// The zooms of a server, which does not say them.
const deepest = 18

// View reads what the source is; of none it is the zero value. It fails with
// [training.KindInvalid] or [training.KindUnsupported] and the way on.
func (s Source) View() (BasemapView, error) {
	switch {
	case s.File != "":
		a, err := open(s.File)
		if err != nil {
			return BasemapView{}, err
		}
		defer a.close()
		credit := s.Credit
		if credit == "" {
			credit = a.credit()
		}
		return BasemapView{
			Tiles: Path, Min: a.head.minZoom, Max: a.head.maxZoom, Credit: line(credit), Vector: a.head.kind == vector,
		}, nil
	case s.Tiles != "":
		return s.elsewhere()
	}
	return BasemapView{}, nil
}

// hostname holds nothing that would end a part of a policy.
var hostname = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]{1,5})?$`)

func (s Source) elsewhere() (BasemapView, error) {
	u, err := url.Parse(s.Tiles)
	switch {
	case err != nil || !hostname.MatchString(u.Host) || len(s.Tiles) > 2000:
		return BasemapView{}, wrong("map_tiles is not the address of a map tile.")
	case u.User != nil:
		return BasemapView{}, wrong("map_tiles holds a name or a password before its host, which browsers do not send for pictures.")
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())):
		return BasemapView{}, wrong("map_tiles must begin with https, or with http on this machine.")
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(u.Path+"?"+u.RawQuery, part) != 1 {
			return BasemapView{}, wrong("map_tiles lacks %s, or has it more than once.", part)
		}
	}
	credit := s.Credit
	if credit == "" {
		credit = u.Hostname()
	}
	return BasemapView{Tiles: s.Tiles, Max: deepest, Credit: line(credit), Host: u.Hostname(), Origin: u.Scheme + "://" + u.Host}, nil
}

// wrong never repeats the address: it may hold a key.
func wrong(format string, args ...any) error {
	return training.Errorf(training.KindInvalid, format, args...).
		WithFix("Write it in config.yaml like this: https://tiles.example.org/{z}/{x}/{y}.png")
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

func line(text string) string { return textclean.Line(text, textclean.NameRunes) }
