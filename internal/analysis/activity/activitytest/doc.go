// Package activitytest makes a small athlete whose activities have every
// shape that questions about activities meet: with all sensors, without
// power, without heart rate, by hand, in a pool, several sports in one
// recording, with hostile words. All of it is computed, none of it recorded.
package activitytest
