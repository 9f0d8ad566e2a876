import type { Line, Message } from '../message/message.ts';

/** Bytes of a body at most; an event that does not fit is left out, and `event_omitted` says so. */
export const WEBHOOK_BYTES = 256 * 1024;

const noticeOf = (line: Line, isWhole: boolean) => ({
  id: line.noticeId,
  kind: line.kind,
  subject: line.subject,
  title: line.title,
  text: line.text,
  link: line.link,
  organization: line.organizationId === null ? null : { id: line.organizationId, name: line.organization },
  integration: line.integrationId === null ? null : { id: line.integrationId, name: line.integration },
  event_name: line.eventName,
  severity: line.severity,
  at: line.at,
  over_at: line.overAt,
  event: isWhole ? (line.event ?? null) : null,
  ...((line.isEventOmitted || (!isWhole && line.event !== null)) && { event_omitted: true }),
});

/** The type of a webhook: of one notice its kind, `portico.test` and such of the others. */
const typeOf = ({ kind, lines, more }: Message): string =>
  kind === 'notice' && lines.length === 1 && more === 0 ? (lines[0]?.kind ?? 'portico.notice') : `portico.${kind}`;

/** The body of a Standard Webhook. `timestamp`: when it happened, not when it was sent. */
export function webhookBody(message: Message, at: string, code: string | null = null): string {
  const { title, text, lines, more } = message;
  /** With the events of so many notices, the first ones. */
  const bodyOf = (whole: number): string => {
    const [line] = lines;
    const isOne = lines.length === 1 && more === 0 && line !== undefined;
    const notices = lines.map((one, index) => noticeOf(one, index < whole));
    return JSON.stringify({
      type: typeOf(message),
      timestamp: isOne ? line.at : at,
      data: isOne ? notices[0] : { title, text, ...(code !== null && { code }), notices, more },
    });
  };
  for (let whole = lines.length; whole > 0; whole -= 1) {
    const body = bodyOf(whole);
    if (Buffer.byteLength(body) <= WEBHOOK_BYTES) return body;
  }
  return bodyOf(0);
}
