import { StripeFault } from './fault.ts';

/** What a call was sent: `name=value` as text, `name[]=value` and `name[0]=value` as a list. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

const LIST = /^(\w+)\[\d*\]$/;

/** @throws StripeFault for a name that is not in `known`, as Stripe does: a misspelt filter must not be ignored. */
export const readParameters = (search: URLSearchParams, known: readonly string[]): Parameters => {
  const parameters: Record<string, string | string[]> = {};
  for (const [key, value] of search) {
    const list = LIST.exec(key)?.[1];
    const name = list ?? key;
    if (!known.includes(name)) {
      throw new StripeFault(400, `Received unknown parameter: ${key}`, { code: 'parameter_unknown', param: key });
    }
    parameters[name] = list === undefined ? value : [parameters[name] ?? [], value].flat();
  }
  return parameters;
};

export const textOf = (parameters: Parameters, name: string): string | undefined => {
  const value = parameters[name];
  return typeof value === 'string' ? value : undefined;
};

export const listOf = (parameters: Parameters, name: string): readonly string[] => {
  const value = parameters[name];
  return typeof value === 'object' ? value : [];
};

/** `true` and `false`. @throws StripeFault for anything else. */
export const flagOf = (parameters: Parameters, name: string): boolean | undefined => {
  const value = parameters[name];
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new StripeFault(400, `Invalid boolean: ${String(value)}`, { param: name });
};
