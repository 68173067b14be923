package training

// BodyMark is how a region of the body was on a day, as one of two says it.
type BodyMark struct {
	Region string         `json:"region"` // an id of package coach/bodymap
	By     BodyMarkAuthor `json:"by"`
	Date   Day            `json:"date"`
	// PainLevel goes from 0, none, to 10, the worst imaginable.
	PainLevel *int   `json:"pain,omitempty"`
	Kind      string `json:"kind,omitempty"` // pain, soreness, …
	Note      string `json:"note,omitempty"`
	// Cleared is the day from which the mark holds no more.
	Cleared *Day `json:"cleared,omitempty"`
}

// BodyMarkAuthor is whose mark one is.
type BodyMarkAuthor string

// The authors of body marks, whose marks never replace each other's.
const (
	MarkedByAthlete BodyMarkAuthor = "athlete" // who feels it
	MarkedByCoach   BodyMarkAuthor = "coach"   // who watches it
)
