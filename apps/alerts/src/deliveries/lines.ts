import { withoutLinks } from '@portico/contracts/common/mailed-name';
import { type Line, MAX_LINES, type Message } from '../channels/message/message.ts';
import type { Notice } from '../notices/notice.entity.ts';
import { pastText } from '../notices/wording.ts';
import { partOf } from '../policy/kinds.ts';

const lineOf = (notice: Notice, consoleUrl: string): Line => {
  const { kind, at, overAt } = notice;
  const over = partOf(kind) === 'end' ? at : (overAt ?? null);
  return {
    noticeId: notice.id,
    kind,
    subject: notice.subject,
    title: notice.title,
    text: overAt && partOf(kind) === 'start' ? pastText(notice.text, at, overAt) : notice.text,
    link: new URL(notice.link, consoleUrl).href,
    organizationId: notice.organizationId ?? null,
    organization: notice.organization ?? null,
    integrationId: notice.integrationId ?? null,
    integration: notice.integration ?? null,
    eventName: notice.eventName ?? null,
    severity: notice.severity ?? null,
    at: at.toISOString(),
    overAt: over?.toISOString() ?? null,
    event: notice.event ?? null,
  };
};

const titleOf = (kind: Message['kind'], lines: readonly Line[]): string => {
  const [first] = lines;
  const count = lines.length;
  if (kind === 'digest') return `${count === 1 ? '1 notice' : `${count} notices`} in your summary`;
  if (kind === 'summary') return `${count === 1 ? '1 notice' : `${count} notices`} held back within the last hour`;
  const reminder = kind === 'reminder' ? 'Still open: ' : '';
  if (count === 1 || !first) return `${reminder}${first?.title ?? ''}`;
  return `${reminder}${count} notices${first.organization === null ? '' : ` of ${withoutLinks(first.organization)}`}`;
};

type Composed = Pick<Message, 'kind' | 'title' | 'lines' | 'more' | 'isOver'>;

export function composed(kind: Message['kind'], notices: readonly Notice[], consoleUrl: string): Composed {
  const lines = notices
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
    .map((notice) => lineOf(notice, consoleUrl));
  return {
    kind,
    title: titleOf(kind, lines),
    lines: lines.slice(0, MAX_LINES),
    more: Math.max(0, lines.length - MAX_LINES),
    isOver: lines.every(({ overAt }) => overAt !== null),
  };
}
