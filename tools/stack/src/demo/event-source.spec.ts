import { describe, expect, it } from '@jest/globals';
import { IntegrationEvent, MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { IntegrationCreate } from '@portico/contracts/http/integrations';
import { OrganizationCreate } from '@portico/contracts/http/orgs';
import { randomFrom } from '@portico/testkit';
import fc from 'fast-check';
import { createEventSource, FAILURE_RATE, pastEvents, type Source } from './event-source.ts';
import { EXPECTED_MINUTES, fallsSilent, INCIDENT, incidents, sending, SILENCE } from './incidents.ts';
import type { Random } from './run-values.ts';
import { CLIENT_ORGANIZATION, DEMO_INTEGRATIONS, kindOf, ORGANIZATIONS } from './organizations.ts';

const sources = DEMO_INTEGRATIONS.map((name, index): Source => {
  const kind = kindOf(name);
  if (!kind) throw new Error(`${name} has no kind`);
  return { sourceId: index + 1, organizationId: index + 100, kind };
});
const [first, ...others] = sources;
if (!first) throw new Error('there are no sources');
const everyone: [Source, ...Source[]] = [first, ...others];
const at = new Date('2026-03-01T12:00:00Z');

/** Arbitrary sequences of random numbers, including the smallest and the largest possible number. */
const anyRandom = fc
  .array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 50 })
  .map((numbers): Random => {
    let index = 0;
    return () => numbers[index++ % numbers.length] ?? 0;
  });

const eventsOf = (random: Random, count: number): IntegrationEvent[] => {
  const next = createEventSource(random);
  return Array.from({ length: count }, () => next(everyone, at));
};

describe("the demo's events", () => {
  it('match the contract for any random numbers', () => {
    fc.assert(
      fc.property(anyRandom, (random) => {
        for (const event of [...eventsOf(random, 20), ...eventsOf(randomFrom(random() * 1e9), 20)]) {
          expect(IntegrationEvent.parse(event)).toEqual(event);
          expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
        }
      }),
    );
  });

  it('fail at the failure rate', () => {
    const events = eventsOf(randomFrom(7), 10_000);
    const failures = events.filter(({ result }) => result === 'FAILURE').length;
    expect(Math.abs(failures / events.length - FAILURE_RATE)).toBeLessThan(0.015);
  });

  it('all fail at the bank during an incident, and succeed before and after the incident', () => {
    const bank = sources[DEMO_INTEGRATIONS.indexOf('banking')] ?? first;
    const next = createEventSource(randomFrom(13), incidents(at));
    const failing = (offset: number): number =>
      Array.from({ length: 50 }, () => next([bank], new Date(at.getTime() + offset))).filter(
        ({ result }) => result === 'FAILURE',
      ).length;
    const end = INCIDENT.after + INCIDENT.for;
    expect([0, INCIDENT.after, end - 1, end, INCIDENT.every + INCIDENT.after].map(failing)).toEqual([0, 50, 50, 0, 50]);
  });

  it('come from every source, except from one source during its silence', () => {
    const sendingAt = sending(at);
    const missing = (offset: number): string[] => {
      const there = sendingAt(sources, new Date(at.getTime() + offset));
      return DEMO_INTEGRATIONS.filter((_, index) => !there.some(({ sourceId }) => sourceId === index + 1));
    };
    const end = SILENCE.after + SILENCE.for;
    const offsets = [0, SILENCE.after, end - 1, end, SILENCE.every + SILENCE.after];
    expect(offsets.map(missing)).toEqual([[], ['invoicing'], ['invoicing'], [], ['invoicing']]);
    expect(sources.filter(fallsSilent)).toHaveLength(1);
    expect(SILENCE.for).toBeGreaterThan(EXPECTED_MINUTES * 60_000);
  });

  it('have unique ids', () => {
    const events = eventsOf(randomFrom(8), 10_000);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('form traces of one integration that end with their first failure', () => {
    const traces = Map.groupBy(eventsOf(randomFrom(9), 5_000), ({ trace_id }) => trace_id);
    expect(Math.max(...[...traces.values()].map(({ length }) => length))).toBeGreaterThan(2);
    for (const events of traces.values()) {
      expect(new Set(events.map(({ source_id }) => source_id)).size).toBe(1);
      expect(events.slice(0, -1).every(({ result }) => result === 'SUCCESS')).toBe(true);
    }
  });

  it('come from every current integration and from no removed integration', () => {
    expect(new Set(eventsOf(randomFrom(10), 2_000).map(({ source_id }) => source_id)).size).toBe(sources.length);
    const next = createEventSource(randomFrom(11));
    for (let index = 0; index < 100; index += 1) next(everyone, at);
    for (let index = 0; index < 100; index += 1) expect(next([first], at).source_id).toBe(first.sourceId);
  });

  it('of the past lie in the requested hours, in order', () => {
    const events = pastEvents(randomFrom(12), everyone, { until: at, hours: 96, count: 420 });
    const times = events.map(({ timestamp }) => timestamp);
    expect(events.length).toBeGreaterThanOrEqual(420);
    expect(times).toEqual(times.toSorted());
    expect(Date.parse(times[0] ?? '')).toBeGreaterThanOrEqual(at.getTime() - 96 * 3_600_000);
    expect(Date.parse(times.at(-1) ?? '')).toBeLessThan(at.getTime());
  });
});

describe("the demo's organizations and integrations", () => {
  it('are accepted by the contracts', () => {
    for (const { profile, integrations } of [CLIENT_ORGANIZATION, ...ORGANIZATIONS]) {
      OrganizationCreate.parse(profile);
      for (const { kind: _, ...fields } of integrations) IntegrationCreate.parse(fields);
    }
  });

  // spec: 9.13
  it('have names that a search finds exactly once', () => {
    expect(new Set(DEMO_INTEGRATIONS).size).toBe(DEMO_INTEGRATIONS.length);
    for (const name of ['payroll', 'banking', 'invoicing'])
      expect(DEMO_INTEGRATIONS.filter((other) => other.includes(name))).toEqual([name]);
  });
});
