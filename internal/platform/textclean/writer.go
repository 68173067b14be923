package textclean

import (
	"io"
	"strings"
)

// Writer writes lines for a person: of what is given to it in one piece,
// characters that nobody sees or that steer a terminal are left out.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ w io.Writer }

// EraseLine goes back to the beginning of a terminal's line and empties it. It
// is let through where a piece begins with it: there it takes away no more
// than a line of progress.
const EraseLine = "\r\x1b[K"

func (c writer) Write(p []byte) (int, error) {
	text, erases := strings.CutPrefix(string(p), EraseLine)
	clean := visible(text, true)
	if erases {
		clean = EraseLine + clean
	}
	if _, err := io.WriteString(c.w, clean); err != nil {
		return 0, err
	}
	return len(p), nil
}
