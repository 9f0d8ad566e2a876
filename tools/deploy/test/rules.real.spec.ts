// needs: promtool
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { RULES, rulesOf } from '../src/monitoring/queries.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const promtool = (...args: string[]): string => execFileSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });

it('Prometheus accepts the rules', () => {
  expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${rulesOf(ROOT).length} rules found`);
});

/** Test series by alert, one value per minute. The first values must not fire the alert, and the second values must fire it. */
const CASES: Record<string, Record<string, [sound: string, firing: string]>> = {
  PorticoProcessDown: { 'up{job="portico-orgs"}': ['1x30', '0x30'] },
  PorticoProcessRestarts: { 'process_start_time_seconds{job="portico-orgs"}': ['1x30', '1+1x30'] },
  PorticoDependencyFailing: { 'portico_dependency_up{job="portico-orgs",dependency="postgres"}': ['1x30', '0x30'] },
  PorticoEventsLate: { portico_ingest_lag_seconds: ['4x30', '6x30'] },
  PorticoEventsVeryLate: { portico_ingest_lag_seconds: ['299x30', '301x30'] },
  PorticoIngestStopped: {
    portico_ingest_waiting_events: ['7x30', '7x30'],
    'portico_ingest_events_total{outcome="stored"}': ['0+60x30', '9x30'],
  },
  PorticoManyRejections: {
    'portico_ingest_events_total{outcome="stored"}': ['0+100x60', '0+100x60'],
    'portico_ingest_events_total{outcome="rejected"}': ['0+1x60', '0+10x60'],
  },
  PorticoHistoryBroken: { 'portico_ingest_history_breaks_total{kind="gap"}': ['0x30', '0x20 1x10'] },
  PorticoRecordQuarantined: { 'portico_quarantined_records_total{topic="a"}': ['0x30', '0x20 1x10'] },
  PorticoEventLoopBlocked: { 'nodejs_eventloop_lag_p99_seconds{job="portico-orgs"}': ['0.1x30', '0.9x30'] },
  PorticoRequestsFailing: {
    'http_server_request_duration_seconds_count{job="portico-orgs",http_response_status_code="200"}': [
      '0+600x60',
      '0+600x60',
    ],
    'http_server_request_duration_seconds_count{job="portico-orgs",http_response_status_code="503"}': [
      '0+1x60',
      '0+60x60',
    ],
  },
  PorticoRequestsSlow: {
    'http_server_request_duration_seconds_bucket{job="portico-orgs",http_request_method="GET",http_route="/a",le="0.5"}':
      ['0+60x60', '0x60'],
    'http_server_request_duration_seconds_bucket{job="portico-orgs",http_request_method="GET",http_route="/a",le="2.5"}':
      ['0+60x60', '0+60x60'],
    'http_server_request_duration_seconds_bucket{job="portico-orgs",http_request_method="GET",http_route="/a",le="+Inf"}':
      ['0+60x60', '0+60x60'],
  },
  PorticoOutboxStuck: { 'portico_outbox_oldest_seconds{job="portico-orgs"}': ['29x30', '31x30'] },
  PorticoDeadLetters: { 'portico_dead_letters_total{job="portico-orgs",topic="a"}': ['0x30', '0x20 1x10'] },
  PorticoWebhooksLate: { portico_webhooks_oldest_seconds: ['899x30', '901x30'] },
  PorticoQueueStuck: { 'portico_queue_oldest_seconds{job="portico-alerts",queue="transitions"}': ['299x30', '301x30'] },
  PorticoQueueGivenUp: {
    'portico_queue_given_up_total{job="portico-alerts",queue="transitions"}': ['0x30', '0x20 1x10'],
  },
  PorticoMessagesLate: { portico_deliveries_late_seconds: ['59x30', '61x30'] },
  PorticoMemoryHigh: { 'process_resident_memory_bytes{job="portico-orgs"}': ['3e8x30', '1.4e9x30'] },
};

/** Converts values to promtool's notation: `4x30` becomes `4+0x30`. */
const valuesOf = (text: string): string => text.replaceAll(/(?<![+.\d])(\d[\d.e]*)x/g, '$1+0x');

it.each(rulesOf(ROOT).map(({ alert }) => alert))(
  '%s fires for unhealthy metrics, and does not fire for healthy metrics',
  (alert) => {
    const series = CASES[alert];
    if (!series) throw new Error(`${alert} has no case here`);
    const folder = mkdtempSync(join(tmpdir(), 'portico-rules-'));
    const test = (index: 0 | 1) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values: valuesOf(values[index]) })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: '28m',
          exp_samples: [{ labels: '{}', value: index }],
        },
      ],
    });
    const file = join(folder, 'test.yaml');
    const rules = { rule_files: [join(ROOT, RULES)], evaluation_interval: '1m', tests: [test(0), test(1)] };
    writeFileSync(file, stringify(rules));
    expect(promtool('test', 'rules', file)).toContain('SUCCESS');
    rmSync(folder, { recursive: true });
  },
);
