import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fault } from '../field/fault.ts';
import { TextArea } from '../text-area/text-area.tsx';
import { TextField } from './text-field.tsx';

const onChange = jest.fn<(value: string) => void>();

describe.each([
  ['TextField', TextField],
  ['TextArea', TextArea],
])('%s', (_, Field) => {
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'City' });
  const described = () =>
    (box().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .filter(Boolean);

  it('is found by its label, and reports input and blur', async () => {
    const onBlur = jest.fn();
    onChange.mockReset();
    render(<Field label="City" value={null} onChange={onChange} onBlur={onBlur} />);
    await userEvent.click(screen.getByText('City'));
    await userEvent.keyboard('O');
    expect(onChange.mock.calls).toEqual([['O']]);
    await userEvent.tab();
    expect(onBlur).toHaveBeenCalledTimes(1);
  });

  // spec: 5.27
  it.each<[string, Fault]>([
    ['text', 'City is required'],
    ['an object with a message', { message: 'City is required' }],
  ])('shows an error given as %s in place of the description', (_case, error) => {
    render(<Field label="City" value="" onChange={onChange} error={error} description="Where you are" />);
    expect(box().getAttribute('aria-invalid')).toBe('true');
    expect(described()).toEqual(['City is required']);
  });

  it.each([[null], [undefined], [''], [{}]])('shows no error for %j', (error) => {
    render(<Field label="City" value="" onChange={onChange} error={error} description="Where you are" />);
    expect(box().getAttribute('aria-invalid')).toBeNull();
    expect(described()).toEqual(['Where you are']);
  });

  it('marks a required field visibly and accessibly', () => {
    render(<Field label="City" value="" onChange={onChange} isRequired />);
    expect(box().getAttribute('aria-required')).toBe('true');
  });

  it('cannot be edited if read-only, and limits the length', async () => {
    onChange.mockReset();
    const { rerender } = render(<Field label="City" value="Oslo" onChange={onChange} isReadOnly />);
    await userEvent.type(box(), 'x');
    expect(onChange).not.toHaveBeenCalled();
    rerender(<Field label="City" value="Oslo" onChange={onChange} maxLength={4} />);
    await userEvent.type(box(), 'x');
    expect(onChange).not.toHaveBeenCalled();
  });
});
