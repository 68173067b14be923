package glossary

// Entry is what there is to say of one metric.
type Entry struct {
	Key     string // a [training.Metric] or the name that results use
	Title   string
	Formula string
	Inputs  string
	Unit    string
	Source  string
	Limits  string
	Differs string // how other tools differ
	Proof   string // how it is proven, or "not proven"
	Version int
}

// Entries is the whole table, in the order in which it is shown.
func Entries() []Entry { return nil }

// Find is the entry of a key.
func Find(key string) (Entry, bool) { return Entry{}, false }

// Markdown is the table as the text of docs/metrics.md.
func Markdown() string { return "" }
