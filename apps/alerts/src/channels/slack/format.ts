import { escapedBy, fitting, type Line, type Message, restText, shortened } from '../message/message.ts';

/** Slack's documented limits: characters of a header, of a section's text and of a message's text, and number of blocks. */
const HEADER = 150;
const SECTION = 3_000;
const TEXT = 4_000;
/** Maximum characters of all blocks together. Slack documents no limit but rejects more than about 13,000 characters. */
const BLOCKS = 12_000;

type Block = Record<string, unknown>;

/** Slack requires escaping for these three characters only. */
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escaped = escapedBy(escape);

const section = ({ title, text, link, overAt }: Line, longest: number): Block => ({
  type: 'section',
  text: {
    type: 'mrkdwn',
    text: `${overAt === null ? '' : '✔ '}<${link}|${escaped(title, 300).replaceAll('|', '¦')}>\n${escaped(text, longest)}`,
  },
});

const context = (text: string): Block => ({ type: 'context', elements: [{ type: 'mrkdwn', text }] });

const blocksOf = (message: Message, lines: readonly Line[], longest: number): Block[] => {
  const { title, text, acknowledgeUrl, settingsUrl, productName, isOver } = message;
  const more = restText(message, lines);
  const header = shortened(`${isOver ? '✔ ' : ''}${title}`, HEADER);
  const button = {
    type: 'button',
    text: { type: 'plain_text', text: 'Acknowledge', emoji: false },
    url: acknowledgeUrl,
    action_id: 'acknowledge',
  };
  return [
    { type: 'header', text: { type: 'plain_text', text: header, emoji: false } },
    ...(text === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: escaped(text, SECTION) } }]),
    ...lines.map((line) => section(line, longest)),
    ...(more === '' ? [] : [context(more)]),
    ...(acknowledgeUrl === null ? [] : [{ type: 'actions', elements: [button] }]),
    context(`<${settingsUrl}|${escaped(productName, 100)}>`),
  ];
};

export function slackMessage(message: Message): { text: string; blocks: Block[] } {
  const blocks = fitting(
    message,
    (lines, longest) => blocksOf(message, lines, longest),
    (made) => JSON.stringify(made).length <= BLOCKS,
  );
  return { text: escaped(`${message.isOver ? '✔ ' : ''}${message.title}`, TEXT), blocks };
}
