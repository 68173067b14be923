// Command lapkeep keeps an athlete's training data on the athlete's own machine and
// answers an assistant's questions about it.
package main

import (
	"os"
	_ "time/tzdata" // Windows and minimal images have no time zone database

	"lapkeep/internal/app"
)

// version is set when the program is linked.
var version = "dev"

func main() { os.Exit(app.Main(version)) }
