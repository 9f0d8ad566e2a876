import { fitting, type Line, type Message, restText, shortened, subjectKey } from '../message/message.ts';

/** Maximum bytes of a message. Google Chat's documented limit of 32,000 bytes includes bytes that Google Chat adds. */
const CHAT_BYTES = 31_000;

type Widget = Record<string, unknown>;

/** Card texts are HTML. Google Chat ignores mentions in cards. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const paragraph = (text: string): Widget => ({ textParagraph: { text } });

const item = ({ title, text, link, overAt }: Line, longest: number): Widget =>
  paragraph(
    [
      `${overAt === null ? '' : '✔ '}<a href="${escape(link)}">${escape(shortened(title, 300))}</a>`,
      ...(text === '' ? [] : [escape(shortened(text, longest))]),
    ].join('<br>'),
  );

export const chatMessage = (message: Message): Record<string, unknown> => {
  const { title, text, isOver, acknowledgeUrl, settingsUrl, productName } = message;
  const heading = shortened(`${isOver ? '✔ ' : ''}${title}`, 200);
  const buttons = [
    ...(acknowledgeUrl === null ? [] : [{ text: 'Acknowledge', url: acknowledgeUrl }]),
    { text: shortened(productName, 50), url: settingsUrl },
  ].map((button) => ({ text: button.text, onClick: { openLink: { url: button.url } } }));
  const made = (lines: readonly Line[], longest: number) => {
    const more = restText(message, lines);
    const widgets = [
      ...(text === '' ? [] : [paragraph(escape(shortened(text, 2_000)))]),
      ...lines.map((line) => item(line, longest)),
      ...(more === '' ? [] : [paragraph(more)]),
      { buttonList: { buttons } },
    ];
    return {
      cardsV2: [{ cardId: 'notice', card: { header: { title: heading }, sections: [{ widgets }] } }],
      fallbackText: heading.replaceAll('<', '‹'),
      thread: { threadKey: subjectKey(message) },
    };
  };
  return fitting(message, made, (chat) => Buffer.byteLength(JSON.stringify(chat)) <= CHAT_BYTES);
};
