import type { EntityManager } from '@mikro-orm/postgresql';
import { Organization } from '@portico/messaging';
import { Integration } from '../directory/integration.entity.ts';
import { noteChange } from '../live/changes.ts';
import { addTransition } from '../transitions/transitions.ts';
import type { Step } from './advance.ts';
import { mass } from './model/mass.ts';
import { weekIn } from './model/week.ts';
import type { Silence } from './silence.entity.ts';

type BackReason = 'arrived' | 'expectation_changed' | 'inactive' | 'deleted';

/** Returns the estimated number of events missing in the current gap, rounded to a tenth; null without a learned profile. */
export const expectedOf = ({ profile, zone, countedFrom }: Silence, now: number): number | null => {
  if (!profile || !countedFrom) return null;
  const events = mass({ profile, slotOf: weekIn(zone) }, countedFrom.getTime(), now);
  return Math.round(events * 10) / 10;
};

/** Notifies viewers of a change of state and writes the transition, in the transaction that changes the row. */
export async function noteStep(
  em: EntityManager,
  row: Silence,
  step: Step,
  { now, reason = 'arrived' }: { now: number; reason?: BackReason },
): Promise<void> {
  if (step === null) return;
  await noteChange(em, { what: 'silence', organizationId: row.organizationId });
  if (step === 'changed') return;
  const [integration, organization] = [
    await em.findOne(Integration, { id: row.integrationId }),
    await em.findOne(Organization, { id: row.organizationId }),
  ];
  const hasArrived = step === 'back' && reason === 'arrived' && row.lastArrivalAt;
  addTransition(em, {
    kind: step === 'silent' ? 'integration.silent' : 'integration.back',
    subject: `silence:${row.id}`,
    organizationId: row.organizationId,
    integrationId: row.integrationId,
    at: hasArrived ? (row.lastArrivalAt ?? new Date(now)) : new Date(now),
    snapshot: {
      integration: integration?.name ?? null,
      organization: organization?.name ?? null,
      lastArrivalAt: row.lastArrivalAt?.toISOString() ?? null,
      dueAt: row.dueAt?.toISOString() ?? null,
      ...(step === 'silent' ? { expected: expectedOf(row, now) } : { reason }),
    },
  });
}
