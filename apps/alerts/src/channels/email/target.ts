import { hostOf } from '@portico/postgres/sendings';
import type { TargetRules } from '../message/channel-type.ts';

export const target: TargetRules<'email'> = {
  hint: ({ address }) => address.replace(/^(.).*@/, '$1…@'),
  address: ({ address }) => address,
  ownHost: ({ address }) => hostOf(address),
};
