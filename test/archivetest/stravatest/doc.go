// Package stravatest makes Strava bulk exports in several account languages,
// with their expected contents. It is for tests only, is made from a seed, and
// knows nothing of any importer.
//
// Build makes an archive's files; Zip packs them and Unpack writes them into a
// folder. The headers are in each language as far as they are published;
// columns that no importer needs keep their English name.
package stravatest
