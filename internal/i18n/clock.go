package i18n

import (
	"fmt"
	"math"
)

// Clock writes seconds as m:ss or h:mm:ss.
func Clock(seconds float64) string {
	s := int(math.Round(seconds))
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
