import type { Send } from '../message/channel-type.ts';
import { chatMessage } from './format.ts';

/** Posts into the subject's thread, so that the end of an episode replies to its beginning. Chat creates a missing thread. */
export const send: Send<'google-chat'> = async ({ target, message }, { request }) => {
  const url = new URL(target.webhookUrl);
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  const { status } = await request({ url: url.href, body: JSON.stringify(chatMessage(message)) });
  return { status, remoteRef: null };
};
