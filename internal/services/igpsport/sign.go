package igpsport

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// accessKey identifies the web page's key, which the service gives to everyone,
// encrypted so that only the page's own private key decrypts it.
const accessKey = "AKIDWebClient"

// signer signs requests with the athlete's own key. It is nil if there is no key.
type signer struct {
	now    func() time.Time
	random io.Reader
	ask    func(ctx context.Context) (wrapped []byte, err error)
	opens  *rsa.PrivateKey // nil if the signing key itself is given

	mu  sync.Mutex
	key []byte // nil until requested
}

// newSigner reads the signing key and returns a signer, or nil if no key is
// configured or the region requires no signatures.
func newSigner(r region, o client.Options) (*signer, error) {
	if o.SigningKeyFile == "" || r.name != China {
		return nil, nil
	}
	if o.Random == nil {
		return nil, training.Errorf(training.KindInternal, "the signer has no source of randomness")
	}
	s := &signer{now: o.Clock.Now, random: o.Random}
	text, err := disk.ReadRegular(o.SigningKeyFile, longestKey)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The file that %s names cannot be read: %w", KeySetting, err).
			WithFix("Check the name, and that you have permission to read it.")
	}
	if s.key, s.opens, err = readKey(string(text)); err != nil || s.opens == nil {
		return s, err
	}
	o.Tokens = nil
	plain, err := client.New(r.api(), o)
	s.ask = func(ctx context.Context) ([]byte, error) { return wrappedKey(ctx, plain) }
	return s, err
}

// readKey parses a signing key, or a private key that decrypts the signing key that
// the service provides.
func readKey(text string) (key []byte, opens *rsa.PrivateKey, err error) {
	text = strings.TrimSpace(text)
	if block, _ := pem.Decode([]byte(text)); block != nil {
		if opens, err = x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
			return nil, opens, nil
		}
		any, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
		if opens, ok := any.(*rsa.PrivateKey); ok {
			return nil, opens, nil
		}
		return nil, nil, noKey()
	}
	if key, err = hex.DecodeString(text); err != nil {
		key, err = fromBase64(text)
	}
	if err != nil || len(key) < shortestKey {
		return nil, nil, noKey()
	}
	return key, nil, nil
}

// The minimum length of a key, and the maximum length of a key file, in bytes.
const (
	shortestKey = 16
	longestKey  = 64 << 10
)

func noKey() error {
	return training.Errorf(training.KindInvalid, "The file that %s names contains no signing key.", KeySetting).
		WithFix("It must contain hexadecimal digits, base64, or an RSA private key as PEM.")
}

// fromBase64 decodes either base64 alphabet, with or without padding.
func fromBase64(text string) ([]byte, error) {
	plain := strings.NewReplacer("-", "+", "_", "/", "=", "").Replace(strings.Join(strings.Fields(text), ""))
	return base64.RawStdEncoding.DecodeString(plain)
}

// wrappedKey requests the encrypted signing key.
func wrappedKey(ctx context.Context, api *client.Client) ([]byte, error) {
	got, err := client.Ask[struct {
		Key string `json:"secret_key"`
	}](ctx, api, client.Request{Op: opPublicKey})
	if err != nil {
		return nil, err
	}
	wrapped, err := fromBase64(got.Key)
	if err != nil {
		return nil, api.NotAsDescribed(opPublicKey, err)
	}
	return wrapped, nil
}

// session returns the signing key, which it fetches and decrypts once.
func (s *signer) session(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key != nil {
		return s.key, nil
	}
	wrapped, err := s.ask(ctx)
	if err != nil {
		return nil, err
	}
	key, err := rsa.DecryptOAEP(sha256.New(), nil, s.opens, wrapped, nil)
	if err != nil || len(key) == 0 {
		return nil, training.Errorf(training.KindInvalid, "The private key in the file that %s names does not decrypt iGPSport's key.",
			KeySetting).WithFix("The service may have changed it. If you do not have the right key, leave the setting empty.")
	}
	s.key = key
	return key, nil
}

// forget makes the signer request its key again, because the key may have changed.
func (s *signer) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opens != nil {
		s.key = nil
	}
}

// sign signs one try of a request, with its own nonce.
func (s *signer) sign(r *http.Request) error {
	key, err := s.session(r.Context())
	if err != nil {
		return err
	}
	body, err := bodyOf(r)
	if err != nil {
		return training.Errorf(training.KindInternal, "the body of a request to sign cannot be read: %w", err)
	}
	nonce, err := uuid(s.random)
	if err != nil {
		return err
	}
	stamp := strconv.FormatInt(s.now().Unix(), 10)
	for name, value := range map[string]string{
		"X-Access-Key": accessKey, "X-Platform": "web", "X-Timestamp": stamp, "X-Nonce": nonce,
		"X-Signature": signature(key, r.Method, r.URL.RequestURI(), stamp, nonce, body),
	} {
		r.Header.Set(name, value)
	}
	return nil
}

func bodyOf(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close() // the body is in memory
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, err
}

// signature returns the base64 HMAC-SHA-256 of five lines: method, target, time
// stamp, nonce and the body's hash.
func signature(key []byte, method, target, stamp, nonce string, body []byte) string {
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s\n%s\n%s\n%s\n%x", method, target, stamp, nonce, sum)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// uuid returns a random UUID, version 4.
func uuid(random io.Reader) (string, error) {
	var b [16]byte
	if random == nil {
		return "", training.Errorf(training.KindInternal, "there is no source of randomness for an id")
	}
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", training.Errorf(training.KindInternal, "no random data: %w", err)
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}

// Statistics returns the statistics over all sports for the year that contains the given
// day. Only the code for a year is known among the service's codes for kinds of periods.
func (c *Client) Statistics(ctx context.Context, day training.Day) (source.Statistics, error) {
	const ofYear, allSports, metres = "2", "-1", "0"
	op, query := opStatistics, url.Values{"DistanceUnit": {metres}, "Time": {day.String()}, "Type": {ofYear}}
	if c.region.name == China {
		op = opStatisticsChina
		query = url.Values{"distanceUnit": {metres}, "time": {day.String()}, "type": {ofYear}, "bigSportType": {allSports}}
	}
	got, err := client.Ask[Statistics](ctx, c.api, client.Request{Op: op, Query: query})
	if err != nil {
		return source.Statistics{}, err
	}
	return got.Read(day.String()[:4]), nil
}

const (
	kmhPerMPS = 3.6
	mPerKm    = 1000
)

// Statistics holds the service's statistics of a year.
type Statistics struct {
	Totals struct {
		Count    *client.Number `json:"totalCount"`
		Distance *client.Number `json:"totalDistance"` // m
		TimeS    *client.Number `json:"totalTimerTime"`
		Speed    *client.Number `json:"avgSpeed"` // m/s
		Ascent   *client.Number `json:"sumTotalAscent"`
		Calories *client.Number `json:"totalCalories"`
		TSS      *client.Number `json:"totalPwrTSS"`
	} `json:"statisticsData"`
	Axis []struct {
		Time  string         `json:"time"` // 2026/01
		Km    *client.Number `json:"value"`
		Count *client.Number `json:"totalCount"`
		TimeS *client.Number `json:"totalTimerTime"`
	} `json:"axis"`
	Milestones []struct {
		Km    client.Number `json:"distance"`
		Count client.Number `json:"count"`
	} `json:"milestoneList"`
	Bests []best `json:"personalBestList"`
}

type best struct {
	Activity client.ID     `json:"activityId"`
	Key      string        `json:"keyName"`
	Time     string        `json:"keyTime"` // local time
	Value    client.Number `json:"keyValue"`
}

// metrics maps the service's bests to our metrics, with factors for their values.
// The misspelling of climb is the service's.
var metrics = map[string]struct {
	name  string
	scale float64
}{
	"MaxDistance": {"distance_km", 1.0 / mPerKm}, "MaxTime": {"duration_s", 1},
	"MaxAvgSpeed": {"avg_speed_kmh", kmhPerMPS}, "MaxMaxSpeed": {"max_speed_kmh", kmhPerMPS},
	"MaxClimbinSpeed": {"elevation_gain_m", 1}, "MaxClimbingSpeed": {"elevation_gain_m", 1},
	"MaxAvgPower": {"avg_power_w", 1}, "MaxMaxPower": {"max_power_w", 1},
}

// longestWord is the length to which a service's own word is shortened.
const longestWord = 60

// Read converts the statistics to km, seconds, kcal and km/h.
func (s *Statistics) Read(year string) source.Statistics {
	t := &s.Totals
	out := source.Statistics{Period: year, Totals: source.StatisticsTotals{
		Activities: scaled(t.Count, 1), DistanceKm: scaled(t.Distance, 1.0/mPerKm), DurationS: scaled(t.TimeS, 1),
		ElevationGainM: scaled(t.Ascent, 1), CaloriesKcal: scaled(t.Calories, 1), AvgSpeedKmh: scaled(t.Speed, kmhPerMPS),
		TSS: scaled(t.TSS, 1),
	}}
	for _, m := range s.Axis {
		out.Months = append(out.Months, source.StatisticsMonth{
			Month: textclean.Line(strings.ReplaceAll(m.Time, "/", "-"), longestWord), Activities: scaled(m.Count, 1),
			DistanceKm: scaled(m.Km, 1), DurationS: scaled(m.TimeS, 1),
		})
	}
	for _, m := range s.Milestones {
		out.Milestones = append(out.Milestones, source.Milestone{DistanceKm: float64(m.Km), Activities: int(m.Count)})
	}
	for _, b := range s.Bests {
		if x, ok := b.read(); ok {
			out.Bests = append(out.Bests, x)
		}
	}
	return out
}

// read converts a best value; ok is false if it has no metric or no value.
func (b *best) read() (source.StatisticsBest, bool) {
	out := source.StatisticsBest{Metric: textclean.Line(b.Key, longestWord), Value: float64(b.Value)}
	if m, ok := metrics[b.Key]; ok {
		out.Metric, out.Value = m.name, out.Value*m.scale
	}
	if id := string(b.Activity); IsID(id) && id != "0" {
		out.ActivityID = id
	}
	if at, timed := local(b.Time); timed {
		out.Start = at
	}
	return out, out.Metric != "" && out.Value != 0
}

// scaled returns n multiplied by the given factor, or nil if n is missing.
func scaled(n *client.Number, by float64) *float64 {
	if n == nil {
		return nil
	}
	x := float64(*n) * by
	return &x
}

// LocalOf parses a local time without a zone; the result is empty if s is invalid.
func LocalOf(s string) training.LocalTime {
	at, _ := local(s)
	return at
}
