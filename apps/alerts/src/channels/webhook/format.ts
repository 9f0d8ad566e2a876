import type { Line, Message } from '../message/message.ts';

/** Maximum bytes of a body. Events that do not fit are omitted, and `event_omitted` is then true. */
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

/** Returns the `type` field: the notice's kind if the message has only one notice, otherwise `portico.` and the message's kind. */
const typeOf = ({ kind, lines, more }: Message): string =>
  kind === 'notice' && lines.length === 1 && more === 0 ? (lines[0]?.kind ?? 'portico.notice') : `portico.${kind}`;

/** Builds the body of a Standard Webhook. Its `timestamp` is the notice's time if the message has only one notice, otherwise `at`. */
export function webhookBody(message: Message, at: string, code: string | null = null): string {
  const { title, text, lines, more } = message;
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
