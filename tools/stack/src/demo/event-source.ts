import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { between, factsOf, hex, pick } from './run-values.ts';
import type { Facts, Random } from './run-values.ts';
import type { Flow, Kind, Step } from './flow.ts';

/** An integration that plays: its ids are the product's. */
export type Player = { sourceId: number; organizationId: number; kind: Kind };

/** A run of a flow that has steps left. */
type Run = { player: Player; traceId: string; facts: Facts; left: Flow };

export const FAILURE_RATE = 0.1;
/** Runs that are under way at once. */
const RUNS = 6;

const startRun = (random: Random, player: Player): Run => ({
  player,
  traceId: hex(random, 32),
  facts: factsOf(random),
  left: pick(random, player.kind.flows),
});

const outcomeOf = ({ event, message, severity = 'INFO', failure }: Step, facts: Facts, failed: boolean) => {
  const detail = { reference: facts.reference, amount: { cents: facts.cents, currency: 'USD' } };
  const duration = { duration_ms: facts.milliseconds };
  if (!failed) {
    return {
      event_name: event,
      result: 'SUCCESS' as const,
      severity_text: severity,
      details: { message: message(facts), ...detail, ...duration },
    };
  }
  const { code, retryable = false } = failure;
  return {
    event_name: event,
    result: 'FAILURE' as const,
    severity_text: failure.severity ?? ('ERROR' as const),
    details: { message: failure.message(facts), ...detail, ...duration, error: { code, retryable } },
  };
};

/** The next event of a run, and the run after it: undefined when it has failed or was its last. */
const advance = (random: Random, run: Run, at: Date): { event: IntegrationEvent; next: Run | undefined } => {
  const [step, following, ...rest] = run.left;
  const failed = random() < FAILURE_RATE;
  const event: IntegrationEvent = {
    id: `demo-${hex(random, 24)}`,
    source_id: run.player.sourceId,
    organization_id: run.player.organizationId,
    source_type: run.player.kind.type,
    timestamp: at.toISOString(),
    trace_id: run.traceId,
    ...outcomeOf(step, run.facts, failed),
  };
  if (failed || !following) return { event, next: undefined };
  return { event, next: { ...run, left: [following, ...rest] } };
};

/**
 * Events as integrations send them, one at a time: runs of several integrations mixed, each run with a trace of its own.
 * @returns a function that makes the event of a moment, for the players that there are at that moment.
 */
export const createEventSource = (random: Random) => {
  let runs: Run[] = [];
  return (players: readonly [Player, ...Player[]], at: Date): IntegrationEvent => {
    runs = runs.filter(({ player }) => players.some(({ sourceId }) => sourceId === player.sourceId));
    const slot = between(random, 0, RUNS - 1);
    const run = runs[slot] ?? startRun(random, pick(random, players));
    const { event, next } = advance(random, run, at);
    runs = [...runs.filter((other) => other !== run), ...(next ? [next] : [])];
    return event;
  };
};

/** Whole runs in the `hours` before `until`, about `count` events in all, in the order of their timestamps. */
export const pastEvents = (
  random: Random,
  players: readonly [Player, ...Player[]],
  { until, hours, count }: { until: Date; hours: number; count: number },
): IntegrationEvent[] => {
  const events: IntegrationEvent[] = [];
  while (events.length < count) {
    let at = until.getTime() - random() * hours * 3_600_000;
    let run: Run | undefined = startRun(random, pick(random, players));
    while (run && at < until.getTime()) {
      const { event, next } = advance(random, run, new Date(at));
      events.push(event);
      run = next;
      at += between(random, 400, 90_000);
    }
  }
  return events.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
};
