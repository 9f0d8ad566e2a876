/** Matches the part before the `@`. Allows only characters that mail servers accept without SMTP extensions. */
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/**
 * Characters that a domain may contain: letters, marks and digits of any script, hyphens, full stops (also CJK), the middle dot and
 * joiners. `new URL` would read other characters as parts of a URL.
 */
const NAMES = /^[\p{L}\p{M}\p{N}\-.\u3002\uff0e\uff61\u00b7\u200c\u200d]+$/u;
const MAX_DOMAIN = 253;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\u007f]*$/;

/** Converts a domain to ASCII: `bücher.example` becomes `xn--bcher-kva.example`. Returns null for an invalid domain. */
const domainOf = (typed: string): string | null => {
  const url = `http://${typed}`;
  const domain =
    !ASCII.test(typed) && NAMES.test(typed) && URL.canParse(url) ? new URL(url).hostname : typed.toLowerCase();
  return domain.length <= MAX_DOMAIN && DOMAIN.test(domain) ? domain : null;
};

export type EmailFault = 'invalid' | 'foreign_local_part';

/**
 * Normalizes an e-mail address to the form in which Portico stores and compares it: lower case, with the domain in ASCII. Non-ASCII
 * letters before the `@` are rejected, because most mail servers do not accept such addresses (RFC 6531).
 */
export const readEmail = (typed: string): { address: string } | { fault: EmailFault } => {
  const at = typed.lastIndexOf('@');
  const [local, domain] = [typed.slice(0, Math.max(at, 0)), domainOf(typed.slice(at + 1))];
  if (domain === null) return { fault: 'invalid' };
  // The pattern must match before lower-casing. Lower-casing turns the Kelvin sign into a `k`, which may give another person's address.
  if (LOCAL_PART.test(local)) return { address: `${local.toLowerCase()}@${domain}` };
  const isForeign = !ASCII.test(local) && LOCAL_PART.test(local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, 'x'));
  return { fault: isForeign ? 'foreign_local_part' : 'invalid' };
};

/** The characters that RFC 5322 allows unquoted before the `@`, plus letters of every script (RFC 6531). */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+";
const ACCOUNT_LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a non-ASCII letter becomes ASCII when composed or lower-cased, like the Kelvin sign. */
const isLookAlike = (letter: string): boolean =>
  !ASCII.test(letter) && ASCII.test(letter.normalize('NFC').toLowerCase());

/**
 * Normalizes the address of an account. Unlike {@link readEmail}, it also accepts letters of any script before the `@` and hosts
 * without a dot, because an OpenID provider may have verified such an address. Returns null for an invalid address.
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
