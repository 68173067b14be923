// Package connections manages the athlete's connections to services: where
// their keys are, how a client is made from one, and when each service is read.
// Each service is one value of [Kind]; nothing else here knows a service by
// name.
//
// It gives a key only to the client of its service.
package connections
