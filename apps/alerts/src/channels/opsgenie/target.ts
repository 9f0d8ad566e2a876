import type { TargetRules } from '../message/channel-type.ts';

export const target: TargetRules<'opsgenie'> = {
  hint: ({ apiKey }) => `…${apiKey.slice(-4)}`,
  address: ({ apiKey }) => apiKey,
  isForPrograms: true,
  closesIncidents: true,
};
