package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"lapkeep/host/engine"
	"lapkeep/host/node"
)

// envPrefix begins the environment's names of settings: LAPKEEP_HOST_LISTEN is listen.
const envPrefix = "LAPKEEP_HOST_"

// config is the configuration of a node. What is said of a setting here is the documentation of docs/hosting.md.
type config struct {
	// Data is the folder of this node: homes that are here, and the embedded engine.
	Data string `yaml:"data"`
	// Secret is the file with the cluster's secret.
	Secret string `yaml:"secret"`
	// Engine is "embedded" or the addresses of NATS servers, with commas.
	Engine string `yaml:"engine"`
	// EngineListen is where the embedded engine can be reached by this program's other commands.
	EngineListen string `yaml:"engine_listen"`
	// EngineCluster and EngineRoutes join embedded engines to a cluster.
	EngineCluster string `yaml:"engine_cluster"`
	EngineRoutes  string `yaml:"engine_routes"`
	// EngineCredentials, EngineCA, EngineCert and EngineKey are files for the addresses.
	EngineCredentials string `yaml:"engine_credentials"`
	EngineCA          string `yaml:"engine_ca"`
	EngineCert        string `yaml:"engine_cert"`
	EngineKey         string `yaml:"engine_key"`
	// Replicas is on how many servers of the engine everything is.
	Replicas int `yaml:"replicas"`
	// Shards is the number of streams that the logs share.
	Shards int `yaml:"shards"`
	// Listen is the address for people and programs, Inner the one for other nodes, which reach it at InnerAddress.
	Listen       string `yaml:"listen"`
	Inner        string `yaml:"inner"`
	InnerAddress string `yaml:"inner_address"`
	// PublicURL, TrustedProxy, TLSCert and TLSKey are as for lapkeep serve --http.
	PublicURL    string `yaml:"public_url"`
	TrustedProxy string `yaml:"trusted_proxy"`
	TLSCert      string `yaml:"tls_cert"`
	TLSKey       string `yaml:"tls_key"`
	// Copies is the folder of the second copies, the same storage for all nodes.
	Copies string `yaml:"copies"`
	// OpenHomes is the number of homes that may be open at the same time; 0 makes a front alone.
	OpenHomes int `yaml:"open_homes"`
	// Sweep is how often work that is due is looked for, and Grace how long a node that stops still passes requests on.
	Sweep time.Duration `yaml:"sweep"`
	Grace time.Duration `yaml:"grace"`
	// LogLevel and LogFormat are as for lapkeep.
	LogLevel  string `yaml:"log_level"`
	LogFormat string `yaml:"log_format"`
}

func defaults() config {
	return config{
		Data: "/var/lib/lapkeep-host", Engine: "embedded", EngineListen: "127.0.0.1:4222", Replicas: 1, Shards: 16,
		Listen: "127.0.0.1:8642", Inner: "127.0.0.1:8643", OpenHomes: 500, Sweep: 10 * time.Minute, Grace: 5 * time.Second,
		LogLevel: "info", LogFormat: "json",
	}
}

// loadConfig reads the file, if there is one, and then the environment, which counts more.
func loadConfig(path string, environ []string) (config, error) {
	c := defaults()
	text, err := os.ReadFile(path)
	if err != nil && (path != "" || !errors.Is(err, fs.ErrNotExist)) {
		return c, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&c); err != nil && len(bytes.TrimSpace(text)) > 0 {
		return c, fmt.Errorf("the configuration %s: %w", path, err)
	}
	for _, line := range environ {
		name, value, _ := strings.Cut(line, "=")
		key, ok := strings.CutPrefix(name, envPrefix)
		if !ok || key == "CONFIG" {
			continue
		}
		one := yaml.NewDecoder(strings.NewReader(strings.ToLower(key) + ": " + scalar(value) + "\n"))
		one.KnownFields(true)
		if err := one.Decode(&c); err != nil {
			return c, fmt.Errorf("%s in the environment: %w", name, err)
		}
	}
	return c, c.check()
}

// scalar writes a value of the environment as YAML: numbers and times as they are, everything else as a text.
func scalar(value string) string {
	if _, err := strconv.Atoi(value); err == nil {
		return value
	}
	return strconv.Quote(value)
}

func (c *config) check() error {
	switch {
	case c.Secret == "":
		return errors.New("the configuration names no secret; make one (lapkeep-host secret FILE) and write secret: FILE")
	case c.Replicas != 1 && c.Replicas != 3 && c.Replicas != 5:
		return fmt.Errorf("replicas: %d is not possible; write 3, or 1 without a cluster", c.Replicas)
	case c.Replicas > 1 && c.Engine == "embedded" && c.EngineCluster == "":
		return errors.New("replicas needs a cluster; name engine_cluster and engine_routes, or the engine's addresses")
	case c.Shards < 1 || c.Shards > 64:
		return fmt.Errorf("shards: %d is not possible; write 16", c.Shards)
	case c.OpenHomes < 0 || c.Sweep < time.Second || c.Grace < 0:
		return errors.New("open_homes and grace must not be negative, and sweep must be at least 1s")
	}
	if c.InnerAddress == "" {
		c.InnerAddress = c.Inner
	}
	if _, _, err := net.SplitHostPort(c.InnerAddress); err != nil {
		return fmt.Errorf("inner_address: %q is no address; write HOST:PORT", c.InnerAddress)
	}
	return nil
}

// options returns where the engine is. Another command than serve finds an embedded one at its address.
func (c *config) options(secret []byte, serves bool) (engine.Options, error) {
	o := engine.Options{
		Credentials: c.EngineCredentials, CA: c.EngineCA, Cert: c.EngineCert, Key: c.EngineKey,
		Replicas: c.Replicas, Shards: uint32(c.Shards), //nolint:gosec // it was checked
	}
	if c.Engine != "embedded" {
		o.Addresses = strings.Split(c.Engine, ",")
		return o, nil
	}
	token, err := node.EngineToken(secret)
	if err != nil {
		return o, err
	}
	o.Token = token
	if !serves {
		conn, err := net.DialTimeout("tcp", c.EngineListen, time.Second)
		if err == nil {
			o.Addresses = []string{"nats://" + c.EngineListen}
			return o, conn.Close()
		}
	}
	host, err := os.Hostname()
	if err != nil {
		return o, err
	}
	o.Embedded = &engine.Embedded{Dir: filepath.Join(c.Data, "engine"), Name: host, Listen: c.EngineListen, Cluster: c.EngineCluster}
	if c.EngineRoutes != "" {
		o.Embedded.Routes = strings.Split(c.EngineRoutes, ",")
	}
	return o, nil
}
