// Package compliance compares what was planned with what was done, and says
// how much load a planned session is. It knows no calendar and no store.
package compliance
