import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const LINK = 'http://api.test/files/1?pass=signed';
const show = (answer: Answer, file = 'vendor') =>
  renderConsole({ path: '/admin/functions', usertype: 'ADMIN', api: { [`GET /admin/generate/${file}`]: answer } });

afterEach(() => void jest.restoreAllMocks());

describe('the Functions screen', () => {
  // spec: 7.23, D.47
  it.each([
    ['Generate vouchers', 'voucher'],
    ['Generate vendors', 'vendor'],
  ])("downloads the file of '%s' through its signed link", async (name, file) => {
    const opened: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    show(() => ({ Payload: LINK }), file);
    expect(await screen.findByRole('tab', { name: 'Functions', selected: true })).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(opened).toEqual([LINK]));
    expect(document.querySelector(`a[href="${LINK}"]`)).toBeNull();
  });

  it.each([
    ['Generate vendors', '/admin/users', 'vendor'],
    ['Generate vouchers', '/billing/entitlements', 'voucher'],
  ])("offers the action '%s', which the screen at %s also offers", async (name, path, file) => {
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const answer = jest.fn<Answer>(() => ({ Payload: LINK }));
    const api = {
      [`GET /admin/generate/${file}`]: answer,
      'GET /users': () => ({ data: [], count: 0 }),
      'GET /users/organizations': () => ({ data: [], count: 0 }),
    };
    renderConsole({ path, usertype: 'ADMIN', api });
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  });

  it('shows an error if the server returns no file', async () => {
    show(() => refusalOf(503, 'unavailable', 'Come back later'));
    await userEvent.click(await screen.findByRole('button', { name: 'Generate vendors' }));
    expect(await screen.findByText('Come back later')).toBeTruthy();
    expect(screen.getByText('There was an error:')).toBeTruthy();
  });
});
