// Package ingest is the only writer of activities: it reads what was found,
// decides which activity a recording belongs to, gives it its sport, day,
// zone and name, and stores it with everything that is derived from it.
// What exports say beside recordings is stored by package statement, whose
// comment tells how to add to it. It must not know tools, faces or services.
package ingest
