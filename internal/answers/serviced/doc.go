// Package serviced is what services compute of the athlete's training, and
// what they only say that there is: shown beside our own answers, under the
// service's name, and never mixed with them.
//
// # Live
//
// It asks services, when somebody asks, for what is not stored here:
// parts of an activity, and what they themselves count. A service that does not answer is named with the reason,
// and the stored parts are answered all the same.
//
// The package knows no service by name and stores nothing.
//
// # Connected
//
// It shows the connections to services: which there are, where
// their keys are kept, and the state of their reading. It must not know any
// service, nor how one is asked.
package serviced
