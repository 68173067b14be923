package app

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// BenchmarkStartWithRowsApart opens a home as a server does, without rows that
// lie apart and with 5,000 of them.
func BenchmarkStartWithRowsApart(b *testing.B) {
	for _, rows := range []int{0, 5000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			p := newPerson(b)
			p.kinds = append(connections.Kinds(), limitedtest.New(b).Kind())
			p.must(b, "call", "get_status")
			if rows > 0 {
				putApart(b, p, rows)
			}
			program := p.program(os.Stderr, os.Stderr)
			s, err := settings.Load(program.places())
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				w, err := program.open(b.Context(), s, cli.OpenOptions{Create: true, OrReadOnly: true, Serves: true})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := program.server(b.Context(), w, nil); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

func putApart(b *testing.B, p *person, n int) {
	b.Helper()
	w, _ := opened(b, p.program(os.Stderr, os.Stderr), cli.OpenOptions{Create: true})
	all := make([]limited.Row, n)
	for i := range all {
		all[i] = limited.Row{Kind: limited.Activity, ID: fmt.Sprint(i), Day: training.Day(20_000 + i), Body: make([]byte, 500)}
	}
	if _, err := w.Limited.Put(b.Context(), w.Athlete, string(limitedtest.Name), all...); err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(p.user, ".lapkeep", limited.FileName)); err != nil {
		b.Fatal(err)
	}
}
