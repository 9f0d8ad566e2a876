import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Call, caller, readCsv, spreadsheetText, STARTING, withoutGuards } from '@portico/testkit';
import fc from 'fast-check';
import { decodeJwt, SignJWT } from 'jose';
import { type Identity, SIGNING_SECRET, startIdentity } from './identity.ts';

const HEADER =
  'id,name,email,phone,addressLine1,addressLine2,city,state,zipCode,country,description,categories,usertype,createdAt';

describe('the vendors file', () => {
  let identity: Identity;
  let admin: Call;
  beforeAll(async () => {
    identity = await startIdentity({ API_URL: 'https://api.portico.test/v1' });
    ({ call: admin } = await identity.as('superadmin'));
  }, STARTING);
  afterAll(() => identity.stop());

  const link = async (): Promise<URL> => {
    const { status, body } = await admin('GET', '/admin/generate/vendor');
    expect(status).toBe(200);
    return new URL((body as { Payload: string }).Payload);
  };
  const open = async (query: string): Promise<Answer> => identity.anonymous('GET', `/files/vendors${query}`);
  const download = async (): Promise<string> => (await open((await link()).search)).body as string;
  const create = async (fields: object): Promise<number> => {
    const vendor = { name: 'Vera', email: `${randomUUID()}@example.test`, usertype: 'VENDOR', ...fields };
    return ((await admin('POST', '/users', vendor)).body as { id: number }).id;
  };
  const lineOf = (file: string, id: number): string | undefined =>
    file.split('\r\n').find((line) => line.startsWith(`${id},`));

  // spec: 7.23, D.50
  it('has a download link at the public API address', async () => {
    const { origin, pathname, searchParams } = await link();
    expect(`${origin}${pathname}`).toBe('https://api.portico.test/v1/files/vendors');
    const { exp = 0 } = decodeJwt(searchParams.get('pass') ?? '');
    expect(exp - Date.now() / 1_000).toBeGreaterThan(290);
    expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(300);
  });

  // spec: D.49
  it('contains every vendor, and no user of another type', async () => {
    const id = await create({ phone: '555 012 3456', zipCode: 2_101, city: 'Boston' });
    const lead = await create({ usertype: 'LEAD' });
    const { status, headers, body } = await open((await link()).search);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="vendors.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    const file = body as string;
    expect(file.startsWith(`${HEADER}\r\n`)).toBe(true);
    expect(file.endsWith('\r\n')).toBe(true);
    expect(lineOf(file, id)).toMatch(/^\d+,Vera,\S+@example\.test,555 012 3456,,,Boston,,02101,,,,VENDOR,\d{4}-\S+Z$/);
    expect(lineOf(file, lead)).toBeUndefined();
  });

  it('quotes values that need quotes', async () => {
    const id = await create({ name: 'Smith, "Vera"', description: 'two\r\nlines' });
    expect(await download()).toContain(`\r\n${id},"Smith, ""Vera""",`);
    expect(await download()).toContain(',"two\r\nlines",');
  });

  it.each([
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['+1 555 012 3456', "'+1 555 012 3456"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['5 = 3 + 2', '5 = 3 + 2'],
  ])('neutralizes the formula in a name: %s', async (name, cell) => {
    const id = await create({ name });
    expect(await download()).toContain(`\r\n${id},${cell},`);
  });

  it.each([
    ['\t=1+1', "'\t=1+1"],
    ['\r=1+1', "'\r'=1+1"],
  ])('neutralizes a formula that follows white space: %j', async (description, cell) => {
    const em = identity.app.get(EntityManager).fork();
    const id = await create({});
    await em.execute('update users set description = ? where id = ?', [description, id]);
    expect(await download()).toContain(cell);
  });

  it('neutralizes formulas that anonymous visitors submit', async () => {
    const email = `${randomUUID()}@example.test`;
    const form = {
      usertype: 'vendor',
      name: 'Vera Vendor',
      email,
      phone: '555 012 3456',
      addressLine1: '1 Alder Street',
      city: 'Boston',
      state: 'MA',
      zipCode: '02101',
      country: 'USA',
      description: "we sell paper\n=cmd|'/C calc'!A0",
      categories: 'paper\r@SUM(A1)',
    };
    expect((await identity.anonymous('POST', '/users', form, await identity.proof())).status).toBe(201);
    expect(readCsv(await download()).find((row) => row['email'] === email)).toMatchObject({
      description: "we sell paper\n'=cmd|'/C calc'!A0",
      categories: "paper\r'@SUM(A1)",
      usertype: 'VENDOR',
    });
  });

  it('round-trips every text through a CSV parser, and starts no line with a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(spreadsheetText(), { minLength: 10, maxLength: 10 }), async (texts) => {
        const ids = await Promise.all(texts.map((description) => create({ description, categories: description })));
        const rows = new Map(readCsv(await download()).map((row) => [row['id'], row]));
        for (const [index, id] of ids.entries()) {
          const stored = withoutGuards((texts[index] ?? '').trim());
          const { description = '', categories = '' } = rows.get(String(id)) ?? {};
          expect([withoutGuards(description), withoutGuards(categories)]).toEqual([stored, stored]);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  // spec: D.50
  it('is not served without a valid signed link', async () => {
    const pass = (purpose: string, expiry: string, secret = SIGNING_SECRET) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'pass+jwt' })
        .setAudience(purpose)
        .setJti(randomUUID())
        .setExpirationTime(expiry)
        .sign(new TextEncoder().encode(secret));
    const good = await pass('GET /files/vendors', '5 minutes');
    expect((await open(`?pass=${good}`)).status).toBe(200);
    const { 'x-recaptcha-proof': proof } = await identity.proof();
    const refused = [
      '',
      '?pass=',
      '?pass=hello',
      `?pass=${good}x`,
      `?pass=${await pass('GET /files/vendors', '-1 second')}`,
      `?pass=${await pass('GET /files/vouchers', '5 minutes')}`,
      `?pass=${await pass('GET /files/vendors', '5 minutes', 'another secret, just as long as it')}`,
      `?pass=${proof}`,
      `?pass=${(await identity.as('superadmin')).token}`,
    ];
    for (const query of refused) expect([query, (await open(query)).status]).toEqual([query, 403]);
  });

  // spec: D.18
  it('issues links to administrators only', async () => {
    const { call } = await identity.as('lead');
    expect((await call('GET', '/admin/generate/vendor')).status).toBe(403);
    expect((await identity.anonymous('GET', '/admin/generate/vendor')).status).toBe(401);
  });

  it('is the only resource that its signed link opens', async () => {
    const { searchParams } = await link();
    const { status } = await caller(identity.url, searchParams.get('pass') ?? '')('GET', '/users');
    expect(status).toBe(401);
  });

  it('contains every vendor, even if the vendors exceed one batch', async () => {
    const em = identity.app.get(EntityManager).fork();
    const batch = randomUUID();
    await em.execute(
      `insert into users (name, email, usertype)
       select 'Vendor ' || n, n || '-${batch}@example.test', 'VENDOR' from generate_series(1, 2500) n`,
    );
    const file = await download();
    const mine = file.split('\r\n').filter((line) => line.includes(batch));
    expect(mine).toHaveLength(2_500);
    expect(new Set(mine).size).toBe(2_500);
    await em.execute(`delete from users where email like '%-${batch}@example.test'`);
  });
});
