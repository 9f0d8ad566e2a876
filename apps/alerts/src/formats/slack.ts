import { type Line, type Message, moreText, shortened } from './message.ts';

/** Slack's documented limits: of a header, of the text of a section, of a message's text, and of its blocks. */
const HEADER = 150;
const SECTION = 3_000;
const TEXT = 4_000;

type Block = Record<string, unknown>;

/** Slack asks to escape these three, and nothing else. */
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What does not fit is cut before it is escaped: half an entity would be shown. */
const escaped = (text: string, longest: number): string => {
  let kept = shortened(text, longest);
  while (escape(kept).length > longest) kept = shortened(kept, kept.length - 20);
  return escape(kept);
};

const section = ({ title, text, link, overAt }: Line): Block => ({
  type: 'section',
  text: {
    type: 'mrkdwn',
    text: `${overAt === null ? '' : '✔ '}<${link}|${escaped(title, 300).replaceAll('|', '¦')}>\n${escaped(text, SECTION - 1_000)}`,
  },
});

const context = (text: string): Block => ({ type: 'context', elements: [{ type: 'mrkdwn', text }] });

/** A message of Slack's, for an incoming webhook, chat.postMessage and chat.update. */
export function slackMessage(message: Message): { text: string; blocks: Block[] } {
  const { title, text, lines, acknowledgeUrl, settingsUrl, productName } = message;
  const mark = message.isOver ? '✔ ' : '';
  const more = moreText(message);
  return {
    text: escaped(`${mark}${title}`, TEXT),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shortened(`${mark}${title}`, HEADER), emoji: false } },
      ...(text === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: escaped(text, SECTION) } }]),
      ...lines.map(section),
      ...(more === '' ? [] : [context(more)]),
      ...(acknowledgeUrl === null
        ? []
        : [
            {
              type: 'actions',
              elements: [
                {
                  type: 'button',
                  text: { type: 'plain_text', text: 'Acknowledge', emoji: false },
                  url: acknowledgeUrl,
                  action_id: 'acknowledge',
                },
              ],
            },
          ]),
      context(`<${settingsUrl}|${escaped(productName, 100)}>`),
    ],
  };
}
