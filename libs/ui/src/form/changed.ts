/** What each field holds, written down: later changes of the values do not reach it. */
export type Prints = ReadonlyMap<string, string>;

/** Nothing, as a text field shows it: null, undefined and an empty text are the same. */
const BLANK = 'null';

export const printsOf = (values: object): Prints =>
  new Map(
    Object.entries(values).map(([name, value]) => [name, value === '' ? BLANK : (JSON.stringify(value) ?? BLANK)]),
  );

export const hasChanged = (before: Prints, now: Prints, name: string): boolean =>
  (before.get(name) ?? BLANK) !== (now.get(name) ?? BLANK);

/** Of `output`, what belongs to fields that hold something else than before. */
export const changedOnly = <Output extends object>(before: Prints, now: Prints, output: Output): Partial<Output> => {
  const picked: Partial<Output> = { ...output };
  for (const name in picked) if (!hasChanged(before, now, name)) delete picked[name];
  return picked;
};
