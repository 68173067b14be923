package engine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	startWait    = 20 * time.Second       // for a server in this process
	openPatience = 5 * time.Second        // of one attempt
	openAgain    = 200 * time.Millisecond // between attempts to reach a cluster that has no leader yet
)

// Options says where the engine is.
type Options struct {
	// Addresses are those of a NATS cluster, such as nats://a:4222.
	Addresses []string
	// Token opens a server in a process; Credentials is a NATS credentials file; CA, Cert and Key are PEM files for TLS.
	// They may be empty.
	Token                      string
	Credentials, CA, Cert, Key string
	// Replicas is on how many servers everything is: 3, or 1 without a cluster.
	Replicas int
	// Shards is the number of streams that the logs share; it stays as it was first.
	Shards uint32
	// Embedded, if set, runs a server in this process instead.
	Embedded *Embedded
}

// Embedded describes a NATS server in this process.
type Embedded struct {
	Dir  string
	Name string
	// Listen is an address for other programs, such as 127.0.0.1:4222; empty means none.
	Listen string
	// Cluster is the address at which servers of a cluster find this one, and Routes are the others.
	Cluster string
	Routes  []string
}

// Connect connects to the engine, and waits until it has a leader or ctx ends. close ends the connection, and the
// server in this process.
func Connect(ctx context.Context, o Options) (e *JetStream, closeAll func(), err error) {
	var s *server.Server
	connected := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond), nats.Name("lapkeep-host")}
	if o.Embedded != nil {
		if s, err = o.Embedded.start(o.Token); err != nil {
			return nil, nil, err
		}
		connected = append(connected, nats.InProcessServer(s))
	}
	if o.Token != "" {
		connected = append(connected, nats.Token(o.Token))
	}
	if o.Credentials != "" {
		connected = append(connected, nats.UserCredentials(o.Credentials))
	}
	if o.CA != "" {
		connected = append(connected, nats.RootCAs(o.CA))
	}
	if o.Cert != "" {
		connected = append(connected, nats.ClientCert(o.Cert, o.Key))
	}
	stop := func() {
		if s != nil {
			s.Shutdown()
			s.WaitForShutdown()
		}
	}
	conn, err := nats.Connect(strings.Join(o.Addresses, ","), connected...)
	if err != nil {
		stop()
		return nil, nil, fmt.Errorf("the engine cannot be reached (check its addresses and that it runs): %w", err)
	}
	closeAll = func() { conn.Close(); stop() }
	for {
		// A request that comes before there is a leader is never answered.
		short, cancel := context.WithTimeout(ctx, openPatience)
		e, err = Open(short, conn, o.Replicas, o.Shards)
		cancel()
		if err == nil {
			return e, closeAll, nil
		}
		select {
		case <-ctx.Done():
			closeAll()
			return nil, nil, errors.Join(fmt.Errorf("the engine has no quorum (check that most of its servers run): %w", err), ctx.Err())
		case <-time.After(openAgain):
		}
	}
}

func (e *Embedded) start(token string) (_ *server.Server, err error) {
	o := &server.Options{
		ServerName: e.Name, DontListen: e.Listen == "", NoSigs: true, NoLog: true, Authorization: token,
		JetStream: true, StoreDir: e.Dir, SyncAlways: true,
	}
	if e.Listen != "" {
		if o.Host, o.Port, err = hostPort(e.Listen); err != nil {
			return nil, err
		}
	}
	if e.Cluster != "" {
		o.Cluster = server.ClusterOpts{Name: "lapkeep", Username: "lapkeep", Password: token}
		if o.Cluster.Host, o.Cluster.Port, err = hostPort(e.Cluster); err != nil {
			return nil, err
		}
		for _, route := range e.Routes {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", Host: route, User: url.UserPassword("lapkeep", token)})
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("the engine in this process: %w", err)
	}
	s.Start()
	for begin := time.Now(); !s.Running(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > startWait {
			s.Shutdown()
			return nil, errors.New("the engine in this process did not start; look at its folder and the free space")
		}
	}
	return s, nil
}

func hostPort(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil {
		return "", 0, fmt.Errorf("%q is no address of the engine; write HOST:PORT", address)
	}
	return host, port, nil
}
