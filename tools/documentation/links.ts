import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { TextFile } from './files.ts';

const FENCED = /^[ \t]*```[\s\S]*?^[ \t]*```/gm;
const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} +(.+)$/gm;

const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the anchors of a page. Anchors of repeated headings are numbered: `price`, `price-1`. */
const anchorsOf = (markdown: string): Set<string> => {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const [, heading = ''] of withoutCode(markdown).matchAll(HEADING)) {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
};

const withoutCode = (markdown: string): string => markdown.replaceAll(FENCED, (code) => code.replaceAll(/[^\n]/g, ' '));

/** Returns the relative links in pages that point to a missing file or heading, one per line. */
export function brokenLinks(root: string, pages: readonly TextFile[]): string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));
  return pages.flatMap(({ path, text }) => {
    const prose = withoutCode(text);
    return [...prose.matchAll(LINK)].flatMap(({ 1: link = '', index }) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      const isThere = existsSync(join(root, target)) && (!anchor || anchors.get(target)?.has(anchor) !== false);
      const line = prose.slice(0, index).split('\n').length;
      return isThere ? [] : [`${path}:${line}: ${link} does not exist`];
    });
  });
}
