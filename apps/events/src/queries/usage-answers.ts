import type { OrganizationUsage, UsageAnswer } from '@portico/contracts/http/event-usage';
import { fieldsOf, type Resolved, type UsageRow } from './usage.query.ts';

/** The answer to each question, from rows that several of them count. */
export function answersOf(questions: readonly Resolved[], rows: readonly UsageRow[], adding: boolean): UsageAnswer[] {
  const [summed, distinct] = [fieldsOf(questions, 'sum'), fieldsOf(questions, 'distinct')];
  return questions.map(({ measure, field = '' }, index) => {
    const counted = rows.filter((row) => Math.floor(row.questions / 2 ** index) % 2 === 1);
    const groups = Map.groupBy(counted, ({ organization, day }) => `${organization} ${day}`);
    const data = [...groups.values()].map((group): OrganizationUsage => {
      const [{ organization, day, digest } = { organization: 0, day: '', digest: '' }] = group;
      const events = group.reduce((sum, row) => sum + row.events, 0);
      const values = new Set(group.flatMap((row) => row.values[distinct.indexOf(field)] ?? []));
      const sums = group.map(({ sums: all }) => all[measure === 'sum' ? summed.indexOf(field) : summed.length] ?? '0');
      const listed = adding && measure === 'distinct';
      return {
        organizationId: organization,
        ...(day !== '' && { day }),
        value: measure === 'events' ? String(events) : listed ? String(values.size) : sumOf(sums),
        events,
        ...(!adding && { digest }),
        ...(listed && { values: [...values] }),
      };
    });
    return { data };
  });
}

const DIGITS = 9;

/** Exact decimals with at most 9 digits behind the point. */
function sumOf(decimals: readonly string[]): string {
  if (decimals.length === 1) return decimals[0] ?? '0';
  const total = decimals.reduce((sum, decimal) => {
    const [whole = '0', fraction = ''] = decimal.split('.');
    return sum + BigInt(`${whole}${fraction.padEnd(DIGITS, '0')}`);
  }, 0n);
  const digits = String(total < 0n ? -total : total).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction && `.${fraction}`}`;
}
