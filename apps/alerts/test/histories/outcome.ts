import type { EntityManager } from '@mikro-orm/postgresql';
import type { NoticeKind } from '@portico/contracts/http/notices';
import { partOf } from '../../src/policy/kinds.ts';
import { type Accepted, keyOf, type Receivers } from './receivers.ts';
import type { Round } from './subjects.ts';

type Happened = { id: number; kind: NoticeKind; integration: number };
type Noted = { id: number; kind: NoticeKind; subject: string; rule: number; transition: number };
type Planned = { notice: number; channel: number; delivery: number | null; never: string | null; due: boolean };
type Message = { id: number; channel: number; key: string; state: string; status: number | null };

const TRANSITIONS = 'select id, kind, integration_id as integration from transitions';
const NOTICES = `select id, kind, subject, rule_id as rule, transition_id as transition from notices
  where rule_id is not null order by id`;
const PLANNED = `select notice_id as notice, channel_id as channel, delivery_id as delivery, never, due_at is not null as due
  from pending_notices`;
const MESSAGES = `select id, channel_id as channel, message->>'id' as key, state, status from deliveries`;

/** Checks the result of a round in which no work is left. Returns the violated guarantees. */
export async function faultsOf(em: EntityManager, round: Round, receivers: Receivers): Promise<string[]> {
  const transitions = await em.execute<Happened[]>(TRANSITIONS);
  const notices = await em.execute<Noted[]>(NOTICES);
  const planned = await em.execute<Planned[]>(PLANNED);
  const messages = await em.execute<Message[]>(MESSAGES);
  return [
    ...faultsOfPlans(round, transitions, notices, planned),
    ...messages.flatMap((message) => faultsOfMessage(message, receivers)),
    ...faultsOfNotices(notices, planned, messages, receivers.accepted),
  ];
}

const difference = (what: string, found: readonly string[], expected: readonly string[]): string[] => {
  const isSame = JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted());
  return isSame ? [] : [`${what}: ${found.length}, ${new Set(found).size} different, instead of ${expected.length}`];
};

/** Checks that each matching rule has one notice per transition, and that each notice has one row per channel. */
function faultsOfPlans(
  { rules }: Round,
  transitions: readonly Happened[],
  notices: readonly Noted[],
  planned: readonly Planned[],
): string[] {
  const matches = transitions.flatMap(({ id, kind, integration }) =>
    rules
      .filter((rule) => rule.integration === integration && rule.on.some((one) => one === kind))
      .map(({ id: rule, channels }) => ({ key: `${rule}/${id}`, channels })),
  );
  const noticeOf = new Map(notices.map(({ id, rule, transition }) => [`${rule}/${transition}`, id]));
  return [
    ...difference(
      'notices of rule and transition',
      notices.map(({ rule, transition }) => `${rule}/${transition}`),
      matches.map(({ key }) => key),
    ),
    ...difference(
      'plans of notice and channel',
      planned.map(({ notice, channel }) => `${notice}/${channel}`),
      matches.flatMap(({ key, channels }) => channels.map((channel) => `${noticeOf.get(key)}/${channel}`)),
    ),
  ];
}

/** Checks that a message's recorded result matches its last attempt, and that a message marked as sent was accepted. */
function faultsOfMessage({ channel, key, state, status }: Message, { accepted, lastStatus }: Receivers): string[] {
  const isTaken = accepted.some((one) => one.channel === channel && one.id === key);
  return [
    ...(['sent', 'edited', 'failed'].includes(state) ? [] : [`${key} is ${state}`]),
    ...(status === lastStatus.get(keyOf(channel, key)) ? [] : [`${key} is ${state}, of an attempt before its last`]),
    ...(state === 'failed' || isTaken ? [] : [`${key} is ${state}, and was never taken`]),
  ];
}

/**
 * Checks that a channel got each notice in one message, unless the reason for omitting the notice is stored. Checks that each end
 * of an episode arrived after its beginning.
 */
function faultsOfNotices(
  notices: readonly Noted[],
  planned: readonly Planned[],
  messages: readonly Message[],
  accepted: readonly Accepted[],
): string[] {
  const noticeOf = new Map(notices.map((notice) => [notice.id, notice]));
  const messageOf = new Map(messages.map((message) => [message.id, message]));
  const plannedOf = new Map(planned.map((one) => [`${one.notice}/${one.channel}`, one]));
  const acceptedBy = Map.groupBy(accepted, ({ channel }) => channel);
  /** Returns the messages that contain the notice and that the notice's channel accepted. */
  const takenOf = ({ notice, channel }: Planned): Accepted[] =>
    (acceptedBy.get(channel) ?? []).filter(({ lines }) => lines.some(({ noticeId }) => noticeId === notice));
  const messageWith = ({ delivery }: Planned): Message | undefined => messageOf.get(delivery ?? 0);
  const startOf = ({ notice, channel }: Planned): Planned | undefined => {
    const own = noticeOf.get(notice);
    const begun = notices.findLast(
      ({ id, rule, subject, kind }) =>
        id < notice && rule === own?.rule && subject === own.subject && partOf(kind) === 'start',
    );
    return plannedOf.get(`${begun?.id}/${channel}`);
  };
  const saysOver = (start: Planned): boolean =>
    takenOf(start).some(({ lines }) => lines.some((line) => line.noticeId === start.notice && line.overAt !== null));

  return planned.flatMap((one) => {
    const kind = noticeOf.get(one.notice)?.kind ?? 'episode.opened';
    const isEnd = partOf(kind) === 'end';
    const start = isEnd ? startOf(one) : undefined;
    const isEdit = start !== undefined && one.delivery !== null && start.delivery === one.delivery;
    const taken = takenOf(one);
    const ids = new Set(taken.map(({ id }) => id));
    const isFailed =
      messageWith(one)?.state === 'failed' || (start !== undefined && messageWith(start)?.state === 'failed');
    const [began, over] = [start && takenOf(start)[0]?.order, taken[0]?.order];
    const faults = {
      'is neither in a message nor in none': one.due || (one.delivery === null) === (one.never === null),
      'is in several messages': ids.size > 1,
      'is in the message of another':
        one.delivery !== null && !isEdit && [...ids].some((id) => id !== messageWith(one)?.key),
      'was never taken': one.delivery !== null && !isEdit && !isFailed && ids.size === 0,
      'was left out': !isEnd && one.never !== null,
      'is over without a message that says so':
        start !== undefined && (isEdit || one.never !== null) && !isFailed && !saysOver(start),
      'was left out without what began': isEnd && one.never !== null && start === undefined,
      'was over before it began': !isFailed && began !== undefined && over !== undefined && over < began,
    };
    return Object.entries(faults).flatMap(([what, isFault]) =>
      isFault ? [`${kind} ${one.notice} through ${one.channel} ${what} (${one.never})`] : [],
    );
  });
}
