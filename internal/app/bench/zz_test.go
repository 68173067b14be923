package bench

import (
	"context"
	"testing"
	"time"
	"os"
)

func TestMakeHome(t *testing.T) {
	os.RemoveAll("/tmp/bh")
	b := &run{Options: Options{Activities: 15000, Now: time.Now, Report: func(string) {}}, dir: "/tmp/bh"}
	os.MkdirAll("/tmp/bh", 0o700)
	if err := b.makeHome(context.Background()); err != nil { t.Fatal(err) }
}
