// Command cmd runs the emulated Strava by hand, to try a client against it. It
// prints where it is and what opens it, and ends with Ctrl+C.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"lapkeep/test/stravatest"
)

func main() {
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "Runs an emulated Strava on loopback: the website that connects an athlete, the API at both of its base\n"+
			"URLs, and a host that nobody should follow a redirect to. Start it with: go run ./test/stravatest/cmd [flags]\n\n")
		flag.PrintDefaults()
	}
	o, at, tier := stravatest.Options{Live: true}, stravatest.Addresses{}, 0
	flag.StringVar(&at.Web, "web", "127.0.0.1:8781", "where the website listens, and the API below /api/v3")
	flag.StringVar(&at.API, "api", "127.0.0.1:8782", "where the API's base of 2027 listens")
	flag.StringVar(&at.Elsewhere, "elsewhere", "127.0.0.1:8783", "where the host of redirects listens")
	flag.IntVar(&o.Activities, "activities", 64, "how many activities the athlete has")
	flag.IntVar(&o.Seconds, "seconds", 3600, "how long each lasts")
	flag.IntVar(&tier, "tier", 0, "of the application: 0 its owner alone, 1 ten athletes, 2 extended access")
	flag.BoolVar(&o.Inactive, "inactive", false, "the developer's subscription has lapsed")
	flag.BoolVar(&o.NoSubscription, "unpaid", false, "the athlete has no subscription")
	flag.BoolVar(&o.HugeIDs, "huge-ids", false, "ids lie just below 2^63")
	flag.BoolVar(&o.NullWatts, "null-watts", false, "every watt of every stream is null")
	flag.Parse()
	o.Tier = stravatest.Tier(tier)
	if err := run(o, at); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o stravatest.Options, at stravatest.Addresses) error {
	s, err := stravatest.Start(o, at)
	if err != nil {
		return err
	}
	fmt.Printf("api: %s\napi of 2027: %s\nauthorize: %s/oauth/authorize\ntoken: %[3]s/oauth/token\nrevoke: %[3]s/oauth/revoke\n",
		s.APIURL(), s.NewAPIURL, s.WebURL)
	fmt.Printf("elsewhere: %s\n", s.ElsewhereURL)
	fmt.Printf("client_id=%d client_secret=%s, callbacks on localhost\n", stravatest.DefaultClientID, stravatest.DefaultClientSecret)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	webhooks := time.NewTicker(time.Second)
	defer webhooks.Stop()
	for {
		select {
		case <-webhooks.C:
			for _, d := range s.Deliver(stravatest.Delivery{}) {
				fmt.Printf("event %s %s %d: %d after %d tries\n", d.Event.ObjectType, d.Event.AspectType, d.Event.ObjectID, d.Status, d.Tries)
			}
		case <-stop:
			s.Close()
			for _, v := range s.Violations() {
				fmt.Println("against the service:", v)
			}
			return nil
		}
	}
}
