package recording

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// A zip ends with a record of so many bytes and a comment.
const (
	zipEndSize = 22
	maxComment = 1<<16 - 1
)

// Unfinished says whether a file itself shows that it is still being written or
// copied: it ends before what it began, or in room that is not filled yet. A
// file of another form never says so.
func Unfinished(ctx context.Context, f io.ReaderAt, size int64) bool {
	head := make([]byte, min(size, headSize))
	if _, err := f.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	if bytes.HasPrefix(head, zipMagic) {
		end := make([]byte, min(size, zipEndSize+maxComment))
		_, err := f.ReadAt(end, size-int64(len(end)))
		at := bytes.LastIndex(end, []byte("PK\x05\x06"))
		return (err == nil || errors.Is(err, io.EOF)) && (at < 0 || len(end)-at < zipEndSize)
	}
	if size > mostUnpacked() {
		return false
	}
	data, err := io.ReadAll(io.NewSectionReader(f, 0, size))
	if err != nil {
		return false
	}
	if IsGzip(data) {
		inner, notes, err := unpack(ctx, data, Limits{}.WithDefaults())
		if err != nil || len(notes) > 0 {
			return len(notes) > 0 || training.KindOf(err) == training.KindCorrupt
		}
		data = inner
	}
	return unfinished(ctx, data)
}

func mostUnpacked() int64 { return Limits{}.WithDefaults().MaxBytes }

// unfinished says so of the content of a file.
func unfinished(ctx context.Context, data []byte) bool {
	head := data[:min(len(data), headSize)]
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(bytes.Trim(head, "\x00")) == 0:
		return true
	case fit.Is(data):
		return fit.Unclosed(data)
	case len(text) > 1 && text[0] == '<' && text[1] != 0: // not in UTF-16
		s := reading.NewXMLReader(ctx, head, Limits{})
		return !s.Next() || !s.Start || !closes(data, s.Name)
	case len(text) > 0 && (text[0] == '{' || text[0] == '['):
		return openJSON(data)
	}
	return false
}

// closes says whether the last tag of a document is the end of an element, or an
// element without content.
func closes(data []byte, root string) bool {
	end := bytes.TrimRight(data, " \t\r\n")
	at := bytes.LastIndexByte(end, '<')
	tag := strings.TrimSpace(strings.TrimSuffix(string(end[max(0, at):]), ">"))
	if strings.HasPrefix(tag, "<!--") { // a comment after the end
		return bytes.Contains(end[max(0, at-1024):at], []byte(root))
	}
	name, isEnd := strings.CutPrefix(tag, "</")
	name = name[strings.IndexByte(name, ':')+1:]
	return bytes.HasSuffix(end, []byte(">")) && (isEnd && name == root || strings.HasPrefix(tag, "<"+root) && strings.HasSuffix(tag, "/"))
}

// openJSON says whether JSON ends within a value.
func openJSON(data []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return quoted || depth > 0
}
