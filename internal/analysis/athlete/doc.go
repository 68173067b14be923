// Package athlete answers who the athlete is and what the store holds of
// them: profile, thresholds in force with their zones, counts, and what is
// missing for better answers. It writes nothing and reads no clock.
package athlete
