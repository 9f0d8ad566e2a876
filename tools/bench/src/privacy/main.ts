import { caller, eventually, type Publisher, read } from '@portico/testkit';
import { ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { processorSecondsOf } from '../processes.ts';
import { publishDirectory } from '../publishing.ts';
import { timedGet, timesOf } from '../requests.ts';
import { loadEvents } from '../rows.ts';
import { inTurns, median, round } from '../statistics.ts';
import { printTable } from '../table.ts';

const DATABASE = 'privacy';
const LIST = '/events?limit=50';
/** Ids of users of one organization: an operator, a viewer, and the first of many users who each send one request. */
const [OPERATOR, VIEWER, FIRST_LOOKS] = [10, 11, 10_000];
/** Privacy rules that hide three things from viewers: the field `/run`, and IBANs and e-mail addresses in messages. */
const RULES = ['/run', 'iban', 'email'].map((hides) => ({ hides, action: 'mask', below: 'operator' }) as const);

export default command({
  summary: `
Measures what privacy rules and the audit log cost a list of 50 events, one request at a time, in turns: of a member who sees everything,
of one from whom three rules hide something, and of members who each look for the first time in this hour, so that the audit log gets
an entry for every request. --requests: of each kind in a round.`,
  options: { rows: 1_000_000, requests: 300, rounds: 5 },
  run: ({ rows, requests, rounds }) =>
    withBenchStack(async (stack) => {
      const service = await stack.startService(DATABASE);
      await stack.publish(publishDirectory);
      await stack.publish((publisher) => publishMembers(publisher, requests * rounds));
      await ready(service);
      await loadEvents(stack.database(DATABASE), rows);
      await stack.merged();
      const as = async (id: number) =>
        caller(service.url, await stack.tokens.sign({ id, usertype: 'CLIENT', expiresIn: '1 hour' }));
      const [operator, viewer] = [await as(OPERATOR), await as(VIEWER)];
      const looks = await Promise.all(Array.from({ length: requests * rounds }, (_, index) => as(FIRST_LOOKS + index)));
      const textOf = async (call: typeof viewer) => JSON.stringify(await read(call, LIST));
      await eventually(async () => (await textOf(operator)) !== (await textOf(viewer)), 60_000);
      const measure = (callOf: (turn: number) => typeof viewer) => async () => {
        const [taken, before]: [number[], number] = [[], await processorSecondsOf([service.pid])];
        for (let turn = 0; turn < requests; turn += 1) taken.push(await timedGet(callOf(turn), LIST));
        const processorMs = (((await processorSecondsOf([service.pid])) - before) / requests) * 1_000;
        return { processorMs, ...timesOf(taken) };
      };
      let firstLook = 0;
      const measured = await inTurns(rounds, {
        plain: measure(() => operator),
        ruled: measure(() => viewer),
        first: measure(() => looks[firstLook++] ?? operator),
      });
      return print(measured);
    }),
});

async function publishMembers(publisher: Publisher, firstLooks: number): Promise<void> {
  await publisher.privacy(1, { rules: RULES });
  await publisher.membership(1, { userId: OPERATOR, organizationId: 1, role: 'operator' });
  await publisher.membership(2, { userId: VIEWER, organizationId: 1, role: 'viewer' });
  for (let index = 0; index < firstLooks; index += 1)
    await publisher.membership(3 + index, { userId: FIRST_LOOKS + index, organizationId: 1, role: 'operator' });
}

type Measured = { processorMs: number; p50: number; p95: number };

function print(measured: Record<'plain' | 'ruled' | 'first', Measured[]>) {
  const { plain } = measured;
  const figuresOf = (part: readonly Measured[]) => {
    const [p50, p95, processorMs] = (['p50', 'p95', 'processorMs'] as const).map((name) =>
      round(median(part.map((one) => one[name])), 2),
    );
    const ratioOf = (name: 'p50' | 'processorMs') =>
      round(median(part.map((one, index) => one[name] / (plain[index] ?? one)[name])), 3);
    return { p50, p95, processorMs, p50Ratio: ratioOf('p50'), processorRatio: ratioOf('processorMs') };
  };
  const figures = {
    plain: figuresOf(plain),
    ruled: figuresOf(measured.ruled),
    first: figuresOf(measured.first),
  };
  printTable(
    ['a list of 50, ms', 'p50', 'p95', 'ratio of p50', 'processor', 'ratio'],
    (
      [
        ['without rules, counted in the audit log', figures.plain],
        ['three rules', figures.ruled],
        ['first look, an audit entry each', figures.first],
      ] as const
    ).map(([name, one]) => [name, one.p50, one.p95, one.p50Ratio, one.processorMs, one.processorRatio]),
  );
  return { figures, rounds: measured };
}
