//go:build !linux

package runtime

// orrerySeed: only Linux tells of the threads of a process, so that programs for other systems are not held.
func orrerySeed() (seed uint64, isHeld bool) {
	return 0, false
}
