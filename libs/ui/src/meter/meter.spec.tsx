import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Meter } from './meter.tsx';

const filled = () => screen.getByRole('meter').nextElementSibling;

describe('Meter', () => {
  it.each<[value: number, max: number, width: string, level: string]>([
    [0, 10, '0%', 'normal'],
    [3, 10, '30%', 'normal'],
    [8, 10, '80%', 'high'],
    [10, 10, '100%', 'high'],
    [12, 10, '100%', 'over'],
    [0, 0, '0%', 'normal'],
    [2, 0, '100%', 'over'],
  ])('shows %d of %d as %s filled and %s', (value, max, width, level) => {
    render(<Meter label="Bank accounts" value={value} max={max} text={`${value} of ${max}`} />);
    const meter = screen.getByRole<HTMLMeterElement>('meter', { name: 'Bank accounts' });
    expect(meter.getAttribute('aria-valuetext')).toBe(`${value} of ${max}`);
    expect(meter.value).toBe(Math.min(value, max));
    expect(filled()?.getAttribute('style')).toBe(`width: ${width};`);
    expect(filled()?.getAttribute('data-level')).toBe(level);
  });
});
