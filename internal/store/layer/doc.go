// Package layer is the rule by which the layers of an activity become what is
// shown: which recording gives which channel to which audience, who may see
// the activity at all, and how the athlete's own words replace what ingest
// found. It is pure and knows no database.
package layer
