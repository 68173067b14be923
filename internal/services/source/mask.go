package source

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Masked is the name of an account as it may be shown: enough for its owner to
// know it by. Text that is neither an address nor a number keeps one letter.
func Masked(user string) string {
	if local, domain, ok := strings.Cut(user, "@"); ok {
		end := ""
		if i := strings.LastIndexByte(domain, '.'); i >= 0 {
			domain, end = domain[:i], domain[i:]
		}
		return first(local) + "…@" + first(domain) + "…" + end
	}
	if len(user) >= 7 && isNumber(user) {
		return user[:3] + "****" + user[len(user)-min(4, len(user)-6):]
	}
	if user == "" {
		return ""
	}
	return first(user) + "…"
}

// MaskedIn is what somebody calls themselves, masked where it is an account.
func MaskedIn(name string) string {
	if strings.Contains(name, "@") || len(name) >= 7 && isNumber(name) {
		return Masked(name)
	}
	return name
}

func first(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func isNumber(s string) bool {
	return !strings.ContainsFunc(strings.TrimPrefix(s, "+"), func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsDigit(r) })
}
