import { hash } from 'node:crypto';
import {
  hidesFrom,
  type PrivacyRule,
  type Redaction,
  redactionOf,
  type ViewerRole,
} from '@portico/contracts/privacy/rules';

type State = { organizationId: number | null; deletedAt: string | null; key: string; rules: readonly PrivacyRule[] };
const NONE: Pick<State, 'key' | 'rules'> = { key: '', rules: [] };

/** Returns a keyed hash, nested like HMAC. Replaces digits by letters, so that detectors of numbers do not match the hash. */
const letters = (key: string, text: string, length: number): string =>
  hash('sha256', key + hash('sha256', key + text))
    .slice(0, length)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

/** Returns a function that creates the tokens for hidden values. The last 8 letters prove that a token was made with the key. */
const tokensOf =
  (key: string): Redaction['token'] =>
  (text) => {
    const [, known = '', proof] = /^hash:([a-p]{20})([a-p]{8})$/.exec(text) ?? [];
    if (proof !== undefined && proof === letters(key, `token ${known}`, 8)) return text;
    const token = letters(key, `value ${text}`, 20);
    return `hash:${token}${letters(key, `token ${token}`, 8)}`;
  };

/**
 * The privacy rules in memory. The rules of the product apply together with the rules of each organization. A redaction stays the
 * same object until rules change, so that all viewers with the same rights share one object.
 */
export class PrivacyRules {
  /** Number of changes so far. */
  version = 0;
  /** Whether no rules exist. */
  isEmpty = true;
  private readonly states = new Map<number, State>();
  private readonly known = new Map<string, Redaction | null>();
  private readonly names = new WeakMap<Redaction, string>();

  apply(state: State): void {
    const id = state.organizationId ?? 0;
    if (state.deletedAt === null) this.states.set(id, state);
    else this.states.delete(id);
    this.known.clear();
    this.version += 1;
    this.isEmpty = [...this.states.values()].every(({ rules }) => rules.length === 0);
  }

  /** Returns the redaction for a role, or null if no rule applies to the role. */
  redactionFor(organization: number, role: ViewerRole): Redaction | null {
    const key = `${organization}/${role}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const [product, own] = [this.states.get(0) ?? NONE, this.states.get(organization) ?? NONE];
    const rules = [...product.rules, ...own.rules].filter((rule) => hidesFrom(rule, role));
    const secret = `${product.key}/${organization}/${own.key}`;
    const redaction = redactionOf(rules, tokensOf(secret));
    if (redaction) this.names.set(redaction, hash('sha256', JSON.stringify([secret, rules])));
    this.known.set(key, redaction);
    return redaction;
  }

  /** Returns a key that is equal for redactions with equal rules. */
  nameOf(redaction: Redaction): string {
    return this.names.get(redaction) ?? '';
  }
}
