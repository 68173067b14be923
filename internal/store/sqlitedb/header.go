package sqlitedb

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The first bytes of a database, as https://www.sqlite.org/fileformat.html
// has them.
const (
	headerSize  = 100
	magic       = "SQLite format 3\x00"
	atWriteMode = 18 // 2 is with a log beside the file
	atReadMode  = 19
	atVersion   = 60 // user_version
	logged      = 2
)

// written is the schema's version as the file itself has it, which a start
// need not wait for SQLite to hear. It is not known while there is a log,
// which may hold a newer one, or if SQLite could not work in the folder.
func written(path string) (version int, known bool) {
	b, err := readHeader(path)
	if err != nil || !isLogged(b) {
		return 0, false
	}
	log, err := os.Stat(path + "-wal")
	if err == nil && log.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, false
	}
	return int(binary.BigEndian.Uint32(b[atVersion:])), mayWrite(filepath.Dir(path))
}

// keepsLog reports whether the file at path is a database with a log beside it.
func keepsLog(path string) bool {
	b, err := readHeader(path)
	return err == nil && isLogged(b)
}

func isLogged(header []byte) bool {
	return len(header) >= headerSize && string(header[:len(magic)]) == magic && header[atWriteMode] == logged && header[atReadMode] == logged
}

// readHeader gives the first bytes of a file, fewer if it has no more.
func readHeader(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	b := make([]byte, headerSize)
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return b[:n], err
}
