package goldencheetah

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// ride is what a file says beside its samples.
type ride struct {
	start     time.Time
	device    string
	tags      map[string]string
	intervals []interval
	overrides map[string]float64 // the athlete's own figures, by GoldenCheetah's name
	sampled   bool
}

// interval is a marked stretch in seconds, both ends included.
type interval struct {
	Start float64 `json:"START"`
	Stop  float64 `json:"STOP"`
}

var errForm = errors.New("it has another form")

// read reads a file, and hands each sample over. Without somebody to take
// them it ends at the first.
func read(r io.Reader, each func(*sample)) (*ride, error) {
	in := bufio.NewReader(r)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // they were there
	}
	d := json.NewDecoder(in)
	h := &ride{tags: map[string]string{}, overrides: map[string]float64{}}
	if err := h.document(d, each); err != nil {
		return nil, damaged(err)
	}
	if h.start.IsZero() {
		return nil, damaged(errors.New("it has no start"))
	}
	return h, nil
}

func (h *ride) document(d *json.Decoder, each func(*sample)) error {
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key != "RIDE" {
			if err := d.Decode(new(json.RawMessage)); err != nil {
				return err
			}
			continue
		}
		return h.ride(d, each) // nothing behind it is of use
	}
	return errForm
}

func (h *ride) ride(d *json.Decoder, each func(*sample)) error {
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key == "SAMPLES" {
			h.sampled = true
			if each == nil {
				return nil
			}
			if err := samples(d, each); err != nil {
				return err
			}
			continue
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		h.field(fmt.Sprint(key), raw)
	}
	return expect(d, json.Delim('}'))
}

func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = errForm
	}
	return err
}

// field takes a member of a ride; what has another form is not said.
func (h *ride) field(key string, raw json.RawMessage) {
	switch key {
	case "STARTTIME":
		if t, err := time.Parse("2006/01/02 15:04:05 UTC", word(raw)); err == nil {
			h.start = t
		}
	case "DEVICETYPE":
		h.device = textclean.Line(word(raw), textclean.NameRunes)
	case "TAGS":
		var tags map[string]json.RawMessage
		_ = json.Unmarshal(raw, &tags) // none
		for k, v := range tags {
			h.tags[k] = word(v)
		}
	case "INTERVALS":
		if json.Unmarshal(raw, &h.intervals) != nil {
			h.intervals = nil
		}
	case "OVERRIDES":
		var list []map[string]struct {
			Value json.RawMessage `json:"value"`
		}
		_ = json.Unmarshal(raw, &list) // none
		for _, m := range list {
			for name, o := range m {
				if v, err := strconv.ParseFloat(word(o.Value), 64); err == nil && v-v == 0 {
					h.overrides[name] = v
				}
			}
		}
	}
}

// word is a text, at whose end the program writes a blank, or a number as one.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(bytes.Trim(raw, `"`))
	}
	return strings.TrimSpace(s)
}

// said is what the athlete wrote about a ride.
func (h *ride) said(stem string) training.Statement {
	s := training.Statement{
		Ref: Source + ":" + strings.ToLower(stem), Sport: h.sport(),
		Name: textclean.Line(h.tags["Workout Title"], textclean.NameRunes), Description: textclean.Text(h.tags["Notes"], textclean.TextRunes),
	}
	if v, err := strconv.ParseFloat(h.tags["RPE"], 64); err == nil && v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	return s
}

// sport is empty where the program does not say.
func (h *ride) sport() training.Sport {
	w := h.tags["Sport"]
	if s, _, ok := training.ParseKind(w); ok || w == "" {
		return s
	}
	if strings.EqualFold(w, "ski") {
		return training.CrossCountry
	}
	return training.Sport(strings.ReplaceAll(strings.ToLower(textclean.Line(w, textclean.NameRunes)), " ", "_"))
}

// entered are the figures that an activity without samples has.
var entered = map[string]training.Metric{
	"total_distance": training.MetricDistanceKM,
	"time_riding":    training.MetricMovingTimeS,
	"average_power":  training.MetricAvgPowerW,
	"coggan_np":      training.MetricNormalizedPowerW,
	"average_hr":     training.MetricAvgHRBpm,
	"max_heartrate":  training.MetricMaxHRBpm,
	"average_cad":    training.MetricAvgCadenceRPM,
	"total_work":     training.MetricWorkKJ,
	"elevation_gain": training.MetricElevationGainM,
}

// entry is an activity that was typed in.
func (h *ride) entry() *training.Entry {
	e := &training.Entry{Start: h.start, ElapsedS: max(0, h.overrides["workout_time"])}
	if e.TimerS = max(0, h.overrides["time_riding"]); e.TimerS == 0 {
		e.TimerS = e.ElapsedS
	}
	e.ElapsedS = max(e.ElapsedS, e.TimerS)
	for name, v := range h.overrides {
		if m, ok := entered[name]; ok && v > 0 {
			e.Values = e.Values.Put(m, v)
		}
	}
	return e
}
