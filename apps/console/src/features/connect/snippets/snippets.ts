import { librdkafkaSettings, recordKey, type SnippetInput, topicOf, type Writers } from './given.ts';
import { java } from './java.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { members, exampleEvent } from './example-event.ts';

const details = ({ message }: { message: string }): string => `map[string]any{"message": ${JSON.stringify(message)}}`;

/** The fields of the Go example, aligned as gofmt aligns them. */
const literal = (input: SnippetInput): string => {
  const written: [name: string, code: string][] = Object.entries(exampleEvent(input)).map(([name, value]) => [
    name,
    typeof value === 'object' ? details(value) : JSON.stringify(value),
  ]);
  written.push(['id', 'hex.EncodeToString(random)'], ['timestamp', 'time.Now().UTC().Format(time.RFC3339Nano)']);
  written.push(['trace_id', 'hex.EncodeToString(random)']);
  const width = Math.max(...written.map(([name]) => name.length)) + 4;
  return written.map(([name, code]) => `\t\t${`"${name}":`.padEnd(width)}${code},`).join('\n');
};

const go = (input: SnippetInput): string => `package main

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
${literal(input)}
	})
	if err != nil {
		log.Fatal(err)
	}
	// After a timeout send the same event again: an id counts once.
	request, err := http.NewRequest("POST", ${JSON.stringify(input.connect.ingestUrl)}, bytes.NewReader(event))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", ${JSON.stringify(`Bearer ${input.keyText}`)})
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

/** Quotes any text as a word of a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Shell lines that set a new id of 32 hex digits and the time. */
const SHELL_VARIABLES = `ID=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)`;

const kcat = (input: SnippetInput): string => {
  const own = { id: '$ID', timestamp: '$NOW', trace_id: '$ID' };
  const to = `kcat -P -b ${quoted(input.connect.kafka.brokers)} -t ${quoted(topicOf(input))} -k ${recordKey(input)}`;
  const settings = input.door === 'own' ? librdkafkaSettings(input) : [];
  const options = settings.map(([name, value]) => `-X ${quoted(`${name}=${value}`)}`);
  return `${SHELL_VARIABLES}
${[to, ...options].join(' \\\n  ')} <<EVENT
${JSON.stringify({ ...own, ...exampleEvent(input) })}
EVENT`;
};

const curl = (input: SnippetInput): string => `${SHELL_VARIABLES}
curl -sS --fail-with-body ${quoted(input.connect.ingestUrl)} \\
  -H ${quoted(`Authorization: Bearer ${input.keyText}`)} \\
  -H 'Content-Type: application/json' \\
  --data-binary @- <<EVENT
{
${members(input, (name, json) => `"${name}": ${json},`, '  ')}
  "id": "$ID",
  "timestamp": "$NOW",
  "trace_id": "$ID"
}
EVENT`;

const LANGUAGES: readonly { language: string; label: string; writers: Writers }[] = [
  { language: 'curl', label: 'curl', writers: { http: curl } },
  { language: 'kcat', label: 'kcat', writers: { own: kcat, shared: kcat } },
  { language: 'node', label: 'Node', writers: node },
  { language: 'python', label: 'Python', writers: python },
  { language: 'java', label: 'Java', writers: java },
  { language: 'go', label: 'Go', writers: { http: go } },
  { language: 'php', label: 'PHP', writers: php },
];

/**
 * Code that publishes one event, in every language that supports the way to publish. Each program generates a new id, prints the response,
 * and exits with a code other than 0 if publishing failed. Over HTTP the response also lists the rejected events.
 */
export const snippets = (input: SnippetInput) =>
  LANGUAGES.flatMap(({ language, label, writers: { [input.door]: write } }) =>
    write ? [{ language, label, code: write(input) }] : [],
  );
