import { z } from 'zod/mini';
import { Name } from './fields.ts';
import { should } from './wording.ts';

/* Names of people and organizations are untrusted text in the product's mails. */

/** Normalizes a text as programs read it: full-width dots and colons become ASCII, invisible characters disappear. */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[。｡]/g, '.');

/**
 * Patterns: a scheme, `www.`, an e-mail address, a domain with a path, a domain. A domain may end in capitals only if it has a common
 * ending such as `.COM`, because `Dr.Smith` and `Müller GmbH & Co.KG` are names. In mails, {@link withoutLinks} writes such a name with a
 * space: `Dr. Smith`.
 */
const ADDRESSES = [
  /:\/\//u,
  /(?<![\p{L}\p{N}])(?:https?|ftp|mailto):\S/iu,
  /(?<![\p{L}\p{N}])www\.\S/iu,
  /[^\s@]@[^\s@]/u,
  /[\p{L}\p{N}]\.\p{L}{2,}[/?#:]\S/u,
  /[\p{L}\p{N}]\.\p{Ll}{2,}/u,
  /[\p{L}\p{N}]\.(?:com|net|org|io|info|biz)(?![\p{L}\p{N}])/iu,
];

/** Whether a text contains a web or e-mail address. */
export const hasAddress = (text: string): boolean => ADDRESSES.some((address) => address.test(asRead(text)));

/** The name of a person or an organization. */
export const MailedName = Name.check(
  z.refine((name) => !hasAddress(name), { error: should('not contain a web or e-mail address') }),
);

/** Text that mail and chat programs turn into links. */
const LINKED = /:\/\/|(?:https?|ftp|mailto):\S|www\.\S|\S@\S|[\p{L}\p{N}]\.\p{L}{2}/iu;

/** Inserts a space into each address, so that no program links it: `evil. test`. Other texts are unchanged. */
export const withoutLinks = (text: string): string => {
  const read = asRead(text);
  if (![text, read].some((each) => LINKED.test(each))) return text;
  return read
    .replaceAll('://', ': //')
    .replaceAll(/((?:https?|ftp|mailto):)(?=\S)/giu, '$1 ')
    .replaceAll(/(www\.)(?=\S)/giu, '$1 ')
    .replaceAll(/@(?=\S)/gu, '@ ')
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '. ');
};
