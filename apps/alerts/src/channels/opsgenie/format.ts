import { cutText } from '@portico/contracts/common/cut-text';
import { isResolved, type Message, moreText, shortened, subjectKey } from '../message/message.ts';

/** Limits of Opsgenie's Alert API in characters: message, alias, description and source. */
const MESSAGE = 130;
const ALIAS = 512;
const DESCRIPTION = 15_000;
const SOURCE = 100;

const PRIORITIES: Readonly<Record<string, string>> = { FATAL: 'P1', ERROR: 'P2', WARN: 'P3' };

/** Builds a request to Opsgenie's Alert API. Closes the alert if all problems of the message have ended, else creates an alert. */
export function opsgenieRequest(message: Message): { path: string; body: Record<string, unknown> } {
  const { title, text, lines, more, productName, settingsUrl } = message;
  const alias = cutText(subjectKey(message), ALIAS);
  const source = shortened(productName, SOURCE);
  const [line] = lines;
  if (isResolved(message)) {
    const note = shortened([title, line?.text].filter(Boolean).join(': '), DESCRIPTION);
    return { path: `/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`, body: { source, note } };
  }
  const texts = [
    text,
    ...lines.flatMap((one) => [lines.length > 1 ? one.title : '', one.text]),
    moreText({ more }),
    line?.link ?? settingsUrl,
  ];
  const description = texts.filter(Boolean).map((one) => shortened(one, 1_000));
  const details = {
    kind: line?.kind ?? message.kind,
    ...(line?.organization && { organization: shortened(line.organization, 200) }),
    ...(line?.integration && { integration: shortened(line.integration, 200) }),
    ...(line?.eventName && { event: shortened(line.eventName, 200) }),
  };
  return {
    path: '/v2/alerts',
    body: {
      message: shortened(title, MESSAGE),
      alias,
      description: cutText(description.join('\n'), DESCRIPTION),
      details,
      source,
      priority: PRIORITIES[line?.severity ?? ''] ?? 'P3',
    },
  };
}
