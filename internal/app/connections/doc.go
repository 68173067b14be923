// Package connections is the athlete's connections to services: where their
// keys are, how a client is made of one, and who reads it when. Each service
// is one value of [Kind]; everything else here knows none by name.
//
// It gives a key to nobody but the client of the service that it is for.
package connections
