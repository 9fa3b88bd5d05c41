// Command pollbot asks for the price once a minute, and trades when the average is crossed.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"
)

const account = "https://api-fxpractice.oanda.com/v3/accounts/101-001-1000001-001"

var client = &http.Client{Timeout: 20 * time.Second}

func ask(method, path string, body []byte) []byte {
	request, _ := http.NewRequest(method, account+path, bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer of-the-program")
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	return answer
}

func bid() float64 {
	var answer struct {
		Prices []struct{ Bids []struct{ Price string } }
	}
	json.Unmarshal(ask("GET", "/pricing?instruments=EUR_USD", nil), &answer)
	price, _ := strconv.ParseFloat(answer.Prices[0].Bids[0].Price, 64)
	return price
}

func trade(units int, at time.Time) {
	body, _ := json.Marshal(map[string]any{"order": map[string]any{
		"type": "MARKET", "instrument": "EUR_USD", "units": strconv.Itoa(units),
		"clientExtensions": map[string]string{"id": rand.Text(), "comment": at.UTC().Format(time.RFC3339Nano)},
	}})
	ask("POST", "/orders", body)
}

func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	var bids []float64
	position := 0
	ticker := time.NewTicker(time.Minute)
	for {
		select {
		case <-stop:
			return
		case at := <-ticker.C:
			bids = append(bids, bid())
			if len(bids) < 20 {
				continue
			}
			sum := 0.0
			for _, each := range bids[len(bids)-20:] {
				sum += each
			}
			want := -1000
			if bids[len(bids)-1] > sum/20 {
				want = 1000
			}
			if want != position {
				trade(want-position, at)
			}
			position = want
		}
	}
}
