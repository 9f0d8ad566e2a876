import type { Send } from '../message/channel-type.ts';
import { chatMessage } from './format.ts';

/** Into the thread of its subject, so that the end answers the beginning; Chat opens a thread that is not there. */
export const send: Send<'google-chat'> = async ({ target, message }, { request }) => {
  const url = new URL(target.webhookUrl);
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  const { status } = await request({ url: url.href, body: JSON.stringify(chatMessage(message)) });
  return { status, remoteRef: null };
};
