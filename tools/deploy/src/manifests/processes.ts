import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { ProcessEnvironment } from '../environment.ts';

const Container = z.object({
  args: z.array(z.string()).min(1),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
});
const Workload = z.looseObject({
  kind: z.enum(['Deployment', 'Job']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.tuple([Container.loose()]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
export type Workload = z.infer<typeof Workload>;

const Document = z.looseObject({ kind: z.string() });

export const documentsOf = (text: string): z.infer<typeof Document>[] =>
  parseAllDocuments(text, { merge: true }).flatMap((document) => {
    const found = Document.safeParse(document.toJS());
    return found.success ? [found.data] : [];
  });

export const workloadsOf = (text: string): Workload[] =>
  documentsOf(text)
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((document) => Workload.parse(document));

/** Sample values of secrets that must be URLs, by name. For other secrets, any text is valid. */
const SAMPLES: Readonly<Record<string, string>> = {
  POSTGRES_URL: 'postgres://portico@postgres:5432',
  POSTGRES_DIRECT_URL: 'postgres://portico@postgres:5432',
  CLICKHOUSE_URL: 'https://portico@clickhouse:8443/portico',
  SMTP_URL: 'smtps://portico@smtp.example.com',
};
const OTHER = 'a value of a secret that is long enough';

/** Returns the environment of a workload. Replaces each variable that names the file of a secret by the secret, with a sample value. */
export function environmentOf({ spec }: Workload, secrets: ReadonlySet<string>): ProcessEnvironment {
  const [{ args, env }] = spec.template.spec.containers;
  const values = env.map(({ name, value }) => {
    const secret = name.replace(/_FILE$/, '');
    return secrets.has(secret) && secret !== name ? [secret, SAMPLES[secret] ?? OTHER] : [name, value];
  });
  return { service: args[0] ?? '', values: Object.fromEntries(values) };
}
