import { escapedBy, fitting, type Line, type Message, restText, shortened } from '../message/message.ts';

/** Discord's limits in characters: title, description and footer. */
const TITLE = 256;
const DESCRIPTION = 4_096;
const FOOTER = 100;

const GREEN = 0x0f_6b_5c;
const RED = 0xb4_23_18;

/** Discord interprets Markdown, mentions and emoji names. Names and messages of customers must not trigger them. */
const escape = (text: string): string => text.replaceAll(/[\\*_~`|[\]()<>#@:]|^-/g, String.raw`\$&`);

const escaped = escapedBy(escape);

const item = ({ title, text, link, overAt }: Line, longest: number): string =>
  `${overAt === null ? '' : '✔ '}[${escaped(title, 250)}](${link})\n${escaped(text, longest)}`.trim();

/** Formats a message for a Discord webhook: one embed. `allowed_mentions` is empty, so no text can mention a user. */
export const discordMessage = (message: Message): Record<string, unknown> => {
  const { title, text, isOver, acknowledgeUrl, settingsUrl, productName } = message;
  const made = (lines: readonly Line[], longest: number): string =>
    [
      ...(text === '' ? [] : [escaped(text, 1_000)]),
      ...lines.map((line) => item(line, longest)),
      restText(message, lines),
      ...(acknowledgeUrl === null ? [] : [`[Acknowledge](${acknowledgeUrl})`]),
    ]
      .filter(Boolean)
      .join('\n\n');
  const embed = {
    title: escaped(`${isOver ? '✔ ' : ''}${title}`, TITLE),
    url: settingsUrl,
    description: fitting(message, made, ({ length }) => length <= DESCRIPTION),
    color: isOver ? GREEN : RED,
    footer: { text: shortened(productName, FOOTER) },
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
};
