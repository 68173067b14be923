package app

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/test/igpsporttest"
)

// ofRegion is a home that was synced from a region of iGPSport by the settings
// that igpsport-mcp had, and nothing else.
func ofRegion(t *testing.T, region igpsporttest.Region, environ ...string) (*linked, *igpsporttest.Server) {
	t.Helper()
	s := igpsporttest.New(t, igpsporttest.Options{Now: func() time.Time { return noon }, Activities: 4, Seconds: 1300})
	user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[region]
	l := &linked{person: newPerson(t), begun: time.Now(), hurry: 60}
	l.environ = append(l.environ, "IGPSPORT_USERNAME="+user, "IGPSPORT_PASSWORD="+igpsporttest.DefaultPassword,
		"IGPSPORT_REGION="+string(region), "IGPSPORT_API_BASE="+s.URL(region))
	l.environ = append(l.environ, environ...)
	l.ok(t, "", []string{"sync"}, "4 stored")
	return l, s
}

// bothRegions runs a test on a home of each.
func bothRegions(t *testing.T, f func(t *testing.T, region igpsporttest.Region)) {
	t.Helper()
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			f(t, region)
		})
	}
}

// TestIGPSportsToolsAreReplaced: each call of the page that stands for one of
// the 17 tools, a setting or a topic is answered in both regions, or the answer
// says what the region lacks; and each field is in the answers of the region
// that has all.
func TestIGPSportsToolsAreReplaced(t *testing.T) {
	t.Parallel()
	rows := slices.Concat(igpsportRows(t), comingRows(t, "igpsport-mcp", "Its settings"),
		comingRows(t, "igpsport-mcp", "What its pages explain"))
	bothRegions(t, func(t *testing.T, region igpsporttest.Region) {
		l, s := ofRegion(t, region)
		writeText(t, filepath.Join(l.user, ".lapkeep", settings.ConfigName), "writes: full\n")
		l.ok(t, "", []string{
			"call", "create_workout", `{"workouts":[{"name":"Planned","sport":"ride","date":"2026-08-21","steps":[{"duration_s":600,"power":"200w"}]}]}`,
		})
		var ids *strings.Replacer
		s.Do(region, func(m *igpsporttest.Member) {
			ride := func(i int) string { return strconv.FormatInt(m.Rides[i].ID, 10) }
			ids = strings.NewReplacer("30619999", ride(1), "30619997", ride(3), "700100", strconv.Itoa(m.Workouts[0].ID))
		})
		if ran := l.allReplaced(t, wholeTable(t), rows, ids); ran < 25 {
			t.Errorf("only %d calls", ran)
		}
		for _, call := range []string{"get_segment", "get_segment_ranking"} {
			_, out, _ := l.do(t.Context(), "", "call", call, `{"id":"igpsport:5100"}`)
			if lacks := strings.Contains(out, "iGPSport (international) lists segments and gives no"); lacks != (region == igpsporttest.INTL) {
				t.Errorf("%s: %s", call, out)
			}
		}
		if region == igpsporttest.CN {
			l.gives(t, carriedFields(t, fieldsOfItsServices))
		}
	})
}

// TestThresholdsOfSettings hold over what iGPSport says, and not over the
// athlete's own words; the profile says where they are from.
func TestThresholdsOfSettings(t *testing.T) {
	t.Parallel()
	bothRegions(t, func(t *testing.T, region igpsporttest.Region) {
		l, _ := ofRegion(t, region, "IGPSPORT_FTP=260", "IGPSPORT_LOG_LEVEL=info", "IGPSPORT_CACHE_DIR=/tmp/x", "IGPSPORT_APP_VERSION=9")
		says := func(all ...string) {
			t.Helper()
			l.ok(t, "", []string{"call", "get_athlete_profile"}, all...)
		}
		const ofService = `"lthr_bpm":{"value":168,"since":"2026-08-20","from":"igpsport"}`
		says(`"ftp_w":{"value":260,"since":"2026-08-20","from":"setting igpsport_ftp"}`, ofService)
		l.ok(t, "", []string{"doctor"}, "IGPSPORT_CACHE_DIR is not used.", "The former folder can be deleted",
			"IGPSPORT_APP_VERSION is not used.")

		l.environ = append(l.environ, "IGPSPORT_FTP=265", "IGPSPORT_LTHR=171")
		l.ok(t, "", []string{"sync"})
		says(`"ftp_w":{"value":265,"since":"2026-08-20","from":"setting igpsport_ftp"}`, `"lthr_bpm":{"value":171,"since":"2026-08-20","from":"setting`)
		_, out, _ := l.do(t.Context(), "", "undo")
		_, id, _ := strings.Cut(out, "setting igpsport_lthr. To take that back: lapkeep undo ")
		id, _, _ = strings.Cut(id, "\n")
		l.ok(t, "", []string{"undo", id}, "Undone")
		says(ofService)

		l.ok(t, "", []string{"call", "update_athlete_settings", `{"ftp_w":270,"sport":"cycling"}`})
		l.ok(t, "", []string{"sync"})
		says(`"ftp_w":{"value":270,"since":"2026-08-20"}`)
		l.environ = append(l.environ, "IGPSPORT_FTP=9000")
		l.fails(t, "", []string{"sync"}, "The setting igpsport_ftp is 9000, which no athlete has. Give a number from 30 to 700")
	})
}

// TestADamagedSignInOfSettingsCountsAsNone: who has the password in the
// settings is signed in anew; it is kept nowhere else.
func TestADamagedSignInOfSettingsCountsAsNone(t *testing.T) {
	t.Parallel()
	bothRegions(t, func(t *testing.T, region igpsporttest.Region) {
		l, _ := ofRegion(t, region)
		kept := filepath.Join(l.user, ".lapkeep", settings.KeysFolder, "me", "settings", "igpsport.json")
		for _, text := range []string{`{"access":`, `{}`} {
			if was := readText(t, kept); was == "" || strings.Contains(was, igpsporttest.DefaultPassword) {
				t.Fatal("nothing is kept, or the password of the settings")
			}
			writeText(t, kept, text)
			l.ok(t, "", []string{"sync"}, "iGPSport: 0 stored")
		}
	})
}
