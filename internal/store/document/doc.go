// Package document keeps the small things of an athlete that are read whole:
// days of wellness, calendar events, workouts of the library, routes,
// settings of a service. Each has an id within its collection, the days that
// it is about if it is about days, and layers: what each archive or service
// says of it, and over that the athlete's own words. What is shown is a
// function of the layers; no layer ever overwrites another.
//
// It knows how layers are kept, dated, taken back with the import that
// brought them, and hidden from assistants. What the fields mean is the
// business of those who read them.
//
// # Gear
//
// It keeps the athlete's bikes, shoes and their parts: what an
// archive says of them, and over it the athlete's own words.
//
// # Statements
//
// It keeps what services and their export archives say of
// activities: the layer between recordings and the athlete's own edits. It
// keeps every version, so that an import can be undone, and never changes one.
//
// # Versions
//
// It keeps every version of a text that an athlete has with a
// coach: each is a document of its own, which no undo takes back.
package document
