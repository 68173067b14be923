package source

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
	"unique"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Secret is text that does not print, log or marshal. Only Reveal returns it.
// Two are equal if their texts are. The text is behind a pointer, since fmt
// reads unexported fields without calling their Format.
type Secret struct{ text unique.Handle[string] }

const hidden = "[secret]"

// NewSecret wraps a secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{unique.Make(text)}
}

// Reveal returns the text itself, for the one place that sends or stores it.
func (s Secret) Reveal() string {
	if s.Empty() {
		return ""
	}
	return s.text.Value()
}

// Empty reports whether there is none.
func (s Secret) Empty() bool { return s == Secret{} }

// Format prints a placeholder, whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, hidden) }

// LogValue logs a placeholder.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText writes a placeholder.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Credentials are what an athlete types to sign in with an account.
type Credentials struct {
	Region, User string
	Password     Secret
}

// Token is a credential of one connection: an API key, or a token that an
// account or an authorised app was given.
type Token struct {
	Scheme  Scheme
	Access  Secret
	Refresh Secret
	// Expiry is when Access ends; zero is never.
	Expiry time.Time
	// Address is the only one that it may be sent to, in the service's own form;
	// empty is the service's default.
	Address string
	// Region is where it holds, of a service whose accounts are apart by region.
	// It is never sent in another.
	Region string
	// User and Password are the account that signed in, or the id and the secret
	// of the athlete's app: with them a token that ended is renewed.
	User     string
	Password Secret
	// Application is the id of that app, as it may be shown.
	Application string
	// Account is the service's id of the athlete whose it is.
	Account string
	Scopes  []string
}

// Scheme is how a token is sent.
type Scheme string

// The schemes. Basic sends Access as the password of the user that the
// service asks for.
const (
	Bearer Scheme = "bearer"
	Basic  Scheme = "basic"
)

// Fresh reports whether Access holds for some time after now.
func (t Token) Fresh(now time.Time, margin time.Duration) bool {
	return !t.Access.Empty() && (t.Expiry.IsZero() || now.Add(margin).Before(t.Expiry))
}

// Tokens gives the token to send. It is safe for concurrent use, by several
// processes too.
type Tokens interface {
	// Token gives one that is fresh, refreshing it if need be.
	Token(ctx context.Context) (Token, error)
	// Renew gives another one after the service refused this: what another
	// process saved meanwhile, or a refreshed one. It fails with [Unauthorised]
	// if there is none.
	Renew(ctx context.Context, refused Token) (Token, error)
}

// FactsReader reads, on demand, a service's data that have no type here.
// Nothing of it is kept or combined with other data.
type FactsReader interface {
	// Facts returns a page of the service's data of a kind. It fails with
	// training.KindUnsupported for a kind that it does not have.
	Facts(ctx context.Context, q FactsQuery) (FactsPage, error)
	// RouteFile gives a route as GPX or TCX, by the name of the form in small letters.
	RouteFile(ctx context.Context, id, form string) (File, error)
}

// FactKind is what facts are about.
type FactKind string

// The kinds. Those of one thing need its id, those of others are the athlete's.
const (
	FactsProfile   FactKind = "profile"
	FactsZones     FactKind = "zones" // the athlete's own limits
	FactsTotals    FactKind = "totals"
	FactsClubs     FactKind = "clubs"
	FactsClub      FactKind = "club"
	FactsGear      FactKind = "gear" // of an id, or all
	FactsLaps      FactKind = "laps"
	FactsZoneTimes FactKind = "zone_times" // of an activity
	FactsKudos     FactKind = "kudos"
	FactsStarred   FactKind = "starred"
	FactsExplore   FactKind = "explore"
	FactsEffort    FactKind = "effort"
	FactsRoutes    FactKind = "routes"
	FactsRoute     FactKind = "route"
	// The points of a way, with what was measured on it.
	FactsSegmentWay FactKind = "segment_way"
	FactsRouteWay   FactKind = "route_way"
	FactsEffortWay  FactKind = "effort_way"
)

// FactsQuery asks for a page.
type FactsQuery struct {
	Kind   FactKind
	ID     string     // the service's own, of one thing
	Bounds [4]float64 // to explore: south, west, north, east in degrees
	Limit  int        // of rows, or of points of a way; 0 leaves it to the service
	After  string     // the Next of the page before
}

// FactsPage is some rows by the names of our fields, which have the units.
// Others may have written their texts.
type FactsPage struct {
	Rows []map[string]any
	Next string // empty after the last page
}

// SegmentStarrer stars segments of the service.
type SegmentStarrer interface {
	// Star stars a segment, or takes the star off, and says what stands then.
	Star(ctx context.Context, id string, starred bool) (bool, error)
	// Starred says whether it is starred, and what it is called.
	Starred(ctx context.Context, id string) (starred bool, name string, err error)
}

// Masked returns an account name in a form that may be shown, enough for its
// owner to recognise it. Text that is neither an address nor a number keeps one
// letter.
func Masked(user string) string {
	if local, domain, ok := strings.Cut(user, "@"); ok {
		end := ""
		if i := strings.LastIndexByte(domain, '.'); i >= 0 {
			domain, end = domain[:i], domain[i:]
		}
		return first(local) + "…@" + first(domain) + "…" + end
	}
	if len(user) >= 7 && isNumber(user) {
		return user[:3] + "****" + user[len(user)-min(4, len(user)-6):]
	}
	if user == "" {
		return ""
	}
	return first(user) + "…"
}

// MaskedIn returns a display name, masked if it is an address or a number.
func MaskedIn(name string) string {
	if strings.Contains(name, "@") || len(name) >= 7 && isNumber(name) {
		return Masked(name)
	}
	return name
}

func first(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func isNumber(s string) bool {
	return !strings.ContainsFunc(strings.TrimPrefix(s, "+"), func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsDigit(r) })
}

// SegmentReader reads segments: stretches of a way that athletes are timed on.
type SegmentReader interface {
	// Segments gives a page of the athlete's.
	Segments(ctx context.Context, q SegmentQuery) (SegmentPage, error)
	// Segment gives one with the athlete's efforts.
	Segment(ctx context.Context, id string) (SegmentDetail, error)
	// SegmentRanking gives a page of the ranking of one.
	SegmentRanking(ctx context.Context, q RankingQuery) (SegmentRanking, error)
}

// SegmentQuery asks for a page of segments.
type SegmentQuery struct {
	Own   bool // made by the athlete, else those that they starred
	Limit int
	After string // the Next of the page before, empty for the first
}

// SegmentPage is some segments.
type SegmentPage struct {
	Segments []Segment
	Next     string        // empty after the last page
	Note     i18n.Sentence // what the service has otherwise than was asked for
}

// Segment is a segment. Values that the service does not give are nil.
type Segment struct {
	ID, Name    string
	DistanceKm  *float64
	AvgGradePct *float64
	// The best times, in s.
	OwnBestS, BestMaleS, BestFemaleS *float64
}

// SegmentDetail is one with its efforts.
type SegmentDetail struct {
	Segment
	ElevationGainM, MinAltitudeM, MaxAltitudeM *float64
	Athletes, Efforts                          *float64 // who finished it, and how often
	Place                                      string
	Own                                        []SegmentEffort
	Fastest                                    []RankedEffort
}

// SegmentEffort is a time of the athlete.
type SegmentEffort struct {
	ID               string // the service's own, empty where it has none
	ActivityID, Name string
	Start            training.LocalTime
	TimeS            float64
}

// RankingQuery asks for a page of a ranking.
type RankingQuery struct {
	ID    string
	Year  bool // of this year, else of all time
	Limit int
	After string
}

// SegmentRanking is a page of a ranking, with the athlete's own row if there is
// one. Total is 0 where the service does not say it.
type SegmentRanking struct {
	Rows  []RankedEffort
	Own   *RankedEffort
	Total int
	Next  string
}

// RankedEffort is one athlete's best time in a ranking.
type RankedEffort struct {
	Rank   int
	Name   string // others write it
	Mine   bool
	TimeS  float64
	Day    *training.Day
	Gender string // male, female, or empty where nobody says
}
