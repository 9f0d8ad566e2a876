import { DETECTORS, type Detector, type Redaction } from './rules.ts';

/* Each detector replaces its matches by a text in brackets. No detector matches this text or depends on the character before it, so
   the replacements of one detector never create matches for another detector. False positives are acceptable. */

type Found = { begin: number; end: number; value: string };

/** Characters of an e-mail address before the @: letters of any script. */
const LOCAL = /[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]/u;
const DOMAIN = /[\p{L}\p{N}\p{M}.-]/u;
const AT = /@|%40|＠/gi;

function* emails(text: string): Generator<Found> {
  let floor = 0;
  for (const { index, 0: at } of text.matchAll(AT)) {
    if (index < floor) continue;
    let begin = index;
    while (begin > floor && LOCAL.test(text[begin - 1] ?? '')) begin -= 1;
    const domain = index + at.length;
    let end = domain;
    while (end < text.length && DOMAIN.test(text[end] ?? '')) end += 1;
    while (end > domain && /[.-]/.test(text[end - 1] ?? '')) end -= 1;
    const isEmail = begin < index && text.slice(domain, end).includes('.');
    floor = isEmail ? end : domain;
    if (isEmail) yield { begin, end, value: text.slice(begin, end).toLowerCase() };
  }
}

const IBAN_LENGTHS = new Map(
  (
    'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22' +
    'GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30' +
    'NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20'
  )
    .match(/.{4}/g)
    ?.map((one) => [one.slice(0, 2), Number(one.slice(2))] as const),
);
const SEPARATOR = /[ \u00a0\u2010-\u2015-]/;

/** Checks the check digits (ISO 7064, modulo 97): the first four characters move to the end, and letters become two digits. */
function isIban(iban: string): boolean {
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function* ibans(text: string): Generator<Found> {
  let floor = 0;
  for (const { index, 0: start } of text.matchAll(/[A-Z]{2}\d{2}/gi)) {
    const length = IBAN_LENGTHS.get(start.slice(0, 2).toUpperCase());
    if (index < floor || length === undefined) continue;
    let value = '';
    let end = index;
    while (value.length < length && end < text.length) {
      const at = end > index && SEPARATOR.test(text[end] ?? '') ? end + 1 : end;
      if (!/[A-Z0-9]/i.test(text[at] ?? '')) break;
      value += (text[at] ?? '').toUpperCase();
      end = at + 1;
    }
    if (value.length < length || !isIban(value)) continue;
    floor = end;
    yield { begin: index, end, value };
  }
}

const [MIN_CARD_DIGITS, MAX_CARD_DIGITS] = [13, 19];
const FIRST_DIGITS_OF_CARDS = /^[2-6]/;
const GROUPED = /\d+(?:[ \u00a0\u2010-\u2015-]\d+)*/g;

/** Checks Luhn's check digit. */
function isCard(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

/** The longest card number that begins with the group of digits at `first`, and the group that it ends with. */
function cardAt(groups: readonly RegExpMatchArray[], first: number): { last: number; value: string } | null {
  let digits = '';
  let found: { last: number; value: string } | null = null;
  for (let last = first; last < groups.length; last += 1) {
    digits += groups[last]?.[0];
    if (digits.length > MAX_CARD_DIGITS || !FIRST_DIGITS_OF_CARDS.test(digits)) break;
    if (digits.length >= MIN_CARD_DIGITS && isCard(digits)) found = { last, value: digits };
  }
  return found;
}

function* cards(text: string): Generator<Found> {
  for (const { index: at, 0: run } of text.matchAll(GROUPED)) {
    const groups = [...run.matchAll(/\d+/g)];
    for (let first = 0; first < groups.length; first += 1) {
      const found = cardAt(groups, first);
      const [begin, last] = [groups[first], groups[found?.last ?? first]];
      if (found === null || !begin || !last) continue;
      yield { begin: at + begin.index, end: at + last.index + last[0].length, value: found.value };
      first = found.last;
    }
  }
}

const BEARER = /(bearer[\s:="']{1,16})([\w.~+/=-]{8,})/gi;
/** Matches candidates for a JSON Web Token. */
const DOTTED = /[\w.-]{20,}/g;

function* tokens(text: string): Generator<Found> {
  const found: Found[] = [];
  for (const { index, 1: word = '', 2: value = '' } of text.matchAll(BEARER))
    found.push({ begin: index + word.length, end: index + word.length + value.length, value });
  for (const { index, 0: run } of text.matchAll(DOTTED)) {
    const begin = run.indexOf('eyJ');
    if (begin >= 0 && run.includes('.', begin))
      found.push({ begin: index + begin, end: index + run.length, value: run.slice(begin) });
  }
  let floor = 0;
  for (const one of found.toSorted((a, b) => a.begin - b.begin)) {
    if (one.begin < floor) continue;
    floor = one.end;
    yield one;
  }
}

const FINDERS: Readonly<Record<Detector, (text: string) => Generator<Found>>> = {
  token: tokens,
  email: emails,
  iban: ibans,
  card: cards,
};

/** Redacts a message, and returns which detectors matched. Takes linear time for any text. */
export function redactText(
  text: string,
  { detectors, token }: Pick<Redaction, 'detectors' | 'token'>,
): { text: string; hidden: Detector[] } {
  const hidden: Detector[] = [];
  let result = text;
  for (const detector of DETECTORS) {
    const action = detectors.get(detector);
    if (action === undefined) continue;
    const pieces: string[] = [];
    let from = 0;
    for (const { begin, end, value } of FINDERS[detector](result)) {
      const word = action === 'remove' ? '...' : action === 'mask' ? detector : `${detector} ${token(value)}`;
      pieces.push(result.slice(from, begin), `[${word}]`);
      from = end;
    }
    if (pieces.length === 0) continue;
    hidden.push(detector);
    result = pieces.join('') + result.slice(from);
  }
  return { text: result, hidden };
}
