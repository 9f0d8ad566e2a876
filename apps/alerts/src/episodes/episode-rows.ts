import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Episode as EpisodeRow, EpisodeEntry as EntryRow, Person } from '@portico/contracts/http/episodes';
import { Organization } from '@portico/messaging';
import { Integration } from '../directory/integration.entity.ts';
import type { LeastRole } from '../directory/scopes.ts';
import { maintenanceOf } from '../maintenance/covering.ts';
import { User } from '../directory/user.entity.ts';
import type { Episode } from './episode.entity.ts';
import type { EpisodeEntry } from './episode-entry.entity.ts';
import { eventsOf } from './episode-events.ts';
import { impactsOf } from './impact.ts';
import { furtherOf } from './subject-marks.ts';

const DAY = 24 * 60 * 60 * 1_000;
const isoOf = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;

const namesOf = (rows: readonly { id: number; name: string }[]): Map<number, string> =>
  new Map(rows.map(({ id, name }) => [id, name]));
const present = (ids: readonly (number | null | undefined)[]): number[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];

const personOf = (names: ReadonlyMap<number, string>, id: number | null | undefined): Person | null =>
  id === null || id === undefined ? null : { id, name: names.get(id) ?? null };

/** Returns an assignee's name. The text is a user id, or a name if the previous release, which may still run, wrote the entry. */
const assignedTo = (names: ReadonlyMap<number, string>, text: string): string =>
  /^\d+$/.test(text) ? (names.get(Number(text)) ?? (text === '0' ? 'someone' : `deleted user ${text}`)) : text;

/** Loads episodes for the API, with current names. */
@Injectable()
export class EpisodeRows {
  /** @param hasRole - whether the caller has at least a given role in an organization. */
  async of(
    em: EntityManager,
    episodes: readonly Episode[],
    hasRole: (least: LeastRole, organizationId: number) => boolean,
    now = new Date(),
  ): Promise<EpisodeRow[]> {
    const organizations = namesOf(
      await em.find(Organization, { id: { $in: present(episodes.map((one) => one.organizationId)) } }),
    );
    const integrations = namesOf(
      await em.find(Integration, { id: { $in: present(episodes.map((one) => one.integrationId)) } }),
    );
    const users = await this.people(
      em,
      episodes.flatMap((one) => [one.acknowledgedBy, one.assigneeId]),
    );
    const further = new Map<number, number>();
    for (const one of episodes)
      if (one.scope === 'further' && one.isLive()) further.set(one.id, (await furtherOf(em, one, now)).failing);
    const windowOf = await maintenanceOf(em, now.getTime());
    const impacts = await impactsOf(em, episodes);
    return episodes.map((episode) => {
      const by = personOf(users, episode.acknowledgedBy);
      const { acknowledgedAt, mutedUntil, flappingAt } = episode;
      return {
        id: episode.id,
        organizationId: episode.organizationId,
        organization: organizations.get(episode.organizationId) ?? null,
        integrationId: episode.integrationId,
        integration: integrations.get(episode.integrationId) ?? null,
        eventName: episode.eventName,
        subject: episode.subject ?? null,
        furtherSubjects: episode.scope === 'further' ? (further.get(episode.id) ?? 0) : null,
        state: episode.state,
        openedAt: episode.openedAt.toISOString(),
        firstFailureAt: episode.firstFailureAt.toISOString(),
        lastFailureAt: episode.lastFailureAt.toISOString(),
        lastSuccessAt: isoOf(episode.lastSuccessAt),
        closesAt: isoOf(episode.closesAt),
        closedAt: isoOf(episode.closedAt),
        closeReason: episode.closeReason ?? null,
        flaps: episode.flaps,
        isFlapping: episode.isLive() && !!flappingAt && flappingAt.getTime() > now.getTime() - DAY,
        acknowledged: acknowledgedAt ? { by, at: acknowledgedAt.toISOString() } : null,
        assignee: personOf(users, episode.assigneeId),
        note: episode.note ?? null,
        mutedUntil: mutedUntil && mutedUntil > now ? mutedUntil.toISOString() : null,
        maintenance: windowOf(episode),
        troubleAt: isoOf(episode.troubleAt),
        impact: impacts.get(episode.id) ?? null,
        events: eventsOf(episode),
        canChange: hasRole('manager', episode.organizationId),
        canOperate: hasRole('operator', episode.organizationId),
      };
    });
  }

  async timeline(em: EntityManager, entries: readonly EpisodeEntry[]): Promise<EntryRow[]> {
    const users = await this.people(
      em,
      entries.flatMap(({ kind, userId, text }) => [userId, kind === 'assigned' && text ? Number(text) || null : null]),
    );
    return entries.map(({ id, kind, at, userId, text }) => ({
      id,
      kind,
      at: at.toISOString(),
      by: personOf(users, userId),
      text: kind === 'assigned' && text ? assignedTo(users, text) : (text ?? null),
    }));
  }

  private async people(em: EntityManager, ids: readonly (number | null | undefined)[]): Promise<Map<number, string>> {
    const wanted = present(ids);
    return namesOf(wanted.length === 0 ? [] : await em.find(User, { id: { $in: wanted }, deletedAt: null }));
  }
}
