import { exampleEvent } from './example-event.ts';
import type { SnippetInput, Writers } from './given.ts';

const text = (value: string): string => `'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;

const literal = (value: unknown): string => {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `[${Object.entries(value)
    .map(([name, inner]) => `${text(name)} => ${literal(inner)}`)
    .join(', ')}]`;
};

const members = (input: SnippetInput): string =>
  Object.entries(exampleEvent(input))
    .map(([name, value]) => `    ${text(name)} => ${literal(value)},`)
    .join('\n');

const overHttp = (input: SnippetInput): string => `<?php
$id = bin2hex(random_bytes(16));
$event = [
${members(input)}
    'id' => $id,
    'timestamp' => gmdate('Y-m-d\\TH:i:s\\Z'),
    'trace_id' => $id,
];

// After a timeout send the same event again: an id counts once.
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [${text(`Authorization: Bearer ${input.keyText}`)}, 'Content-Type: application/json'],
    'content' => json_encode($event),
    'ignore_errors' => true,
]]);
$stream = fopen(${text(input.connect.ingestUrl)}, 'r', false, $context);
if ($stream === false) {
    exit(1);
}
$status = stream_get_meta_data($stream)['wrapper_data'][0];
echo $status, "\\n", stream_get_contents($stream), "\\n";
exit(str_contains($status, ' 202') ? 0 : 1);`;

export const php: Writers = { http: overHttp };
