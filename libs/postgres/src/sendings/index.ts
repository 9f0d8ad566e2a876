export { countSending, hostOf, hourlyLimits, type SendingLimit } from './count-sending.ts';
export { addSendings, Sending } from './sending.entity.ts';
