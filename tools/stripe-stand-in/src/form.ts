import { StripeFault } from './fault.ts';

/** The parameters of a call: `a[b][0][c]=1` becomes `{ a: { b: [{ c: '1' }] } }`. Every value is a string. */
export type Form = { [name: string]: FormValue };
type FormValue = string | FormValue[] | Form;

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

type Node = Map<string, Node | string>;

const put = (root: Node, path: readonly string[], value: string, key: string): void => {
  let node = root;
  for (const [index, name] of path.entries()) {
    const place = name === '' ? String(node.size) : name;
    if (index === path.length - 1) {
      node.set(place, value);
      return;
    }
    const next = node.get(place) ?? new Map<string, Node | string>();
    if (typeof next === 'string') throw new StripeFault(400, `Invalid form: ${key}`, { param: key });
    node.set(place, next);
    node = next;
  }
};

const toValue = (node: Node | string): FormValue => {
  if (typeof node === 'string') return node;
  const names = [...node.keys()];
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return [...node.values()].map(toValue);
  return toForm(node);
};

const toForm = (node: Node): Form =>
  Object.fromEntries([...node].map(([name, value]): [string, FormValue] => [name, toValue(value)]));

/** @throws StripeFault for invalid parameter names. */
export const readForm = (search: URLSearchParams): Form => {
  const root: Node = new Map();
  for (const [key, value] of search) {
    const [, first, rest] = KEY.exec(key) ?? [];
    if (first === undefined) throw new StripeFault(400, `Invalid form: ${key}`, { param: key });
    put(root, [first, ...[...(rest ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, name]) => name ?? '')], value, key);
  }
  return toForm(root);
};
