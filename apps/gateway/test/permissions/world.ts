import { randomUUID } from 'node:crypto';
import { recaptchaToken } from '@portico/local-stack/recaptcha';
import type { Answer } from '@portico/testing';
import type { Person, Product } from './product.ts';

/** Makes what a row of the table is about, through the public API, as whoever may. */
export type World = ReturnType<typeof createWorld>;

const idOf = ({ status, body }: Answer): number => {
  if (status !== 201) throw new Error(`a preparation was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { id: number }).id;
};

export const createWorld = ({ people, providerToken }: Product) => {
  const { call } = people.super_admin;
  const unique = (): { name: string } => ({ name: `Something ${randomUUID()}` });
  return {
    providerToken,
    botToken: () => recaptchaToken(),
    /** Header that lets one public form through. */
    proof: async (): Promise<Record<string, string>> => {
      const { body } = await people.anonymous.call('POST', '/recaptcha', { token: recaptchaToken() });
      return { 'x-recaptcha-proof': (body as { proof: string }).proof };
    },
    /** What a vendor's registration needs beside name and e-mail. */
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
    usertypeOf: async (id: number): Promise<unknown> =>
      id === 0 ? null : ((await call('GET', `/users/${id}`)).body as { usertype: string }).usertype,
    /** An organization of this person, or of nobody who is asked. */
    organization: async (owner?: Person): Promise<number> =>
      idOf(await (owner && owner.id !== 0 ? owner.call : call)('POST', '/organizations', unique())),
    integration: async (): Promise<number> => idOf(await call('POST', '/integrations', unique())),
    /** A view of this person, or of a super admin. */
    view: async (owner?: Person): Promise<number> =>
      idOf(await (owner && owner.id !== 0 ? owner.call : call)('POST', '/views', { ...unique(), search: {} })),
    /** Query of the link that an administrator was given. */
    link: async (path: string): Promise<string> =>
      new URL(((await call('GET', path)).body as { Payload: string }).Payload).search,
  };
};
