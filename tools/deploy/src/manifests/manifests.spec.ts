import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readComments } from '../configuration/comments.ts';
import { readServices, type Service } from '../configuration/services.ts';
import { variablesOf } from '../configuration/variables.ts';
import { environmentFaults } from '../environment.ts';
import { digestOf, MANIFESTS } from './chart.ts';
import { environmentOf, type Workload, workloadsOf } from './processes.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const text = readFileSync(join(ROOT, MANIFESTS), 'utf8');
const workloads = workloadsOf(text);
const argsOf = ({ spec }: Workload): string => spec.template.spec.containers[0].args.join(' ');
const of = (kind: string): Workload[] => workloads.filter((workload) => workload.kind === kind);

let services: Service[] = [];
let secrets: ReadonlySet<string> = new Set();
beforeAll(async () => {
  services = await readServices(ROOT);
  const variables = variablesOf(services, readComments(ROOT));
  secrets = new Set(variables.filter(({ isSecret }) => isSecret).map(({ name }) => name));
}, 60_000);

describe(MANIFESTS, () => {
  it('is rendered from the current chart', () => {
    expect(text).toContain(`# chart: ${digestOf(ROOT)}\n`);
  });

  it('deploys every process of the product, and each role of the events service', () => {
    expect([...new Set(of('Deployment').map(argsOf))].toSorted()).toEqual(services.map(({ name }) => name).toSorted());
    const roles = of('Deployment').flatMap((workload) => environmentOf(workload, secrets).values['EVENTS_ROLES'] ?? []);
    expect(roles.toSorted()).toEqual(['doors', 'ingest', 'live', 'queries']);
  });

  it('migrates the database of each service in a job, and not when the service starts', () => {
    const migrated = services.filter(({ schema }) => 'MIGRATE_AT_START' in schema.shape);
    expect(of('Job').map(argsOf).toSorted()).toEqual(migrated.map(({ name }) => `${name} migrate`).toSorted());
    for (const workload of of('Deployment')) {
      const { values, service } = environmentOf(workload, secrets);
      if (migrated.some(({ name }) => name === service)) expect(values['MIGRATE_AT_START']).toBe('false');
    }
  });

  it('sets the required variables of each process, and no unknown variables', () => {
    const faults = workloads.flatMap((workload) => environmentFaults(environmentOf(workload, secrets), services));
    expect(faults).toEqual([]);
  });

  it('runs each process without privileges on a read-only root file system', () => {
    for (const line of ['readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false', 'drop: [ALL]'])
      expect([line, text.split(line).length - 1]).toEqual([line, workloads.length]);
  });

  it('passes secrets in mounted files, never in the environment', () => {
    for (const { spec } of workloads) {
      const [{ env, volumeMounts }] = spec.template.spec.containers;
      expect(env.filter(({ name }) => secrets.has(name))).toEqual([]);
      const folders = (volumeMounts as { mountPath: string }[]).map(({ mountPath }) => mountPath);
      const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value);
      expect(files.length).toBe(folders.filter((folder) => folder.startsWith('/etc/portico/')).length);
      for (const file of files) expect(folders).toContain(file.replace(/\/value$/, ''));
    }
  });
});
