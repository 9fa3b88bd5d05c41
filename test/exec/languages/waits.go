// Command waits waits in each way that Go has, and says how many seconds each one took; then what it drew.
package main

import (
	"context"
	crypto "crypto/rand"
	"fmt"
	"math/rand"
	"net"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"time"
)

func say(name string, wait func()) {
	start := time.Now()
	wait()
	fmt.Printf("%s %.3f\n", name, time.Since(start).Seconds())
}

func listen() (reader, writer net.Conn) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	if writer, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		panic(err)
	}
	if reader, err = listener.Accept(); err != nil {
		panic(err)
	}
	return reader, writer
}

func main() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	reader, writer := listen()
	say("Sleep", func() { time.Sleep(1500 * time.Millisecond) })
	say("After", func() { <-time.After(2 * time.Second) })
	say("Ticker", func() {
		ticker := time.NewTicker(time.Second)
		for range 3 {
			<-ticker.C
		}
		ticker.Stop()
	})
	say("AfterFunc", func() {
		done := make(chan bool)
		time.AfterFunc(4*time.Second, func() { close(done) })
		<-done
	})
	say("WithTimeout", func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		<-ctx.Done()
	})
	say("Mutex", func() {
		var lock sync.Mutex
		lock.Lock()
		go func() {
			time.Sleep(time.Second)
			lock.Unlock()
		}()
		lock.Lock()
	})
	say("WaitGroup", func() {
		var group sync.WaitGroup
		for n := range 3 {
			group.Add(1)
			go func() {
				defer group.Done()
				time.Sleep(time.Duration(n) * time.Second)
			}()
		}
		group.Wait()
	})
	say("read deadline", func() {
		reader.SetReadDeadline(time.Now().Add(2 * time.Second))
		if _, err := reader.Read(make([]byte, 1)); !os.IsTimeout(err) {
			panic(err)
		}
	})
	say("read", func() {
		reader.SetReadDeadline(time.Time{})
		go func() {
			time.Sleep(3 * time.Second)
			writer.Write([]byte("!"))
		}()
		reader.Read(make([]byte, 1))
	})
	draw()
}

// Draws in each way in which Go does what nobody has asked for an order of.
func draw() {
	channels := [3]chan int{make(chan int, 20), make(chan int, 20), make(chan int, 20)}
	for n := range 20 {
		for _, each := range channels {
			each <- n
		}
	}
	for range 20 {
		select {
		case <-channels[0]:
			fmt.Print("a")
		case <-channels[1]:
			fmt.Print("b")
		case <-channels[2]:
			fmt.Print("c")
		}
	}
	for name := range map[string]bool{"one": true, "two": true, "three": true, "four": true} {
		fmt.Print(" ", name)
	}
	fmt.Println(" ", rand.Int(), crypto.Text(), runtime.GOMAXPROCS(8), runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for n := range 5 {
		group.Add(1)
		go func() {
			defer group.Done()
			time.Sleep(time.Second)
			fmt.Print(" ", n, " ", rand.Intn(1000))
		}()
	}
	group.Wait()
	fmt.Println()
}
