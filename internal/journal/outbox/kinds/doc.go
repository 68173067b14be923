// Package kinds is what the kinds of things that go to services share. Under it
// a package each says of activities, of what is planned, of gear, wellness and
// settings what of them a service is told, how a thing is found there, and what
// of the athlete's own words is done with once the service says the same.
package kinds
