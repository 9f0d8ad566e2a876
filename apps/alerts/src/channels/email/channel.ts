import { cutText } from '@portico/contracts/common/cut-text';
import { hostOf } from '@portico/postgres/sendings';
import type { SendMailOptions } from '@portico/service/mail';
import type { TypeRules } from '../message/channel-type.ts';
import type { Message } from '../message/message.ts';
import { SendFailed } from '../message/send-failed.ts';
import { emailOf } from './format.ts';

const idOf = (name: string, host: string): string => `<${name.replaceAll(/[^\w.-]/g, '-')}@${host}>`;

/**
 * Builds a mail. Mails that report only one notice reference a thread id of the notice's subject, such as an episode. Mail programs then
 * show all mails about this subject as one thread. A retry keeps the message id of the first attempt.
 */
const mailOf = (channelId: number, message: Message, host: string): Omit<SendMailOptions, 'to'> => {
  const [line] = message.lines;
  const isOne = message.lines.length === 1 && message.more === 0 && line !== undefined;
  const thread = isOne ? idOf(`${line.subject}.channel-${channelId}`, host) : null;
  return {
    ...emailOf(message, message.kind === 'verification' ? 'Verify this address' : 'Acknowledge'),
    messageId: idOf(`${message.id}.channel-${channelId}`, host),
    ...(thread !== null && { references: thread, inReplyTo: thread }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(message.kind !== 'verification' && { 'List-Unsubscribe': `<${message.settingsUrl}>` }),
    },
  };
};

export const email: TypeRules<'email'> = {
  hint: ({ address }) => address.replace(/^(.).*@/, '$1…@'),
  address: ({ address }) => address,
  ownHost: ({ address }) => hostOf(address),
  async send({ target, channelId, message }, { mailer, config }) {
    const host = new URL(config.CONSOLE_URL).hostname;
    try {
      await mailer.send({ to: target.address, ...mailOf(channelId, message, host) });
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null;
      throw new SendFailed(
        error instanceof Error ? cutText(error.message, 200) : 'The mail server did not accept the mail',
        code,
      );
    }
    return { status: null };
  },
};
