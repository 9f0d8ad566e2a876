import { hostOf } from '@portico/postgres/sendings';
import { type TargetRules, urlRules } from '../message/channel-type.ts';

export const target: TargetRules<'webhook'> = {
  ...urlRules(({ url }) => url),
  ownHost: ({ url }) => hostOf(url),
  headerNames: ({ headers = [], basicAuth }) => [
    ...headers.map(({ name }) => name),
    ...(basicAuth ? ['Authorization'] : []),
  ],
  isForPrograms: true,
};
