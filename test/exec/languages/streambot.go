// Command streambot reads a price stream, and trades from another goroutine when the average is crossed.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
)

const account = "101-001-1000001-001"

type price struct {
	Type string
	Time string
	Bids []struct{ Price string }
	Asks []struct{ Price string }
}

func ask(method, url string, body []byte) *http.Response {
	request, _ := http.NewRequest(method, url, bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer of-the-program")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return response
}

func trade(prices <-chan price, done chan<- int) {
	var mids []float64
	position, orders := 0, 0
	for p := range prices {
		bid, _ := strconv.ParseFloat(p.Bids[0].Price, 64)
		offer, _ := strconv.ParseFloat(p.Asks[0].Price, 64)
		mids = append(mids, (bid+offer)/2)
		if len(mids) < 20 {
			continue
		}
		sum := 0.0
		for _, mid := range mids[len(mids)-20:] {
			sum += mid
		}
		want := -1000
		if mids[len(mids)-1] > sum/20 {
			want = 1000
		}
		if want == position {
			continue
		}
		order := map[string]any{"order": map[string]any{"type": "MARKET", "instrument": "EUR_USD",
			"units": strconv.Itoa(want - position), "clientExtensions": map[string]string{"comment": p.Time}}}
		body, _ := json.Marshal(order)
		answer := ask("POST", "https://api-fxpractice.oanda.com/v3/accounts/"+account+"/orders", body)
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		position = want
		orders++
	}
	done <- orders
}

func main() {
	stream := ask("GET", "https://stream-fxpractice.oanda.com/v3/accounts/"+account+"/pricing/stream?instruments=EUR_USD", nil)
	prices, done := make(chan price), make(chan int)
	go trade(prices, done)
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() {
		var p price
		if json.Unmarshal(lines.Bytes(), &p) == nil && p.Type == "PRICE" && len(p.Bids) > 0 {
			prices <- p
		}
	}
	close(prices)
	fmt.Fprintln(os.Stderr, "orders", <-done)
}
