import type { Send } from '../message/channel-type.ts';
import { webhookBody } from './format.ts';
import { webhookHeaders } from './signature.ts';

export const send: Send<'webhook'> = async ({ target, message, code, secrets }, { request }) => {
  const at = new Date();
  const body = webhookBody(message, at.toISOString(), code);
  const { status } = await request({
    url: target.url,
    headers: webhookHeaders(message.id, at, body, secrets),
    body,
  });
  return { status, remoteRef: null };
};
