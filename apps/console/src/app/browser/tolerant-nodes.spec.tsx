import { beforeAll, describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import fc from 'fast-check';
import { createRoot } from 'react-dom/client';
import { tolerateTranslation } from './tolerant-nodes.ts';

/** Ways in which a translator wraps a text in a `font` element. */
const WRAPPERS = {
  replaces: (text: Text, font: Element) => {
    font.append(text.data);
    text.replaceWith(font);
  },
  'inserts, then removes': (text: Text, font: Element) => {
    font.append(text.data);
    text.before(font);
    text.remove();
  },
  'removes, then inserts': (text: Text, font: Element) => {
    font.append(text.data);
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(font, nextSibling);
  },
  'moves the text': (text: Text, font: Element) => {
    text.before(font);
    font.append(text);
  },
} as const;
type Wrapper = keyof typeof WRAPPERS;

const translate = (element: Element, way: Wrapper) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts)
    if (text.parentElement?.closest('font') === null) WRAPPERS[way](text, document.createElement('font'));
};

/** A sibling for React to render: a text, an element with texts, or null. */
type Item = string | readonly string[] | null;
type Row = { key: string; items: readonly Item[] };

const word = fc.constantFrom('one', 'two', 'three');
const item = fc.oneof(word, fc.array(word, { maxLength: 3 }), fc.constant(null));
const rows = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), items: fc.array(item, { maxLength: 4 }) }),
  {
    selector: ({ key }) => key,
  },
);

const Items = ({ items }: { items: readonly Item[] }) =>
  items.map((one, index) => (typeof one === 'string' || one === null ? one : <b key={index}>{[...one]}</b>));
const Page = ({ shown }: { shown: readonly Row[] }) =>
  shown.map(({ key, items }) =>
    key < 'c' ? (
      <Items key={key} items={items} />
    ) : (
      <p key={key}>
        <Items items={items} />
      </p>
    ),
  );

const textOf = (shown: readonly Row[]): string => shown.flatMap(({ items }) => items.flat()).join('');

describe('a translated page', () => {
  beforeAll(() => tolerateTranslation(window));

  it('shows the current text after any change and any kind of translation', async () => {
    const way = fc.constantFrom(...(Object.keys(WRAPPERS) as Wrapper[]));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(rows, fc.option(way)), { minLength: 2, maxLength: 6 }), async (steps) => {
        const element = document.body.appendChild(document.createElement('div'));
        const root = createRoot(element);
        for (const [shown, how] of steps) {
          act(() => root.render(<Page shown={shown} />));
          expect(element.textContent).toBe(textOf(shown));
          // Mutation observers run before and after a translator, because a translator runs in a separate task.
          await Promise.resolve();
          if (how !== null) translate(element, how);
          await Promise.resolve();
        }
        act(() => root.unmount());
        element.remove();
      }),
      { numRuns: 100 },
    );
  });

  it('removes a node only from its actual parent', () => {
    const [parent, other] = [document.createElement('div'), document.createElement('div')];
    const child = other.appendChild(document.createElement('p'));
    expect(parent.removeChild(child)).toBe(child);
    expect(child.parentNode).toBe(other);
  });
});
