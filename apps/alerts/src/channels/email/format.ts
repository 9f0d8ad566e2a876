import { type Line, type Message, moreText, shortened } from '../message/message.ts';

type Email = { subject: string; text: string; html: string };

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
/** Maximum characters of a subject. Portico cuts longer subjects, as mail programs do. */
const SUBJECT = 150;

const marked = ({ overAt }: Line): string => (overAt === null ? '' : '✔ ');
const textLine = (line: Line): string => [`${marked(line)}${line.title}`, line.text, line.link].join('\n');
const htmlLine = (line: Line): string =>
  `<p style="margin:0 0 20px"><a href="${escape(line.link)}" style="color:#0f6b5c;font-weight:600">${escape(
    `${marked(line)}${line.title}`,
  )}</a><br>${escape(line.text)}</p>`;

const WAYS: { readonly [kind in Message['kind']]?: string } = {
  verification: 'If you did not expect this mail, ignore it. We will send you no further messages.',
};

/** Formats a mail. The mail loads no remote content, and opening a link in the mail changes nothing. */
export function emailOf(message: Message, action = 'Acknowledge'): Email {
  const { title, text, lines, acknowledgeUrl, settingsUrl, productName, isOver } = message;
  const subject = shortened(`${isOver ? '✔ ' : ''}${title}`, SUBJECT);
  const more = moreText(message);
  const why = WAYS[message.kind] ?? `Sent by ${shortened(productName, 100)}. Choose your messages here:`;
  const isSettings = message.kind !== 'verification';
  const plain = [
    ...(lines.length === 0 ? [title] : []),
    ...(text === '' ? [] : [text]),
    ...lines.map(textLine),
    ...(more === '' ? [] : [more]),
    ...(acknowledgeUrl === null ? [] : [`${action}: ${acknowledgeUrl}`]),
    isSettings ? `${why} ${settingsUrl}` : why,
  ].join('\n\n');
  const button =
    acknowledgeUrl === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escape(acknowledgeUrl)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f6b5c;color:#ffffff;text-decoration:none;font-weight:600">${escape(action)}</a></p>\n`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f5f6f8;color:#1d2330;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3ea;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px">${escape(subject)}</h1>
${text === '' ? '' : `<p style="margin:0 0 20px;overflow-wrap:anywhere">${escape(text)}</p>\n`}${lines.map(htmlLine).join('\n')}
${more === '' ? '' : `<p style="margin:0 0 20px">${escape(more)}</p>\n`}${button}<p style="color:#565f70;font-size:13px;overflow-wrap:anywhere">${escape(why)}${isSettings ? ` <a href="${escape(settingsUrl)}" style="color:#565f70">Settings</a>` : ''}</p>
</div></body></html>
`;
  return { subject, text: `${plain}\n`, html };
}
