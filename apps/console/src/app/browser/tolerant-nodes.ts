/* Page translators replace text nodes by `font` elements, but React keeps references to the text nodes. React
   then fails to remove a text node or to insert before it, or changes a text that is no longer visible. Here the `font` element stands in
   for the text node. See https://github.com/facebook/react/issues/11538. */

const isText = (node: Node | null): boolean => node?.nodeType === Node.TEXT_NODE;
const isFont = (node: Node | null): boolean => node?.nodeName === 'FONT';

/** The stand-in element for each node that a translator removed. */
const standIns = new WeakMap<Node, Node>();
/** Elements that are stand-ins already. */
const taken = new WeakSet<Node>();

/**
 * Finds the `font` element that replaced the node removed in record `index`. The element is a former sibling of the node, or was added in
 * this or the next record.
 */
const fontAt = (index: number, records: readonly MutationRecord[]): Node | undefined => {
  const [removed, next] = [records[index], records[index + 1]];
  if (removed === undefined) return undefined;
  const { target, previousSibling, nextSibling } = removed;
  const isNext =
    next?.target === target && next.previousSibling === previousSibling && next.nextSibling === nextSibling;
  const added = [...removed.addedNodes, previousSibling, nextSibling, ...(isNext ? next.addedNodes : [])];
  return added.find((font) => font !== null && isFont(font) && !taken.has(font)) ?? undefined;
};

const note = (records: readonly MutationRecord[]) => {
  if (!records.some(({ addedNodes }) => [...addedNodes].some(isFont))) return;
  for (const [index, { removedNodes }] of records.entries())
    for (const node of removedNodes) {
      const font = isText(node) || isFont(node) ? fontAt(index, records) : undefined;
      if (font === undefined) continue;
      standIns.set(node, font);
      taken.add(font);
    }
};

/** The latest stand-in of `node`: a translator may replace a stand-in again. */
const standInOf = (node: Node): Node | undefined => {
  let font = standIns.get(node);
  for (let next = font; next !== undefined; next = standIns.get(next)) font = next;
  return font;
};

/** The child of `parent` that represents `node`, or null. */
const placeOf = (parent: Node, node: Node): Node | null => {
  const start = node.parentNode === null ? standInOf(node) : node.parentNode;
  for (let font: Node | null = start ?? null; isFont(font); font = font?.parentNode ?? null)
    if (font?.parentNode === parent) return font;
  return null;
};

export const tolerateTranslation = ({ document, Node: { prototype } }: Window & typeof globalThis): void => {
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore, appendChild } = prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, 'nodeValue');
  const setValue = nodeValue?.set;
  /** Removes the translation of a text node that React moves. */
  const takeStandInAway = (node: Node) => {
    const font = node.parentNode === null ? standInOf(node) : undefined;
    if (font?.parentNode) removeChild.call(font.parentNode, font);
  };

  prototype.removeChild = function removeTolerantly<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) note(observer.takeRecords());
    const place = child.parentNode === this ? child : placeOf(this, child);
    if (place !== null) removeChild.call(this, place);
    return child;
  };
  prototype.insertBefore = function insertTolerantly<Child extends Node>(
    this: Node,
    node: Child,
    child: Node | null,
  ): Child {
    takeStandInAway(node);
    const isHere = child === null || child.parentNode === this;
    if (!isHere) note(observer.takeRecords());
    insertBefore.call(this, node, isHere ? child : placeOf(this, child));
    return node;
  };
  prototype.appendChild = function appendTolerantly<Child extends Node>(this: Node, node: Child): Child {
    takeStandInAway(node);
    appendChild.call(this, node);
    return node;
  };
  if (nodeValue !== undefined && setValue !== undefined)
    Object.defineProperty(prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, value: string | null) {
        // Puts the changed text node back in the place of its translation. The translator then translates the new text.
        const font = this.parentNode === null ? standInOf(this) : undefined;
        font?.parentNode?.replaceChild(this, font);
        setValue.call(this, value);
      },
    });
};
