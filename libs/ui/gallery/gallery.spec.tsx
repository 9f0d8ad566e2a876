import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import * as ui from '../src/index.ts';
import { Gallery } from './gallery.tsx';

const SECTIONS = new URL('sections/', import.meta.url);
const sources = ['../gallery.tsx', ...readdirSync(SECTIONS)].map((file) =>
  readFileSync(new URL(file, SECTIONS), 'utf8'),
);
/** The names that the gallery imports from the library. Lint rejects unused imports. */
const used = sources
  .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '[./]+\/src\/index\.ts'/g)])
  .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
/** Components that the gallery omits: they appear only after an error, and then look like `Alert` or `EmptyState`. */
const UNSEEN = ['Part', 'MissingParts', 'MissingScreen'];
const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name) && !UNSEEN.includes(name));

describe('the gallery', () => {
  it.each(components)('contains %s', (name) => expect(used).toContain(name));

  it('shows every component in every theme', async () => {
    window.history.replaceState(null, '', '?theme=all');
    await act(async () => void render(<Gallery />));
    const names = within(screen.getByRole('navigation', { name: 'Components' })).getAllByRole('link');
    expect(names.length).toBeGreaterThan(0);
    for (const { textContent } of names) {
      const section = screen.getByRole('heading', { level: 2, name: textContent ?? '' }).closest('section');
      const shown = [...(section?.querySelectorAll('[data-theme]') ?? [])];
      expect(shown.map((theme) => theme.getAttribute('data-theme'))).toEqual(Object.keys(ui.themes));
      for (const theme of shown) expect(theme.childElementCount).toBeGreaterThan(0);
    }
  });
});
