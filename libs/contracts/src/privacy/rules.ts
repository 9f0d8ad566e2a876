import { z } from 'zod/mini';
import { composed } from '../common/fold.ts';
import { MEMBER_ROLES } from '../common/roles.ts';
import { should } from '../common/wording.ts';
import { isDerived } from '../query/fields.ts';

/** Each role has all rights of the previous role. */
const VIEWER_ROLES = [...MEMBER_ROLES, 'admin'] as const;
export type ViewerRole = (typeof VIEWER_ROLES)[number];

/** Kinds of personal data and secrets that a detector can find in a message. */
export const DETECTORS = ['email', 'iban', 'card', 'token'] as const;
export type Detector = (typeof DETECTORS)[number];

/** Ways to hide a value, the strictest first. If two rules hide the same value, the stricter action applies. */
export const PRIVACY_ACTIONS = ['remove', 'mask', 'hash'] as const;

export const MAX_PRIVACY_RULES = 50;

/** The names in a path, outermost first. `*` stands for the entries of a list. */
const namesOf = (path: string): string[] =>
  path
    .slice(1)
    .split('/')
    .map((name) => composed(name.replaceAll('~1', '/').replaceAll('~0', '~')));

const hasIndex = (path: string): boolean => namesOf(path).some((name) => /^\d+$/.test(name));
/** Whether a path is a derived field, which has its own column for counting events and grouping alerts. */
const isColumn = (path: string): boolean => isDerived(namesOf(path).join('/'));

/** A field of an event's details: a JSON pointer. */
const PrivacyPath = z.string().check(
  z.maxLength(200),
  z.regex(/^(\/([^~/\p{Cc}]|~[01])+)+$/u, { error: should('be a path, such as /customer/email') }),
  z.refine((path) => !hasIndex(path), { error: should('use * for the entries of a list, such as /items/*/iban') }),
  z.refine((path) => !isColumn(path), {
    error: should(
      'not be the subject or environment, because Portico groups events by them: publish a pseudonym instead',
    ),
  }),
);

/**
 * Hides a details field, or the matches of a detector in the message, from viewers with a lower role than `below`. With `hash`, equal
 * values get equal hashes.
 */
export const PrivacyRule = z.object({
  hides: z.union([z.enum(DETECTORS), PrivacyPath], { error: should('be a path, such as /customer/email') }),
  action: z.enum(PRIVACY_ACTIONS),
  below: z.enum(['operator', 'manager', 'admin']),
});
export type PrivacyRule = z.infer<typeof PrivacyRule>;

export const PrivacyRules = z.array(PrivacyRule).check(z.maxLength(MAX_PRIVACY_RULES));

export const isDetector = (hides: string): hides is Detector => DETECTORS.some((one) => one === hides);

export const hidesFrom = ({ below }: PrivacyRule, role: ViewerRole): boolean =>
  VIEWER_ROLES.indexOf(role) < VIEWER_ROLES.indexOf(below);

/** Rules prepared for many events. */
export type Redaction = {
  /** Hidden fields, the strictest action first. */
  paths: readonly (PrivacyRule & { names: readonly string[] })[];
  /** The strictest action for each detector. */
  detectors: ReadonlyMap<Detector, PrivacyRule['action']>;
  /** Returns a keyed hash: the same text for the same value. Returns a text that is such a hash unchanged. */
  token: (text: string) => string;
};

const strictness = ({ action }: PrivacyRule): number => PRIVACY_ACTIONS.indexOf(action);

/** Prepares rules for {@link redact}. Returns null without rules. */
export function redactionOf(rules: readonly PrivacyRule[], token: Redaction['token']): Redaction | null {
  if (rules.length === 0) return null;
  const sorted = rules.toSorted((a, b) => strictness(a) - strictness(b));
  const detectors = new Map<Detector, PrivacyRule['action']>();
  for (const { hides, action } of sorted) if (isDetector(hides) && !detectors.has(hides)) detectors.set(hides, action);
  const paths = sorted
    .filter(({ hides }) => !isDetector(hides))
    .map((rule) => Object.assign({}, rule, { names: namesOf(rule.hides) }));
  return { paths, detectors, token };
}

const MESSAGE = 'message';

/** Whether the rules can change the text of a message. */
export const hidesMessage = ({ paths, detectors }: Redaction): boolean =>
  detectors.size > 0 || paths.some(({ names: [first] }) => first === MESSAGE);

/** Whether rules hide a field or one of its parents. `field`: the names in the field's path, without list positions. */
export const hidesField = ({ paths }: Redaction, field: readonly string[]): boolean =>
  paths.some(({ names }) => names.filter((name) => name !== '*').every((name, index) => name === field[index]));
