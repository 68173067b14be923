package textclean

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// UTF8 is the text without a mark of the byte order, and whether it is any:
// UTF-16 is told by its mark, and what is no UTF-8 is taken for Windows-1252
// unless it holds bytes that no text has.
func UTF8(data []byte) ([]byte, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
		return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	case bytes.IndexByte(data, 0) >= 0:
		return nil, false
	case utf8.Valid(data):
		return bytes.TrimPrefix(data, []byte("\ufeff")), true
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}
