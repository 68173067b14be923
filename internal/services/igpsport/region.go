package igpsport

import (
	"net/http"
	"net/url"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// The regions. An account is of one of them and unknown in the other, though
// each takes the other's tokens, for an athlete of its own.
const (
	China         = "cn"
	International = "intl"
)

// region is one of them as requests name it.
type region struct {
	name      string
	title     i18n.Word
	host, web string // of the service, and of the page that asks it
	app       string // the version of that page
}

func regions() []region {
	return []region{
		{China, "China", "https://prod.zh.igpsport.com", "https://app.igpsport.cn", "8.07.08"},
		{International, "international", "https://prod.en.igpsport.com", "https://app.igpsport.com", "8.07.06"},
	}
}

// regionOf finds a region by its name.
func regionOf(name string) (region, error) {
	for _, r := range regions() {
		if strings.EqualFold(strings.TrimSpace(name), r.name) {
			return r, nil
		}
	}
	return region{}, training.Errorf(training.KindInvalid, "%q is not a region of iGPSport.", name).
		WithFix("Choose %s, for an account made in China, or %s, for any other.", China, International)
}

// API describes the service to a client. Nobody says what pace it wants; this
// is that of the programs that it is known to bear.
func API() client.API {
	a := client.API{
		Name: WireName, Title: "iGPSport", Regions: map[string]string{}, Enveloped: true, PerSecond: 5, Burst: 10,
		FileHosts: []string{"*.aliyuncs.com"}, MaxFile: 32 << 20,
	}
	for _, r := range regions() {
		a.Regions[r.name] = r.host
	}
	a.URL = a.Regions[China]
	return a
}

// api is that of one region.
func (r region) api() client.API {
	a := API()
	a.Header = http.Header{"Origin": {r.web}, "Referer": {r.web + "/"}, "Qiwu-App-Version": {r.app}}
	return a
}

// elsewhere refuses an address that is the other region's.
func (r region) elsewhere(base string) error {
	u, err := url.Parse(base)
	for _, other := range regions() {
		if err == nil && other.name != r.name && strings.EqualFold("https://"+u.Host, other.host) {
			return training.Errorf(training.KindInvalid, "The base address %s is not that of the region %s.", u.Host, r.name).
				WithFix("Leave the address out, or set the region to %s.", other.name)
		}
	}
	return nil
}

// fail makes a failure whose sentences are e's.
func fail(f source.Failure, e *training.Error) error {
	f.Source = WireName
	e.Err = &f
	return e
}
