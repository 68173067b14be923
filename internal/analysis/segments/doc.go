// Package segments answers questions about segments: stretches of a way that
// athletes are timed on. They are asked of the connected services that have
// them, when somebody asks, and nothing of them is stored.
//
// Who other athletes are is for the athlete alone: an assistant sees their
// times and not their names. An effort of an activity that the athlete hides
// from assistants is left out for them.
package segments
