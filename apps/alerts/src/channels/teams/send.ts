import { sendJson } from '../message/channel-type.ts';
import { teamsMessage } from './format.ts';

export const send = sendJson<'teams'>(({ webhookUrl }) => webhookUrl, teamsMessage);
