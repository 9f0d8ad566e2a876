import type { Send } from '../message/channel-type.ts';
import { opsgenieRequest } from './format.ts';

export const send: Send<'opsgenie'> = async ({ target, message }, { request, config }) => {
  const { path, body } = opsgenieRequest(message);
  const { status } = await request({
    url: `${target.region === 'eu' ? config.OPSGENIE_EU_URL : config.OPSGENIE_URL}${path}`,
    headers: { authorization: `GenieKey ${target.apiKey}` },
    body: JSON.stringify(body),
  });
  return { status, remoteRef: null };
};
