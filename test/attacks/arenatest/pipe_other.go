//go:build !unix

package arenatest

import "testing"

// Pipe skips the test: there are no named pipes in folders here.
func Pipe(t testing.TB, _ string) {
	t.Helper()
	t.Skip("there are no pipes in folders here")
}
