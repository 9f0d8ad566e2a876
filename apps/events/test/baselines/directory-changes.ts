// What one change of the directory costs a process with many viewers, as JSON: microseconds by kind of change.
import { parseArgs } from 'node:util';
import type { Caller } from '@portico/service';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Directory } from '../../src/directory/directory.ts';
import { Audiences } from '../../src/live/audiences.ts';
import { Backlog } from '../../src/live/backlog.ts';
import { LiveEvent } from '../../src/live/live-event.ts';
import { Subscription } from '../../src/live/subscription.ts';

const { values } = parseArgs({
  options: { viewers: { type: 'string', default: '10000' }, turns: { type: 'string', default: '200' } },
});
const VIEWERS = Number(values.viewers);
const TURNS = Number(values.turns);
const ORGANIZATIONS = VIEWERS / 10;
/** Of each organization. */
const INTEGRATIONS = 5;
const POSITIONS = new Map([[0, 0]]);

const directory = new Directory();
const audiences = new Audiences(directory);
directory.onScopesChange((users) => audiences.recheck(users));
/** Grows with each state, as versions of aggregates do. */
let version = 1;
const stated = (id: number) => ({ id, version: (version += 1), deletedAt: null });
const caller = (id: number): Caller => ({
  id,
  email: `user${id}@portico.test`,
  usertype: 'CLIENT',
  accessVersion: 1,
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const organizationOf = (id: number): number => (id % ORGANIZATIONS) + 1;
const nameIntegration = (id: number, name: string): void =>
  directory.applyIntegration({ ...stated(id), name, active: true, organizationId: organizationOf(id) });

for (let id = 1; id <= ORGANIZATIONS; id += 1)
  directory.applyOrganization({ ...stated(id), name: `organization ${id}` });
for (let id = 1; id <= ORGANIZATIONS * INTEGRATIONS; id += 1) nameIntegration(id, `integration ${id}`);
for (let user = 1; user <= VIEWERS; user += 1)
  directory.applyMembership({
    ...stated(user),
    userId: user,
    organizationId: organizationOf(user),
    approved: true,
    role: 'viewer',
  });

/** Every other viewer asks for the rows of one integration. */
function watch(user: number): Subscription {
  const connection = {
    id: `viewer ${user}`,
    isFree: () => true,
    sendTally: () => undefined,
    sendStatus: () => undefined,
    sendReset: () => undefined,
  };
  const asked = user % 2 === 0 ? {} : { integration: `integration ${(user % (ORGANIZATIONS * INTEGRATIONS)) + 1}` };
  const subscription = new Subscription(connection, asked, POSITIONS, false, caller(user), directory);
  audiences.join(subscription, POSITIONS).addBehind(subscription, new Backlog(POSITIONS));
  return subscription;
}
const watched = new Map(Array.from({ length: VIEWERS }, (_, index) => [index + 1, watch(index + 1)]));

/** One row of every organization, written before. */
const rows = Array.from({ length: ORGANIZATIONS }, (_, index) => {
  const event = integrationEvent({
    id: `event ${index}`,
    source_id: index + 1,
    organization_id: organizationOf(index + 1),
  });
  return new LiveEvent(event, { partition: 0, offset: index + 1 }, Date.now(), 380, JSON.stringify(event.details), '');
});

/** What follows a change: a row of each organization is judged for its audiences and written, 100 viewers list. */
function work(): void {
  for (const row of rows) {
    for (const audience of audiences.of(row)) audience.wants(row);
    row.toText(directory);
  }
  for (let user = 1; user <= 100; user += 1) directory.integrationsIn(directory.scopeOf(caller(user)), 200);
}

const timed = (run: () => void): number => {
  const began = performance.now();
  run();
  return (performance.now() - began) * 1_000;
};

const CHANGES: Record<string, (turn: number) => void> = {
  nothing: () => undefined,
  'membership of one viewer': (turn) => {
    const id = (turn % VIEWERS) + 1;
    directory.applyMembership({
      ...stated(id),
      userId: id,
      organizationId: organizationOf(id),
      approved: false,
      role: 'viewer',
    });
  },
  'name of one integration': (turn) => nameIntegration((turn % 100) + 1, `renamed ${turn}`),
  'role of one user': (turn) => {
    const id = (turn % VIEWERS) + 1;
    directory.applyUser({
      ...stated(id),
      accessVersion: 1,
      name: 'Ada',
      email: `user${id}@portico.test`,
      usertype: 'LEAD',
    });
  },
};
/** A viewer whose membership ended comes back, outside of what is measured. */
function restore(turn: number): void {
  const id = (turn % VIEWERS) + 1;
  const subscription = watched.get(id);
  if (!subscription || subscription.isAllowed()) return;
  audiences.leave(subscription);
  directory.applyMembership({
    ...stated(id),
    userId: id,
    organizationId: organizationOf(id),
    approved: true,
    role: 'viewer',
  });
  watched.set(id, watch(id));
}

// Code that runs now and then is compiled by then, as in a process that has been up for a while.
for (let turn = 0; turn < 2_000; turn += 1) {
  for (const change of Object.values(CHANGES)) change(turn);
  restore(turn);
}
const taken: Record<string, { change: number[]; added: number[] }> = {};
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const [name, change] of Object.entries(CHANGES)) {
    work();
    const idle = timed(work);
    const of = (taken[name] ??= { change: [], added: [] });
    of.change.push(timed(() => change(turn)));
    of.added.push(timed(work) - idle);
    restore(turn);
  }
}
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const figures = Object.entries(taken).map(([name, { change, added }]) => [
  name,
  { change: median(change), added: median(added) },
]);
process.stdout.write(`${JSON.stringify({ viewers: VIEWERS, figures: Object.fromEntries(figures) })}\n`);
