// Command cmd runs the emulated Intervals.icu by hand, to try a client against
// it. It prints where it is and what opens it, and ends with Ctrl+C.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"lapkeep/test/intervalstest"
)

func main() {
	address := flag.String("addr", "127.0.0.1:8765", "where to listen")
	activities := flag.Int("activities", 60, "how many activities the athlete has")
	seconds := flag.Int("seconds", 3600, "how long each lasts")
	zone := flag.String("zone", "Europe/Berlin", "the athlete's time zone")
	rich := flag.Bool("rich", false, "an athlete of 14 months as the service's document has one")
	flag.Parse()
	s, err := intervalstest.Start(intervalstest.Options{
		Live: true, Rich: *rich, Activities: *activities, Seconds: *seconds, Wellness: *activities, TimeZone: *zone, Coached: []string{"i67890"},
	}, *address)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("INTERVALS_API_BASE_URL=%s\nINTERVALS_ICU_API_KEY=%s\nINTERVALS_ICU_ATHLETE_ID=%s\n", s.BaseURL,
		intervalstest.DefaultKey, intervalstest.DefaultAthlete)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
	s.Close()
	for _, v := range s.Violations() {
		fmt.Println("against the document:", v)
	}
}
