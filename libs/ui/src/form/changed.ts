/** The serialized value of each field. A later mutation of a value does not change its serialization. */
type Prints = ReadonlyMap<string, string>;

/** The serialization of empty text fields: null, undefined and an empty text are equal. */
const BLANK = 'null';

export const printsOf = (values: object): Prints =>
  new Map(
    Object.entries(values).map(([name, value]) => [name, value === '' ? BLANK : (JSON.stringify(value) ?? BLANK)]),
  );

export const hasChanged = (before: Prints, now: Prints, name: string): boolean =>
  (before.get(name) ?? BLANK) !== (now.get(name) ?? BLANK);

export const changedOnly = <Output extends object>(before: Prints, now: Prints, output: Output): Partial<Output> => {
  const changes: Partial<Output> = { ...output };
  for (const name in changes) if (!hasChanged(before, now, name)) delete changes[name];
  return changes;
};
