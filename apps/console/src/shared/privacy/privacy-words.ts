import { type Detector, isDetector, type PrivacyRule } from '@portico/contracts/privacy/rules';

export const DETECTOR_TEXTS: Readonly<Record<Detector, string>> = {
  email: 'E-mail addresses in the message',
  iban: 'IBANs in the message',
  card: 'Card numbers in the message',
  token: 'Bearer tokens in the message',
};
export const ACTION_TEXTS: Readonly<Record<PrivacyRule['action'], string>> = {
  remove: 'Remove',
  mask: 'Mask',
  hash: 'Hash: equal values stay equal',
};
export const BELOW_TEXTS: Readonly<Record<PrivacyRule['below'], string>> = {
  operator: 'From viewers',
  manager: 'From viewers and operators',
  admin: 'From all but administrators',
};

/** Names the hidden data of a rule: the path of a field, or the kind of data that a detector finds. */
export const hidesText = (hides: string): string => (isDetector(hides) ? DETECTOR_TEXTS[hides] : hides);
