import type { TypeRules } from '../message/channel-type.ts';
import { pagerDutyEvent } from './format.ts';

export const pagerduty: TypeRules<'pagerduty'> = {
  hint: ({ routingKey }) => `…${routingKey.slice(-4)}`,
  address: ({ routingKey }) => routingKey,
  isForPrograms: true,
  closesIncidents: true,
  send({ target, message }, { request, config }) {
    const body = JSON.stringify(pagerDutyEvent(message, target.routingKey));
    return request({ url: `${config.PAGERDUTY_URL}/v2/enqueue`, body });
  },
};
