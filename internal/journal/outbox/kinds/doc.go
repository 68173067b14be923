// Package kinds holds what is sent to services: events, days of wellness,
// activities, gear, settings. Each file says of one sort of thing what of it a service is told,
// how it is found there, and what of the athlete's own words is done with once
// the service says the same.
package kinds
