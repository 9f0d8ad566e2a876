import { exampleEvent } from './example-event.ts';
import type { Given, Writer } from './given.ts';

const details = ({ message }: { message: string }): string => `map[string]any{"message": ${JSON.stringify(message)}}`;

/** Aligned like gofmt. */
const literal = (given: Given): string => {
  const written: [name: string, code: string][] = Object.entries(exampleEvent(given)).map(([name, value]) => [
    name,
    typeof value === 'object' ? details(value) : JSON.stringify(value),
  ]);
  written.push(['id', 'hex.EncodeToString(random)'], ['timestamp', 'time.Now().UTC().Format(time.RFC3339Nano)']);
  written.push(['trace_id', 'hex.EncodeToString(random)']);
  const width = Math.max(...written.map(([name]) => name.length)) + 4;
  return written.map(([name, code]) => `\t\t${`"${name}":`.padEnd(width)}${code},`).join('\n');
};

export const go: Writer = (given) => {
  if (given.door !== 'http') return null;
  return `package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

func main() {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		log.Fatal(err)
	}
	event, err := json.Marshal(map[string]any{
${literal(given)}
	})
	if err != nil {
		log.Fatal(err)
	}
	// After a timeout send the same event again: an id counts once.
	request, err := http.NewRequest("POST", ${JSON.stringify(given.connect.ingestUrl)}, bytes.NewReader(event))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", ${JSON.stringify(`Bearer ${given.keyText}`)})
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(answer))
	if response.StatusCode != http.StatusAccepted {
		log.Fatal("not accepted")
	}
}`;
};
