import { sendJson, type TypeRules, urlRules } from '../message/channel-type.ts';
import { teamsMessage } from './format.ts';

export const teams: TypeRules<'teams'> = {
  ...urlRules(({ webhookUrl }) => webhookUrl),
  send: sendJson(({ webhookUrl }) => webhookUrl, teamsMessage),
};
