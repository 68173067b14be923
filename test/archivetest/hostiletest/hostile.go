// Package hostiletest makes archives that attack their reader: bombs by ratio,
// count and nesting, names that lead out of the folder, links, cuts, garbage
// instead of a table, and XML that needs more than the available memory. It is
// for tests only and knows nothing of any importer.
package hostiletest

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
)

// Case is one attack.
type Case struct {
	Name  string
	File  string // a plausible file name
	Bytes []byte
	// Escapes are names that must not exist afterwards, relative to the folder
	// of the file.
	Escapes []string
	// Expands is the number of bytes after unpacking everything; 0 if small.
	Expands int64
}

// Cases returns all attacks, together less than 6 MB.
func Cases() []Case {
	return []Case{
		Ratio(), Count(), Nesting(), SelfLike(), Traversal(), Symlink(), Truncated(), Lying(), Garbage(), BillionLaughs(), ExternalEntity(),
	}
}

func build(fill func(z *zip.Writer) error) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	if err := fill(z); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func one(name string, data []byte) []byte {
	return build(func(z *zip.Writer) error { return put(z, name, data) })
}

func put(z *zip.Writer, name string, data []byte) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Ratio returns 64 MB of zeros in some hundred kilobytes.
func Ratio() Case {
	const size = 64 << 20
	zeros := make([]byte, 1<<20)
	data := build(func(z *zip.Writer) error {
		w, err := z.Create("activities/1.fit")
		for n := 0; err == nil && n < size; n += len(zeros) {
			_, err = w.Write(zeros)
		}
		return err
	})
	return Case{Name: "ratio", File: "export.zip", Bytes: data, Expands: size}
}

// Count returns 20,000 empty files.
func Count() Case {
	data := build(func(z *zip.Writer) error {
		for n := range 20_000 {
			if _, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("a/%d.fit", n)}); err != nil { // stored: compressors are slow
				return err
			}
		}
		return nil
	})
	return Case{Name: "count", File: "export.zip", Bytes: data}
}

// Nesting returns forty archives, each within the next.
func Nesting() Case {
	data := []byte("nothing")
	for n := range 40 {
		data = one(fmt.Sprintf("%d.zip", n), data)
	}
	return Case{Name: "nesting", File: "export.zip", Bytes: data}
}

// SelfLike returns three levels of sixteen archives each around 1 MB: 4 GB in
// all.
func SelfLike() Case {
	data := make([]byte, 1<<20)
	for level := range 3 {
		inner := data
		data = build(func(z *zip.Writer) error {
			for n := range 16 {
				if err := put(z, fmt.Sprintf("%d-%d.zip", level, n), inner); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return Case{Name: "self-like", File: "export.zip", Bytes: data, Expands: 4 << 30}
}

// Traversal returns names that lead upwards, to the root and across a
// backslash.
func Traversal() Case {
	names := []string{
		"../escaped-1.gpx", "a/../../escaped-2.gpx", "/tmp/lapkeep-escaped-3.gpx", `..\escaped-4.gpx`,
		`C:\escaped-5.gpx`, "a/\x00escaped-6.gpx",
	}
	data := build(func(z *zip.Writer) error {
		for _, n := range names {
			if err := put(z, n, []byte("<gpx/>")); err != nil {
				return err
			}
		}
		return nil
	})
	return Case{
		Name: "traversal", File: "export.zip", Bytes: data,
		Escapes: []string{"../escaped-1.gpx", "../escaped-2.gpx", "../escaped-4.gpx"},
	}
}

// Symlink returns an entry that links to a file outside, and one below that
// link.
func Symlink() Case {
	data := build(func(z *zip.Writer) error {
		h := &zip.FileHeader{Name: "activities"}
		h.SetMode(fs.ModeSymlink | 0o777)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte("../outside"))
		}
		if err != nil {
			return err
		}
		return put(z, "activities/1.gpx", []byte("<gpx/>"))
	})
	return Case{Name: "symlink", File: "export.zip", Bytes: data, Escapes: []string{"../outside/1.gpx"}}
}

// Truncated returns an archive cut in the middle, without its directory.
func Truncated() Case {
	data := one("activities.csv", noise(64<<10))
	return Case{Name: "truncated", File: "export.zip", Bytes: data[:len(data)/2]}
}

// Lying returns an archive whose directory states a size of 10 bytes for a file
// of 8 MB.
func Lying() Case {
	const size = 8 << 20
	data := one("activities/1.gpx", make([]byte, size))
	at := bytes.LastIndex(data, []byte("PK\x01\x02"))
	copy(data[at+24:], []byte{10, 0, 0, 0})
	return Case{Name: "lying", File: "export.zip", Bytes: data, Expands: size}
}

// Garbage returns an activities.csv of random bytes.
func Garbage() Case {
	return Case{Name: "garbage", File: "export.zip", Bytes: one("activities.csv", noise(256<<10))}
}

func noise(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// BillionLaughs returns a health export whose entities refer to each other.
func BillionLaughs() Case {
	var s strings.Builder
	s.WriteString(`<?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY l0 "ha">`)
	for n := 1; n < 30; n++ {
		fmt.Fprintf(&s, `<!ENTITY l%d "%s">`, n, strings.Repeat(fmt.Sprintf("&l%d;", n-1), 10))
	}
	s.WriteString(`]><HealthData locale="en_US"><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="&l29;" unit="kg" startDate="2024-01-01 10:00:00 +0000" endDate="2024-01-01 10:00:00 +0000" value="70"/></HealthData>`)
	return Case{Name: "billion laughs", File: "export.xml", Bytes: []byte(s.String())}
}

// ExternalEntity returns an export that requests a file of the machine.
func ExternalEntity() Case {
	return Case{
		Name: "external entity", File: "export.xml",
		Bytes: []byte(`<?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY x SYSTEM "file:///etc/passwd">]><HealthData locale="en_US"><ExportDate value="&x;"/></HealthData>`),
	}
}
