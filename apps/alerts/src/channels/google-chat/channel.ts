import { type TypeRules, urlRules } from '../message/channel-type.ts';
import { chatMessage } from './format.ts';

export const googleChat: TypeRules<'google-chat'> = {
  ...urlRules(({ webhookUrl }) => webhookUrl),
  /**
   * Posts into the thread of the notice's subject, so that the message about the end of an episode replies to the message about its
   * beginning. Google Chat creates a missing thread.
   */
  send({ target, message }, { request }) {
    const url = new URL(target.webhookUrl);
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
    return request({ url: url.href, body: JSON.stringify(chatMessage(message)) });
  },
};
