import type { SnippetInput } from './given.ts';

/** The fields of the example event, without id, time and trace: each example program generates these three. */
export const exampleEvent = ({ connect: { id, organization } }: Pick<SnippetInput, 'connect'>) => ({
  source_id: id,
  ...(organization && { organization_id: organization.id }),
  source_type: 'example',
  event_name: 'example.started',
  result: 'SUCCESS',
  severity_text: 'INFO',
  details: { message: 'The first event' },
});

/** The members of an object, one per line, in a language's syntax: `write` gets the name and the JSON value. */
export const members = (input: SnippetInput, write: (name: string, json: string) => string, indent: string): string =>
  Object.entries(exampleEvent(input))
    .map(([name, value]) => `${indent}${write(name, JSON.stringify(value))}`)
    .join('\n');
