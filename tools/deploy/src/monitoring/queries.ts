import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { CHART } from '../manifests/chart.ts';

const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
});
const Rules = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(Rule).min(1) })).min(1) });
const Panel = z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) });

const read = (root: string, name: string): string => readFileSync(join(root, CHART, 'monitoring', name), 'utf8');

export const RULES = `${CHART}/monitoring/alerts.yaml`;
export const rulesOf = (root: string) =>
  Rules.parse(parse(read(root, 'alerts.yaml'))).groups.flatMap(({ rules }) => rules);

/** Returns every query of the rules and the dashboard, with the name of its alert or panel. */
export function queriesOf(root: string): { name: string; expr: string }[] {
  const { panels } = z.object({ panels: z.array(Panel).min(1) }).parse(JSON.parse(read(root, 'dashboard.json')));
  return [
    ...rulesOf(root).map(({ alert, expr }) => ({ name: alert, expr })),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
  ];
}

/** Keywords and functions of PromQL. If a function is missing here, it counts as a metric, and the metrics test fails. */
const WORDS = new Set([
  'sum',
  'max',
  'min',
  'count',
  'by',
  'rate',
  'increase',
  'changes',
  'and',
  'or',
  'unless',
  'histogram_quantile',
]);

export const metricsOf = (expr: string): string[] => {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/(?<![\w.])[a-z_:][\w:]*/gi)].map(([name]) => name);
  return [...new Set(names.filter((name) => !WORDS.has(name)))];
};
