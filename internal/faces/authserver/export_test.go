package authserver

// These are what the tests of descriptions use.
var (
	Public      = public
	FetchPublic = fetchPublic
	Fetch       = fetch
)
