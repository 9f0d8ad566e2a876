import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ColumnResizer } from './column-resizer.tsx';

const show = (width?: number) => {
  const onResize = jest.fn<(width: number | null) => void>();
  const { container } = render(<ColumnResizer header="Event" width={width} onResize={onResize} />);
  const edge = container.querySelector('span[aria-hidden]') as HTMLElement;
  edge.setPointerCapture = () => undefined;
  return { onResize, edge, slider: screen.getByRole('slider', { name: 'Width of Event' }) };
};

/** Fires a pointer event as a mouse event, because jsdom has no pointer events. */
const point = (edge: Element, type: string, clientX = 0) =>
  fireEvent(edge, new MouseEvent(type, { bubbles: true, button: 0, clientX }));

describe('the edge of a column', () => {
  it('announces its width, and moves with the keyboard', () => {
    const { onResize, slider } = show(200);
    expect(slider.getAttribute('aria-valuetext')).toBe('200 pixels');
    fireEvent.change(slider, { target: { value: '216' } });
    expect(onResize).toHaveBeenLastCalledWith(216);
  });

  it("resets the column's width with Delete and with a double click", async () => {
    const { onResize, slider, edge } = show(200);
    slider.focus();
    await userEvent.keyboard('{Delete}');
    expect(onResize).toHaveBeenLastCalledWith(null);
    await userEvent.dblClick(edge);
    expect(onResize).toHaveBeenCalledTimes(2);
  });

  it('follows a dragging pointer within limits', () => {
    const { onResize, edge } = show();
    point(edge, 'pointermove', 50);
    expect(onResize).not.toHaveBeenCalled();
    point(edge, 'pointerdown', 100);
    point(edge, 'pointermove', 220);
    expect(onResize).toHaveBeenLastCalledWith(168);
    point(edge, 'pointermove', 9_000);
    expect(onResize).toHaveBeenLastCalledWith(1_200);
    point(edge, 'pointermove', -9_000);
    expect(onResize).toHaveBeenLastCalledWith(48);
    point(edge, 'pointerup');
    point(edge, 'pointermove', 300);
    expect(onResize).toHaveBeenCalledTimes(3);
  });
});
