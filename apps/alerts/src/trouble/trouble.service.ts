import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { cutText } from '@portico/contracts/common/cut-text';
import {
  MAX_TROUBLE,
  MAX_TROUBLE_REASON,
  type Trouble,
  type Troubles,
  TROUBLE_LEVELS,
  type TroubleLevel,
} from '@portico/contracts/http/trouble';
import { Organization } from '@portico/messaging';
import type { Caller } from '@portico/service';
import { Integration } from '../directory/integration.entity.ts';
import { namesOf } from '../directory/names.ts';
import { Privacy } from '../directory/privacy.ts';
import { Scopes } from '../directory/scopes.ts';
import { episodeRows } from '../episodes/episode-rows.ts';
import { Episode } from '../episodes/episode.entity.ts';
import { shareOf } from '../episodes/impact.ts';
import { maintenanceOf } from '../maintenance/covering.ts';
import { toLiveness } from '../silence/silence-rows.ts';
import { Silence } from '../silence/silence.entity.ts';
import { type FailingRow, readTrouble, type SilentRow } from './trouble.query.ts';

type Ranked = {
  integrationId: number;
  level: TroubleLevel;
  since: number;
  failures: number;
  total: number;
  isInMaintenance: boolean;
};

const failedShare = ({ failures, total }: Ranked): number => failures / Math.max(1, total);

/** Whether an integration counts as wrong: failing or silent, and not in maintenance. */
const isWrong = ({ level, isInMaintenance }: Pick<Ranked, 'level' | 'isInMaintenance'>): boolean =>
  !isInMaintenance && (level === 'failing' || level === 'silent');

/** Sorts by level, then by failures, share of failures and age. Integrations in maintenance are last. */
const byImpact = (a: Ranked, b: Ranked): number =>
  Number(a.isInMaintenance) - Number(b.isInMaintenance) ||
  TROUBLE_LEVELS.indexOf(a.level) - TROUBLE_LEVELS.indexOf(b.level) ||
  b.failures - a.failures ||
  failedShare(b) - failedShare(a) ||
  a.since - b.since ||
  a.integrationId - b.integrationId;

type Place = { organizationId: number; integrationId: number };
type Found = Ranked & Place & { failing: FailingRow | null; silent: SilentRow | null };

const keyOf = ({ organizationId, integrationId }: Place): string => `${organizationId}:${integrationId}`;

function merge({ failing, silent }: { failing: FailingRow[]; silent: SilentRow[] }): Omit<Found, 'isInMaintenance'>[] {
  const silentBy = new Map(silent.map((row) => [keyOf(row), row]));
  const failingBy = new Map(failing.map((row) => [keyOf(row), row]));
  return [...new Map([...silent, ...failing].map((row) => [keyOf(row), row]))].map(([key, place]) => {
    const fails = failingBy.get(key) ?? null;
    const misses = silentBy.get(key) ?? null;
    const level = misses && fails?.level !== 'failing' ? 'silent' : (fails?.level ?? 'silent');
    const since = level === 'silent' ? misses?.since : fails?.since;
    return {
      organizationId: place.organizationId,
      integrationId: place.integrationId,
      level,
      since: new Date(since ?? 0).getTime(),
      failures: fails?.failures ?? 0,
      total: fails?.total ?? 0,
      failing: fails,
      silent: misses,
    };
  });
}

/** Lists the integrations in trouble now. All screens of the console show this result. */
@Injectable()
export class TroubleService {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: Scopes,
    private readonly privacy: Privacy,
  ) {}

  async list(caller: Caller, integrations: readonly number[] | undefined): Promise<Troubles> {
    const em = this.em.fork();
    const now = Date.now();
    const windowOf = await maintenanceOf(em, now);
    const all = merge(await readTrouble(em, await this.scopes.of(caller, em), integrations))
      .map((one) => ({ ...one, isInMaintenance: windowOf(one) !== null }))
      .toSorted(byImpact);
    const data = await this.toRows(em, { caller, now }, all.slice(0, MAX_TROUBLE));
    return {
      data: data.map((one) => ({ ...one, maintenance: windowOf(one) })),
      count: all.length,
      wrong: all.filter(isWrong).length,
    };
  }

  private async toRows(
    em: EntityManager,
    { caller, now }: { caller: Caller; now: number },
    found: readonly Found[],
  ): Promise<Omit<Trouble, 'maintenance'>[]> {
    const hasRole = await this.scopes.rolesOf(caller, em);
    const episodes = await em.find(Episode, { id: { $in: found.flatMap(({ failing }) => failing?.ids ?? []) } });
    const episodesById = new Map((await episodeRows(em, episodes, hasRole)).map((row) => [row.id, row]));
    const silence = await em.find(Silence, { id: { $in: found.flatMap(({ silent }) => silent?.id ?? []) } });
    const silenceRows = new Map(
      (await toLiveness(em, silence, (id) => hasRole('manager', id), now)).map((row) => [keyOf(row), row]),
    );
    const integrations = await namesOf(
      em,
      Integration,
      found.map((one) => one.integrationId),
    );
    const organizations = await namesOf(
      em,
      Organization,
      found.map((one) => one.organizationId),
    );
    return found.map(({ organizationId, integrationId, level, since, failing, silent }) => {
      const ids = failing?.ids ?? [];
      const reason = ids.map((id) => episodes.find((one) => one.id === id)?.firstFailure?.message).find(Boolean);
      return {
        integrationId,
        integration: integrations.get(integrationId) ?? null,
        organizationId,
        organization: organizations.get(organizationId) ?? null,
        level,
        since: new Date(since).toISOString(),
        impact: failing?.isOpen
          ? { failures: failing.failures, share: shareOf(failing), minutes: failing.minutes }
          : null,
        episodes: ids.flatMap((id) => episodesById.get(id) ?? []),
        episodeCount: failing?.count ?? 0,
        events: failing && {
          where: `integration:#${integrationId} organization:#${organizationId}`,
          status: 'FAILURE',
          from: new Date(failing.since).toISOString(),
        },
        reason: reason ? cutText(this.privacy.message(organizationId, reason), MAX_TROUBLE_REASON) : null,
        silence: silent && (silenceRows.get(keyOf(silent)) ?? null),
      };
    });
  }
}
