// Package stravatest makes Strava bulk exports in several account languages,
// with the truth of what must come out of them. It is for tests only, comes
// from a seed, and knows nothing of any importer.
//
// Build makes an archive's files; Zip packs them and Unpack writes them
// into a folder. The words of the headers are those of each language as far as they are
// published; columns that no importer needs keep their English name.
package stravatest
