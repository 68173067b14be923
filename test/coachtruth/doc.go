// Package coachtruth holds the judgement of a sensible coach and athlete on
// training plans and the adherence to them: weeks with the right answers, files
// of an original coaching program, and a month of conversations with the
// expected state at its end. It is based on publications and practice, knows no
// code of the product, and is for tests only.
//
// # How the weeks were judged
//
// The size of an activity is the first of duration (timer time), distance and
// load that the session and the activity both have, as a share of the planned
// value. The bands are those that coaches know from TrainingPeaks: green within
// 20 %, yellow from 50 to 79 and from 121 to 150, red beyond.
//
//   - done: on its own local day, in its sport, at least four fifths of the
//     size, and at least four fifths of the repeats if the plan has some and
//     the recording shows them. Far more is done too: the plan was exceeded.
//     The same work in another form is accepted (5 × 1000 m for 6 × 800 m):
//     the total work matters.
//   - partly: on its own local day and in its sport, and either half to four
//     fifths of the size, or fewer than four fifths of the repeats even if the
//     duration is full. Below half it is still partly if a recognisable part
//     of the session was done: a quarter or more.
//   - moved: at least four fifths of it on another day of the same week or on
//     a day next to the week, if the athlete evidently shifted it: the day's
//     own session has no better claim to the activity, and sport, size and
//     repeats fit. A session in the future that was done early is moved too.
//   - missed: its day is over, and no activity belongs to it. A quarter of an
//     hour to the bakery is not the session, nor is a 15 min jog two days
//     later.
//   - upcoming: its day is today or later, and no activity belongs to it yet.
//   - rest: a day of rest; any activity on it is extra.
//
// Sessions and activities are paired one to one. An activity without a session
// is extra: commutes, warm-ups recorded separately, another sport instead of
// the planned one. A session on the activity's own day has the first claim,
// unless the activity clearly belongs to another session by sport, length or
// repeats. An activity belongs to the local day on which it began. If nothing
// can be compared, day and sport decide.
//
// Indoor and outdoor, road, gravel and trail, pool and open water are one
// sport; a walk may count as the hike. Cross training (sport "other") may be
// any sport with enough duration. A run is not a ride.
//
// If two sensible coaches could disagree, the week's note says so.
package coachtruth
