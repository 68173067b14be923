// Command bench measures a build against its goals on the machine it runs on:
// kernels and questions within this process, starting and serving by running
// the built program on a made store that is removed afterwards. It needs no
// data and no network; goals that only tests can show are named with them.
package main
