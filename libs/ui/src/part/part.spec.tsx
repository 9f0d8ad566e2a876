import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PropsWithChildren, Suspense, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { TabPanel } from '../tabs/tab-links.tsx';
import { lazyPart } from './lazy-part.tsx';
import { watchForMissingCode } from './missing-code.ts';
import { MissingParts } from './missing-words.tsx';
import { Part } from './part.tsx';
import { useUnsaved } from './unsaved.ts';

let isBroken = true;
const FailingPart = () => {
  if (isBroken) throw new Error('no such thing');
  return <p>whole</p>;
};

beforeEach(() => {
  isBroken = true;
  // React logs each error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a part of a page', () => {
  it('fails without affecting the page, and retries on request', async () => {
    render(
      <>
        <p>beside</p>
        <Part>
          <FailingPart />
        </Part>
      </>,
    );
    expect(screen.getByText('beside')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('This part of the page failedno such thing');
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('whole')).toBeTruthy();
  });

  it.each([
    [
      'a dialog',
      ({ children }: PropsWithChildren) => (
        <Dialog title="Frame" onClose={() => undefined}>
          {children}
        </Dialog>
      ),
      'dialog',
    ],
    ['a tab panel', ({ children }: PropsWithChildren) => <TabPanel id="one">{children}</TabPanel>, 'tabpanel'],
  ])('shows its failure inside %s', (_, Frame, role) => {
    render(
      <Frame>
        <FailingPart />
      </Frame>,
    );
    expect(screen.getByRole(role).textContent).toContain('This part of the page failed');
  });
});

describe('code that cannot be loaded', () => {
  const failure = new Error('Failed to fetch dynamically imported module');
  let isOnline = false;
  const Typed = () => {
    const [text, setText] = useState('');
    useUnsaved(text !== '');
    return <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
  };
  const Lazy = lazyPart(async () => {
    if (isOnline) return () => <p>fetched</p>;
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
    throw failure;
  });

  it('is reported on the page, and loads when the network returns, without losing input', async () => {
    watchForMissingCode(window);
    const line = jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    jest.spyOn(window, 'fetch').mockImplementation(async () => new Response());
    render(
      <>
        <Typed />
        <Suspense>
          <Lazy />
        </Suspense>
        <MissingParts />
      </>,
    );
    await userEvent.type(screen.getByRole('textbox'), 'kept');
    await screen.findByText('You are offline. This part opens when you are online again.');
    isOnline = true;
    await act(async () => void window.dispatchEvent(new Event('online')));
    await screen.findByText('fetched');
    expect(screen.queryByText(/You are offline/)).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('kept');
    line.mockRestore();
  });
});
