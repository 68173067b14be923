// Package predict says what time an athlete may race from what they have
// done: models from one effort and from several, each with the range it was
// made for. It knows no athlete, no course and no weather.
package predict

// Version of the rules in this package.
const Version = 1
