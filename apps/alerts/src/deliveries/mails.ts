import type { SendMailOptions } from '@portico/service/mail';
import { emailOf } from '../formats/email.ts';
import type { Message } from '../formats/message.ts';

const idOf = (name: string, host: string): string => `<${name.replaceAll(/[^\w.-]/g, '-')}@${host}>`;

/**
 * A mail. Those about one thing refer to the same id, so that mail programs show them as one thread; a retry has the id of the
 * attempt before.
 */
export const mailOf = (
  { channelId, message }: { channelId: number; message: Message },
  host: string,
): SendMailOptions => {
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
