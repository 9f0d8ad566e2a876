import { EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { SEVERITIES } from '@portico/contracts/events/choices';
import {
  type ListNoticesQuery,
  NOTICE_DAYS,
  type Notice as NoticeRow,
  type Notices,
  type NoticesRead,
  type Unread,
} from '@portico/contracts/http/notices';
import { type Caller, callerIsAdmin } from '@portico/service';
import { intArray } from '@portico/postgres';
import { Privacy } from '../directory/privacy.ts';
import { noteChange } from '../live/changes.ts';
import { partOf } from '../policy/kinds.ts';
import { Notice } from './notice.entity.ts';
import { inZone, outageWords, pastText, pastTitle } from './wording.ts';

/**
 * Notices in a caller's inbox: notices of the caller's own rules and of the rules of the caller's organizations. Administrators also
 * get the notices of product-wide rules. Each read checks the memberships, because a membership may have ended.
 */
const INBOX = `from notices n
  left join inbox_marks i on i.user_id = ?
  where n.inbox_at <= now() and n.created_at > now() - make_interval(days => ${NOTICE_DAYS})
    and ((n.owner = 'user' and n.owner_user_id = ? and (n.organization_id is null or ? or n.organization_id in (MINE)))
      or (n.owner = 'organization' and n.owner_organization_id in (MINE))
      or (n.owner = 'product' and ?))`.replaceAll(
  'MINE',
  `select m.organization_id from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
   where m.user_id = ? and m.approved and m.deleted_at is null`,
);
/** Whether a notice is read. Digests always count as read, so that they do not increase the number of unread notices. */
const IS_READ = `(n.kind = 'digest.below' or n.id <= coalesce(i.up_to, 0) or coalesce(n.id = any(i.read_ids), false))`;
/**
 * Inbox entries. All notices about one transition form one entry, and so do all notices about one outage. An entry is read when its
 * first notice is read, so that an event that joins an outage does not make the entry unread.
 */
const ENTRIES = `from (select min(n.id) as id, (array_agg(${IS_READ} order by n.id))[1] as is_read, array_agg(n.id order by n.id) as ids
  ${INBOX} group by coalesce(n.entry_id, n.transition_id, -n.id)) n where true`;

/** Marks notices as read: all notices up to `up_to`, and the existing notices in `read_ids` that are newer. */
const READ = `insert into inbox_marks as m (user_id, up_to, read_ids) values (?, ?, ?::int[])
  on conflict (user_id) do update set up_to = greatest(m.up_to, excluded.up_to), read_ids = array(
    select id from notices where id = any(m.read_ids || excluded.read_ids) and id > greatest(m.up_to, excluded.up_to))`;

const bindings = (caller: Caller): unknown[] => {
  const isAdmin = callerIsAdmin(caller);
  return [caller.id, caller.id, isAdmin, caller.id, caller.id, isAdmin];
};

@Injectable()
export class InboxService {
  constructor(
    private readonly em: EntityManager,
    private readonly privacy: Privacy,
  ) {}

  /** Reads the counts and the notices from one database snapshot, so that they always match. */
  list(caller: Caller, query: ListNoticesQuery): Promise<Notices> {
    const read = (em: EntityManager) => this.listIn(em, caller, query);
    return this.em.fork().transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  }

  private async listIn(
    em: EntityManager,
    caller: Caller,
    { limit, offset, unread, zone }: ListNoticesQuery,
  ): Promise<Notices> {
    const values = bindings(caller);
    const only = unread === undefined ? '' : unread ? 'and not is_read' : 'and is_read';
    const [total] = await em.execute<{ count: number; unread: number }[]>(
      `select count(*) filter (where true ${only})::int as count, count(*) filter (where not is_read)::int as unread ${ENTRIES}`,
      values,
    );
    const entries = await em.execute<{ ids: number[]; is_read: boolean }[]>(
      `select ids, is_read ${ENTRIES} ${only} order by id desc limit ? offset ?`,
      [...values, limit, offset],
    );
    const found = await em.find(Notice, { id: { $in: entries.flatMap(({ ids }) => ids) } });
    const notices = new Map(found.map((notice) => [notice.id, notice]));
    const data = entries.map(({ ids, is_read: isRead }) => {
      const own = ids.flatMap((id) => notices.get(id) ?? []);
      const entry = this.privacy.notice(toEntry(own, isRead));
      return { ...entry, text: inZone(entry.text, zone) };
    });
    return { data, count: total?.count ?? 0, unread: total?.unread ?? 0 };
  }

  async read(caller: Caller, { ids, upTo }: NoticesRead): Promise<Unread> {
    await this.em.fork().transactional(async (em) => {
      await em.execute(READ, [caller.id, upTo ?? 0, intArray(ids)]);
      await noteChange(em, { what: 'notices', userIds: [caller.id] });
    });
    const { unread } = await this.list(caller, { limit: 1, offset: 0, zone: 'UTC' });
    return { unread };
  }
}

/** @param notices - all notices of one entry, oldest first. */
function toEntry(notices: readonly Notice[], isRead: boolean): NoticeRow {
  const bySubject = Map.groupBy(notices, ({ subject }) => subject);
  const [first, ...others] = [...bySubject.values()].flatMap(([one]) => one ?? []);
  if (!first) throw new Error('an entry without a notice');
  if (others.length === 0) return { ...toRow(first), isRead };
  const outage = [first, ...others];
  const overAt = outage.some((one) => !one.overAt)
    ? null
    : Math.max(...outage.map((one) => one.overAt?.getTime() ?? 0));
  const over = overAt === null ? null : new Date(overAt);
  return {
    ...toRow(first),
    ...outageWords(outage, over),
    link: `/episodes?integration=${first.integrationId}${over === null ? '' : '&state=over'}`,
    eventName: null,
    overAt: over?.toISOString() ?? null,
    isRead,
  };
}

const toRow = (notice: Notice): Omit<NoticeRow, 'isRead'> => {
  const { id, kind, subject, link, at, overAt = null } = notice;
  const isPast = overAt !== null && partOf(kind) === 'start';
  return {
    id,
    kind,
    subject,
    title: isPast ? pastTitle(kind, notice.title) : notice.title,
    text: isPast ? pastText(notice.text, at, overAt) : notice.text,
    link,
    organizationId: notice.organizationId ?? null,
    organization: notice.organization ?? null,
    integrationId: notice.integrationId ?? null,
    integration: notice.integration ?? null,
    eventName: notice.eventName ?? null,
    severity: SEVERITIES.find((severity) => severity === notice.severity) ?? null,
    at: at.toISOString(),
    overAt: overAt?.toISOString() ?? null,
  };
};
