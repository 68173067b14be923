// Package pace computes what only athletes on foot have: pace adjusted for
// grade, cadence in steps and running dynamics. It knows no thresholds and no
// athlete.
package pace

// Version rises when any rule of this package does.
const Version = GradedVersion + DynamicsVersion
