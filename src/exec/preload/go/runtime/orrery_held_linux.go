package runtime

import (
	"internal/stringslite"
	"unsafe"
)

// The exit code of a process whose control line is closed: EX_TEMPFAIL of sysexits.h.
const orreryRunIsOver = 75

// The largest number that every reader of JSON keeps exactly.
const orrerySafeInteger = 1<<53 - 1

var orreryControl int32

// orrerySeed returns the seed of the run. It is called before the environment is read.
func orrerySeed() (seed uint64, isHeld bool) {
	for n := int32(0); argv_index(argv, argc+1+n) != nil; n++ {
		p := argv_index(argv, argc+1+n)
		s := unsafe.String(p, findnull(p))
		if s == "ORRERY_VIRTUAL_TIME=1" {
			isHeld = true
		}
		if stringslite.HasPrefix(s, "ORRERY_SEED=") {
			for _, digit := range []byte(s[len("ORRERY_SEED="):]) {
				seed = seed*10 + uint64(digit-'0')
			}
		}
	}
	return seed, isHeld
}

// orreryBegin is called by the first goroutine before any of the program, with the control line and the present, in
// microseconds since 1970.
//
//go:linkname orreryBegin time.orreryBegin
func orreryBegin(control int32, now int64) {
	// One goroutine runs at a time, so that their order does not depend on the machine.
	GOMAXPROCS(1)
	bubble := new(synctestBubble)
	bubble.id = bubbleGen.Add(1)
	bubble.now = now * 1000
	lockInit(&bubble.mu, lockRankSynctest)
	lockInit(&bubble.timers.mu, lockRankTimers)
	seed, _ := orrerySeed()
	orreryControl = control
	orreryTimers = seed ^ orreryGolden
	orreryBubble = bubble
	gp := getg()
	gp.orreryStream = seed
	gp.bubble = bubble
	go orreryHear()
}

// orreryHear reads the control line. As a goroutine of the runtime it is outside the bubble.
func orreryHear() {
	var heard [4096]byte
	size := 0
	for {
		entersyscallblock()
		n := read(orreryControl, noescape(unsafe.Pointer(&heard[size])), int32(len(heard)-size))
		exitsyscall()
		if n == -_EINTR {
			continue
		}
		if n <= 0 {
			exit(orreryRunIsOver)
		}
		size += int(n)
		start := 0
		for i := 0; i < size; i++ {
			if heard[i] == '\n' {
				orreryAct(heard[start:i])
				start = i + 1
			}
		}
		copy(heard[:], heard[start:size])
		size -= start
	}
}

// orreryAct does what a line of the sandbox asks for: it is the time, or the question until when the program waits.
func orreryAct(line []byte) {
	if now, ok := orreryNumber(line, `"now":`); ok {
		orrerySetTime(now * 1000)
	}
	if question, ok := orreryNumber(line, `"ask":`); ok {
		orreryAnswer(question)
	}
}

// orrerySetTime fires the timers that are due, in the order of their instants.
func orrerySetTime(now int64) {
	bubble := orreryBubble
	bubble.now = max(bubble.now, now)
	gp := getg()
	systemstack(func() {
		// As in synctestRun: what timers start does not inherit from this goroutine.
		curg := gp.m.curg
		gp.m.curg = nil
		bubble.timers.check(bubble.now, bubble)
		gp.m.curg = curg
	})
}

func orreryAnswer(question int64) {
	var number [20]byte
	var text [256]byte
	line := append(text[:0], `{"say":"idle","epoch":`...)
	line = append(line, itoa(number[:], uint64(question))...)
	line = append(line, `,"connections":[],"now":`...)
	line = append(line, itoa(number[:], uint64(orreryBubble.now/1000))...)
	line = append(line, `,"until":`...)
	next := orreryBubble.timers.wakeTime()
	until := next/1000 + min(next%1000, 1)
	if next <= 0 || until > orrerySafeInteger {
		line = append(line, "null}\n"...)
	} else {
		line = append(line, itoa(number[:], uint64(until))...)
		line = append(line, "}\n"...)
	}
	write1(uintptr(orreryControl), noescape(unsafe.Pointer(&line[0])), int32(len(line)))
}

// orreryNumber returns the whole number after a name in a line.
func orreryNumber(line []byte, name string) (number int64, ok bool) {
	for i := 0; i+len(name) <= len(line); i++ {
		if string(line[i:i+len(name)]) != name {
			continue
		}
		for i += len(name); i < len(line) && line[i] >= '0' && line[i] <= '9'; i++ {
			number = number*10 + int64(line[i]-'0')
		}
		return number, true
	}
	return 0, false
}
