// Package archivetest contains generated export archives, with one package for
// each service. Each is written from published knowledge of the service's
// export and without the importer, so that an importer is never checked against
// its own tables. All of them are for tests only and are made from a seed.
package archivetest
