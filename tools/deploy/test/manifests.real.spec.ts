// needs: kubernetes-validate
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { MANIFESTS } from '../src/manifests/chart.ts';
import { documentsOf } from '../src/manifests/processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const validate = (file: string): { status: number | null; said: string } => {
  const args = ['--kubernetes-version', '1.33', '--strict', file];
  const { status, stdout, stderr } = spawnSync('kubernetes-validate', args, { cwd: ROOT, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

/** Resource kinds of the Prometheus operator. Kubernetes has no schemas for these kinds. */
const OF_OPERATORS = new Set(['ServiceMonitor', 'PrometheusRule']);

it('kubernetes-validate accepts every manifest, and finds no unknown field', () => {
  const { status, said } = validate(MANIFESTS);
  expect(said).not.toMatch(/^(ERROR|CRITICAL)/m);
  expect(status).toBe(0);
  const own = documentsOf(readFileSync(join(ROOT, MANIFESTS), 'utf8')).filter(({ kind }) => !OF_OPERATORS.has(kind));
  expect(said.match(/ passed for resource /g)?.length).toBe(own.length);
});

it('kubernetes-validate detects a misspelled field', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-manifests-'));
  const file = join(folder, 'wrong.yaml');
  writeFileSync(file, readFileSync(join(ROOT, MANIFESTS), 'utf8').replace('readinessProbe:', 'readynessProbe:'));
  expect(validate(file).status).not.toBe(0);
  rmSync(folder, { recursive: true });
});
