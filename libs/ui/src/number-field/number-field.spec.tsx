import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NumberField } from './number-field.tsx';

const onChange = jest.fn<(value: number | null) => void>();
const Bound = ({ start, ...props }: { start: number | null; minValue?: number; error?: string }) => {
  const [value, setValue] = useState(start);
  const change = (next: number | null) => {
    setValue(next);
    onChange(next);
  };
  return <NumberField label="Allowed" {...props} value={value} onChange={change} />;
};
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Allowed' });

beforeEach(() => void onChange.mockReset());

describe('NumberField', () => {
  it('reports a number on blur, and null when cleared', async () => {
    render(<Bound start={null} />);
    await userEvent.type(box(), '1200');
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith(1200);
    expect(box().value).toBe('1,200');
    await userEvent.clear(box());
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('accepts no letters', async () => {
    render(<Bound start={5} />);
    await userEvent.type(box(), 'abc');
    expect(box().value).toBe('5');
  });

  it('steps by arrow keys and buttons, down to its minimum', async () => {
    render(<Bound start={1} minValue={0} />);
    await userEvent.type(box(), '{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith(2);
    await userEvent.type(box(), '{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(onChange).toHaveBeenLastCalledWith(0);
    await userEvent.click(screen.getByRole('button', { name: /Increase/ }));
    expect(onChange).toHaveBeenLastCalledWith(1);
  });

  it('shows its error', () => {
    render(<Bound start={1} error="Required" />);
    expect(box().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Required')).toBeTruthy();
  });
});
