package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"
)

const (
	batch      = 512                   // records of one request
	readAgain  = 20 * time.Millisecond // between requests to a server that is behind
	ownBucket  = "OWN"
	jobStream  = "JOBS"
	coldStream = "COLD"
	batchBytes = 8 << 20 // of one request
	more, end  = 0, 1    // the first byte of an object's part
)

// JetStream is the engine on NATS. Its servers must run with sync_interval: always.
type JetStream struct {
	js     jetstream.JetStream
	shards uint32
}

// Open makes or finds the streams: replicas is 1 or 3, shards the number of streams that logs share. It cannot be changed later.
func Open(ctx context.Context, conn *nats.Conn, replicas int, shards uint32) (*JetStream, error) {
	if shards == 0 {
		return nil, errors.New("the engine needs one stream for logs at least; give 16")
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	streams := []jetstream.StreamConfig{
		{Name: ownBucket, Subjects: []string{"own.*"}, MaxMsgsPerSubject: 1, AllowMsgTTL: true},
		{Name: coldStream, Subjects: []string{"cold.>"}, AllowDirect: true},
		{Name: jobStream, Subjects: []string{"job.*.*"}, Retention: jetstream.WorkQueuePolicy},
	}
	for i := range shards {
		streams = append(streams, jetstream.StreamConfig{Name: logStream(i), Subjects: []string{fmt.Sprintf("log.%d.*", i)}, AllowDirect: true})
	}
	for _, s := range streams {
		s.Replicas, s.Storage = replicas, jetstream.FileStorage
		if _, err := js.CreateOrUpdateStream(ctx, s); err != nil {
			return nil, fmt.Errorf("stream %s of the engine: %w", s.Name, err)
		}
	}
	return &JetStream{js: js, shards: shards}, nil
}

func logStream(shard uint32) string { return fmt.Sprintf("LOG%d", shard) }

// log returns the stream and the subject of a home's log.
func (j *JetStream) log(home string) (stream, subject string) {
	h := fnv.New32a()
	h.Write([]byte(home)) //nolint:errcheck // a hash takes every byte
	shard := h.Sum32() % j.shards
	return logStream(shard), fmt.Sprintf("log.%d.%s", shard, home)
}

// publish writes a message if the last of its subject is after. It is the only fence: a lease only chooses.
func (j *JetStream) publish(ctx context.Context, subject string, content []byte, after uint64, ttl time.Duration) (uint64, error) {
	options := []jetstream.PublishOpt{jetstream.WithExpectLastSequencePerSubject(after)}
	if ttl > 0 {
		options = append(options, jetstream.WithMsgTTL(ttl))
	}
	ack, err := j.js.Publish(ctx, subject, content, options...)
	if err != nil {
		return 0, told(err)
	}
	return ack.Sequence, nil
}

// told sorts an error: refused for its sequence, not there, refused, or without an answer.
func told(err error) error {
	var refused *jetstream.APIError
	switch {
	case errors.As(err, &refused) && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || refused.ErrorCode == 10164):
		return errors.Join(ErrStale, err)
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return errors.Join(ErrMissing, err)
	default: // also an answer of a server that is not the leader: it says nothing about the others
		return errors.Join(ErrUnknown, err)
	}
}

// Own implements Engine. It publishes, because an update of a key-value bucket drops the ttl.
func (j *JetStream) Own(ctx context.Context, name, holder string, after uint64, ttl time.Duration) (uint64, error) {
	if err := errors.Join(checkName(name, holder), checkLease(ttl)); err != nil {
		return 0, err
	}
	return j.publish(ctx, "own."+name, []byte(holder), after, ttl)
}

// lastMessage asks a stream's leader for the last message of a subject; the client's own call may ask a server that is behind.
func (j *JetStream) lastMessage(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	ask := fmt.Appendf(nil, `{"last_by_subj":%q}`, subject)
	reply, err := j.js.Conn().RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, ask)
	if err != nil {
		return nil, told(err)
	}
	var answer struct {
		Error   *jetstream.APIError
		Message *struct {
			Seq  uint64
			Data []byte
		}
	}
	if err := json.Unmarshal(reply.Data, &answer); err != nil {
		return nil, told(err)
	}
	switch {
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return nil, ErrMissing
	case answer.Error != nil:
		return nil, told(answer.Error)
	case answer.Message == nil:
		return nil, ErrUnknown
	}
	return &jetstream.RawStreamMsg{Sequence: answer.Message.Seq, Data: answer.Message.Data}, nil
}

// Owner implements Engine.
func (j *JetStream) Owner(ctx context.Context, name string) (string, uint64, error) {
	if err := checkName(name); err != nil {
		return "", 0, err
	}
	msg, err := j.lastMessage(ctx, ownBucket, "own."+name)
	if err != nil {
		return "", 0, err
	}
	return string(msg.Data), msg.Sequence, nil
}

// Append implements Engine.
func (j *JetStream) Append(ctx context.Context, home string, after uint64, record []byte) (uint64, error) {
	if err := errors.Join(checkName(home), checkRecord(record)); err != nil {
		return 0, err
	}
	_, subject := j.log(home)
	return j.publish(ctx, subject, record, after, 0)
}

// Last implements Engine. A leader that was replaced may give an old one; the append after it is then refused.
func (j *JetStream) Last(ctx context.Context, home string) (uint64, error) {
	if err := checkName(home); err != nil {
		return 0, err
	}
	stream, subject := j.log(home)
	msg, err := j.lastMessage(ctx, stream, subject)
	if errors.Is(err, ErrMissing) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return msg.Sequence, nil
}

// Read implements Engine. Any server answers, also one that is behind, so it asks until upTo has come.
func (j *JetStream) Read(ctx context.Context, home string, after, upTo uint64) ([]Entry, error) {
	if err := checkName(home); err != nil {
		return nil, err
	}
	stream, subject := j.log(home)
	return j.read(ctx, stream, subject, after, upTo)
}

// read returns the messages of a subject between after and upTo, which is included.
func (j *JetStream) read(ctx context.Context, stream, subject string, after, upTo uint64) ([]Entry, error) {
	if after >= upTo {
		return nil, ErrMissing
	}
	var read []Entry
	for {
		msgs, err := jetstreamext.GetBatch(ctx, j.js, stream, batch,
			jetstreamext.GetBatchSeq(after+1), jetstreamext.GetBatchSubject(subject), jetstreamext.GetBatchMaxBytes(batchBytes))
		if err != nil {
			return nil, told(err)
		}
		before := after
		for msg, err := range msgs {
			if errors.Is(err, jetstreamext.ErrNoMessages) {
				break
			}
			if err != nil {
				return nil, told(err)
			}
			if msg.Sequence > upTo {
				return nil, ErrMissing
			}
			after = msg.Sequence
			read = append(read, Entry{after, msg.Data})
			if after == upTo {
				return read, nil
			}
		}
		if after > before {
			continue
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ErrMissing, ctx.Err())
		case <-time.After(readAgain):
		}
	}
}

// Logs implements Engine.
func (j *JetStream) Logs(ctx context.Context) (names []string, err error) {
	for shard := range j.shards {
		stream, err := j.js.Stream(ctx, logStream(shard))
		if err != nil {
			return nil, told(err)
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
		if err != nil {
			return nil, told(err)
		}
		for subject := range info.State.Subjects {
			names = append(names, subject[strings.LastIndexByte(subject, '.')+1:])
		}
	}
	slices.Sort(names)
	return names, nil
}

// Cut implements Engine.
func (j *JetStream) Cut(ctx context.Context, home string, before uint64) error {
	if err := checkName(home); err != nil {
		return err
	}
	name, subject := j.log(home)
	stream, err := j.js.Stream(ctx, name)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(before))
	}
	if err != nil {
		return told(err)
	}
	return nil
}

// cold returns the subject of an object.
func cold(name string) string { return "cold." + strings.ReplaceAll(name, "/", ".") }

// Put implements Engine. An object is a short log that its end closes, so two writers cannot mix theirs, and a put
// that was cut off goes on where it stopped. (The object store of nats.go reads by an ordered consumer, which hangs for seconds.)
func (j *JetStream) Put(ctx context.Context, name string, content []byte) error {
	if err := checkObject(name); err != nil {
		return err
	}
	old, last, ended, err := j.object(ctx, name)
	switch {
	case err != nil:
		return err
	case ended && bytes.Equal(old, content):
		return nil
	case ended || !bytes.HasPrefix(content, old):
		return ErrExists
	}
	for rest := content[len(old):]; ; {
		n := min(len(rest), MaxRecord)
		part := append([]byte{more}, rest[:n]...)
		if rest = rest[n:]; len(rest) == 0 {
			part[0] = end
		}
		if last, err = j.publish(ctx, cold(name), part, last, 0); err != nil || part[0] == end {
			return err
		}
	}
}

// object returns what there is of an object, its last sequence and whether it is whole.
func (j *JetStream) object(ctx context.Context, name string) (content []byte, last uint64, ended bool, err error) {
	msg, err := j.lastMessage(ctx, coldStream, cold(name))
	if errors.Is(err, ErrMissing) {
		return nil, 0, false, nil
	}
	if err != nil {
		return nil, 0, false, err
	}
	parts, err := j.read(ctx, coldStream, cold(name), 0, msg.Sequence)
	for _, part := range parts {
		content = append(content, part.Record[1:]...)
	}
	return content, msg.Sequence, msg.Data[0] == end, err
}

// Get implements Engine.
func (j *JetStream) Get(ctx context.Context, name string) ([]byte, error) {
	if err := checkObject(name); err != nil {
		return nil, err
	}
	content, _, ended, err := j.object(ctx, name)
	if err == nil && !ended {
		return nil, ErrMissing
	}
	return content, err
}

// Names implements Engine.
func (j *JetStream) Names(ctx context.Context, folder string) ([]string, error) {
	if err := checkObject(folder); err != nil {
		return nil, err
	}
	stream, err := j.js.Stream(ctx, coldStream)
	if err != nil {
		return nil, told(err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(cold(folder)+".>"))
	if err != nil {
		return nil, told(err)
	}
	var names []string
	for subject := range info.State.Subjects {
		names = append(names, strings.ReplaceAll(strings.TrimPrefix(subject, "cold."), ".", "/"))
	}
	slices.Sort(names)
	return names, nil
}

// Remove implements Engine. It removes the end of an object first: what is left if it fails is not whole.
func (j *JetStream) Remove(ctx context.Context, name string) error {
	if err := checkObject(name); err != nil {
		return err
	}
	stream, err := j.js.Stream(ctx, coldStream)
	if err != nil {
		return told(err)
	}
	for {
		msg, err := j.lastMessage(ctx, coldStream, cold(name))
		if errors.Is(err, ErrMissing) {
			return nil
		}
		if err == nil {
			err = stream.SecureDeleteMsg(ctx, msg.Sequence)
		}
		if err != nil {
			return told(err)
		}
	}
}

// Post implements Engine. A repeated ID is known for two minutes.
func (j *JetStream) Post(ctx context.Context, job Job) error {
	if err := checkName(job.Kind, job.Home, job.ID); err != nil {
		return err
	}
	subject := "job." + job.Kind + "." + job.Home
	if _, err := j.js.Publish(ctx, subject, []byte(job.ID), jetstream.WithMsgID(subject+"."+job.ID)); err != nil {
		return told(err)
	}
	return nil
}

// Work implements Engine.
func (j *JetStream) Work(ctx context.Context, kind string, do func(context.Context, Job) error) error {
	if err := checkName(kind); err != nil {
		return err
	}
	consumer, err := j.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
		Durable: kind, FilterSubject: "job." + kind + ".*", AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute,
	})
	if err != nil {
		return told(err)
	}
	for ctx.Err() == nil {
		msg, err := consumer.Next(jetstream.FetchContext(ctx))
		if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if err != nil {
			return told(err)
		}
		home := msg.Subject()[strings.LastIndexByte(msg.Subject(), '.')+1:]
		if err := do(ctx, Job{Kind: kind, Home: home, ID: string(msg.Data())}); err != nil {
			return errors.Join(err, msg.Nak())
		}
		if err := msg.DoubleAck(ctx); err != nil {
			return told(err)
		}
		return nil
	}
	return ctx.Err()
}
