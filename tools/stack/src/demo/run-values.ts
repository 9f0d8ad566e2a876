/** A number from 0 up to 1, like Math.random. Tests use a repeatable function. */
export type Random = () => number;

export const pick = <Choice>(random: Random, choices: readonly [Choice, ...Choice[]]): Choice =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

export const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => between(random, 0, 15).toString(16)).join('');

/** Values of one run of a flow, shared by its steps. */
export type RunValues = {
  reference: string;
  cents: number;
  /** `cents` formatted for people. */
  amount: string;
  /** Number of employees, lines or items, depending on the flow. */
  count: number;
  partner: string;
  bank: string;
  /** Last four digits of an account or card. */
  ending: string;
  milliseconds: number;
};

const PARTNERS = [
  'Alder Street Hardware',
  'Bellweather Foods',
  'Cascade Paper Supply',
  'Dunmore Logistics',
  'Elmwood Medical',
  'Foxglove Interiors',
  'Granite State Tooling',
  'Hollis & Sons',
] as const;
const BANKS = ['First Prairie Bank', 'Lakeshore Credit Union', 'Pioneer Trust', 'Union Harbor Bank'] as const;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const runValues = (random: Random): RunValues => {
  const cents = between(random, 1_250, 4_800_000);
  return {
    reference: String(between(random, 10_000, 99_999)),
    cents,
    amount: dollars.format(cents / 100),
    count: between(random, 2, 84),
    partner: pick(random, PARTNERS),
    bank: pick(random, BANKS),
    ending: String(between(random, 0, 9_999)).padStart(4, '0'),
    milliseconds: between(random, 40, 6_400),
  };
};
