package wellness

import (
	"strconv"

	"lapkeep/internal/training"
)

// scanner reads a day's JSON in the form in which it is written, a few times
// as fast as a decoder of any JSON. What it does not know, such as an escape,
// makes it give up: then that decoder reads the day.
type scanner struct {
	b   []byte
	bad bool
}

// parts is where what a scanner reads goes.
type parts interface {
	number(field []byte, value float64, source []byte)
	word(field, text, source []byte)
	lock(locked bool)
}

// scan reads a day; false is that it gave up half-way.
func scan(b []byte, to parts) bool {
	s := &scanner{b: b}
	s.object(func(name []byte) {
		switch string(name) {
		case "local_date":
			s.date()
		case "numbers":
			s.object(func(field []byte) {
				value, source := s.number()
				if !s.bad {
					to.number(field, value, source)
				}
			})
		case "words":
			s.object(func(field []byte) {
				text, source := s.word()
				if !s.bad {
					to.word(field, text, source)
				}
			})
		case "locked":
			to.lock(s.boolean())
		default:
			s.bad = true
		}
	})
	return !s.bad && len(s.b) == 0
}

// number reads a value and who says so.
func (s *scanner) number() (value float64, source []byte) {
	s.object(func(name []byte) {
		switch string(name) {
		case "value":
			value = s.float()
		case "source":
			source = s.text()
		default:
			s.bad = true
		}
	})
	return value, source
}

// word reads a text and who says so.
func (s *scanner) word() (text, source []byte) {
	s.object(func(name []byte) {
		switch string(name) {
		case "text":
			text = s.text()
		case "source":
			source = s.text()
		default:
			s.bad = true
		}
	})
	return text, source
}

// object reads members; member reads the value of each.
func (s *scanner) object(member func(name []byte)) {
	s.expect('{')
	if s.next('}') {
		return
	}
	for !s.bad {
		name := s.text()
		s.expect(':')
		if s.bad {
			return
		}
		member(name)
		if s.next('}') {
			return
		}
		s.expect(',')
	}
}

// next takes c if it follows.
func (s *scanner) next(c byte) bool {
	if s.bad || len(s.b) == 0 || s.b[0] != c {
		return false
	}
	s.b = s.b[1:]
	return true
}

func (s *scanner) expect(c byte) {
	if !s.next(c) {
		s.bad = true
	}
}

// text reads a string of plain ASCII.
func (s *scanner) text() []byte {
	s.expect('"')
	if s.bad {
		return nil
	}
	const del = 0x7f
	for i, c := range s.b {
		switch {
		case c == '"':
			text := s.b[:i]
			s.b = s.b[i+1:]
			return text
		case c == '\\' || c < ' ' || c >= del:
			s.bad = true
			return nil
		}
	}
	s.bad = true
	return nil
}

func (s *scanner) date() {
	if _, err := training.ParseDay(string(s.text())); err != nil {
		s.bad = true
	}
}

func (s *scanner) boolean() bool {
	for _, word := range []string{"true", "false"} {
		if len(s.b) >= len(word) && string(s.b[:len(word)]) == word {
			s.b = s.b[len(word):]
			return word == "true"
		}
	}
	s.bad = true
	return false
}

// float reads a number of JSON, which ParseFloat alone takes too much for.
func (s *scanner) float() float64 {
	n := 0
	digits := func() bool {
		from := n
		for n < len(s.b) && s.b[n] >= '0' && s.b[n] <= '9' {
			n++
		}
		return n > from
	}
	take := func(any string) bool {
		for i := range len(any) {
			if n < len(s.b) && s.b[n] == any[i] {
				n++
				return true
			}
		}
		return false
	}
	take("-")
	ok := take("0") || digits()
	if ok && take(".") {
		ok = digits()
	}
	if ok && take("eE") {
		take("+-")
		ok = digits()
	}
	if !ok {
		s.bad = true
		return 0
	}
	x, err := strconv.ParseFloat(string(s.b[:n]), 64)
	s.b, s.bad = s.b[n:], err != nil
	return x
}
