// Package node makes one of several machines that serve the homes of many athletes. Each is a front, which finds
// where a home is and passes requests on, and a node, which has homes open. What they share is on the engine.
//
// # Names on the engine
//
//	N-0 … N-31        leases: who a node is and where it listens
//	home-HOME         which node has a home
//	K-HASH            the home of a key, a calendar feed or an address that services call
//	D-HOME            when the home's next work is due
//	S-sweep           the node that looks for work that is due
//	log F-HOME        the home's small files, sealed
//
// Names of homes have no capital letters, so none of these is a home.
package node
