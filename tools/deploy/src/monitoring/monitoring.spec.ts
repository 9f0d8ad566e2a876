import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { metricsOf, queriesOf, rulesOf } from './queries.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

describe('alert rules', () => {
  const rules = rulesOf(ROOT);

  it('have unique names, and a section in the runbooks', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const runbooks = readFileSync(join(ROOT, 'docs/operations/runbooks.md'), 'utf8');
    const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, heading = '']) => heading);
    expect(headings.filter((heading) => heading.startsWith('Portico')).toSorted()).toEqual(names.toSorted());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/operations/runbooks.md#${alert.toLowerCase()}`);
  });
});

describe('metricsOf', () => {
  it('returns all words of a query except functions, labels, durations and numbers', () => {
    const query = 'sum by (job, code) (rate(a_total{b="c"}[5m])) / max(d_seconds) > 1.3e9 and e == 0';
    expect(metricsOf(query)).toEqual(['a_total', 'd_seconds', 'e']);
  });

  it('finds a metric in every query of the rules and the dashboard', () => {
    for (const { name, expr } of queriesOf(ROOT)) expect([name, metricsOf(expr).length]).not.toEqual([name, 0]);
  });
});
