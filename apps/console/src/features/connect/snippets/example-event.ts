import type { SnippetInput } from './given.ts';

/** The fields of the example event. Each example program generates the id, the time and the trace id itself. */
export const exampleEvent = ({ connect: { id, organization } }: Pick<SnippetInput, 'connect'>) => ({
  source_id: id,
  ...(organization && { organization_id: organization.id }),
  source_type: 'example',
  event_name: 'example.started',
  result: 'SUCCESS',
  severity_text: 'INFO',
  details: { message: 'The first event' },
});

/** Writes the fields of the example event, one per line. `write` formats a name and a JSON value in the language's syntax. */
export const members = (input: SnippetInput, write: (name: string, json: string) => string, indent: string): string =>
  Object.entries(exampleEvent(input))
    .map(([name, value]) => `${indent}${write(name, JSON.stringify(value))}`)
    .join('\n');
