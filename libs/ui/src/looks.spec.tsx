/** @jest-environment-options {"styles": true} */
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ShieldCheck } from 'lucide-react';
import { Alert, Button, Combobox, Icon, Select, StatusTag, TextArea, TextField } from './index.ts';
import { themes } from './theme/palettes.ts';

/** The number of rem of a CSS length. Resolves a variable to its value. */
const rem = (length: string): number => {
  const name = /^var\((--[\w-]+)\)$/.exec(length)?.[1];
  const value = name === undefined ? length : getComputedStyle(document.documentElement).getPropertyValue(name);
  return Number(/^([\d.]+)rem$/.exec(value.trim())?.[1]);
};
const styleOf = (name: string) => getComputedStyle(screen.getByRole('button', { name }));

/** Hue in degrees: red is 0, green 120, blue 240. */
const hueOf = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [max, span] = [Math.max(red, green, blue), Math.max(red, green, blue) - Math.min(red, green, blue)];
  const sixth =
    max === red ? (green - blue) / span : max === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  return (sixth * 60 + 360) % 360;
};

describe('the size of buttons', () => {
  // spec: 2.67
  it('is small, default or large, and square if the button contains only an icon', () => {
    render(
      <>
        <Button size="sm">small</Button>
        <Button>default</Button>
        <Button size="default">the same</Button>
        <Button size="lg">large</Button>
        <Button size="icon" aria-label="icon">
          <Icon of={ShieldCheck} />
        </Button>
      </>,
    );
    const [small = 0, usual = 0, same, large, icon] = ['small', 'default', 'the same', 'large', 'icon'].map((name) =>
      rem(styleOf(name).minHeight),
    );
    expect(same).toBe(usual);
    expect(small).toBeLessThan(usual);
    expect(large).toBeGreaterThan(usual);
    expect(icon).toBe(usual);
    expect(rem(styleOf('icon').width)).toBe(icon);
  });
});

describe('the size of icons', () => {
  // spec: 2.70
  it('grows from sm over md and lg to xl, and is md by default', () => {
    const { container } = render(
      <>
        {([undefined, 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
          <Icon key={size ?? 'none'} of={ShieldCheck} {...(size && { size })} />
        ))}
      </>,
    );
    const [usual, ...sizes] = [...container.querySelectorAll('svg')].map((svg) => Number(svg.getAttribute('width')));
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(4);
    expect(usual).toBe(sizes[1]);
  });
});

describe('alerts', () => {
  // spec: 2.69
  it('are neutral by default, and tinted for info, warning and danger', () => {
    const backgrounds = (['default', 'info', 'warning', 'danger'] as const).map((variant) => {
      const { container, unmount } = render(<Alert variant={variant} title={variant} />);
      const background = container.firstElementChild ? getComputedStyle(container.firstElementChild).background : '';
      unmount();
      return background;
    });
    expect(backgrounds).toEqual([
      'var(--color-sunken)',
      'var(--color-primary-soft)',
      'var(--color-warning-soft)',
      'var(--color-danger-soft)',
    ]);
  });
});

describe('the status tag', () => {
  // spec: 2.66
  it.each([
    ['FAILURE', 'var(--color-danger)', 'lucide-circle-alert'],
    ['SUCCESS', 'var(--color-success)', 'lucide-circle-check'],
    ['PENDING', 'var(--color-text-muted)', undefined],
    ['ACTIVE', 'var(--color-text-muted)', undefined],
  ])('shows %s in the colour %s', (status, colour, indicator) => {
    render(<StatusTag status={status} />);
    const tag = screen.getByText(status.toLowerCase());
    expect(getComputedStyle(tag).color).toBe(colour);
    const picture = tag.querySelector('svg');
    if (indicator === undefined) expect(picture).toBeNull();
    else expect(picture?.classList).toContain(indicator);
  });
});

describe('themes', () => {
  // spec: 1.8, 1.9
  it('are light and dark teal, and light and dark blue', () => {
    const hues = Object.entries(themes).map(([name, { primary }]) => [name, hueOf(primary)] as const);
    expect(hues.map(([name]) => name)).toEqual(['light', 'dark', 'light-blue', 'dark-blue']);
    for (const [name, hue] of hues) {
      const [from, to] = name.endsWith('blue') ? [210, 240] : [165, 185];
      expect([name, hue >= from && hue <= to]).toEqual([name, true]);
    }
  });

  // spec: 2.66
  it.each(Object.entries(themes))('use red for failures and green for successes: %s', (_, { danger, success }) => {
    expect((hueOf(danger) + 180) % 360).toBeGreaterThan(165);
    expect((hueOf(danger) + 180) % 360).toBeLessThan(195);
    expect(hueOf(success)).toBeGreaterThan(110);
    expect(hueOf(success)).toBeLessThan(160);
  });
});

describe('the drop-down list', () => {
  // spec: 9.23
  it('scrolls above a height of 15rem in a Select', async () => {
    render(<Select label="Type" value={null} options={[{ value: 'a', text: 'A' }]} onChange={() => undefined} />);
    await userEvent.click(await screen.findByRole('button', { name: /Type$/ }));
    const { maxHeight, overflowY } = getComputedStyle(screen.getByRole('listbox'));
    expect([maxHeight, overflowY]).toEqual(['15rem', 'auto']);
  });

  // spec: 9.22
  it('is at most 20rem high, and 20rem wide, in a Combobox', async () => {
    render(<Combobox label="Type" value={null} load={async () => []} onChange={() => undefined} />);
    await userEvent.click(await screen.findByRole('button', { name: /Type$/ }));
    const dialog = await screen.findByRole('dialog');
    expect(getComputedStyle(dialog).width).toBe('20rem');
    const panel = dialog.contains(document.activeElement) ? document.activeElement?.parentElement?.parentElement : null;
    expect(panel && getComputedStyle(panel).maxHeight).toBe('20rem');
  });
});

describe('an error under a field', () => {
  const ERRORS = [
    ['text', 'City is required'],
    ['an object with a message', { message: 'City is required' }],
  ] as const;
  const nothing = () => undefined;

  // spec: 5.27
  it.each(ERRORS)('appears in every kind of field if given as %s', async (_, error) => {
    render(
      <>
        <TextField label="Field" value="" onChange={nothing} error={error} />
        <TextArea label="Area" value="" onChange={nothing} error={error} />
        <Select label="Select" value={null} options={[]} onChange={nothing} error={error} />
        <Combobox label="Combobox" value={null} load={async () => []} onChange={nothing} error={error} />
      </>,
    );
    await screen.findByRole('button', { name: /Combobox$/ });
    const fields = [...screen.getAllByRole('textbox'), ...screen.getAllByRole('button')];
    const described = fields.map((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent?.trim())
        .join(''),
    );
    expect(described).toEqual(Array.from({ length: 4 }, () => 'City is required'));
  });
});
