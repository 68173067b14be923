// Package packtest packs the files of generated archives, as a zip or as a
// folder. It is for tests only.
package packtest

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// File is one entry of an archive; its name has slashes.
type File struct {
	Name string
	Data []byte
}

// Files are the entries of an archive, in order.
type Files []File

// Add appends an entry.
func (f *Files) Add(name string, data []byte) { *f = append(*f, File{name, data}) }

// Data returns the content of the entry with a name, nil if there is none.
func (f Files) Data(name string) []byte {
	for _, file := range f {
		if file.Name == name {
			return file.Data
		}
	}
	return nil
}

// Zip packs the files. The same files give the same bytes.
func (f Files) Zip() []byte {
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, file := range f {
		w.Put(file.Name, file.Data)
	}
	if err := w.Close(); err != nil {
		panic(fmt.Sprintf("packing into memory: %v", err))
	}
	return b.Bytes()
}

// Unpack writes the files into a folder.
func (f Files) Unpack(dir string) error {
	for _, file := range f {
		path := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, file.Data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Writer writes a zip entry by entry, so that an archive need not fit into
// memory. Close returns its first error.
type Writer struct {
	z   *zip.Writer
	err error
}

// NewWriter begins a zip.
func NewWriter(w io.Writer) *Writer {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	return &Writer{z: z}
}

// Put adds an entry. Compressed files are stored as they are.
func (w *Writer) Put(name string, data []byte) {
	w.Stream(name, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// Stream adds an entry that fill writes.
func (w *Writer) Stream(name string, fill func(to io.Writer) error) {
	if w.err != nil {
		return
	}
	method := zip.Deflate
	if strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zip") {
		method = zip.Store
	}
	to, err := w.z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	if err == nil {
		err = fill(to)
	}
	w.err = err
}

// Close ends the zip.
func (w *Writer) Close() error {
	if err := w.z.Close(); w.err == nil {
		w.err = err
	}
	return w.err
}
