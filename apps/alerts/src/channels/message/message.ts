import type { DELIVERY_KINDS } from '@portico/contracts/http/channels';
import type { NoticeKind } from '@portico/contracts/http/notices';
import { cutText } from '@portico/contracts/common/cut-text';
import { partOf } from '../../policy/kinds.ts';

/** Maximum number of notices that one message lists. The message contains only the number of the remaining notices. */
export const MAX_LINES = 20;

/**
 * One notice in a message. All names are from the time of the notice. `event`: the first failed event; in a webhook, with all fields that
 * the events list shows to the channel's owner. `isEventOmitted`: the events service did not return the event.
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
 * A message, independent of the channel's type. `id`: the same for every retry. `lines`: at most {@link MAX_LINES}. `isOver`: whether
 * all reported problems have ended. `acknowledgeUrl`: null if the recipients may not acknowledge. `text`: for messages without lines.
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

/** Characters that reverse the direction of the text that follows. No script needs them, because letters carry their own direction. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Puts a name on one line and shortens it. Names are untrusted text. */
export const shortened = (text: string, longest: number): string => {
  const line = text.replaceAll(DIRECTIONS, '').replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  return `${cutText(line, longest - 1)}…`;
};

/**
 * Returns a function that escapes a text of at most `longest` characters. Cuts the text before escaping, because half an escape sequence
 * would be visible or would escape the character that follows.
 */
export const escapedBy =
  (escape: (text: string) => string) =>
  (text: string, longest: number): string => {
    let shortText = shortened(text, longest);
    while (escape(shortText).length > longest)
      shortText = shortened(shortText, Math.max(1, Math.floor(shortText.length * 0.9)));
    return escape(shortText);
  };

export const moreText = ({ more }: Pick<Message, 'more'>): string => (more === 0 ? '' : `and ${more} more`);

/** Returns the subject's key if a message has one notice, else the message's key. The start and end of an episode share a subject. */
export const subjectKey = ({ id, lines, more }: Message): string => {
  const [line] = lines;
  return `portico:${lines.length === 1 && more === 0 && line ? line.subject : id}`;
};

const isEnd = ({ kind, overAt }: Line): boolean => overAt !== null || partOf(kind) === 'end';

/** Whether all problems that the message reports have ended. If so, the channel closes the incident of the message. */
export const isResolved = ({ isOver, lines }: Message): boolean => isOver || (lines.length > 0 && lines.every(isEnd));

/** Maximum characters of each line's text. `fitting` tries these values in order until all lines fit. */
const LINE_TEXTS = [2_000, 600, 250, 80] as const;

/** Builds the longest message that fits: shortens the text of the lines first, then removes lines. */
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

/** Returns `and 3 more` for three notices that the message does not list, or an empty text. */
export const restText = ({ lines, more }: Message, listed: readonly Line[]): string =>
  moreText({ more: more + lines.length - listed.length });
