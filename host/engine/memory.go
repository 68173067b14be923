package engine

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Memory is the engine of one process. It needs its clock, and nothing else.
type Memory struct {
	// Fail, if set, is asked before (done false) and after (done true) each write; its error is returned. After
	// the write it is an acknowledgement that was lost.
	Fail func(verb string, done bool) error
	// Now is the clock by which leases end.
	Now func() time.Time

	mu     sync.Mutex
	last   uint64
	owners map[string]owner
	logs   map[string][]Entry
	blobs  map[string][]byte
	jobs   []Job
	posted map[Job]bool
}

type owner struct {
	holder string
	epoch  uint64
	ends   time.Time
}

// write does a change unless the caller has gone or Fail says no.
func (m *Memory) write(ctx context.Context, verb string, change func() error) error {
	if ctx.Err() != nil {
		return errors.Join(ErrUnknown, ctx.Err())
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Fail != nil {
		if err := m.Fail(verb, false); err != nil {
			return err
		}
	}
	if err := change(); err != nil {
		return err
	}
	if m.Fail != nil {
		return m.Fail(verb, true)
	}
	return nil
}

func (m *Memory) owner(name string) owner {
	o := m.owners[name]
	if !o.ends.IsZero() && !m.Now().Before(o.ends) {
		return owner{}
	}
	return o
}

// Own implements Engine.
func (m *Memory) Own(ctx context.Context, name, holder string, after uint64, ttl time.Duration) (epoch uint64, err error) {
	if err := errors.Join(checkName(name, holder), checkLease(ttl)); err != nil {
		return 0, err
	}
	err = m.write(ctx, "own", func() error {
		if m.owner(name).epoch != after {
			return ErrStale
		}
		if m.owners == nil {
			m.owners = map[string]owner{}
		}
		m.last++
		epoch = m.last
		o := owner{holder: holder, epoch: epoch}
		if ttl > 0 {
			o.ends = m.Now().Add(ttl)
		}
		m.owners[name] = o
		return nil
	})
	return epoch, err
}

// Owner implements Engine.
func (m *Memory) Owner(ctx context.Context, name string) (string, uint64, error) {
	if err := errors.Join(checkName(name), ctx.Err()); err != nil {
		return "", 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	o := m.owner(name)
	if o.epoch == 0 {
		return "", 0, ErrMissing
	}
	return o.holder, o.epoch, nil
}

func (m *Memory) lastOf(home string) uint64 {
	if log := m.logs[home]; len(log) > 0 {
		return log[len(log)-1].Sequence
	}
	return 0
}

// Append implements Engine.
func (m *Memory) Append(ctx context.Context, home string, after uint64, record []byte) (sequence uint64, err error) {
	if err := errors.Join(checkName(home), checkRecord(record)); err != nil {
		return 0, err
	}
	err = m.write(ctx, "append", func() error {
		if m.lastOf(home) != after {
			return ErrStale
		}
		if m.logs == nil {
			m.logs = map[string][]Entry{}
		}
		m.last++
		sequence = m.last
		m.logs[home] = append(m.logs[home], Entry{sequence, bytes.Clone(record)})
		return nil
	})
	return sequence, err
}

// Last implements Engine.
func (m *Memory) Last(ctx context.Context, home string) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lastOf(home), errors.Join(checkName(home), ctx.Err())
}

// Read implements Engine.
func (m *Memory) Read(ctx context.Context, home string, after, upTo uint64) ([]Entry, error) {
	if err := errors.Join(checkName(home), ctx.Err()); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var read []Entry
	for _, e := range m.logs[home] {
		if e.Sequence > after && e.Sequence <= upTo {
			read = append(read, Entry{e.Sequence, bytes.Clone(e.Record)})
		}
	}
	if len(read) == 0 || read[len(read)-1].Sequence != upTo {
		return nil, ErrMissing
	}
	return read, nil
}

// Logs implements Engine.
func (m *Memory) Logs(ctx context.Context) (names []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, log := range m.logs {
		if len(log) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, ctx.Err()
}

// Cut implements Engine.
func (m *Memory) Cut(ctx context.Context, home string, before uint64) error {
	if err := checkName(home); err != nil {
		return err
	}
	return m.write(ctx, "cut", func() error {
		m.logs[home] = slices.DeleteFunc(m.logs[home], func(e Entry) bool { return e.Sequence < before })
		return nil
	})
}

// Put implements Engine.
func (m *Memory) Put(ctx context.Context, name string, content []byte) error {
	if err := checkObject(name); err != nil {
		return err
	}
	return m.write(ctx, "put", func() error {
		if old, ok := m.blobs[name]; ok && !bytes.Equal(old, content) {
			return ErrExists
		}
		if m.blobs == nil {
			m.blobs = map[string][]byte{}
		}
		m.blobs[name] = bytes.Clone(content)
		return nil
	})
}

// Get implements Engine.
func (m *Memory) Get(ctx context.Context, name string) ([]byte, error) {
	if err := errors.Join(checkObject(name), ctx.Err()); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	content, ok := m.blobs[name]
	if !ok {
		return nil, ErrMissing
	}
	return bytes.Clone(content), nil
}

// Names implements Engine.
func (m *Memory) Names(ctx context.Context, folder string) ([]string, error) {
	if err := errors.Join(checkObject(folder), ctx.Err()); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var names []string
	for name := range m.blobs {
		if strings.HasPrefix(name, folder+"/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Remove implements Engine.
func (m *Memory) Remove(ctx context.Context, name string) error {
	if err := checkObject(name); err != nil {
		return err
	}
	return m.write(ctx, "remove", func() error {
		delete(m.blobs, name)
		return nil
	})
}

// Post implements Engine.
func (m *Memory) Post(ctx context.Context, job Job) error {
	if err := checkName(job.Kind, job.Home, job.ID); err != nil {
		return err
	}
	return m.write(ctx, "post", func() error {
		if m.posted == nil {
			m.posted = map[Job]bool{}
		}
		if !m.posted[job] {
			m.posted[job] = true
			m.jobs = append(m.jobs, job)
		}
		return nil
	})
}

// Work implements Engine.
func (m *Memory) Work(ctx context.Context, kind string, do func(context.Context, Job) error) error {
	if err := checkName(kind); err != nil {
		return err
	}
	for {
		m.mu.Lock()
		i := slices.IndexFunc(m.jobs, func(j Job) bool { return j.Kind == kind })
		if i < 0 {
			m.mu.Unlock()
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(5 * time.Millisecond):
				continue
			}
		}
		job := m.jobs[i]
		m.jobs = slices.Delete(m.jobs, i, i+1)
		m.mu.Unlock()
		err := do(ctx, job)
		if err != nil {
			m.mu.Lock()
			m.jobs = append(m.jobs, job)
			m.mu.Unlock()
		}
		return err
	}
}
