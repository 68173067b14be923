package i18n

import "strings"

// Nearest is the candidate that a person most likely meant by s, or "" if
// none is near.
func Nearest(s string, candidates []string) string {
	s = strings.ToLower(s)
	best, least := "", min(max(1, len(s)/3), 8)+1
	for _, c := range candidates {
		d := distance(s, strings.ToLower(c))
		if d == 0 {
			return c
		}
		if d >= least && len(s) >= 4 && (strings.HasPrefix(c, s) || strings.Contains(c, "_"+s)) {
			d = least - 1
		}
		if d < least {
			best, least = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, change or swap with their
// neighbour between a and b.
func distance(a, b string) int {
	const most = 64
	if len(a) > most || len(b) > most {
		return most
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
