// Package firststeps has the titles and commands of the first steps, which the dashboard and the
// command line offer in the same words.
package firststeps

import "lapkeep/internal/i18n"

// The first steps.
const (
	Demo       i18n.Sentence = "Try it with a demo athlete (two years of made-up data)"
	Import     i18n.Sentence = "Import recordings from a file or folder"
	Thresholds i18n.Sentence = "Confirm your thresholds"
	Service    i18n.Sentence = "Connect a service"
	Assistant  i18n.Sentence = "Connect your assistant"
)

// DemoCommand creates the demo athlete in a home of its own, so pages of other homes cannot
// create it.
const DemoCommand = "lapkeep demo"
