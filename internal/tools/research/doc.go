// Package research is the toolset of the two tools that deep-research clients
// require, in the shapes that they require: search finds, fetch reads. They
// cover the activities, the notes on them and the glossary of metrics, and
// show what the other tools show of them. The package knows neither the
// clients nor how its addresses are served.
package research
