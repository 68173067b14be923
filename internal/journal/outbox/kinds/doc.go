// Package kinds holds what is sent to services besides the calendar and
// wellness: each file says of one sort of thing what of it a service is told,
// how it is found there, and what of the athlete's own words is done with once
// the service says the same.
package kinds
