package settings

import (
	"strings"
	"unicode"
)

// parseEnv reads NAME=value lines. Blank lines, comments, a leading "export",
// quotes around a value and values of several lines in quotes are understood;
// bad are the numbers of the lines that are none of these.
func parseEnv(text string) (vars map[string]string, bad []int) {
	vars = map[string]string{}
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	quotes := openQuotes{}
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !isName(name) {
			bad = append(bad, i+1)
			continue
		}
		if value == "" || value[0] != '"' && value[0] != '\'' {
			value, _, _ = strings.Cut(value, " #")
			vars[name] = strings.TrimSpace(value)
			continue
		}
		inside, last, ok := quotes.read(lines, i)
		if !ok {
			bad = append(bad, i+1)
			continue
		}
		vars[name], i = inside, last
	}
	return vars, bad
}

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '.' && r != '-' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	})
}

// openQuotes remembers that a kind of quote does not end any more, so that
// many lines that open one are not each read to the end.
type openQuotes map[byte]bool

// read is the value in quotes that begins at a line, and its last line.
func (q openQuotes) read(lines []string, at int) (inside string, last int, ok bool) {
	_, value, _ := strings.Cut(lines[at], "=")
	value = strings.TrimLeft(value, " \t")
	quote := value[0]
	if q[quote] {
		return "", at, false
	}
	var b strings.Builder
	part := value[1:]
	for last = at; ; part = lines[last] {
		if end := closing(part, quote); end >= 0 {
			b.WriteString(part[:end])
			rest := strings.TrimSpace(part[end+1:])
			return b.String(), last, rest == "" || strings.HasPrefix(rest, "#")
		}
		b.WriteString(strings.TrimSuffix(part, "\r") + "\n")
		if last++; last == len(lines) {
			q[quote] = true
			return "", at, false
		}
	}
}

// closing is where a quote ends; a backslash keeps one of the double kind.
func closing(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote == '"':
			i++
		case s[i] == quote:
			return i
		}
	}
	return -1
}
