import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasAddress } from '@portico/contracts/common/mailed-name';
import { type Call, engines, eventually, readCsv, spreadsheetText, STARTING, withoutGuards } from '@portico/testkit';
import fc from 'fast-check';
import { newOrganization, type Orgs, startOrgs, unique } from './orgs.ts';
import { item, publishPurchases, purchase } from './purchases.ts';

/** Generates texts with which an organization's name may begin. */
const mayName = spreadsheetText().filter((text) => !hasAddress(`${text}x`));

describe('the vouchers file', () => {
  let orgs: Orgs;
  let admin: Call;
  const grant = async (name: string, ...keys: string[]): Promise<void> => {
    const organizationId = await newOrganization(admin, name);
    await publishPurchases(purchase(organizationId, { items: keys.map((lookupKey) => item(lookupKey, 50)) }));
    await eventually(async () => {
      const { body } = await admin('GET', `/organizations/${organizationId}`);
      return (body as { organizationEntitlements: unknown[] }).organizationEntitlements.length === keys.length;
    });
  };
  /** Opens the link like a browser without a token. */
  const open = async (link: string): Promise<Response> => {
    const { pathname, search } = new URL(link);
    return fetch(new URL(pathname + search, await orgs.app.getUrl()));
  };
  const generate = async (): Promise<string> => {
    const { body } = await admin('GET', '/admin/generate/voucher');
    return (body as { Payload: string }).Payload;
  };

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  // spec: 7.23, D.48
  it('contains only voucher entitlements as CSV, and has a signed link for administrators', async () => {
    const name = unique('Northwind, "North"');
    const formula = unique('=HYPERLINK(1)');
    await grant(name, 'voucher-1-50', 'bank-accounts');
    await grant(formula, 'voucher-51-100');
    const link = await generate();
    expect(link).toMatch(/^https:\/\/api\.portico\.test\/files\/vouchers\?pass=/);
    const response = await open(link);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="vouchers.csv"');
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toBe('organization,lookupKey,allowed,used,active');
    expect(lines).toContain(`"${name.replaceAll('"', '""')}",voucher-1-50,50,0,true`);
    expect(lines).toContain(`'${formula},voucher-51-100,50,0,true`);
    expect(lines.filter((line) => line.includes('bank-accounts'))).toEqual([]);
  });

  it('round-trips every text through a CSV parser, and starts no line with a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mayName, { minLength: 10, maxLength: 10 }), async (texts) => {
        const names = texts.map((text) => `${text}${unique('x')}`.trim());
        const keys = texts.map((text) => `voucher${unique(text)}`);
        const wanted = new Set(keys.map(withoutGuards));
        const granted = names.map(async (name, index) => {
          const organizationId = await newOrganization(admin, name);
          return purchase(organizationId, { items: [item(keys[index] ?? '', index + 1)] });
        });
        await publishPurchases(...(await Promise.all(granted)));
        const rows = await eventually(async () => {
          const all = readCsv(await (await open(await generate())).text());
          const own = all.filter(({ lookupKey = '' }) => wanted.has(withoutGuards(lookupKey)));
          return own.length === keys.length && own;
        });
        const stored = rows.map(({ organization = '', allowed }) => [withoutGuards(organization), allowed]);
        const expected = names.map((name, index) => [withoutGuards(name.normalize('NFC')), String(index + 1)]);
        expect(stored.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual(expected);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  it('contains every voucher, even if the vouchers exceed one batch', async () => {
    const mark = unique('many');
    const organizationId = await newOrganization(admin, mark);
    await orgs.app.get(EntityManager).fork()
      .execute(`insert into organization_entitlements (organization_id, lookup_key, name, allowed_count)
        select ${organizationId}, 'voucher-' || n, 'Vouchers', n from generate_series(1, 2500) n`);
    const lines = (await (await open(await generate())).text()).split('\r\n').filter((line) => line.startsWith(mark));
    expect(lines.map((line) => line.split(',')[2])).toEqual(
      Array.from({ length: 2_500 }, (_, index) => `${index + 1}`),
    );
  });

  it('rejects a wrong link, and issues no link to non-administrators', async () => {
    expect((await (await orgs.as('CLIENT'))('GET', '/admin/generate/voucher')).status).toBe(403);
    const link = await generate();
    for (const wrong of ['https://x.test/files/vouchers', `${link}x`, link.replace('pass=', 'pass=x')])
      expect((await open(wrong)).status).toBe(403);
  });
});
