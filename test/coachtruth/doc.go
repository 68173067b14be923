// Package coachtruth says what a sensible coach and an athlete would say of
// training plans and how they were followed: weeks with the answer beside
// them, files of an original coaching program, a month of conversations with
// what must be true at its end. It is written from what is published and from
// practice, knows no code of the product, and is for tests only.
//
// # How the weeks were judged
//
// The size of what was done is the first of duration (timer time), distance
// and load that the session and the activity both have, as a share of what
// was planned. The bands are those that coaches know from TrainingPeaks:
// green within 20 %, yellow from 50 to 79 and from 121 to 150, red beyond.
//
//   - done: on its own local day, in its sport, at least four fifths of the
//     size, and at least four fifths of the repeats where the plan has some and
//     the recording tells. Far more is done too: more was done than asked. The
//     same work in another form passes (5 × 1000 m for 6 × 800 m): what counts
//     is the sum of the work.
//   - partly: on its own local day and in its sport, and either half to four
//     fifths of the size, or fewer than four fifths of the repeats even if the
//     duration is full. Below half it is partly while it is recognisably the
//     session that was begun: a quarter of it or more.
//   - moved: at least four fifths of it on another day of the same week or on
//     a day beside the week, when the athlete evidently shifted it: the day's
//     own session cannot claim the activity better, and sport, size and repeats
//     fit. A session in the future that was done early is moved too.
//   - missed: its day is over, and nothing belongs to it. A quarter of an hour to
//     the bakery is not the session, nor is a jog of 15 min two days later.
//   - upcoming: its day is today or later, and nothing belongs to it yet.
//   - rest: a day of rest, whatever was done on it; that is extra.
//
// A session and an activity belong to each other or to nobody: one each. What
// belongs to no session is extra: commutes, warm-ups recorded apart, another
// sport in place of the planned one. A session on the activity's own day has
// the first claim, except where the activity is plainly another one's: by
// sport, by length, by its repeats. An activity belongs to the local day on
// which it began. Where nothing can be compared, day and sport decide.
//
// Indoor and outdoor, road, gravel and trail, pool and open water are one
// sport; a walk may be the hike. Cross training (sport "other") may be any
// sport that moves the athlete for the time. A run is not a ride.
//
// Where two sensible coaches could differ, the week's note says so.
package coachtruth
