import type { DELIVERY_KINDS } from '@portico/contracts/http/channels';
import type { NoticeKind } from '@portico/contracts/http/notices';
import { cutText } from '@portico/contracts/common/cut-text';

/** Most notices that one message lists; of the rest it says how many. */
export const MAX_LINES = 20;

/**
 * What a message says of one notice; names are those of when it happened. `event`: the first event that failed; in a webhook
 * whole, as the events list gives it to whom the channel is of. `isEventOmitted`: there is one, and it is left out.
 */
export type Line = {
  noticeId: number;
  kind: NoticeKind;
  subject: string;
  title: string;
  text: string;
  link: string;
  organizationId: number | null;
  organization: string | null;
  integrationId: number | null;
  integration: string | null;
  eventName: string | null;
  severity: string | null;
  at: string;
  overAt: string | null;
  event: unknown;
  isEventOmitted?: boolean;
};

/**
 * What is sent through a channel, whatever its type. `id`: the same however often it is sent. `lines`: at most
 * {@link MAX_LINES}. `isOver`: nothing of it is open any more. `acknowledgeUrl`: null where nobody may acknowledge by it.
 * `text`: of messages without lines.
 */
export type Message = {
  id: string;
  kind: (typeof DELIVERY_KINDS)[number];
  productName: string;
  title: string;
  text: string;
  lines: Line[];
  more: number;
  isOver: boolean;
  settingsUrl: string;
  acknowledgeUrl: string | null;
};

/** Characters that turn the direction of the text after them around; letters of any script bring their own. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Names are other people's text: on one line, and not longer than what takes them. */
export const shortened = (text: string, longest: number): string => {
  const line = text.replaceAll(DIRECTIONS, '').replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  return `${cutText(line, longest - 1)}…`;
};

export const moreText = ({ more }: Pick<Message, 'more'>): string => (more === 0 ? '' : `and ${more} more`);

/** What a message is about, if that is one thing: what says that it began and what says that it is over have the same. */
export const subjectKey = ({ id, lines, more }: Message): string => {
  const [line] = lines;
  return `portico:${lines.length === 1 && more === 0 && line ? line.subject : id}`;
};

const isEnd = ({ kind, overAt }: Line): boolean =>
  overAt !== null || ['episode.closed', 'integration.back', 'view.over', 'platform.caught_up'].includes(kind);

/** Whether everything that a message is about is over, so that its incident closes. */
export const isResolved = ({ isOver, lines }: Message): boolean => isOver || (lines.length > 0 && lines.every(isEnd));

/** Characters of each line's text: as many as let all lines be there. */
const LINE_TEXTS = [2_000, 600, 250, 80] as const;

/** The message with as much of as many of its lines as fit. */
export function fitting<Made>(
  { lines }: Message,
  made: (lines: readonly Line[], longest: number) => Made,
  fits: (made: Made) => boolean,
): Made {
  for (const longest of LINE_TEXTS) {
    const whole = made(lines, longest);
    if (fits(whole)) return whole;
  }
  for (let count = lines.length - 1; count > 0; count -= 1) {
    const part = made(lines.slice(0, count), LINE_TEXTS[3]);
    if (fits(part)) return part;
  }
  return made([], 0);
}

/** Of a message that lists only some of its lines: how many more there are. */
export const restText = ({ lines, more }: Message, listed: readonly Line[]): string =>
  moreText({ more: more + lines.length - listed.length });
