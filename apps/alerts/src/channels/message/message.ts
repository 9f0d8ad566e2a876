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

/** Names are other people's text: on one line, and not longer than what takes them. */
export const shortened = (text: string, longest: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  return `${cutText(line, longest - 1)}…`;
};

export const moreText = ({ more }: Pick<Message, 'more'>): string => (more === 0 ? '' : `and ${more} more`);
