/** What mail servers take without extensions, in the letters that people have in addresses. */
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Letters of any script, also with the full stops of Chinese and Japanese: `new URL` would read others as parts of a URL. */
const NAMES = /^[\p{L}\p{M}\p{N}\-.\u3002\uff0e\uff61\u00b7\u200c\u200d]+$/u;
const MAX_DOMAIN = 253;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\u007f]*$/;

/** `bücher.example` is `xn--bcher-kva.example` to mail servers; null if it is no domain. */
const domainOf = (typed: string): string | null => {
  const url = `http://${typed}`;
  const domain =
    !ASCII.test(typed) && NAMES.test(typed) && URL.canParse(url) ? new URL(url).hostname : typed.toLowerCase();
  return domain.length <= MAX_DOMAIN && DOMAIN.test(domain) ? domain : null;
};

export type EmailFault = 'invalid' | 'foreign_local_part';

/**
 * The one form in which an e-mail address is stored and compared: small letters, and the domain in ASCII. Letters other than
 * ASCII's before the `@` are refused: most mail servers do not take such addresses (RFC 6531), and no mail would arrive.
 */
export const readEmail = (typed: string): { address: string } | { fault: EmailFault } => {
  const at = typed.lastIndexOf('@');
  const [local, domain] = [typed.slice(0, Math.max(at, 0)), domainOf(typed.slice(at + 1))];
  if (domain === null) return { fault: 'invalid' };
  // Lower case comes after the test: the Kelvin sign's would be a `k`, which is another person's address.
  if (LOCAL_PART.test(local)) return { address: `${local.toLowerCase()}@${domain}` };
  const isForeign = !ASCII.test(local) && LOCAL_PART.test(local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, 'x'));
  return { fault: isForeign ? 'foreign_local_part' : 'invalid' };
};

/** What RFC 5322 takes before the `@` without quotes, and letters of every script (RFC 6531). */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+";
const ACCOUNT_LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a letter is not ASCII, but becomes ASCII when it is composed or lower-cased: the Kelvin sign's `k`. */
const isLookAlike = (letter: string): boolean =>
  !ASCII.test(letter) && ASCII.test(letter.normalize('NFC').toLowerCase());

/**
 * The one form of an address that an account may have: what {@link readEmail} accepts, and what an OpenID provider may have
 * verified besides: letters of any script before the `@`, and hosts without a dot. Null for an invalid address.
 */
export const readAccountEmail = (typed: string): string | null => {
  const read = readEmail(typed);
  if ('address' in read) return read.address;
  const at = typed.lastIndexOf('@');
  const [local, host] = [typed.slice(0, Math.max(at, 0)), typed.slice(at + 1)];
  if (!ACCOUNT_LOCAL_PART.test(local) || Array.from(local).some(isLookAlike)) return null;
  const domain = domainOf(host) ?? (HOST.test(host.toLowerCase()) ? host.toLowerCase() : null);
  return domain === null ? null : `${local.normalize('NFC').toLowerCase().normalize('NFC')}@${domain}`;
};
