// Package connections manages the athlete's connections to services: where their
// keys are, how a client is made from a key, and when each service is read. Each
// service is one value of [Kind]; nothing else here refers to a service by name.
//
// Each key is given only to the client of its own service.
package connections
