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

// Secret is text that does not print, log or marshal. Only Reveal returns it. Two
// secrets are equal if their texts are. The text is behind a pointer, because fmt
// prints unexported fields without calling their Format method.
type Secret struct{ text unique.Handle[string] }

const hidden = "[secret]"

// NewSecret wraps a secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{unique.Make(text)}
}

// Reveal returns the text itself, for code that sends or stores it.
func (s Secret) Reveal() string {
	if s.Empty() {
		return ""
	}
	return s.text.Value()
}

// Empty reports whether the secret is empty.
func (s Secret) Empty() bool { return s == Secret{} }

// Format prints a placeholder, whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, hidden) }

// LogValue logs a placeholder.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText writes a placeholder.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Credentials holds the data that an athlete types to sign in to an account.
type Credentials struct {
	Region, User string
	Password     Secret
}

// Token is a credential of one connection: an API key, or a token given to an
// account or an authorised app.
type Token struct {
	Scheme  Scheme
	Access  Secret
	Refresh Secret
	// Expiry is the end of Access; zero means that it does not end.
	Expiry time.Time
	// Address is the only address to which it may be sent, in the service's own
	// form; empty means the service's default.
	Address string
	// Region is the region of the account, for services with separate accounts by
	// region. The token is never sent to a different region.
	Region string
	// User and Password are the credentials of the account that signed in, or the id and the
	// secret of the athlete's app. A token that has ended is renewed with them.
	User     string
	Password Secret
	// Application is the id of that app. It may be shown.
	Application string
	// Account is the service's id of the token's owner.
	Account string
	Scopes  []string
}

// Scheme is the way to send a token.
type Scheme string

// The schemes. Basic sends Access as the password, with the user name that the
// service requires.
const (
	Bearer Scheme = "bearer"
	Basic  Scheme = "basic"
)

// Fresh reports whether Access will still be valid when margin has passed after now.
func (t Token) Fresh(now time.Time, margin time.Duration) bool {
	return !t.Access.Empty() && (t.Expiry.IsZero() || now.Add(margin).Before(t.Expiry))
}

// Tokens provides the token to send. It is safe for concurrent use, even by several
// processes.
type Tokens interface {
	// Token returns a fresh token, refreshing it if necessary.
	Token(ctx context.Context) (Token, error)
	// Renew returns a new token after the service refused the given one: a token
	// that another process has saved in the meantime, or a refreshed one. It
	// returns an [Unauthorised] error if there is none.
	Renew(ctx context.Context, refused Token) (Token, error)
}

// FactsReader reads, on demand, data for which there is no type here. This data is
// neither stored nor combined with other data.
type FactsReader interface {
	// Facts returns a page of one kind of the service's data. For a kind that the
	// service does not have, it returns an error of kind training.KindUnsupported.
	Facts(ctx context.Context, q FactsQuery) (FactsPage, error)
	// RouteFile returns a route as GPX or TCX; form is the format in lower case.
	RouteFile(ctx context.Context, id, form string) (File, error)
}

// FactKind is a kind of facts.
type FactKind string

// The kinds. Some need the id of a thing; the others are about the athlete.
const (
	FactsProfile   FactKind = "profile"
	FactsZones     FactKind = "zones" // the athlete's own zones
	FactsTotals    FactKind = "totals"
	FactsClubs     FactKind = "clubs"
	FactsClub      FactKind = "club"
	FactsGear      FactKind = "gear" // with an id, or all gear
	FactsLaps      FactKind = "laps"
	FactsZoneTimes FactKind = "zone_times" // the time that an activity spent in each zone
	FactsKudos     FactKind = "kudos"
	FactsStarred   FactKind = "starred"
	FactsExplore   FactKind = "explore"
	FactsEffort    FactKind = "effort"
	FactsRoutes    FactKind = "routes"
	FactsRoute     FactKind = "route"
	// The points of a route or segment, with the values measured there.
	FactsSegmentWay FactKind = "segment_way"
	FactsRouteWay   FactKind = "route_way"
	FactsEffortWay  FactKind = "effort_way"
)

// FactsQuery selects a page.
type FactsQuery struct {
	Kind   FactKind
	ID     string     // the service's own id of one thing
	Bounds [4]float64 // area to explore: south, west, north, east in degrees
	Limit  int        // number of rows, or of points; 0 leaves it to the service
	After  string     // the Next of the previous page
}

// FactsPage holds rows with our field names, which include the units. Their texts
// may have been written by other people.
type FactsPage struct {
	Rows []map[string]any
	Next string // empty after the last page
}

// SegmentStarrer stars segments on the service.
type SegmentStarrer interface {
	// Star stars a segment or removes the star, and returns the new state.
	Star(ctx context.Context, id string, starred bool) (bool, error)
	// Starred reports whether a segment is starred, and returns its name.
	Starred(ctx context.Context, id string) (starred bool, name string, err error)
}

// Masked returns an account name in a form that may be shown and that its owner still
// recognises. It keeps one letter of a text that is neither an address nor a number.
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

// SegmentReader reads segments: parts of routes on which athletes are timed.
type SegmentReader interface {
	// Segments returns a page of the athlete's segments.
	Segments(ctx context.Context, q SegmentQuery) (SegmentPage, error)
	// Segment returns one segment with the athlete's efforts.
	Segment(ctx context.Context, id string) (SegmentDetail, error)
	// SegmentRanking returns a page of a segment's ranking.
	SegmentRanking(ctx context.Context, q RankingQuery) (SegmentRanking, error)
}

// SegmentQuery selects a page of segments.
type SegmentQuery struct {
	Own   bool // created by the athlete; otherwise those that they starred
	Limit int
	After string // the Next of the previous page, empty for the first
}

// SegmentPage is a page of segments.
type SegmentPage struct {
	Segments []Segment
	Next     string        // empty after the last page
	Note     i18n.Sentence // says how the result differs from the request
}

// Segment is a segment as the service describes it. Values that the service does not give are nil.
type Segment struct {
	ID, Name    string
	DistanceKm  *float64
	AvgGradePct *float64
	// The best times, in s.
	OwnBestS, BestMaleS, BestFemaleS *float64
}

// SegmentDetail is one segment with the athlete's efforts.
type SegmentDetail struct {
	Segment
	ElevationGainM, MinAltitudeM, MaxAltitudeM *float64
	Athletes, Efforts                          *float64 // how many athletes finished it, and how often
	Place                                      string
	Own                                        []SegmentEffort
	Fastest                                    []RankedEffort
}

// SegmentEffort is one effort of the athlete.
type SegmentEffort struct {
	ID               string // the service's own id, or empty if there is none
	ActivityID, Name string
	Start            training.LocalTime
	TimeS            float64
}

// RankingQuery selects a page of a ranking.
type RankingQuery struct {
	ID    string
	Year  bool // this year only; otherwise all time
	Limit int
	After string
}

// SegmentRanking is a page of a ranking, with the athlete's own row if there is
// one. Total is 0 if the service does not give it.
type SegmentRanking struct {
	Rows  []RankedEffort
	Own   *RankedEffort
	Total int
	Next  string
}

// RankedEffort is one athlete's best time in a ranking.
type RankedEffort struct {
	Rank   int
	Name   string // written by other people
	Mine   bool
	TimeS  float64
	Day    *training.Day
	Gender string // male, female, or empty if unknown
}
