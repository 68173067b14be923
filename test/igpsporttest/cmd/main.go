// Command cmd runs the emulated iGPSport by hand, to try a client against it.
// It prints where the regions are and what opens them, and ends with Ctrl+C.
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

	"lapkeep/test/igpsporttest"
)

func main() {
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "Runs an emulated iGPSport on loopback: both regions, their file host, and a host that nobody\n"+
			"should follow a redirect to. Start it with: go run ./test/igpsporttest/cmd [flags]\n\n")
		flag.PrintDefaults()
	}
	at := igpsporttest.Addresses{}
	flag.StringVar(&at.CN, "cn", "127.0.0.1:8771", "where the Chinese region listens")
	flag.StringVar(&at.INTL, "intl", "127.0.0.1:8772", "where the international region listens")
	flag.StringVar(&at.Files, "files", "127.0.0.1:8773", "where the file host listens")
	flag.StringVar(&at.Elsewhere, "elsewhere", "127.0.0.1:8774", "where the host of redirects listens")
	activities := flag.Int("activities", 60, "how many activities each athlete has")
	seconds := flag.Int("seconds", 3600, "how long each lasts")
	signing := flag.String("signing", "if-present", "when the Chinese region looks at signatures: if-present, off or required")
	perSecond := flag.Int("per-second", 0, "more calls than this in a second are refused with 429; 0 is no limit")
	slow := flag.Duration("slow", 0, "how long each answer takes")
	keyFile := flag.String("key-file", "", "write here, as hexadecimal digits, the key that signs")
	pemFile := flag.String("pem-file", "", "write here, as PEM, the private key that unwraps the key that signs")
	flag.Parse()
	if err := run(igpsporttest.Options{Live: true, Activities: *activities, Seconds: *seconds, PerSecond: *perSecond}, at, *signing, *slow,
		*keyFile, *pemFile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o igpsporttest.Options, at igpsporttest.Addresses, signing string, slow time.Duration, keyFile, pemFile string) error {
	policy, ok := map[string]igpsporttest.Signing{
		"if-present": igpsporttest.SigningIfPresent, "off": igpsporttest.SigningOff, "required": igpsporttest.SigningRequired,
	}[signing]
	if !ok {
		return fmt.Errorf("-signing is if-present, off or required, not %q", signing)
	}
	o.Signing = policy
	o.SessionKey = igpsporttest.PlainKey()
	if keyFile != "" {
		if err := os.WriteFile(keyFile, fmt.Appendf(nil, "%x\n", o.SessionKey), 0o600); err != nil {
			return err
		}
	}
	s, err := igpsporttest.Start(o, at)
	if err != nil {
		return err
	}
	if pemFile != "" {
		key, err := s.PrivateKey()
		if err != nil {
			return err
		}
		block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
		if err := os.WriteFile(pemFile, pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	if slow > 0 {
		s.Inject(igpsporttest.Fault{Delay: slow})
	}
	for _, v := range []struct {
		region igpsporttest.Region
		user   string
	}{{igpsporttest.CN, igpsporttest.DefaultPhone}, {igpsporttest.INTL, igpsporttest.DefaultEmail}} {
		fmt.Printf("IGPSPORT_REGION=%s IGPSPORT_API_BASE=%s IGPSPORT_USERNAME=%s IGPSPORT_PASSWORD=%s\n",
			v.region, s.URL(v.region), v.user, igpsporttest.DefaultPassword)
	}
	fmt.Printf("files: %s\nelsewhere: %s\n", s.FilesURL, s.ElsewhereURL)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
	s.Close()
	for _, v := range s.Violations() {
		fmt.Println("against the service:", v)
	}
	return nil
}
