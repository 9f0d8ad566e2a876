import type { TypeRules } from '../message/channel-type.ts';
import { opsgenieRequest } from './format.ts';

export const opsgenie: TypeRules<'opsgenie'> = {
  hint: ({ apiKey }) => `…${apiKey.slice(-4)}`,
  address: ({ apiKey }) => apiKey,
  isForPrograms: true,
  closesIncidents: true,
  send({ target, message }, { request, config }) {
    const { path, body } = opsgenieRequest(message);
    return request({
      url: `${target.region === 'eu' ? config.OPSGENIE_EU_URL : config.OPSGENIE_URL}${path}`,
      headers: { authorization: `GenieKey ${target.apiKey}` },
      body: JSON.stringify(body),
    });
  },
};
