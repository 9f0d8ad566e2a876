import { parseConfig } from '@portico/service/config';
import type { Service } from './configuration/services.ts';

/** What an artefact of a deployment sets for one process. */
export type ProcessEnvironment = { service: string; values: Readonly<Record<string, string>> };

/**
 * What is wrong with an environment by the schema of its service, one a line: names that the schema does not know, and
 * everything that would keep the process from starting.
 * @param anywhere - names that may be set for any process.
 */
export function environmentFaults(
  { service, values }: ProcessEnvironment,
  services: readonly Service[],
  anywhere: readonly string[] = [],
): string[] {
  const schema = services.find(({ name }) => name === service)?.schema;
  if (!schema) return [`there is no service ${service}`];
  const known = new Set(Object.keys(schema.shape).flatMap((name) => [name, `${name}_FILE`]));
  const unknown = Object.keys(values).filter((name) => !known.has(name) && !anywhere.includes(name));
  const parsed = parseConfig(schema, values);
  return [
    ...unknown.map((name) => `${service}: ${name} is no variable of it`),
    ...('faults' in parsed ? parsed.faults : []).map((fault) => `${service}: ${fault}`),
  ];
}
