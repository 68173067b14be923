// Command lapkeep-host serves the homes of many athletes from several machines, so that the loss of one loses no
// acknowledged change. One machine needs only lapkeep serve --homes.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // minimal images have no time zone database
)

// version is set when the program is linked.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := command(version, os.Stdout, os.Stderr, os.Environ()).ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // the process ends
	}
}
