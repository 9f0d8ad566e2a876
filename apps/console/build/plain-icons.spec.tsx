import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Keyboard, Sun, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Icon, type IconSize } from '@portico/ui';
import createIcon from './plain-icon.ts';

const LIBRARY = dirname(createRequire(import.meta.url).resolve('lucide-react'));

/** An icon as a built page makes it, from the library's own file of it. */
const plain = async (file: string): Promise<LucideIcon> => {
  const { __iconData: picture } = (await import(join(LIBRARY, '../esm/icons', file))) as {
    __iconData: Parameters<typeof createIcon>[0];
  };
  return createIcon(picture) as unknown as LucideIcon;
};

const drawn = (icon: LucideIcon, size: IconSize) => {
  const { container, unmount } = render(<Icon of={icon} size={size} />);
  // The library's class names are nobody's.
  container.querySelector('svg')?.removeAttribute('class');
  const markup = container.innerHTML;
  unmount();
  return markup;
};

describe('an icon of a built page', () => {
  it.each<[string, LucideIcon, string]>([
    ['lines and a box', Keyboard, 'keyboard.mjs'],
    ['a circle', Sun, 'sun.mjs'],
    ['one with another name', TriangleAlert, 'triangle-exclamation-point.mjs'],
  ])('looks like the one of the library: %s', async (_, icon, file) => {
    const built = await plain(file);
    for (const size of ['sm', 'md', 'lg', 'xl'] as const) expect(drawn(built, size)).toBe(drawn(icon, size));
  });
});
