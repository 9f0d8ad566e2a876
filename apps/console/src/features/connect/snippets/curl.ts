import { members } from './example-event.ts';
import type { Writer } from './given.ts';
import { quoted, SHELL_VARIABLES } from './shell.ts';

export const curl: Writer = (given) => {
  if (given.door !== 'http') return null;
  return `${SHELL_VARIABLES}
curl -sS --fail-with-body ${quoted(given.connect.ingestUrl)} \\
  -H ${quoted(`Authorization: Bearer ${given.keyText}`)} \\
  -H 'Content-Type: application/json' \\
  --data-binary @- <<EVENT
{
${members(given, (name, json) => `"${name}": ${json},`, '  ')}
  "id": "$ID",
  "timestamp": "$NOW",
  "trace_id": "$ID"
}
EVENT`;
};
