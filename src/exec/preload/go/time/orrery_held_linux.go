package time

import (
	"internal/stringslite"
	"runtime"
	"syscall"
)

// orreryBegin puts the whole program into simulated time. Implemented in runtime.
func orreryBegin(control int32, now int64)

// Every package that knows the time, or a connection, comes after this one.
func init() {
	control, _ := syscall.Getenv("ORRERY_CONTROL")
	virtual, _ := syscall.Getenv("ORRERY_VIRTUAL_TIME")
	path, isUnix := stringslite.CutPrefix(control, "unix:")
	if !isUnix || virtual != "1" {
		return
	}
	line, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	if err := syscall.Connect(line, &syscall.SockaddrUnix{Name: path}); err != nil {
		syscall.Close(line)
		return
	}
	started, _ := syscall.Getenv("ORRERY_STARTED")
	hello := `{"say":"hello","kind":"go","idleBy":"threads","version":"` + runtime.Version() + `","pid":` + orreryText(syscall.Getpid()) +
		`,"program":"` + orreryProgram() + `"`
	if started != "" {
		hello += `,"started":"` + started + `"`
	}
	syscall.Write(line, []byte(hello+"}\n"))
	var answer [1024]byte
	n, _ := syscall.Read(line, answer[:])
	orreryBegin(int32(line), orreryNow(string(answer[:max(n, 0)])))
}

// orreryProgram returns the name of the program's file, without what JSON would not take.
func orreryProgram() string {
	var path [4096]byte
	n, _ := syscall.Readlink("/proc/self/exe", path[:])
	clean := ""
	for _, each := range path[:max(n, 0)] {
		if each == '/' {
			clean = ""
		} else if each >= ' ' && each < 0x7f && each != '"' && each != '\\' {
			clean += string(rune(each))
		}
	}
	return clean
}

// orreryNow returns the present that the answer to hello tells.
func orreryNow(text string) int64 {
	const name = `"now":`
	number := int64(0)
	at := stringslite.Index(text, name)
	for i := at + len(name); at >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		number = number*10 + int64(text[i]-'0')
	}
	return number
}

func orreryText(number int) string {
	text := ""
	for ; number > 0; number /= 10 {
		text = string(rune('0'+number%10)) + text
	}
	return text
}
