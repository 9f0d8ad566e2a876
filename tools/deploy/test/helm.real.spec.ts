// needs: helm
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { CHART, MANIFESTS, pageOf, render } from '../src/manifests/chart.ts';
import { documentsOf, workloadsOf } from '../src/manifests/processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const kinds = (text: string): string[] => documentsOf(text).map(({ kind }) => kind);

describe('the chart', () => {
  it('passes `helm lint` with warnings as errors', () => {
    const args = ['lint', '--strict', CHART, '-f', `${CHART}/example-values.yaml`];
    expect(execFileSync('helm', args, { cwd: ROOT, encoding: 'utf8' })).toContain('0 chart(s) failed');
  });

  it('is the source of the committed manifests', () => {
    expect(pageOf(ROOT)).toBe(readFileSync(join(ROOT, MANIFESTS), 'utf8'));
  });

  it.each([
    ['a variable that no service reads', 'variables.TYPO=1', 'TYPO'],
    ['an unknown value', 'ingres.enabled=false', 'ingres'],
    ['a process of an unknown service', 'processes.other.service=other', 'other'],
    ["values without the API's URL", 'urls.api=', 'urls.api has to be set'],
  ])('rejects %s', (_, value, reason) => {
    expect(() => render(ROOT, '--set', value)).toThrow(reason);
  });

  it('omits disabled resources, and combines the roles of the events service if configured', () => {
    const off = ['ingress', 'networkPolicy', 'disruptionBudget', 'migrations'].flatMap((name) => [
      '--set',
      `${name}.enabled=false`,
    ]);
    const found = kinds(render(ROOT, ...off));
    for (const kind of ['Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'Job']) expect(found).not.toContain(kind);
    const apart = ['events-ingest', 'events-doors', 'events-live', 'events-queries'];
    const together = [
      ...apart.flatMap((name) => ['--set', `processes.${name}=null`]),
      ...['EVENTS_URL', 'EVENTS_DOORS_URL', 'EVENTS_LIVE_URL'].flatMap((name) => ['--set', `addresses.${name}=events`]),
      '--set',
      'processes.events.replicas=3',
    ];
    const names = workloadsOf(render(ROOT, ...together)).map(({ metadata }) => metadata.name);
    expect(names).toContain('portico-events');
    expect(names.filter((name) => name.startsWith('portico-events-'))).toEqual([]);
  });
});
