// Package profiletest emulates the athlete at Intervals.icu: profile, wellness,
// gear, sport settings, custom items, chats, routes, weather.
package profiletest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
