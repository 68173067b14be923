// Package bench measures a build against its goals on the machine it runs on:
// kernels and questions within this process, starting and serving by running
// the program itself on a made store that is removed afterwards. It needs no
// data, no network and no tests; goals that only tests can show are named with
// them. It must not be imported by anything but the composition.
package bench
