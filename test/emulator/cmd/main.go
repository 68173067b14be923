// Command cmd runs an emulated service by hand, to try a client with it. It
// prints its address and credentials, and ends with Ctrl+C.
package main

import (
	"crypto/x509"
	"encoding/pem"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"lapkeep/test/emulator"
	"lapkeep/test/hevytest"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/intervalstest"
	"lapkeep/test/polartest"
	"lapkeep/test/stravatest"
)

const usage = `Runs an emulated service on loopback. Start it with: go run ./test/emulator/cmd SERVICE [flags]

SERVICE is strava, intervals, igpsport, hevy or polar; with -help behind it its flags are shown.
`

// running is a started service.
type running struct {
	*emulator.Engine
	tick func() // done each second; nil is nothing
}

func main() {
	services := map[string]func(*flag.FlagSet) func() (running, error){
		"strava": strava, "intervals": intervals, "igpsport": igpsport, "hevy": hevy, "polar": polar,
	}
	if len(os.Args) < 2 || services[os.Args[1]] == nil {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	slow := flags.Duration("slow", 0, "how long each answer takes")
	start := services[os.Args[1]](flags)
	_ = flags.Parse(os.Args[2:]) // it ends the program itself
	s, err := start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if *slow > 0 {
		s.Inject(emulator.Fault{Delay: *slow})
	}
	s.wait()
}

// wait waits for a signal, and reports violations of the service's rules.
func (s running) wait() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	seconds := time.NewTicker(time.Second)
	for {
		select {
		case <-seconds.C:
			if s.tick != nil {
				s.tick()
			}
		case <-stop:
			s.Close()
			for _, v := range s.Violations() {
				fmt.Println("against the service:", v)
			}
			return
		}
	}
}

// size adds the flags that every service has.
func size(flags *flag.FlagSet, activities, seconds *int) {
	flags.IntVar(activities, "activities", 60, "how many activities each athlete has")
	flags.IntVar(seconds, "seconds", 3600, "how long each lasts")
}

func strava(flags *flag.FlagSet) func() (running, error) {
	o, at := stravatest.Options{Live: true}, stravatest.Addresses{}
	size(flags, &o.Activities, &o.Seconds)
	flags.StringVar(&at.Web, "web", "127.0.0.1:8781", "where the website listens, and the API below /api/v3")
	flags.StringVar(&at.API, "api", "127.0.0.1:8782", "where the API's base of 2027 listens")
	flags.StringVar(&at.Elsewhere, "elsewhere", "127.0.0.1:8783", "where the host of redirects listens")
	tier := flags.Int("tier", 0, "of the application: 0 its owner alone, 1 ten athletes, 2 extended access")
	flags.BoolVar(&o.Inactive, "inactive", false, "the developer's subscription has lapsed")
	flags.BoolVar(&o.NoSubscription, "unpaid", false, "the athlete has no subscription")
	flags.BoolVar(&o.HugeIDs, "huge-ids", false, "ids lie just below 2^63")
	flags.BoolVar(&o.NullWatts, "null-watts", false, "every watt of every stream is null")
	return func() (running, error) {
		o.Tier = stravatest.Tier(*tier)
		s, err := stravatest.Start(o, at)
		if err != nil {
			return running{}, err
		}
		fmt.Printf("api: %s\napi of 2027: %s\nauthorize: %s/oauth/authorize\ntoken: %[3]s/oauth/token\nrevoke: %[3]s/oauth/revoke\n",
			s.APIURL(), s.NewAPIURL, s.WebURL)
		fmt.Printf("elsewhere: %s\n", s.ElsewhereURL)
		fmt.Printf("client_id=%d client_secret=%s, callbacks on localhost\n", stravatest.DefaultClientID, stravatest.DefaultClientSecret)
		return running{s.Engine, func() {
			for _, d := range s.Deliver(stravatest.Delivery{}) {
				fmt.Printf("event %s %s %d: %d after %d tries\n", d.Event.ObjectType, d.Event.AspectType, d.Event.ObjectID, d.Status, d.Tries)
			}
		}}, nil
	}
}

func intervals(flags *flag.FlagSet) func() (running, error) {
	o := intervalstest.Options{Live: true, Coached: []string{"i67890"}}
	size(flags, &o.Activities, &o.Seconds)
	address := flags.String("addr", "127.0.0.1:8765", "where to listen")
	flags.StringVar(&o.TimeZone, "zone", "Europe/Berlin", "the athlete's time zone")
	flags.BoolVar(&o.Rich, "rich", false, "an athlete of 14 months as the service's document has one")
	return func() (running, error) {
		o.Wellness = o.Activities
		s, err := intervalstest.Start(o, *address)
		if err != nil {
			return running{}, err
		}
		fmt.Printf("INTERVALS_API_BASE_URL=%s\nINTERVALS_ICU_API_KEY=%s\nINTERVALS_ICU_ATHLETE_ID=%s\n", s.BaseURL,
			intervalstest.DefaultKey, intervalstest.DefaultAthlete)
		return running{s.Engine, nil}, nil
	}
}

func igpsport(flags *flag.FlagSet) func() (running, error) {
	o, at := igpsporttest.Options{Live: true, SessionKey: igpsporttest.PlainKey()}, igpsporttest.Addresses{}
	size(flags, &o.Activities, &o.Seconds)
	flags.StringVar(&at.CN, "cn", "127.0.0.1:8771", "where the Chinese region listens")
	flags.StringVar(&at.INTL, "intl", "127.0.0.1:8772", "where the international region listens")
	flags.StringVar(&at.Files, "files", "127.0.0.1:8773", "where the file host listens")
	flags.StringVar(&at.Elsewhere, "elsewhere", "127.0.0.1:8774", "where the host of redirects listens")
	flags.IntVar(&o.PerSecond, "per-second", 0, "more calls than this in a second are refused with 429; 0 is no limit")
	signing := flags.Int("signing", 0, "the Chinese region looks at signatures: 0 if there is one, 1 never, 2 always")
	keyFile := flags.String("key-file", "", "write here, as hexadecimal digits, the key that signs")
	pemFile := flags.String("pem-file", "", "write here, as PEM, the private key that unwraps the key that signs")
	return func() (running, error) {
		o.Signing = igpsporttest.Signing(*signing)
		s, err := igpsporttest.Start(o, at)
		if err != nil {
			return running{}, err
		}
		for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
			user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[region]
			fmt.Printf("IGPSPORT_REGION=%s IGPSPORT_API_BASE=%s IGPSPORT_USERNAME=%s IGPSPORT_PASSWORD=%s\n",
				region, s.URL(region), user, igpsporttest.DefaultPassword)
		}
		fmt.Printf("files: %s\nelsewhere: %s\n", s.FilesURL, s.ElsewhereURL)
		return running{s.Engine, nil}, writeKeys(s, o, *keyFile, *pemFile)
	}
}

func writeKeys(s *igpsporttest.Server, o igpsporttest.Options, keyFile, pemFile string) error {
	if keyFile != "" {
		if err := os.WriteFile(keyFile, fmt.Appendf(nil, "%x\n", o.SessionKey), 0o600); err != nil {
			return err
		}
	}
	if pemFile == "" {
		return nil
	}
	key, err := s.PrivateKey()
	if err != nil {
		return err
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return os.WriteFile(pemFile, pem.EncodeToMemory(block), 0o600)
}

func hevy(flags *flag.FlagSet) func() (running, error) {
	o := hevytest.Options{Live: true}
	address := flags.String("addr", "127.0.0.1:8791", "where to listen")
	flags.IntVar(&o.Workouts, "workouts", 60, "how many workouts the athlete has")
	return func() (running, error) {
		s, err := hevytest.Start(o, *address)
		if err != nil {
			return running{}, err
		}
		fmt.Printf("HEVY_API_BASE_URL=%s\nHEVY_API_KEY=%s\n", s.URL, hevytest.DefaultKey)
		return running{s.Engine, nil}, nil
	}
}

func polar(flags *flag.FlagSet) func() (running, error) {
	o := polartest.Options{Live: true}
	auth := flags.String("auth", "127.0.0.1:8795", "where the host that connects listens")
	data := flags.String("data", "127.0.0.1:8796", "where the API listens")
	flags.IntVar(&o.Sessions, "sessions", 30, "how many sessions the athlete has")
	flags.IntVar(&o.Nights, "nights", 60, "how many nights the athlete has")
	flags.IntVar(&o.Seconds, "seconds", 1800, "how long a session lasts")
	flags.StringVar(&o.Callback, "callback", "http://localhost:8917/callback", "the address to which the browser is redirected")
	return func() (running, error) {
		s, err := polartest.Start(o, *auth, *data)
		if err != nil {
			return running{}, err
		}
		fmt.Printf("POLAR_OAUTH_URL=%s\nPOLAR_API_URL=%s\nclient_id=%s client_secret=%s\n",
			s.AuthURL, s.DataURL, polartest.DefaultClientID, polartest.DefaultClientSecret)
		return running{s.Engine, nil}, nil
	}
}
