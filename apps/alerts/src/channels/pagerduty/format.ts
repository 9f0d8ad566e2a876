import { cutText } from '@portico/contracts/common/cut-text';
import { isResolved, type Line, type Message, shortened, subjectKey } from '../message/message.ts';

/** Limits of PagerDuty's Events API v2 in characters: summary and deduplication key. */
const SUMMARY = 1_024;
const DEDUP_KEY = 255;

const SEVERITIES: Readonly<Record<string, string>> = { FATAL: 'critical', ERROR: 'error', WARN: 'warning' };
/** Returns the PagerDuty severity of a notice. The kind of notice determines the default for a notice without a severity. */
const severityOf = ({ severity, kind }: Line): string =>
  severity === null ? (kind.startsWith('episode.') ? 'error' : 'warning') : (SEVERITIES[severity] ?? 'info');

/** Builds an event for PagerDuty's Events API v2: `resolve` if the message is over, otherwise `trigger`. */
export function pagerDutyEvent(message: Message, routingKey: string): Record<string, unknown> {
  const [line] = message.lines;
  const isOver = isResolved(message);
  const common = {
    routing_key: routingKey,
    event_action: isOver ? 'resolve' : 'trigger',
    dedup_key: cutText(subjectKey(message), DEDUP_KEY),
  };
  if (isOver) return common;
  return {
    ...common,
    payload: {
      summary: shortened(message.title, SUMMARY),
      source: shortened(line?.integration ?? message.productName, 200) || message.productName,
      severity: line ? severityOf(line) : 'info',
      ...(line && { timestamp: line.at }),
      ...(line?.eventName && { component: shortened(line.eventName, 200) }),
      ...(line?.organization && { group: shortened(line.organization, 200) }),
      class: line?.kind ?? message.kind,
      custom_details: {
        text: shortened(message.text || (line?.text ?? ''), 2_000),
        ...(message.lines.length > 1 && { notices: message.lines.map(({ title }) => shortened(title, 300)) }),
        ...(message.more > 0 && { more: message.more }),
      },
    },
    links: [{ href: line?.link ?? message.settingsUrl, text: 'Open' }],
    client: shortened(message.productName, 100),
    client_url: message.settingsUrl,
  };
}
