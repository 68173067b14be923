// Command lapkeep keeps an athlete's training data on the athlete's own
// machine and answers an assistant's questions from it.
package main

import (
	"os"
	_ "time/tzdata" // Windows and bare images have no zone database

	"lapkeep/internal/app"
)

// version is set at link time.
var version = "dev"

func main() { os.Exit(app.Main(version)) }
