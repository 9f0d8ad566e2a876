import { z } from 'zod';
import type { Service } from './services.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Generates files of the chart from the schemas: the variables that each process reads, and the schema of the chart's values. */
export function chartFiles(services: readonly Service[]): Record<string, string> {
  const namesOf = ({ schema }: Service): string[] => Object.keys(schema.shape).toSorted();
  const names = [...new Set(services.flatMap(namesOf))].toSorted();
  const reads = services.map((service) => [
    service.name,
    Object.fromEntries(namesOf(service).map((name) => [name, true])),
  ]);
  return {
    'variables.json': json(Object.fromEntries(reads)),
    'values.schema.json': json(
      valuesSchema(
        names,
        services.map(({ name }) => name),
      ),
    ),
  };
}

const Count = z.int().min(0);
const Free = z.record(z.string(), z.unknown());
const Scaling = z.strictObject({
  enabled: z.boolean(),
  min: Count.optional(),
  max: Count.optional(),
  cpu: Count.optional(),
  lagSeconds: z.number().min(0).optional(),
});

/** Returns the JSON Schema of the chart's values. With this schema, Helm rejects a misspelled value or variable. */
function valuesSchema(names: readonly string[], services: readonly string[]): unknown {
  const Name = z.enum(names as [string, ...string[]]);
  const Variables = z.partialRecord(Name, z.union([z.string(), z.number(), z.boolean()]));
  const Secrets = z.partialRecord(Name, z.strictObject({ secret: z.string(), key: z.string() }));
  const file = { secret: z.string().optional(), configMap: z.string().optional(), key: z.string() };
  const Files = z.partialRecord(Name, z.strictObject(file));
  const placing = { resources: Free.optional(), nodeSelector: Free.optional(), tolerations: z.array(Free).optional() };
  const Process = z.strictObject({
    ...placing,
    service: z.enum(services as [string, ...string[]]).optional(),
    public: z.enum(['api', 'console']).optional(),
    metrics: z.boolean().optional(),
    replicas: Count.optional(),
    autoscaling: Scaling.optional(),
    variables: Variables.optional(),
    secrets: Secrets.optional(),
    files: Files.optional(),
  });
  const Url = z.string().regex(/^(https?:\/\/.+)?$/);
  const Values = z.strictObject({
    global: Free.optional(),
    image: z.strictObject({
      repository: z.string().min(1),
      tag: z.string(),
      digest: z.string(),
      pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
      pullSecrets: z.array(z.string()),
    }),
    urls: z.strictObject({ api: Url, console: Url }),
    variables: Variables,
    secrets: Secrets,
    files: Files,
    defaults: z.strictObject({ ...placing, replicas: Count, autoscaling: Scaling }),
    processes: z.record(z.string(), z.nullable(Process)),
    addresses: z.partialRecord(Name, z.string()),
    migrations: z.strictObject({ enabled: z.boolean(), deadlineSeconds: Count, secrets: Secrets }),
    drainSeconds: Count,
    terminationSeconds: Count,
    disruptionBudget: z.strictObject({ enabled: z.boolean(), maxUnavailable: z.union([Count, z.string()]) }),
    ingress: z.strictObject({
      enabled: z.boolean(),
      className: z.string(),
      annotations: z.record(z.string(), z.string()),
      tlsSecret: z.string(),
    }),
    networkPolicy: z.strictObject({
      enabled: z.boolean(),
      ingressFrom: z.array(Free),
      metricsFrom: z.array(Free),
      egress: z.array(Free),
    }),
    monitoring: z.strictObject({
      serviceMonitor: z.boolean(),
      rules: z.boolean(),
      dashboards: z.boolean(),
      labels: z.record(z.string(), z.string()),
      interval: z.string(),
    }),
  });
  return z.toJSONSchema(Values, { target: 'draft-7', reused: 'ref' });
}
