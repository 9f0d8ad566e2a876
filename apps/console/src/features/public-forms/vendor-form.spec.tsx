import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill, refused, renderPublicForm, submit, toasted } from '../../testing/render-public-form.tsx';

const VENDOR = {
  Name: 'Vera Vendor',
  Email: 'vera@acme.test',
  Phone: '(555) 010-0123',
  'Address line 1': '1 Main St',
  City: 'Boston',
  State: 'MA',
  'Zip code': '02139',
  Country: 'USA',
};
const WRONG: readonly [keyof typeof VENDOR, string, string][] = [
  ['Name', 'V', 'Name should be at least 2 letters long'],
  ['Email', 'vera', 'Email should be a valid email'],
  ['Phone', '(555) 012-345', 'Phone number should be at least 10 digits long'],
  ['Address line 1', '1', 'Address line is required'],
  ['City', 'B', 'City is required'],
  ['State', 'M', 'State should be 2 letters long'],
  ['Zip code', '0213', 'Zip code is required number'],
  ['Country', 'US', 'Country should be 3 letters long'],
];
const fillVendor = async () => {
  for (const [field, text] of Object.entries(VENDOR)) await fill(field, text);
};

describe('/vendors/sign-up', () => {
  // spec: 2.4, 5.10, 6.9
  it("registers a vendor and preserves the zip code's leading zero", async () => {
    const { sent } = renderPublicForm('/vendors/sign-up');
    await fillVendor();
    await fill('Categories', 'Payroll');
    await submit('Register as a vendor');
    await screen.findByRole('heading', { name: 'Thank you, Vera Vendor!' });
    expect(sent[0]?.body).toEqual({
      usertype: 'vendor',
      name: 'Vera Vendor',
      email: 'vera@acme.test',
      phone: '(555) 010-0123',
      addressLine1: '1 Main St',
      addressLine2: null,
      city: 'Boston',
      state: 'MA',
      zipCode: '02139',
      country: 'USA',
      description: null,
      categories: 'Payroll',
    });
  });

  // spec: 5.1, 5.4, 5.5, 5.6, 5.7, 5.8, 5.9
  it('rejects each wrong field with an error message', async () => {
    const { sent } = renderPublicForm('/vendors/sign-up');
    await fillVendor();
    for (const [field, invalid, message] of WRONG) {
      await fill(field, invalid);
      await submit('Register as a vendor');
      await screen.findByText(message);
      expect(document.activeElement).toBe(screen.getByLabelText(field));
      await fill(field, VENDOR[field]);
      await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    }
    expect(sent).toEqual([]);
    await submit('Register as a vendor');
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('shows every error of an empty form', async () => {
    renderPublicForm('/vendors/sign-up');
    await userEvent.click(await screen.findByRole('button', { name: 'Register as a vendor' }));
    for (const message of ['Address line is required', 'City is required', 'Zip code is required number'])
      expect(await screen.findByText(message)).toBeTruthy();
  });

  // spec: 8.12
  it('shows an error if the request fails', async () => {
    renderPublicForm('/vendors/sign-up', { 'POST /users': () => refused('conflict', 'Not now') });
    await fillVendor();
    await submit('Register as a vendor');
    await toasted('Error submitting vendor', 'Not now');
  });
});
