import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import { refusalOf } from '../../testing/refusal.ts';
import { userOf } from '../../testing/fixtures.ts';
import { userNumbered } from '../../testing/fake-users.ts';
import {
  box,
  dialogNamed,
  names,
  openUser,
  people,
  renderUsers,
  retype,
  toastWith,
} from '../../testing/render-users.tsx';

describe('editing a user', () => {
  // spec: 5.19, 5.21
  it('sends only the changed fields, with the zip code as a number, and shows the new values', async () => {
    const { sent } = renderUsers();
    const dialog = await openUser('Person 21');
    expect(dialog.getByText("Update the user's information")).toBeTruthy();
    await retype(dialog, 'Name', 'Grace Hopper');
    await userEvent.type(box(dialog, 'Zip code'), '02139');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ name: 'PATCH /users/21', body: { name: 'Grace Hopper', zipCode: 2139 } }]);
    expect(names()).toContain('Grace Hopper');
    expect(await toastWith('User Grace Hopper updated successfully!')).toBeTruthy();
    expect(box(await openUser('Grace Hopper'), 'Zip code').value).toBe('02139');
  });

  it('shows that a new e-mail address waits for its confirmation', async () => {
    renderUsers({ users: [{ ...userNumbered(21), pendingEmail: 'new@acme.test' }] });
    const dialog = await openUser('Person 21');
    expect(
      dialog.getByText('The new address new@acme.test must be confirmed first, with the link that Portico sent to it.'),
    ).toBeTruthy();
    expect(box(dialog, 'Email').value).toBe(userNumbered(21).email);
  });

  describe('resetting the sign-on', () => {
    const boundAt = '2026-11-20T08:00:00.000Z';
    const reset = (dialog: ReturnType<typeof within>) => dialog.queryByRole('button', { name: 'Reset sign-on' });

    it.each<[Usertype, Usertype, number, boolean]>([
      ['ADMIN', 'CLIENT', 21, true],
      ['ADMIN', 'ADMIN', 21, false],
      ['SUPER_ADMIN', 'ADMIN', 21, true],
      ['SUPER_ADMIN', 'SUPER_ADMIN', 7, false],
    ])('is offered to a viewer of type %s for a %s with id %i: %s', async (usertype, of, id, isOffered) => {
      renderUsers({ usertype, users: [userNumbered(id, { usertype: of, boundAt, name: 'Grace' })] });
      expect(reset(await openUser('Grace')) !== null).toBe(isOffered);
    });

    it('is not offered before the first sign-on', async () => {
      renderUsers();
      expect(reset(await openUser('Person 21'))).toBeNull();
    });

    it('asks for a confirmation, and shows the reason if the reset fails', async () => {
      const answers = [refusalOf(403, 'forbidden', 'Not now'), new Response(null, { status: 204 })];
      const { calls } = renderUsers({
        users: [userNumbered(21, { boundAt })],
        api: { 'DELETE /users/21/sign-on': () => answers.shift() },
      });
      const button = reset(await openUser('Person 21'));
      if (button) await userEvent.click(button);
      const dialog = await dialogNamed('Reset the sign-on of Person 21');
      expect(dialog.getByText(/who signs in with the verified address person21@acme.test/)).toBeTruthy();
      expect(calls).not.toContain('DELETE /users/21/sign-on');
      await userEvent.click(dialog.getByRole('button', { name: 'Reset' }));
      expect(await dialog.findByText('Not now')).toBeTruthy();
      await userEvent.click(dialog.getByRole('button', { name: 'Reset' }));
      expect(await toastWith('The next sign-in of Person 21 links the account again')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });
  });

  // spec: 5.17
  it('limits state, zip code and country to their maximum lengths', async () => {
    renderUsers();
    const dialog = await openUser('Person 21');
    await userEvent.type(box(dialog, 'State'), 'MASS');
    await userEvent.type(box(dialog, 'Zip code'), '021399');
    await userEvent.type(box(dialog, 'Country'), 'AMERICA');
    expect(['State', 'Zip code', 'Country'].map((name) => box(dialog, name).value)).toEqual(['MA', '02139', 'AME']);
  });

  // spec: 5.1
  it('shows errors without sending a request', async () => {
    const { sent } = renderUsers();
    const dialog = await openUser('Person 21');
    await retype(dialog, 'Name', 'G');
    await retype(dialog, 'Email', 'nobody');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('Name should be at least 2 letters long')).toBeTruthy();
    expect(dialog.getByText('Email should be a valid email')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  // spec: 5.17, 5.28, D.63
  it('shows an error message for every wrong field', async () => {
    const { sent } = renderUsers({
      users: [{ ...userNumbered(20), state: 'OHIO', country: 'America', city: 'x'.repeat(101) }],
    });
    const dialog = await openUser('Person 20');
    await userEvent.clear(box(dialog, 'Name'));
    await userEvent.clear(box(dialog, 'Email'));
    await retype(dialog, 'Zip code', 'o2139');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    const faultOf = (name: string) => {
      const ids = box(dialog, name).getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    };
    await waitFor(() => expect(faultOf('Name')).toBe('Name should be at least 2 letters long'));
    expect(['Email', 'City', 'State', 'Zip code', 'Country', 'Phone'].map(faultOf)).toEqual([
      'Email should be a valid email',
      'City should be at most 100 characters long',
      'State should be at most 2 characters long',
      'Zip code should be a number',
      'Country should be at most 3 characters long',
      '',
    ]);
    expect(sent).toEqual([]);
  });

  // spec: 8.8
  it('keeps the input if the server rejects the change, and shows the reason', async () => {
    const message = 'A user with this email exists already';
    const answer = () => refusalOf(409, 'already_exists', message, [{ pointer: '/email', message }]);
    renderUsers({ api: { 'PATCH /users/21': answer } });
    const dialog = await openUser('Person 21');
    await retype(dialog, 'Email', 'person22@acme.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await toastWith('Error updating user')).toBeTruthy();
    expect(box(dialog, 'Email').value).toBe('person22@acme.test');
    expect(dialog.getByText(message)).toBeTruthy();
  });

  // spec: 3.2, 3.3, 3.18, 5.22, 6.7, 6.8
  it.each<[Usertype, string[]]>([
    ['ADMIN', ['LEAD', 'VENDOR', 'CLIENT', 'ADMIN']],
    ['SUPER_ADMIN', ['LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER ADMIN']],
  ])('offers a %s the user types %j', async (usertype, expected) => {
    const { sent } = renderUsers({ usertype });
    const dialog = await openUser('Person 21');
    await userEvent.click(dialog.getByRole('button', { name: /User type$/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(expected);
    await userEvent.click(screen.getByRole('option', { name: 'VENDOR' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'PATCH /users/21', body: { usertype: 'VENDOR' } }]));
  });

  // spec: 2.59
  it('lets administrators change their own name, but not their type and e-mail', async () => {
    renderUsers({ users: [userOf('ADMIN'), ...people(2)] });
    const dialog = await openUser('Ada Lovelace');
    expect(dialog.queryByRole('button', { name: /User type$/ })).toBeNull();
    expect(box(dialog, 'Email').readOnly).toBe(true);
    await retype(dialog, 'Name', 'Augusta King');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Hello, Augusta')).toBeTruthy();
  });
});

describe('creating a user', () => {
  // spec: 5.22
  it('submits the form, and shows the new user in the list', async () => {
    const { sent } = renderUsers();
    await userEvent.click(await screen.findByRole('button', { name: 'Add User' }));
    const dialog = await dialogNamed('Create user');
    expect(dialog.getByText('Fill in the form to create a new user')).toBeTruthy();
    await userEvent.type(box(dialog, 'Name'), 'Vera Vendor');
    expect(dialog.getByRole('button', { name: /User type$/ })).toBeTruthy();
    await userEvent.type(box(dialog, 'Email'), 'Vera@Acme.test{Enter}');
    await waitFor(() => expect(names()).toContain('Vera Vendor'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent[0]?.body).toMatchObject({ name: 'Vera Vendor', email: 'vera@acme.test', usertype: 'LEAD' });
  });

  // spec: 8.9
  it('shows an error if the request fails', async () => {
    renderUsers({ api: { 'POST /users': () => refusalOf(403, 'forbidden', 'Not you') } });
    await userEvent.click(await screen.findByRole('button', { name: 'Add User' }));
    const dialog = await dialogNamed('Create user');
    await userEvent.type(box(dialog, 'Name'), 'Vera Vendor');
    await userEvent.type(box(dialog, 'Email'), 'vera@acme.test{Enter}');
    expect(await toastWith('Error creating user')).toBeTruthy();
    expect(await toastWith('Not you')).toBeTruthy();
  });
});

describe('deleting a user', () => {
  // spec: 2.48, 2.50, 2.51
  it('asks for a confirmation, then removes the user', async () => {
    const { sent } = renderUsers();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Person 21' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deleting user' }));
    expect(dialog.getByText('user Person 21 will be deleted permanently.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(names()).not.toContain('Person 21'));
    expect(sent.map(({ name }) => name)).toEqual(['DELETE /users/21']);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows the reason in the dialog if the request fails', async () => {
    const answer = () => refusalOf(409, 'conflict', 'The last super admin cannot be removed');
    renderUsers({ usertype: 'SUPER_ADMIN', api: { 'DELETE /users/21': answer } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Person 21' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('The last super admin cannot be removed')).toBeTruthy();
  });

  it("is not offered for the user's own account", async () => {
    renderUsers({ users: [userOf('ADMIN')] });
    await screen.findByRole('button', { name: 'Ada Lovelace' });
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });
});
