import type { EntityManager } from '@mikro-orm/postgresql';
import type { Liveness, NormalGap, Silence as SilenceBody } from '@portico/contracts/http/silence';
import { Organization } from '@portico/messaging';
import { Integration } from '../directory/integration.entity.ts';
import { namesOf } from '../directory/names.ts';
import { maintenanceOf } from '../maintenance/covering.ts';
import { User } from '../directory/user.entity.ts';
import { expectedOf } from './silence-transitions.ts';
import type { Silence } from './silence.entity.ts';

const isoOf = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;

/** @param canChange - whether the caller may change rows of the organization. */
export async function toLiveness(
  em: EntityManager,
  rows: readonly Silence[],
  canChange: (organizationId: number) => boolean,
  now: number,
): Promise<Liveness[]> {
  const organizations = await namesOf(
    em,
    Organization,
    rows.map((row) => row.organizationId),
  );
  const integrations = await namesOf(
    em,
    Integration,
    rows.map((row) => row.integrationId),
  );
  const windowOf = await maintenanceOf(em, now);
  return rows.map((row) => ({
    integrationId: row.integrationId,
    integration: integrations.get(row.integrationId) ?? null,
    organizationId: row.organizationId,
    organization: organizations.get(row.organizationId) ?? null,
    state: row.state,
    since: row.since.toISOString(),
    lastArrivalAt: isoOf(row.lastArrivalAt),
    expected: expectedOf(row, now),
    quietAt: isoOf(row.quietAt),
    dueAt: isoOf(row.dueAt),
    pausedUntil: row.pausedUntil && row.pausedUntil.getTime() > now ? row.pausedUntil.toISOString() : null,
    maintenance: windowOf(row),
    canChange: canChange(row.organizationId),
  }));
}

export async function toSilence(
  em: EntityManager,
  row: Silence,
  canChange: boolean,
  now: number,
): Promise<SilenceBody> {
  const [liveness] = await toLiveness(em, [row], () => canChange, now);
  if (!liveness) throw new Error('one row is answered with one');
  return {
    ...liveness,
    zone: row.zone,
    profile: row.profile ?? null,
    threshold: row.threshold ?? null,
    learnedAt: isoOf(row.learnedAt),
    expectation: row.expectation,
    normal: await toNormal(em, row),
    version: row.version,
  };
}

async function toNormal(em: EntityManager, { normal }: Silence): Promise<NormalGap[]> {
  const names = await namesOf(
    em,
    User,
    normal.map(({ by }) => by),
  );
  return normal.map(({ by, ...gap }) => ({ ...gap, by: names.get(by) ?? null })).toReversed();
}
