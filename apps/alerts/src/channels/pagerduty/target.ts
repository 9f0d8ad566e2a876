import type { TargetRules } from '../message/channel-type.ts';

export const target: TargetRules<'pagerduty'> = {
  hint: ({ routingKey }) => `…${routingKey.slice(-4)}`,
  address: ({ routingKey }) => routingKey,
  isForPrograms: true,
  closesIncidents: true,
};
