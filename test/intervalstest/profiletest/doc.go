// Package profiletest is what the emulated Intervals.icu does with the athlete:
// profile, wellness, gear, sport settings, custom items, chats, routes, weather.
package profiletest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
