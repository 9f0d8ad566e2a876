import { hostOf } from '@portico/postgres/sendings';
import { type TargetOf, type TypeRules, urlRules } from '../message/channel-type.ts';
import { webhookBody } from './format.ts';
import { webhookHeaders } from './signature.ts';

/** Returns the customer's headers. The signing headers override customer headers of the same name. */
const customHeaders = ({ headers = [], basicAuth }: TargetOf<'webhook'>): Record<string, string> => ({
  ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
  ...(basicAuth && {
    authorization: `Basic ${Buffer.from(`${basicAuth.user}:${basicAuth.password}`).toString('base64')}`,
  }),
});

export const webhook: TypeRules<'webhook'> = {
  ...urlRules(({ url }) => url),
  ownHost: ({ url }) => hostOf(url),
  headerNames: ({ headers = [], basicAuth }) => [
    ...headers.map(({ name }) => name),
    ...(basicAuth ? ['Authorization'] : []),
  ],
  isForPrograms: true,
  send({ target, message, code, secrets }, { request }) {
    const at = new Date();
    const body = webhookBody(message, at.toISOString(), code);
    return request({
      url: target.url,
      headers: { ...customHeaders(target), ...webhookHeaders(message.id, at, body, secrets) },
      body,
    });
  },
};
