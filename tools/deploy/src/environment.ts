import { parseConfig } from '@portico/service/config';
import type { Service } from './configuration/services.ts';

export type ProcessEnvironment = { service: string; values: Readonly<Record<string, string>> };

/**
 * Returns the faults of an environment according to the service's schema, one per line: unknown names, and values that prevent the
 * service from starting.
 * @param anywhere names that are allowed in any environment.
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
