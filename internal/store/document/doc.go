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
package document
