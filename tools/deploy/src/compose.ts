import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ProcessEnvironment } from './environment.ts';

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      profiles: z.array(z.string()).default([]),
      command: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.coerce.string()).default({}),
    }),
  ),
});
type ComposeService = z.output<typeof Compose>['services'][string];

/** Replaces `${NAME:-default}` as Docker Compose does, but reads variables only from `variables`. */
const interpolated = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, fallback: string) => variables[name] || fallback);

export function readCompose(file: string, variables: Readonly<Record<string, string>> = {}) {
  const replaced = (_: unknown, value: unknown): unknown =>
    typeof value === 'string' ? interpolated(value, variables) : value;
  return Compose.parse(parse(readFileSync(file, 'utf8'), replaced, { merge: true })).services;
}

/** Returns the environments of the services that run a process of the product's image. The first argument names the process. */
export const processesOf = (services: Readonly<Record<string, ComposeService>>): ProcessEnvironment[] =>
  Object.values(services)
    .filter(({ image, command }) => image.startsWith('portico') && command[0] !== 'generate-secrets')
    .map(({ command, environment }) => ({ service: command[0] ?? '', values: { PORT: '8080', ...environment } }));
