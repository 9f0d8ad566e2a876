const within = (value: unknown, [step, ...rest]: readonly string[]): unknown[] => {
  if (step === undefined) return [value];
  // Any element of an array, as a query means it.
  if (Array.isArray(value)) return value.flatMap((element) => within(element, [step, ...rest]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === step ? within(inner, rest) : []));
};

/** What stands at a path in the details of an event, as text; empty when nothing does. */
export const detailText = (details: unknown, path: string): string =>
  within(details, path.split('.'))
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');
