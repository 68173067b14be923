package cli

import "fmt"

// counted is a number with its noun: 1 file, 2 files.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
