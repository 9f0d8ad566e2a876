import { posix } from 'node:path';
import { summaryOf, type Tagged } from './check.ts';
import type { Section } from './statements.ts';

const HEAD = `# The specification, and the tests that verify it

\`npm run specification\` writes this page from \`tools/specification/statements.md\` and the tags \`// spec: id\` in the tests.
Git ignores it. [Testing](guides/testing.md#the-specification) describes how to tag a test.
`;

/** Escapes Markdown, for link text. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);

/** The page \`docs/specification.md\`. */
export const pageOf = (sections: readonly Section[], tagged: Tagged): string => {
  const links = [...tagged].flatMap(([path, { tests }]) =>
    tests.map(({ name, ids }) => ({
      ids,
      link: `  - [${plain(posix.basename(path))}](../${path}): ${plain(name)}`,
    })),
  );
  const all = sections.flatMap(({ statements }) => statements);
  const textOf = (decision: string): string => all.find(({ id }) => id === decision)?.text ?? '';
  const parts = sections.flatMap(({ title, statements }) => {
    const lines = statements.flatMap(({ id, text, decision }) => [
      `- **${id}** ${plain(text)}`,
      ...(decision === undefined ? [] : [`  - decided otherwise by **${decision}**: ${plain(textOf(decision))}`]),
      ...new Set(links.flatMap(({ ids, link }) => (ids.includes(id) ? [link] : []))),
    ]);
    return lines.length === 0 ? [] : [`## ${title}\n${lines.join('\n')}\n`];
  });
  return [HEAD, `${summaryOf(sections)}\n`, ...parts].join('\n');
};
