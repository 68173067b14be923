package clients

import "slices"

// Table is every client that is known, those that most people use first.
func Table() []Client {
	return slices.Concat(chats(), editors(), agents(), openAgents(), connectors())
}

// The shapes that several clients share.
func plainStdio() []Field { return []Field{{"command", Command}, {"args", Args}} }

func typedStdio() []Field {
	return []Field{{"type", "stdio"}, {"command", Command}, {"args", Args}}
}

func plainHTTP() []Field { return []Field{{"url", URL}, {"headers", Authorization}} }

func typedHTTP(kind string) []Field {
	return []Field{{"type", kind}, {"url", URL}, {"headers", Authorization}}
}

// Generic is the block that most clients read, whatever their file is called.
func Generic() Client {
	return Client{
		ID: "generic", Name: "Any other client", Format: "JSON", Key: []string{"mcpServers"},
		Stdio: plainStdio(), HTTP: plainHTTP(),
	}
}
