import { posix } from 'node:path';
import type { Tagged } from './check.ts';
import type { Section } from './statements.ts';

const HEAD = `# The specification, and the tests that verify it

Written by \`npm run specification\` from \`tools/specification/statements.md\` and the tags \`// spec: id\` in the tests; how
to keep it is in [testing](guides/testing.md#the-specification). \`npm run check\` fails when a statement has no test.
`;

/** As text of a link: nothing of it is Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);

/** The page \`docs/specification.md\`. */
export const pageOf = (sections: readonly Section[], tagged: Tagged): string => {
  const links = [...tagged].flatMap(([path, { tests }]) =>
    tests.map(({ name, ids }) => ({
      ids,
      link: `  - [${plain(posix.basename(path))}](../${path}): ${plain(name)}`,
    })),
  );
  const parts = sections.map(({ title, statements }) => {
    const lines = statements.flatMap(({ id, text }) => [
      `- **${id}** ${plain(text)}`,
      ...new Set(links.flatMap(({ ids, link }) => (ids.includes(id) ? [link] : []))),
    ]);
    return `## ${title}\n${lines.join('\n')}\n`;
  });
  return [HEAD, ...parts].join('\n');
};
