import type { Given } from './given.ts';

/** What the example says beside its id, time and trace, which each language makes. */
export const exampleEvent = ({ connect: { id, organization } }: Pick<Given, 'connect'>) => ({
  source_id: id,
  ...(organization && { organization_id: organization.id }),
  source_type: 'example',
  event_name: 'example.started',
  result: 'SUCCESS',
  severity_text: 'INFO',
  details: { message: 'The first event' },
});

/** The members of an object, each on a line, as a language writes them: `write` gets the name and the value as JSON. */
export const members = (given: Given, write: (name: string, json: string) => string, indent: string): string =>
  Object.entries(exampleEvent(given))
    .map(([name, value]) => `${indent}${write(name, JSON.stringify(value))}`)
    .join('\n');
