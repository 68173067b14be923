// Package archivetest is the home of generated export archives: one package a
// service below it, each written from what is known of the service's export
// and from nothing of the importer, so that an importer is never checked by
// its own tables. All of them are for tests only and come from a seed.
package archivetest
