import { describe, expect, it } from '@jest/globals';
import type { UsagePeriod } from '@portico/contracts/http/usage';
import { eventually, randomFrom, SEED } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { Owner } from './metering.ts';
import { newId, unique } from './orgs.ts';
import { useOwnMetering } from './own-clickhouse.ts';

const STEPS = 14;
const TIMEOUT_MS = 900_000;
const SOON = 120_000;
const LATE = 60 * 86_400_000;
const QUESTIONS = { '': () => true, 'status:SUCCESS': (isSuccess: boolean) => isSuccess } as const;
type Question = keyof typeof QUESTIONS;

describe(`histories of used counts of seed ${SEED}`, () => {
  const own = useOwnMetering();

  /** Expects that a count equals the rows of its evidence link, the lines of its export, and a recount. */
  const expectEvidence = async (period: UsagePeriod, question: Question): Promise<void> => {
    const { metering } = own;
    const { events, value, digest } = period;
    expect([await metering.evidence(period), await metering.exported(period), value]).toEqual([
      events,
      events,
      String(events),
    ]);
    const again = await metering.countedAgain(question, period);
    expect([again.value, again.events]).toEqual([value, events]);
    if (digest !== null) expect(again.digest).toBe(digest);
  };

  it(
    'keep each count equal to the number of events behind its evidence link',
    async () => {
      const { metering, clickhouse } = own;
      const { stack, owner, usageOf, put, publish, integrationsCall, endPeriods } = metering;
      const random = randomFrom(SEED);
      const key = `history-${newId()}`;
      const owners = [await owner(key), await owner(key)];
      let question: Question = '';
      const questions: Question[] = [question];
      await put(key, { where: question, measure: 'events' });
      for (const one of owners) await eventually(async () => (await usageOf(one)).length === 1, SOON);
      await clickhouse.save();
      /** The expected counts by owner and period, oldest period first. */
      const expected = owners.map(() => [0]);
      const log: string[] = [];

      const send = async (index: number, fields: object): Promise<void> => {
        const one = owners[index];
        const counts = expected[index];
        if (!one || !counts) throw new Error('no owner');
        const isSuccess = random() < 0.7;
        await publish(one, { ...fields, result: isSuccess ? 'SUCCESS' : 'FAILURE' });
        if (QUESTIONS[questions.at(-1) ?? ''](isSuccess)) counts.push((counts.pop() ?? 0) + 1);
      };
      const check = async (): Promise<void> => {
        for (const [index, one] of owners.entries()) {
          const periods = await eventually(async () => {
            const found = (await usageOf(one)).toReversed();
            const events = found.map((period) => period.events);
            if (JSON.stringify(events) !== JSON.stringify(expected[index]))
              throw new Error(`${log.join(', ')}: ${JSON.stringify(events)} of ${JSON.stringify(expected[index])}`);
            return found.slice(0, -1).every(({ state }) => state === 'frozen') && found;
          }, SOON);
          for (const [at, period] of periods.entries()) {
            if (at > 0) expect(period.startsAt).toBe(periods[at - 1]?.endsAt);
            await expectEvidence(period, questions[at] ?? '');
          }
        }
      };
      /** Replaces an owner's integration, and waits until its events are accepted. */
      const replace = async (index: number, integration: number): Promise<void> => {
        const one = owners[index];
        if (one) owners[index] = { ...one, integration };
        await eventually(async () => {
          const event = integrationEvent({ source_id: integration, organization_id: one?.organization ?? 0 });
          const { body } = await metering.events('POST', '/events/validate', event);
          return (body as { accepted?: boolean }).accepted === true;
        }, SOON);
      };
      const created = async ({ organization }: Owner): Promise<number> => {
        const body = { name: unique('payroll'), organizationId: organization };
        return ((await integrationsCall('POST', '/integrations', body)).body as { id: number }).id;
      };

      const steps: Record<string, (index: number) => Promise<void>> = {
        late: (index) => send(index, { timestamp: new Date(Date.now() - LATE * random()).toISOString() }),
        duplicate: async (index) => {
          const id = unique('twice');
          await send(index, { id });
          const one = owners[index];
          if (one) await publish(one, { id, result: 'SUCCESS' });
        },
        corrected: async (index) => {
          const id = unique('corrected');
          const one = owners[index];
          if (one) await publish(one, { id, severity_text: 'LOUD' as never });
          await send(index, { id });
        },
        moved: async (index) => {
          const [from, to] = [owners[index], owners[1 - index]];
          if (!from || !to) return;
          // Checks before the move, because earlier events count for the previous owner.
          await check();
          const body = { organizationId: to.organization };
          expect((await integrationsCall('PATCH', `/integrations/${from.integration}`, body)).status).toBe(200);
          await replace(1 - index, from.integration);
          await replace(index, await created(from));
        },
        deleted: async (index) => {
          const one = owners[index];
          if (!one) return;
          await check();
          expect((await integrationsCall('DELETE', `/integrations/${one.integration}`)).status).toBeLessThan(300);
          await replace(index, await created(one));
        },
        changed: async () => {
          question = question === '' ? 'status:SUCCESS' : '';
          await put(key, { where: question, measure: 'events' });
        },
        ended: async () => {
          const periods = await usageOf(owners[0] ?? ({} as Owner));
          await endPeriods(key);
          questions.push(question);
          for (const counts of expected) counts.push(0);
          for (const one of owners)
            await eventually(async () => (await usageOf(one)).length === periods.length + 1, SOON);
        },
        restored: async () => {
          await clickhouse.restore();
          if (random() < 0.5) await stack.crash('events');
          // ClickHouse lacks the events that arrived after the backup until the ingest has stored them again.
          for (const one of owners)
            for (const [at, period] of (await usageOf(one)).toReversed().entries())
              await eventually(async () => {
                const { events } = await metering.countedAgain(questions[at] ?? '', period);
                return events === period.events && (await metering.evidence(period)) === events;
              }, SOON);
        },
      };
      const names = Object.keys(steps);
      for (let step = 0; step < STEPS; step += 1) {
        for (let count = Math.floor(random() * 4); count > 0; count -= 1) await send(count % 2, {});
        // Runs each kind of incident once, and then random incidents.
        const name = (step < names.length ? names[step] : names[Math.floor(random() * names.length)]) ?? '';
        log.push(name);
        await steps[name]?.(random() < 0.5 ? 0 : 1);
        if (random() < 0.5) await check();
      }
      await check();
    },
    TIMEOUT_MS,
  );
});
