import { randomUUID } from 'node:crypto';
import { createCheckout } from '@portico/contracts/http/billing';
import { recaptchaToken } from '@portico/stack/recaptcha';
import { GOOD_CARD } from '@portico/stripe-stand-in';
import { type Answer, type Call, eventually } from '@portico/testkit';
import { type Person, type Product, sessionOf } from './product.ts';

/** Creates the subject of a table row through the public API, as an authorized caller. */
export type World = ReturnType<typeof createWorld>;

const idOf = ({ status, body }: Answer): number => {
  if (status !== 201) throw new Error(`a preparation was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { id: number }).id;
};

export const createWorld = ({ people, providerToken }: Product) => {
  const { call } = people.super_admin;
  const unique = (): { name: string } => ({ name: `Something ${randomUUID()}` });
  /** Calls as the owner, or as a super admin if the owner is missing or anonymous. */
  const maker = (owner?: Person) => (owner && owner.id !== 0 ? owner.call : call);
  const organization = async (owner?: Person): Promise<number> =>
    idOf(await maker(owner)('POST', '/organizations', unique()));
  let made: Promise<number> | undefined;
  const foreign = (): Promise<number> => (made ??= organization());
  /** Resolves to the URL of a payment page once billing knows the organization and its members. */
  const checkout = async (organizationId: number, buyer: Call): Promise<string> => {
    const body = { organizationId, productIds: ['prod_voucher_50'] };
    const answer = await eventually(async () => {
      const each = await buyer('POST', createCheckout.path, body);
      return each.status === 200 && each;
    });
    return (answer.body as { url: string }).url;
  };
  const begun = async (owner?: Person): Promise<{ organizationId: number; url: string }> => {
    const organizationId = await organization(owner);
    return { organizationId, url: await checkout(organizationId, maker(owner)) };
  };
  /** Creates an organization, and resolves once the integrations service knows it. */
  const connected = async (): Promise<number> => {
    const id = await organization();
    await eventually(async () => (await call('GET', `/integrations/organizations/${id}`)).status === 200);
    return id;
  };
  /** Creates an organization in which this person is a viewer. */
  const viewed = async (viewer: Person): Promise<number> => {
    const organizationId = await organization();
    const users = viewer.id === 0 ? [] : [{ id: viewer.id, approved: true }];
    await call('PUT', '/organizations/assign-many', { organizationId, users });
    return organizationId;
  };
  /** Creates an organization in which this person is a viewer, and resolves once billing knows both. */
  const viewedShop = async (viewer: Person): Promise<number> => {
    const organizationId = await viewed(viewer);
    await checkout(organizationId, call);
    const body = { organizationId, productIds: ['prod_voucher_50'] };
    await eventually(async () => (await viewer.call('POST', createCheckout.path, body)).status !== 404);
    return organizationId;
  };
  const paid = async (organizationId: number): Promise<string> => {
    const url = await checkout(organizationId, call);
    const card = { action: 'pay', card: GOOD_CARD, expiry: '12 / 40', cvc: '123' };
    await fetch(url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
    return eventually(async () => {
      const { body } = await call('GET', `/organizations/${organizationId}`);
      return (body as { customerId: string | null }).customerId ?? undefined;
    });
  };
  let othersShop: ReturnType<typeof begun> | undefined;
  return {
    providerToken,
    connected,
    botToken: () => recaptchaToken(),
    /** Header that permits one submission of a public form. */
    proof: async (): Promise<Record<string, string>> => {
      const { body } = await people.anonymous.call('POST', '/recaptcha', { token: recaptchaToken() });
      return { 'x-recaptcha-proof': (body as { proof: string }).proof };
    },
    /** Required fields of a vendor's registration besides name and e-mail. */
    vendor: {
      phone: '555 012 3456',
      addressLine1: '1 Alder Street',
      city: 'Boston',
      state: 'MA',
      zipCode: '02101',
      country: 'USA',
    },
    user: async (usertype: string): Promise<number> =>
      idOf(await call('POST', '/users', { name: 'Somebody', email: `${randomUUID()}@example.test`, usertype })),
    formerAdmin: async (): Promise<number> => {
      const body = { name: 'Somebody', email: `${randomUUID()}@example.test`, usertype: 'ADMIN' };
      const id = idOf(await call('POST', '/users', body));
      await call('PATCH', `/users/${id}`, { usertype: 'CLIENT' });
      return id;
    },
    /** Signs in with the lead's demo account again. Returns the id of the new session. */
    leadsSession: async (): Promise<number> => {
      const { body } = await people.anonymous.call('POST', '/auth', await providerToken());
      return sessionOf((body as { accessToken: string }).accessToken);
    },
    usertypeOf: async (id: number): Promise<unknown> =>
      id === 0 ? null : ((await call('GET', `/users/${id}`)).body as { usertype: string }).usertype,
    /** Creates an organization of this person or, without an owner, one in which no user of the table is a member. */
    organization,
    /** Like `organization`, but known to billing and with a Stripe customer. Without an owner, every call returns the same organization. */
    shop: async (owner?: Person): Promise<number> => {
      if (owner) return (await begun(owner)).organizationId;
      othersShop ??= begun();
      return (await othersShop).organizationId;
    },
    viewed,
    viewedShop,
    /** Creates an organization of this person with one more approved member. */
    withMember: async (owner: Person): Promise<[organizationId: number, userId: number]> => {
      const organizationId = await organization(owner);
      const user = await call('POST', '/users', {
        ...unique(),
        email: `${randomUUID()}@example.test`,
        usertype: 'CLIENT',
      });
      const { data } = (await call('GET', `/organizations/${organizationId}/members`)).body as {
        data: { userId: number }[];
      };
      const users = [...data.map(({ userId }) => userId), idOf(user)].map((id) => ({ id, approved: true }));
      await call('PUT', '/organizations/assign-many', { organizationId, users });
      return [organizationId, idOf(user)];
    },
    /** Id of an unpaid checkout of this person. */
    session: async (owner?: Person): Promise<string> =>
      new URL((await begun(owner)).url).pathname.split('/').at(-1) ?? '',
    /**
     * The Stripe customer of this person's organization after a purchase. An administrator pays, because paying turns a lead into a
     * client.
     */
    customer: async (owner?: Person): Promise<string> => paid((await begun(owner)).organizationId),
    /** Like `customer`, for an organization in which this person is a viewer. */
    viewedCustomer: async (viewer: Person): Promise<string> => paid(await viewedShop(viewer)),
    /** An organization in which no user of the table is a member. Every call returns the same organization. */
    foreign,
    /** Creates an organization that this person manages, and resolves once the audit log knows it. */
    managed: async (manager: Person): Promise<number> => {
      const id = await organization(manager);
      if (manager.id !== 0)
        await eventually(
          async () => (await manager.call('GET', `/audit/verify?day=2026-01-01&organization=${id}`)).status === 200,
        );
      return id;
    },
    /** Creates an invitation to the `foreign` organization. */
    invitation: async (): Promise<number> => {
      const path = `/organizations/${await foreign()}/invitations`;
      return idOf(await call('POST', path, { email: `${randomUUID()}@example.test` }));
    },
    integration: async (): Promise<number> => idOf(await call('POST', '/integrations', unique())),
    /** Creates a view of this person or, without an owner, of a super admin. */
    view: async (owner?: Person): Promise<number> =>
      idOf(await (owner && owner.id !== 0 ? owner.call : call)('POST', '/views', { ...unique(), search: {} })),
    /** Like `organization`, plus a view that is shared with the organization. Resolves once identity knows the organization. */
    audience: async (owner?: Person): Promise<{ organizationId: number; view: number }> => {
      const organizationId = await organization(owner);
      const body = { ...unique(), search: {}, sharedWith: organizationId };
      const answer = await eventually(async () => {
        const each = await maker(owner)('POST', '/views', body);
        return each.status === 201 && each;
      });
      return { organizationId, view: idOf(answer) };
    },
    /** Query string of the download link that the endpoint at `path` returns to a super admin. */
    link: async (path: string): Promise<string> =>
      new URL(((await call('GET', path)).body as { Payload: string }).Payload).search,
  };
};
