import { FIELD_NAMES } from './fields.ts';
import type { Fault, Operator } from './query.ts';

/** A range of characters: `from` <= index < `to`. */
export type Place = Pick<Fault, 'from' | 'to'>;
export type RawValue = Place & { operator: Exclude<Operator, 'exactly' | 'exists'>; text: string; isQuoted: boolean };
export type RawField = Place & {
  kind: 'field';
  field: Place & { name: string; path: readonly string[] };
  values: readonly RawValue[];
};
/** A syntax tree with unchecked fields and values. Each part has its place in the text. */
export type Raw =
  | (Place & { kind: 'text'; text: string })
  | (Place & { kind: 'not'; of: Raw })
  | (Place & { kind: 'and' | 'or'; of: readonly Raw[] })
  | RawField;

export class Malformed extends Error {
  readonly fault: Fault;

  constructor(message: string, { from, to }: Place) {
    super(message);
    this.fault = { message, from, to };
  }
}

// Each pattern matches only at `lastIndex`. A word ends before white space, a parenthesis or a quotation mark.
const SPACE = /[ \t\r\n]*/y;
const OPERATOR = /(?:OR|AND|NOT)(?![^ \t\r\n"()])/y;
const OR = /[ \t\r\n]+OR(?![^ \t\r\n"()])/y;
const AND = /[ \t\r\n]+AND(?![^ \t\r\n"()])[ \t\r\n]*/y;
const NOT = /-|NOT(?![^ \t\r\n"()])[ \t\r\n]*/y;
const WORD = /[^ \t\r\n"()-][^ \t\r\n"()]*|-(?![^ \t\r\n])/y;
const QUOTED = /"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"/y;
const NAME = /[A-Za-z]\w*/y;
const PATH_NAME = /[\w@#$-]+/y;
const BAD_PATH = /details\.[^ \t\r\n"():]*:/y;
const COMPARISON = /[<>]=?/y;
const BARE_VALUE = /[^ \t\r\n"()]+/y;

/** Returns null for a blank text. @throws Malformed at the first fault. */
export const readSyntax = (text: string): Raw | null => new Reader(text).query();

/** A recursive-descent parser with one method per rule. A method that returns null leaves the position unchanged. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  query(): Raw | null {
    this.take(SPACE);
    const query = this.any();
    this.take(SPACE);
    if (this.isAt(')')) this.fail('This parenthesis was never opened', this.at, this.at + 1);
    this.failAtOperator();
    return query;
  }

  /** Reads terms joined by OR. Returns null at the end of the text, a closing parenthesis, OR or AND. */
  private any(): Raw | null {
    const { at: from } = this;
    const first = this.all();
    if (first === null) return null;
    const of = [first];
    while (this.take(OR) !== null) {
      const { at: after } = this;
      this.take(SPACE);
      of.push(this.all() ?? this.fail('There should be a term after OR', after));
    }
    return this.several('or', of, from);
  }

  private all(): Raw | null {
    const { at: from } = this;
    const first = this.term();
    if (first === null) return null;
    const of = [first];
    for (;;) {
      const { at: before } = this;
      if (this.take(AND) !== null) of.push(this.term() ?? this.fail('There should be a term after AND'));
      else {
        this.take(SPACE);
        const next = this.term();
        if (next === null) {
          this.at = before;
          return this.several('and', of, from);
        }
        of.push(next);
      }
    }
  }

  private several(kind: 'and' | 'or', of: readonly [Raw, ...Raw[]] | Raw[], from: number): Raw | null {
    return of.length === 1 ? (of[0] ?? null) : { kind, of, from, to: this.at };
  }

  private term(): Raw | null {
    const { at: from } = this;
    const negation = this.take(NOT);
    if (negation === null) return this.words() ?? this.single();
    const of = this.single();
    if (of !== null) return { kind: 'not', of, from, to: this.at };
    this.at = from;
    if (negation !== '-') this.fail('There should be a term after NOT', from, from + 3);
    return this.words() ?? this.fail('There should be a term after the minus sign', from, from + 2);
  }

  /** Reads a term that `-` or `NOT` can negate. A negation before several words applies only to the first word. */
  private single(): Raw | null {
    const { at: from } = this;
    const other = this.group() ?? this.field();
    if (other !== null) return other;
    const text = this.quoted() ?? this.word();
    return text === null ? null : { kind: 'text', text, from, to: this.at };
  }

  private group(): Raw | null {
    const { at: from } = this;
    if (!this.isAt('(')) return null;
    this.at += 1;
    this.take(SPACE);
    const of = this.any();
    if (of === null) {
      if (this.isAt(')')) this.fail('These parentheses are empty', from, this.at + 1);
      this.failAtOperator();
      this.fail('A parenthesis is not closed', from);
    }
    this.close('There should be OR, another term or a closing parenthesis here');
    return of;
  }

  private field(): RawField | null {
    const field = this.fieldName();
    if (field === null) return null;
    this.at += 1;
    const values: RawValue[] = [];
    if (this.isAt('(')) {
      this.at += 1;
      do {
        this.take(SPACE);
        values.push(this.value());
      } while (this.take(OR) !== null);
      this.close('Values in parentheses should be separated by OR');
    } else values.push(this.value());
    return { kind: 'field', field, values, from: field.from, to: this.at };
  }

  /** Reads the name of a field before a colon, without consuming the colon. "Error: refused" is text, not a field. */
  private fieldName(): RawField['field'] | null {
    const { at: from } = this;
    const name = this.take(NAME);
    if (name === null) return null;
    const path: string[] = [];
    while (this.isAt('.')) {
      this.at += 1;
      const part = this.quoted() ?? this.take(PATH_NAME);
      if (part === null) {
        this.at -= 1;
        break;
      }
      path.push(part);
    }
    const hasValue = /[^ \t\r\n]/.test(this.text.charAt(this.at + 1));
    if (this.isAt(':') && (hasValue || FIELD_NAMES.some((known) => known === name.toLowerCase())))
      return { name, path, from, to: this.at };
    this.at = from;
    return null;
  }

  private value(): RawValue {
    const { at: from } = this;
    const comparison = this.take(COMPARISON);
    const quoted = this.quoted();
    const text = quoted ?? this.take(BARE_VALUE);
    if (text === null) {
      this.at = from;
      this.take(SPACE);
      return this.fail('There should be a value here', from);
    }
    return { operator: operatorOf(comparison), text, isQuoted: quoted !== null, from, to: this.at };
  }

  /** Reads adjacent words as one text, with the spaces as typed. */
  private words(): Raw | null {
    const { at: from } = this;
    if (this.word() === null) return null;
    for (;;) {
      const { at: to } = this;
      this.take(SPACE);
      if (this.word() !== null) continue;
      this.at = to;
      return { kind: 'text', text: this.text.slice(from, to), from, to };
    }
  }

  private word(): string | null {
    const { at: from } = this;
    const isOther = this.take(OPERATOR) !== null || this.fieldName() !== null;
    this.at = from;
    if (isOther) return null;
    if (this.take(BAD_PATH) !== null) this.fail('A name in this path is empty, or should be in quotes', from);
    return this.take(WORD);
  }

  private quoted(): string | null {
    if (!this.isAt('"')) return null;
    const text = this.take(QUOTED) ?? this.fail('A quotation mark is not closed', this.at, this.text.length);
    return text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
  }

  private close(message: string): void {
    this.take(SPACE);
    if (this.at === this.text.length) this.fail('A parenthesis is not closed');
    if (!this.isAt(')')) this.fail(message, this.at, this.at + 1);
    this.at += 1;
  }

  private failAtOperator(): void {
    const { at: from } = this;
    const operator = this.take(OPERATOR);
    if (operator !== null) this.fail(`There should be a term before ${operator}`, from);
  }

  private isAt(character: string): boolean {
    return this.text.charAt(this.at) === character;
  }

  /** Consumes and returns the text that matches the pattern at the current position. */
  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found = null] = pattern.exec(this.text) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }

  private fail(message: string, from = this.at, to = this.at): never {
    throw new Malformed(message, { from, to });
  }
}

const operatorOf = (comparison: string | null): RawValue['operator'] =>
  comparison === '>' || comparison === '>=' || comparison === '<' || comparison === '<=' ? comparison : '=';
