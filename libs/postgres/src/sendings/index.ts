export { countSending, hostOf, type SendingLimit } from './count-sending.ts';
export { addSendings, Sending } from './sending.entity.ts';
