import type { EntityManager } from '@mikro-orm/postgresql';
import { entitlementChanged, type EntitlementState } from '@portico/contracts/events/orgs';
import type { UsageThreshold } from '@portico/contracts/http/notices';
import { copyOf } from '@portico/messaging';
import { addTransition } from '../transitions/transitions.ts';
import { cross } from './crossing.ts';
import { UsageMark } from './usage-mark.entity.ts';

/** Records which thresholds a state crosses, in the transaction that stores its version, so that each is recorded once. */
export const usageCopy = copyOf(entitlementChanged, {
  table: 'usage_marks',
  columns: {},
  apply: async (em, state, keep) => {
    if (!(await keep())) return;
    const mark = await em.findOneOrFail(UsageMark, { id: state.id });
    const { said, open, period = null } = mark;
    const { marks, over, reached } = cross({ period, said, open }, state);
    Object.assign(mark, marks);
    for (const threshold of over) note(em, state, { threshold, period, reached: ['usage.over'] });
    const threshold = reached.at(-1);
    if (threshold !== undefined)
      note(em, state, { threshold, period: marks.period, reached: reached.map((one) => `usage.${one}`) });
    await em.flush();
  },
});

type Noted = { threshold: UsageThreshold; period: string | null; reached: string[] };

function note(em: EntityManager, state: EntitlementState, { threshold, period, reached }: Noted): void {
  const { id, organizationId, name, usedCount: used, allowedCount: allowed } = state;
  addTransition(em, {
    kind: reached.includes('usage.over') ? 'usage.over' : `usage.${threshold}`,
    subject: `usage:${id}:${threshold}:${period}`,
    organizationId,
    at: new Date(),
    snapshot: {
      usage: { organizationId, name, threshold, used, allowed, hard: state.period?.hard ?? false, reached },
    },
  });
}
