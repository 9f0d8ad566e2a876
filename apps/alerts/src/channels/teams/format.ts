import { type Line, type Message, restText, shortened } from '../message/message.ts';

export const TEAMS_BYTES = 28 * 1024;

type Element = Record<string, unknown>;

/** Teams interprets Markdown in cards; names must not format the card. */
const plain = (text: string): string => text.replaceAll(/[\\*_~`[\]()#<>|!]/g, String.raw`\$&`);

const block = (text: string, more: Element = {}): Element => ({ type: 'TextBlock', text, wrap: true, ...more });

const item = ({ title, text, link, overAt }: Line): Element => ({
  type: 'Container',
  separator: true,
  items: [
    block(`${overAt === null ? '' : '✔ '}[${plain(shortened(title, 300))}](${link})`, { weight: 'Bolder' }),
    ...(text === '' ? [] : [block(plain(shortened(text, 600)))]),
  ],
});

const card = (message: Message, lines: readonly Line[]): Element => {
  const more = restText(message, lines);
  const actions = [
    ...(message.acknowledgeUrl === null ? [] : [{ title: 'Acknowledge', url: message.acknowledgeUrl }]),
    { title: shortened(message.productName, 50), url: message.settingsUrl },
  ];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(`${message.isOver ? '✔ ' : ''}${plain(shortened(message.title, 300))}`, {
              size: 'Large',
              weight: 'Bolder',
            }),
            ...(message.text === '' ? [] : [block(plain(shortened(message.text, 2_000)))]),
            ...lines.map(item),
            ...(more === '' ? [] : [block(more, { isSubtle: true })]),
          ],
          actions: actions.map((action) => ({ type: 'Action.OpenUrl', ...action })),
        },
      },
    ],
  };
};

/** Formats a message as an adaptive card for Teams workflows and incoming webhooks, with as many lines as fit. */
export function teamsMessage(message: Message): Element {
  for (let count = message.lines.length; count > 0; count -= 1) {
    const made = card(message, message.lines.slice(0, count));
    if (Buffer.byteLength(JSON.stringify(made)) <= TEAMS_BYTES) return made;
  }
  return card(message, []);
}
