// Simulated time of a Go program that was built under `orrery exec --virtual-time`, and that runs in it: all goroutines of
// the program live in one bubble, in the sense of testing/synctest, whose clock is the sandbox's. What the bubble would
// do by itself (to find that all wait, and to move its clock) it does not: the sandbox looks at the threads.

package runtime

import _ "unsafe" // for go:linkname

// The bubble of the whole program; nil where none is held.
var orreryBubble *synctestBubble

// Counts timers, so that those of one instant fire in the order in which they were started.
var orreryOrder uint32

// The state of the stream that goroutines started by timers get their streams from.
var orreryTimers uint64

const orreryGolden = 0x9e3779b97f4a7c15

// orreryNext draws from a stream (SplitMix64).
//
//go:nosplit
func orreryNext(state *uint64) uint64 {
	*state += orreryGolden
	z := *state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// orrerySeedOf gives a new goroutine a stream of its own. Timers start goroutines from any thread.
func orrerySeedOf(starter *g) uint64 {
	if starter == starter.m.g0 {
		return orreryNext(&orreryTimers)
	}
	return orreryNext(&starter.orreryStream)
}

// orreryRandom fills b from the stream of the calling goroutine, and reports whether the program is held.
//
//go:linkname orreryRandom crypto/internal/sysrand.orreryRandom
func orreryRandom(b []byte) bool {
	gp := getg()
	if orreryBubble == nil || gp.bubble != orreryBubble {
		return false
	}
	for i := range b {
		b[i] = byte(orreryNext(&gp.orreryStream))
	}
	return true
}
