import type { Send } from '../message/channel-type.ts';
import { pagerDutyEvent } from './format.ts';

export const send: Send<'pagerduty'> = async ({ target, message }, { request, config }) => {
  const body = JSON.stringify(pagerDutyEvent(message, target.routingKey));
  const { status } = await request({ url: `${config.PAGERDUTY_URL}/v2/enqueue`, body });
  return { status, remoteRef: null };
};
