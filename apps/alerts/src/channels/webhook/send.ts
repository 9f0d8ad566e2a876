import type { Send, TargetOf } from '../message/channel-type.ts';
import { webhookBody } from './format.ts';
import { webhookHeaders } from './signature.ts';

/** Returns the customer's headers. The signing headers override customer headers of the same name. */
const customHeaders = ({ headers = [], basicAuth }: TargetOf<'webhook'>): Record<string, string> => ({
  ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
  ...(basicAuth && {
    authorization: `Basic ${Buffer.from(`${basicAuth.user}:${basicAuth.password}`).toString('base64')}`,
  }),
});

export const send: Send<'webhook'> = async ({ target, message, code, secrets }, { request }) => {
  const at = new Date();
  const body = webhookBody(message, at.toISOString(), code);
  const { status } = await request({
    url: target.url,
    headers: { ...customHeaders(target), ...webhookHeaders(message.id, at, body, secrets) },
    body,
  });
  return { status, remoteRef: null };
};
